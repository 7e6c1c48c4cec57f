"""How strong a player is at a game, from matches between people."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from matches.models.tables import Match

MU = 25.0
SIGMA = MU / 3


class Rating(models.Model):
    """A player's rating at one game, as openskill keeps it: a mean and how sure it is.

    It is shown to others only where its player chose so.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(_("jeu"), max_length=8, choices=Match.Game)
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    matches = models.PositiveIntegerField(default=0)
    shown = models.BooleanField(_("montrée au classement"), default=False)

    class Meta:
        verbose_name = _("classement")
        verbose_name_plural = _("classements")
        constraints = (
            models.UniqueConstraint(fields=["player", "game"], name="rating_one_a_game"),
        )
        indexes = (models.Index(fields=["game", "shown", "-mu"], name="rating_ladder"),)

    def __str__(self) -> str:
        return f"{self.player_id} {self.game} {self.points}"

    @property
    def points(self) -> int:
        """Return the number that people see: 1500 for a newcomer, careful while little is known."""
        return max(0, round(1500 + (self.mu - 3 * self.sigma) * 40))
