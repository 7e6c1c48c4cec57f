"""Decks of Voleur de Cartes: eleven slots when legal, with every version kept."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from collection.models.catalogue import Card, Rarity
from collection.models.players import Player


class KeptDecks(models.Manager["Deck"]):
    """The decks that their owners did not throw away."""

    def get_queryset(self) -> models.QuerySet[Deck]:
        return super().get_queryset().filter(deleted_at=None)


class Deck(models.Model):
    """A deck under construction or done; `version` tells two tabs apart.

    A dream deck is built from the catalogue, whatever its owner owns. An assembled deck has
    taken its copies (`Copy.deck`), which no other assembled deck is then offered. A deck thrown
    away stays a while as a row, so that it can be brought back; `objects` leaves it out. `key` is
    what the form that made it carried, so that sending it twice makes one deck.
    """

    class Minimum(models.TextChoices):
        WAIVED = "waived", _("assoupli")
        STRICT = "strict", _("à la lettre")

    owner = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="decks")
    name = models.CharField(_("nom"), max_length=60)
    dream = models.BooleanField(_("deck de rêve"), default=False)
    wager = models.ForeignKey(
        Rarity,
        verbose_name=_("rareté pariée"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    minimum = models.CharField(_("minimum"), max_length=8, choices=Minimum, default=Minimum.WAIVED)
    version = models.PositiveIntegerField(default=0)
    key = models.UUIDField(null=True, editable=False)
    assembled_at = models.DateTimeField(_("assemblé le"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(_("jeté le"), null=True, blank=True)

    objects = KeptDecks()
    thrown_too = models.Manager["Deck"]()

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        constraints = (
            models.CheckConstraint(
                name="deck_dream_is_never_assembled",
                condition=models.Q(dream=False) | models.Q(assembled_at__isnull=True),
            ),
            models.CheckConstraint(
                name="deck_thrown_away_is_not_assembled",
                condition=models.Q(deleted_at__isnull=True) | models.Q(assembled_at__isnull=True),
            ),
            models.UniqueConstraint(fields=["owner", "key"], name="deck_once_a_key"),
        )
        indexes = (models.Index(fields=["owner", "-updated_at"], name="deck_by_owner"),)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("deck", args=[self.pk])


class DeckSlot(models.Model):
    """A card in a deck, at its place; the same card may stand in several slots."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="slots")
    position = models.PositiveSmallIntegerField()
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="deck_slots")

    class Meta:
        verbose_name = _("case de deck")
        verbose_name_plural = _("cases de deck")
        ordering = ("deck", "position")
        constraints = (
            models.UniqueConstraint(fields=["deck", "position"], name="deck_slot_one_a_place"),
        )

    def __str__(self) -> str:
        return f"{self.deck_id}/{self.position}"


class DeckVersion(models.Model):
    """What a deck was after one change: name, card slugs in slot order, wager, minimum, dream.

    `change` tells what was done, as `services.decks` writes it. Going back and forth makes
    versions too: `state` is the number of the version whose contents these are (its own, unless
    one went back or forth to them), `parent` the state that those contents came from.
    """

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    state = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=60, blank=True, default="")
    dream = models.BooleanField(default=False)
    slugs = models.JSONField(default=list)
    wager = models.ForeignKey(
        Rarity, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    minimum = models.CharField(max_length=8, choices=Deck.Minimum, default=Deck.Minimum.WAIVED)
    change = models.CharField(max_length=120, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("version de deck")
        verbose_name_plural = _("versions de deck")
        ordering = ("deck", "-number")
        constraints = (
            models.UniqueConstraint(fields=["deck", "number"], name="deck_version_once"),
        )

    def __str__(self) -> str:
        return f"{self.deck_id} v{self.number}"
