"""What a pile shows: the reading of what was typed, its lines, its summary, past entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Min, Q
from django.http import Http404

from collection.models import Card, Copy, EntryBatch, LedgerEntry, Player
from collection.quantities import Quantity, quantities_in
from collection.selectors.cards import Tile, cards_found
from collection.selectors.search import Hit

MOST_CHOICES = 6
LINES_SHOWN = 30
BATCHES_A_PAGE = 20
TILES_SHOWN = 60
MISTAKE = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """So many copies of one card, as a text may have meant."""

    number: int
    card: Card


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text may mean, the likeliest first; `sure` when the first is what it says."""

    choices: tuple[Choice, ...] = ()
    sure: bool = False


@dataclass(frozen=True, slots=True)
class _Guess:
    choice: Choice
    hit: Hit


def reading_of(viewer: Player | None, text: str) -> Reading:
    """Return what a text typed or said may mean among the cards that the viewer may see.

    A catalogue number or a whole name is sure; so is the beginning of words that only one card
    has. Whatever needs a spelling mistake is never sure.
    """
    guesses = [guess for said in quantities_in(text) for guess in _guesses(viewer, said)]
    exact = [guess for guess in guesses if guess.hit.is_exact]
    if len(exact) == 1:
        return Reading((exact[0].choice,), sure=True)
    likely = sorted(exact or guesses, key=lambda guess: guess.hit)[:MOST_CHOICES]
    sure = len(likely) == 1 and likely[0].hit.cost < MISTAKE
    return Reading(tuple(guess.choice for guess in likely), sure)


def _guesses(viewer: Player | None, said: Quantity) -> list[_Guess]:
    found = cards_found(viewer, said.name, limit=MOST_CHOICES)
    return [_Guess(Choice(said.number, card), hit) for card, hit in found]


def pile_of(owner: Player) -> EntryBatch | None:
    """Return the owner's running pile, if there is one."""
    running = EntryBatch.objects.filter(player=owner, kind=EntryBatch.Kind.PILE, closed_at=None)
    return running.first()


def batch_for(viewer: Player, batch_id: int) -> EntryBatch:
    """Return one of the viewer's own entries; 404 for anybody else's."""
    batch = EntryBatch.objects.filter(player=viewer, pk=batch_id).first()
    if batch is None:
        raise Http404
    return batch


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pile: what it brought in, and how much of it is still in."""

    token: str
    card: Card
    number: int
    left: int
    place: str


def pile_lines(batch: EntryBatch, *, most: int = LINES_SHOWN) -> list[Line]:
    """Return the latest lines of a pile, the last one first."""
    rows = list(
        LedgerEntry.objects.filter(batch=batch)
        .exclude(reference="")
        .order_by()
        .values("reference")
        .annotate(
            copy=Min("copy"),
            came=Count("pk", filter=Q(to_player__isnull=False)),
            went=Count("pk", filter=Q(to_player__isnull=True)),
        )
        .order_by("-copy")[:most]
    )
    shown = Copy.objects.select_related("card__rarity", "card__brawler", "card__suits")
    copies = shown.in_bulk([row["copy"] for row in rows])
    return [
        Line(
            token=row["reference"].removeprefix("line:"),
            card=copies[row["copy"]].card,
            number=row["came"],
            left=row["came"] - row["went"],
            place=copies[row["copy"]].place,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Summary:
    """A pile so far: copies and different cards in it, how many each rarity has, new ones."""

    copies: int
    cards: int
    rarities: tuple[tuple[str, int], ...]
    new: int


def pile_summary(
    owner: Player, batch: EntryBatch, *, inside: Mapping[int, int] | None = None
) -> Summary:
    """Return what a batch brought in and still holds; `new` counts cards owned by it alone.

    `inside` is its contents, where they are known already.
    """
    inside = batch_contents(batch) if inside is None else inside
    cards = Card.objects.filter(pk__in=inside).values_list("pk", "rarity").order_by("rarity__order")
    rarities: dict[str, int] = {}
    for pk, rarity in cards:
        rarities[rarity] = rarities.get(rarity, 0) + inside[pk]
    return Summary(
        copies=sum(inside.values()),
        cards=len(inside),
        rarities=tuple(rarities.items()),
        new=_owned_by_it_alone(owner, inside),
    )


def batch_contents(batch: EntryBatch) -> dict[int, int]:
    """Return how many copies of each card a batch brought in and did not take out."""
    came = Count("pk", filter=Q(to_player__isnull=False))
    went = Count("pk", filter=Q(to_player__isnull=True))
    rows = LedgerEntry.objects.filter(batch=batch).order_by().values("copy__card")
    return dict(
        rows.annotate(open=came - went).filter(open__gt=0).values_list("copy__card", "open")
    )


def _owned_by_it_alone(owner: Player, inside: Mapping[int, int]) -> int:
    owned = Copy.objects.filter(owner=owner, card__in=inside).order_by().values_list("card")
    return sum(number <= inside[card] for card, number in owned.annotate(number=Count("pk")))


def batch_tiles(inside: Mapping[int, int], *, most: int = TILES_SHOWN) -> list[Tile]:
    """Return the contents of a batch as tiles, in the order of the catalogue."""
    cards = Card.objects.filter(pk__in=inside).select_related("rarity", "brawler", "suits")
    return [Tile(card, inside[card.pk]) for card in cards.order_by("number")[:most]]


@dataclass(frozen=True, slots=True)
class Entered:
    """One past entry: its batch, how many copies it brought in, and how many are still in."""

    batch: EntryBatch
    came: int
    left: int


def entries_for(viewer: Player, *, before: int | None = None) -> tuple[list[Entered], int | None]:
    """Return a page of the viewer's past entries, the latest first, and the key of the next."""
    batches = EntryBatch.objects.filter(player=viewer)
    if before is not None:
        batches = batches.filter(pk__lt=before)
    page = list(batches.order_by("-pk")[: BATCHES_A_PAGE + 1])
    shown = page[:BATCHES_A_PAGE]
    counts = _counts(shown)
    entered = [Entered(batch, *counts.get(batch.pk, (0, 0))) for batch in shown]
    return entered, shown[-1].pk if len(page) > BATCHES_A_PAGE else None


def _counts(batches: Iterable[EntryBatch]) -> dict[int, tuple[int, int]]:
    came = Count("pk", filter=Q(to_player__isnull=False))
    went = Count("pk", filter=Q(to_player__isnull=True))
    entries = LedgerEntry.objects.filter(batch__in=list(batches)).order_by().values("batch")
    rows = entries.annotate(came=came, went=went).values_list("batch", "came", "went")
    return {batch: (moved_in, moved_in - moved_out) for batch, moved_in, moved_out in rows}
