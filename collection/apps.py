from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CollectionConfig(AppConfig):
    """What people own: players, catalogue, copies, the ledger, decks."""

    name = "collection"
    verbose_name = _("Collection")
    default_auto_field = "django.db.models.BigAutoField"
