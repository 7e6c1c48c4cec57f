"""Records that somebody brought from elsewhere, to look at and to share by a link."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from matches.models.tables import CODE_LENGTH, table_code


class ImportedRecord(models.Model):
    """A match record as it came in, checked to replay; `steps` counts its moves."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=table_code)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="imported_records")
    text = models.TextField()
    game = models.CharField(max_length=8)
    steps = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("partie importée")
        verbose_name_plural = _("parties importées")
        indexes = (models.Index(fields=["player", "-created_at"], name="record_by_player"),)

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("record_replay", args=[self.code])
