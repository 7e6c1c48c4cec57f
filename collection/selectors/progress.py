"""How far a collection is: by rarity, by Brawler, in badges.

What counts as the whole is the catalogue of the era whose printing is certain. Which Gadgets and
Exceptionnelles were printed nobody has published, so these are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collection.models import Brawler, Card, Player, Rarity
from collection.selectors.cards import Tile, cards_by_pk
from collection.selectors.holdings import Totals, totals_of
from rules.cards import BRAWLER_RARITIES
from rules.cards import Rarity as RarityCode
from rules.decks import DECK_SIZE, MAXIMUMS, MINIMUMS

DOUBLES_SHOWN = 24


class _Facts(NamedTuple):
    pk: int
    rarity: str
    kind: str
    brawler: int | None
    super_secret: bool
    era: bool
    print_known: bool


_COLUMNS = ("pk", "rarity_id", "kind", "brawler_id", "super_secret", "era", "print_known")


@dataclass(frozen=True, slots=True)
class Bar:
    """One rarity: how many of its cards are owned, out of how many."""

    rarity: Rarity
    owned: int
    total: int

    @property
    def is_complete(self) -> bool:
        """Say whether nothing is missing."""
        return self.owned >= self.total > 0


@dataclass(frozen=True, slots=True)
class Stars:
    """One Brawler of the shelf: a star for its card, one for a Gadget, one for a skin."""

    brawler: Brawler
    card: bool
    gadget: bool
    skin: bool

    @property
    def number(self) -> int:
        """Return how many stars there are: three make the trio complete."""
        return self.card + self.gadget + self.skin


@dataclass(frozen=True, slots=True)
class Badge:
    """Something worth being proud of, and how far it is."""

    code: str
    title: str | Promise
    text: str | Promise
    value: int
    goal: int
    icon: str = "trophy"
    rarity: Rarity | None = None

    @property
    def is_earned(self) -> bool:
        """Say whether the goal is reached."""
        return self.value >= self.goal


@dataclass(frozen=True)
class Progress:
    """Everything that the progress page shows, worked out from what is owned of each card."""

    totals: Totals
    facts: tuple[_Facts, ...]
    rarities: Mapping[str, Rarity]
    brawlers: tuple[Brawler, ...]

    @cached_property
    def bars(self) -> list[Bar]:
        """Return the rarities that have certain cards."""
        return self._bars(card for card in self.facts if card.era and card.print_known)

    @cached_property
    def uncertain(self) -> list[Bar]:
        """Return the rarities that have cards whose printing is not certain."""
        return self._bars(card for card in self.facts if card.era and not card.print_known)

    def _bars(self, cards: Iterable[_Facts]) -> list[Bar]:
        owned: dict[str, list[bool]] = {}
        for card in cards:
            owned.setdefault(card.rarity, []).append(card.pk in self.totals.by_card)
        return [
            Bar(rarity, sum(owned[code]), len(owned[code]))
            for code, rarity in self.rarities.items()
            if code in owned
        ]

    @property
    def owned(self) -> int:
        """Return how many certain cards are owned."""
        return sum(bar.owned for bar in self.bars)

    @property
    def total(self) -> int:
        """Return how many certain cards there are."""
        return sum(bar.total for bar in self.bars)

    @property
    def percent(self) -> int:
        """Return the share of certain cards owned, rounded down so that 100 means all."""
        return self.owned * 100 // self.total if self.total else 0

    @property
    def uncertain_owned(self) -> int:
        """Return how many cards are owned whose printing the catalogue is not sure of."""
        return sum(bar.owned for bar in self.uncertain)

    @property
    def uncertain_total(self) -> int:
        """Return how many cards may exist in print, or not."""
        return sum(bar.total for bar in self.uncertain)

    @property
    def others(self) -> int:
        """Return how many owned cards are not of the era's catalogue."""
        return self.totals.cards - self.owned - self.uncertain_owned

    @cached_property
    def missing(self) -> list[int]:
        """Return the certain cards that are missing, by primary key."""
        certain = (card for card in self.facts if card.era and card.print_known)
        return [card.pk for card in certain if card.pk not in self.totals.by_card]

    @cached_property
    def doubles(self) -> list[int]:
        """Return the cards owned more than once, those with the most copies first."""
        several = [(-number, pk) for pk, number in self.totals.by_card.items() if number > 1]
        return [pk for _number, pk in sorted(several)]

    @cached_property
    def shelf(self) -> list[Stars]:
        """Return the Brawlers of the era, each with its stars."""
        kinds = {(card.brawler, card.kind) for card in self.facts if card.pk in self.totals.by_card}
        return [
            Stars(
                brawler,
                card=(brawler.pk, Card.Kind.BRAWLER) in kinds,
                gadget=(brawler.pk, Card.Kind.GADGET) in kinds,
                skin=(brawler.pk, Card.Kind.SKIN) in kinds,
            )
            for brawler in self.brawlers
        ]

    @property
    def trios(self) -> int:
        """Return how many Brawlers have all three stars."""
        return sum(stars.number == 3 for stars in self.shelf)

    def copies_of(self, rarity: str) -> int:
        """Return how many copies of a rarity are owned."""
        mine = self.totals.by_card
        return sum(mine.get(card.pk, 0) for card in self.facts if card.rarity == rarity)

    @cached_property
    def badges(self) -> list[Badge]:
        """Return every badge, those earned first."""
        badges = [*_counting(self), *_collecting(self), *_completing(self)]
        return sorted(badges, key=lambda badge: not badge.is_earned)


def progress_for(viewer: Player) -> Progress:
    """Return how far the viewer's collection is."""
    cards = Card.objects.filter(status=Card.Status.ACCEPTED).order_by("number")
    return Progress(
        totals=totals_of(viewer),
        facts=tuple(_Facts._make(row) for row in cards.values_list(*_COLUMNS)),
        rarities={rarity.code: rarity for rarity in Rarity.objects.all()},
        brawlers=tuple(Brawler.objects.filter(era=True).select_related("rarity")),
    )


def tiles_of(progress: Progress) -> tuple[list[Tile], list[Tile]]:
    """Return the missing cards and the first doubles as tiles."""
    doubles = progress.doubles[:DOUBLES_SHOWN]
    cards = cards_by_pk([*progress.missing, *doubles])
    owned = progress.totals.by_card
    missing = [Tile(cards[pk]) for pk in progress.missing if pk in cards]
    return missing, [Tile(cards[pk], owned[pk]) for pk in doubles if pk in cards]


_MILESTONES: Mapping[int, tuple[str | Promise, str | Promise]] = {
    1: (_("La première"), _("Ta première carte est là.")),
    10: (_("Dix cartes"), _("Dix exemplaires dans ta collection.")),
    50: (_("Belle pile"), _("Cinquante exemplaires.")),
    100: (_("Centurion"), _("Cent exemplaires.")),
    500: (_("Coffre plein"), _("Cinq cents exemplaires.")),
    1000: (_("Légende du classeur"), _("Mille exemplaires.")),
}


def _counting(progress: Progress) -> list[Badge]:
    """Return the badges for the number of copies: those earned, and the next one."""
    copies = progress.totals.copies
    badges = [
        Badge(f"copies-{goal}", title, text, copies, goal, icon="stack")
        for goal, (title, text) in _MILESTONES.items()
    ]
    earned = sum(badge.is_earned for badge in badges)
    return badges[: earned + 1]


def _collecting(progress: Progress) -> list[Badge]:
    owned = [card for card in progress.facts if card.pk in progress.totals.by_card]
    colours = {card.rarity for card in owned} & {str(code) for code in BRAWLER_RARITIES}
    supers = [card for card in progress.facts if card.super_secret]
    return [
        Badge(
            "deck", _("Prêt à jouer"), _("De quoi monter un deck légal."), *_deck(progress), "deck"
        ),
        Badge(
            "rainbow",
            _("Arc-en-ciel"),
            _("Une carte de chacune des sept raretés des Brawlers."),
            len(colours),
            len(BRAWLER_RARITIES),
            icon="sun",
        ),
        Badge(
            "trio",
            _("Trio complet"),
            _("Un Brawler avec sa carte, un Gadget et une Exceptionnelle."),
            min(progress.trios, 1),
            1,
            icon="people",
        ),
        Badge(
            "supers",
            _("Les super Secrètes"),
            _("Toutes les super Secrètes."),
            sum(card.pk in progress.totals.by_card for card in supers),
            len(supers) or 1,
        ),
        Badge(
            "trader",
            _("Prêt à échanger"),
            _("Dix doubles à proposer."),
            min(progress.totals.doubles, 10),
            10,
            icon="swap",
        ),
    ]


def _deck(progress: Progress) -> tuple[int, int]:
    """Return how many cards of a legal deck are there, out of eleven (rules 1, Deck)."""
    copies = {code: progress.copies_of(str(code)) for code in RarityCode}
    needed = sum(max(0, least - copies[code]) for code, least in MINIMUMS.items())
    usable = sum(min(number, MAXIMUMS.get(code, DECK_SIZE)) for code, number in copies.items())
    return min(usable, DECK_SIZE - needed), DECK_SIZE


def _completing(progress: Progress) -> list[Badge]:
    return [
        Badge(
            f"all-{bar.rarity.code}",
            _("Série %(rarity)s") % {"rarity": bar.rarity.label},
            _("Toutes les cartes certaines de cette rareté."),
            bar.owned,
            bar.total,
            rarity=bar.rarity,
        )
        for bar in progress.bars
    ]
