"""Copies and the ledger: one row for each physical card, one for each change of its owner."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.models.catalogue import Card
from collection.models.decks import Deck
from collection.models.players import Player


class Copy(models.Model):
    """A physical card.

    `state` is the one word for where it stands, so that no two can contradict each other; the
    constraints bind each word to its fact (in which deck, lent to whom). A copy that nobody
    owns any more keeps its row, for its history, and is `gone`. Only the ledger service changes
    `owner`.
    """

    class State(models.TextChoices):
        FREE = "free", _("libre")
        DECK = "deck", _("dans un deck assemblé")
        STAKED = "staked", _("en jeu")
        LENT = "lent", _("prêtée")
        MISSING = "missing", _("introuvable")
        GONE = "gone", pgettext_lazy("exemplaire", "partie")

    class Condition(models.TextChoices):
        UNKNOWN = "", _("non précisé")
        MINT = "mint", _("neuve")
        GOOD = "good", _("bon état")
        WORN = "worn", _("usée")
        DAMAGED = "damaged", _("abîmée")

    owner = models.ForeignKey(
        Player,
        verbose_name=_("propriétaire"),
        on_delete=models.PROTECT,
        null=True,
        related_name="copies",
        db_index=False,
    )
    card = models.ForeignKey(
        Card, verbose_name=_("carte"), on_delete=models.PROTECT, related_name="copies"
    )
    state = models.CharField(_("situation"), max_length=8, choices=State, default=State.FREE)
    deck = models.ForeignKey(
        Deck, on_delete=models.PROTECT, null=True, blank=True, related_name="assembled_copies"
    )
    lent_to = models.ForeignKey(
        Player,
        verbose_name=_("prêtée à"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="borrowed_copies",
    )
    lent_on = models.DateField(_("prêtée le"), null=True, blank=True)
    condition = models.CharField(
        _("état de la carte"), max_length=8, choices=Condition, default="", blank=True
    )
    binder = models.CharField(_("classeur"), max_length=40, blank=True, default="")
    page = models.PositiveSmallIntegerField(_("page"), null=True, blank=True)
    slot = models.PositiveSmallIntegerField(_("case"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=400, blank=True, default="")
    acquired_on = models.DateField(_("acquise le"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("exemplaire")
        verbose_name_plural = _("exemplaires")
        constraints = (
            models.CheckConstraint(
                name="copy_state_is_a_word_we_know",
                condition=Q(state__in=["free", "deck", "staked", "lent", "missing", "gone"]),
            ),
            models.CheckConstraint(
                name="copy_gone_means_no_owner",
                condition=Q(state="gone", owner__isnull=True)
                | (~Q(state="gone") & Q(owner__isnull=False)),
            ),
            models.CheckConstraint(
                name="copy_in_deck_names_it",
                condition=Q(state="deck", deck__isnull=False)
                | (~Q(state="deck") & Q(deck__isnull=True)),
            ),
            models.CheckConstraint(
                name="copy_lent_names_borrower",
                condition=Q(state="lent", lent_to__isnull=False)
                | (~Q(state="lent") & Q(lent_to__isnull=True)),
            ),
            models.CheckConstraint(
                name="copy_not_lent_to_owner",
                condition=Q(lent_to__isnull=True) | ~Q(lent_to=F("owner")),
            ),
        )
        indexes = (
            # Loans are few among many copies: what is lent to somebody is found at once.
            models.Index(
                fields=["lent_to"], condition=Q(lent_to__isnull=False), name="copy_lent_to"
            ),
            # Covers "how many of each card, and how many of them free" without reading the rows.
            models.Index(fields=["owner", "card", "state"], name="copy_by_owner_card_state"),
            # The latest first, and what a list is filtered by beside them.
            models.Index(
                fields=["owner", "-id", "state", "card", "condition"], name="copy_latest_of_owner"
            ),
            models.Index(fields=["owner", "binder", "page", "slot"], name="copy_in_binder"),
        )

    def __str__(self) -> str:
        return f"{self.card_id}#{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("copy", args=[self.pk])

    @property
    def is_away(self) -> bool:
        """Say whether the copy is elsewhere than where it is kept."""
        return self.state not in (self.State.FREE, self.State.GONE)

    @property
    def place(self) -> str:
        """Return where the copy is kept, in words; empty when it is not said."""
        parts = (
            self.binder,
            _("page %(page)d") % {"page": self.page} if self.page is not None else "",
            _("case %(slot)d") % {"slot": self.slot} if self.slot is not None else "",
        )
        return ", ".join(str(part) for part in parts if part)


class EntryBatch(models.Model):
    """Entries made in one go (a pile, a whole rarity), that one undo takes back.

    What is pinned for a pile (source, condition, place) is noted of each copy that it brings in.
    With a `slot`, each line takes the next one, and the next page after `slots_per_page`.
    """

    class Kind(models.TextChoices):
        GRID = "grid", _("grille")
        PILE = "pile", _("tas")
        SWEEP = "sweep", _("tout d'un coup")
        IMPORT = "import", _("import")

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entry_batches")
    kind = models.CharField(_("sorte"), max_length=8, choices=Kind)
    label = models.CharField(max_length=120, blank=True, default="")
    source = models.CharField(max_length=10, default="opened")
    condition = models.CharField(max_length=8, choices=Copy.Condition, default="", blank=True)
    binder = models.CharField(max_length=40, blank=True, default="")
    page = models.PositiveSmallIntegerField(null=True, blank=True)
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    slots_per_page = models.PositiveSmallIntegerField(default=9)
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("saisie")
        verbose_name_plural = _("saisies")
        constraints = (
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(kind="pile", closed_at__isnull=True),
                name="entry_batch_one_open_pile_a_player",
            ),
            models.CheckConstraint(
                name="entry_batch_slot_fits_the_page",
                condition=Q(slot__isnull=True)
                | Q(slot__gte=1, slot__lte=F("slots_per_page"), page__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.opened_at:%Y-%m-%d %H:%M}"

    @property
    def title(self) -> str:
        """Return what the entry was, in words: « Tas », « Tout d’un coup : Épique »."""
        kind = capfirst(self.get_kind_display())
        return f"{kind} : {self.label}" if self.label else kind


class AppendOnly(models.QuerySet["LedgerEntry"]):
    """A query set that reads and appends, and refuses to edit."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("the ledger is append-only: counter an entry with another one")

    def delete(self) -> NoReturn:
        raise TypeError("the ledger is append-only: counter an entry with another one")


class LedgerEntry(models.Model):
    """One change of a copy's owner: never edited; a mistake is countered by another entry.

    `step` counts a copy's entries from 1, and is unique for it, so that two changes at once
    cannot both build on the same state. The owner after the last step is the copy's owner.
    """

    class Kind(models.TextChoices):
        OPENED = "opened", _("ouverte")
        BOUGHT = "bought", _("achetée")
        GIFT = "gift", _("cadeau")
        TRADE = "trade", _("échange")
        WAGER = "wager", _("pari")
        LOST = "lost", _("perdue")
        CORRECTION = "correction", _("correction")

    copy = models.ForeignKey(Copy, on_delete=models.PROTECT, related_name="entries")
    step = models.PositiveIntegerField()
    kind = models.CharField(_("sorte"), max_length=10, choices=Kind)
    from_player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries_out"
    )
    to_player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries_in"
    )
    actor = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries_made"
    )
    batch = models.ForeignKey(
        EntryBatch,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        db_index=False,
    )
    at = models.DateTimeField(default=timezone.now)
    why = models.CharField(_("raison"), max_length=200, blank=True, default="")
    reference = models.CharField(max_length=40, blank=True, default="", db_index=True)

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name = _("écriture")
        verbose_name_plural = _("écritures")
        ordering = ("copy", "step")
        constraints = (
            models.UniqueConstraint(fields=["copy", "step"], name="ledger_entry_one_a_step"),
            models.CheckConstraint(
                name="ledger_entry_moves_something",
                condition=Q(from_player__isnull=False) | Q(to_player__isnull=False),
            ),
            models.CheckConstraint(
                name="ledger_entry_changes_owner",
                condition=Q(from_player__isnull=True)
                | Q(to_player__isnull=True)
                | ~Q(from_player=F("to_player")),
            ),
            models.CheckConstraint(name="ledger_entry_step_from_one", condition=Q(step__gte=1)),
        )
        indexes = (
            # Covers what a batch brought in and took out, however large it is.
            models.Index(fields=["batch", "to_player", "copy"], name="ledger_entry_by_batch"),
        )

    def __str__(self) -> str:
        return f"{self.copy_id}/{self.step} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("the ledger is append-only: counter an entry with another one")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the ledger is append-only: counter an entry with another one")


class Wish(models.Model):
    """A card that a player wishes for; it counts only while none is owned."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="wishes")
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="wishes")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("souhait")
        verbose_name_plural = _("souhaits")
        constraints = (models.UniqueConstraint(fields=["player", "card"], name="wish_once_a_card"),)

    def __str__(self) -> str:
        return f"{self.player_id} → {self.card_id}"
