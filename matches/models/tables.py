"""A match is its options, its seats and its list of moves; a position is replayed from these."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection.models import Player

# No letter or digit that a child could take for another one when reading a code aloud.
CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def table_code() -> str:
    """Return a short code to read aloud or scan."""
    return "".join(secrets.choice(CODE_ALPHABET) for _letter in range(CODE_LENGTH))


class Match(models.Model):
    """A table: open while people sit down, running, then over or aborted.

    `version` grows with everything that a watcher could see; the socket says only this number.
    `moves_made` is the number of `Move` rows, so that a position's cache needs no count.
    `seed` stands only from the start on: before it, `commit` is all that is shown.
    """

    class Game(models.TextChoices):
        VOLEUR = "voleur", _("Voleur de Cartes")
        ARENA = "arena", _("Baten Kaitos Arena")
        BATAILLE = "bataille", _("Bataille")

    class Status(models.TextChoices):
        OPEN = "open", _("on s'installe")
        RUNNING = "running", _("en cours")
        OVER = "over", _("terminée")
        ABORTED = "aborted", _("abandonnée")

    class Visibility(models.TextChoices):
        LINK = "link", _("avec le lien")
        LOBBY = "lobby", _("ouverte à tous")

    class Spectators(models.TextChoices):
        NOBODY = "nobody", _("personne")
        LINK = "link", _("avec le lien")
        EVERYBODY = "everybody", _("tout le monde")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=table_code)
    game = models.CharField(_("jeu"), max_length=8, choices=Game)
    options = models.JSONField(default=dict)
    status = models.CharField(_("état"), max_length=8, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hosted_matches")
    visibility = models.CharField(
        _("qui peut s'asseoir"), max_length=8, choices=Visibility, default=Visibility.LINK
    )
    spectators = models.CharField(
        _("qui peut regarder"), max_length=10, choices=Spectators, default=Spectators.LINK
    )
    shared_screen = models.BooleanField(_("sur un seul écran"), default=False)
    practice = models.BooleanField(_("rejouée d'un moment d'une autre"), default=False)
    server_seed = models.CharField(max_length=64)
    commit = models.CharField(max_length=64)
    seed = models.CharField(max_length=64, blank=True, default="")
    version = models.PositiveIntegerField(default=0)
    moves_made = models.PositiveIntegerField(default=0)
    move_seconds = models.PositiveIntegerField(_("secondes par coup"), null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    hush_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Voleur: until then the page shows the spy phase (rules 1.2.4).",
    )
    outcome = models.JSONField(null=True, blank=True)
    rematch_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("partie")
        verbose_name_plural = _("parties")
        constraints = (
            models.CheckConstraint(
                name="match_running_has_its_seed",
                condition=Q(status__in=["open", "aborted"]) | ~Q(seed=""),
            ),
            models.CheckConstraint(
                name="match_over_has_its_outcome",
                condition=Q(status="over", outcome__isnull=False)
                | (~Q(status="over") & Q(outcome__isnull=True)),
            ),
        )
        indexes = (
            models.Index(fields=["status", "visibility", "-created_at"], name="match_lobby"),
            models.Index(fields=["status", "deadline"], name="match_by_deadline"),
        )

    def __str__(self) -> str:
        return f"{self.get_game_display()} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.code])

    @property
    def is_running(self) -> bool:
        """Say whether moves are awaited."""
        return self.status == self.Status.RUNNING


class Seating(models.Model):
    """A seat of a table: a person, a bot, or nobody yet.

    A bot's level stands in `bot`; a person who left a seat to a bot keeps their name beside it.
    `awaited` repeats what the rules say of the last position, so that the list of what awaits
    me asks no engine; it is the referee's, and shown to its own player only. `choices` counts
    the moves of this seat, which is the number that its next move must name.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seatings")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seatings"
    )
    bot = models.CharField(_("robot"), max_length=8, blank=True, default="")
    name = models.CharField(max_length=40, blank=True, default="")
    deck = models.JSONField(default=list, blank=True)
    player_bytes = models.CharField(max_length=64, blank=True, default="")
    choices = models.PositiveIntegerField(default=0)
    awaited = models.BooleanField(default=False)
    awaited_since = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    clock_moves = models.PositiveSmallIntegerField(default=0)
    pass_until_turn = models.BooleanField(default=False)
    wants = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        ordering = ("match", "seat")
        constraints = (
            models.UniqueConstraint(fields=["match", "seat"], name="seating_one_a_seat"),
        )
        indexes = (models.Index(fields=["player", "awaited"], name="seating_awaited"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"

    @property
    def is_bot(self) -> bool:
        """Say whether the server plays this seat."""
        return self.bot != ""

    @property
    def is_empty(self) -> bool:
        """Say whether somebody may still sit down here."""
        return self.player_id is None and not self.is_bot


class Move(models.Model):
    """One move as it stands in the record: the `step`-th of the match, the `choice`-th of a seat.

    Both are unique, so a double click, a repeated request or two tabs change nothing twice.
    """

    class By(models.TextChoices):
        PERSON = "person", _("une personne")
        BOT = "bot", _("un robot")
        CLOCK = "clock", _("la pendule")
        TABLE = "table", _("la table")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    step = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    choice = models.PositiveIntegerField()
    text = models.CharField(max_length=400)
    by = models.CharField(max_length=6, choices=By, default=By.PERSON)
    reason = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("coup")
        verbose_name_plural = _("coups")
        ordering = ("match", "step")
        constraints = (
            models.UniqueConstraint(fields=["match", "step"], name="move_one_a_step"),
            models.UniqueConstraint(fields=["match", "seat", "choice"], name="move_one_a_choice"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}/{self.step} {self.seat} {self.text}"


class Reaction(models.Model):
    """A ready-made phrase that a seat says; there is no free chat, since children play."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reactions")
    seat = models.PositiveSmallIntegerField()
    phrase = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("réaction")
        verbose_name_plural = _("réactions")
        ordering = ("match", "at")

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} {self.phrase}"


class Pulse(models.Model):
    """When the server last said it was alive: what it was down for counts against nobody."""

    beat_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("pouls")
        verbose_name_plural = _("pouls")

    def __str__(self) -> str:
        return f"{self.beat_at:%Y-%m-%d %H:%M:%S}"
