from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Parties")

    def ready(self) -> None:
        from matches.services import guests  # noqa: F401  # it hands over what a guest played
