from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Parties")

    def ready(self) -> None:
        # One hands over what a guest played, the other moves for bots after each commit.
        from matches.services import bots, guests  # noqa: F401
