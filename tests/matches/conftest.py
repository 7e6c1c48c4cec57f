from __future__ import annotations

import pytest

from collection.services.catalogue import catalogue_load


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Every test of the collection stands on the real catalogue."""
    with django_db_blocker.unblock():
        catalogue_load()
