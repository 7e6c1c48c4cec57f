"""People: accounts, guests who play at once, and contacts kept by an account."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


def name_key(name: str) -> str:
    """Return what makes two log-in names the same: letters composed, whatever their case."""
    return unicodedata.normalize("NFKC", name).casefold()[:150]


class Player(AbstractUser):
    """Anybody who can own a copy.

    An account logs in; a guest has no password and lives in one browser's session until it
    signs up; a contact has no login at all and is kept by one account, so that a match at the
    table can be recorded with anybody.
    """

    class Kind(models.TextChoices):
        ACCOUNT = "account", _("compte")
        GUEST = "guest", _("invité")
        CONTACT = "contact", _("contact")

    first_name = None  # type: ignore[assignment]  # children play under a chosen name
    last_name = None  # type: ignore[assignment]

    kind = models.CharField(_("sorte"), max_length=8, choices=Kind, default=Kind.ACCOUNT)
    name_key = models.CharField(
        max_length=150,
        unique=True,
        editable=False,
        error_messages={"unique": _("Ce nom est déjà pris.")},
    )
    display_name = models.CharField(_("nom affiché"), max_length=40)
    keeper = models.ForeignKey(
        "self",
        verbose_name=_("tenu par"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="contacts",
    )

    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        verbose_name = _("joueur")
        verbose_name_plural = _("joueurs")
        constraints = (
            models.CheckConstraint(
                name="player_contact_has_keeper",
                condition=Q(kind="contact", keeper__isnull=False)
                | (~Q(kind="contact") & Q(keeper__isnull=True)),
            ),
        )

    def __str__(self) -> str:
        return self.display_name or self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        # SQLite compares accented letters case by case, so the folding is done here.
        self.name_key = name_key(self.username)
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    @property
    def is_account(self) -> bool:
        """Say whether this player can log in."""
        return self.kind == self.Kind.ACCOUNT


def share_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(16)


class ShareLink(models.Model):
    """A link under which anybody may read one collection, until it is revoked."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=40, unique=True, default=share_token)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("lien de partage")
        verbose_name_plural = _("liens de partage")
        constraints = (
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(revoked_at__isnull=True),
                name="share_link_one_open_a_player",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} ({self.created_at:%Y-%m-%d})"

    def get_absolute_url(self) -> str:
        return reverse("shared_collection", args=[self.token])
