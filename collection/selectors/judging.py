"""A deck before the rules, in a player's words: each constraint, what is wrong, how to mend it.

The check is `rules.decks`; here its codes and numbers become sentences that name the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from rules.cards import Card, Rarity
from rules.decks import (
    DECK_SIZE,
    DeckLine,
    Minimum,
    NoRepair,
    Obstacle,
    Repair,
    State,
    deck_lines,
    deck_repair,
    wager_allows_a_deck,
)

_COUNTED = {
    Rarity.COMMON: ngettext_lazy("%(n)d Commune", "%(n)d Communes", "n"),
    Rarity.RARE: ngettext_lazy("%(n)d Rare", "%(n)d Rares", "n"),
    Rarity.SUPER_RARE: ngettext_lazy("%(n)d Super Rare", "%(n)d Super Rares", "n"),
    Rarity.GADGET: ngettext_lazy("%(n)d Gadget", "%(n)d Gadgets", "n"),
    Rarity.EPIC: ngettext_lazy("%(n)d Épique", "%(n)d Épiques", "n"),
    Rarity.MYTHIC: ngettext_lazy("%(n)d Mythique", "%(n)d Mythiques", "n"),
    Rarity.LEGENDARY: ngettext_lazy("%(n)d Légendaire", "%(n)d Légendaires", "n"),
    Rarity.CHROMATIC: ngettext_lazy("%(n)d Chromatique", "%(n)d Chromatiques", "n"),
    Rarity.EXCEPTIONAL: ngettext_lazy("%(n)d Exceptionnelle", "%(n)d Exceptionnelles", "n"),
    Rarity.SECRET: ngettext_lazy("%(n)d Secrète", "%(n)d Secrètes", "n"),
    Rarity.PROMOTIONAL: ngettext_lazy("%(n)d Promotionnelle", "%(n)d Promotionnelles", "n"),
}
_STATES = {State.OK: "ok", State.VIOLATED: "wrong", State.WAIVED: "open"}


def counted(rarity: Rarity, number: int) -> str:
    """Return a number of cards of a rarity in words: « 2 Communes »."""
    return str(_COUNTED[rarity] % {"n": number})


@dataclass(frozen=True, slots=True)
class Said:
    """A constraint in words: its state (ok, wrong, open), what it asks, how the deck stands.

    `blamed` are the ids of the cards that it names, where it is wrong by having them.
    """

    code: str
    state: str
    title: str
    detail: str = ""
    blamed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """A deck's whole case: every line, whether it is legal, and what the wager says of itself."""

    lines: tuple[Said, ...]
    lacking: int
    wager_note: str
    barred: bool

    @property
    def wrong(self) -> tuple[Said, ...]:
        """Return the lines that do not hold."""
        return tuple(line for line in self.lines if line.state == "wrong")

    @property
    def legal(self) -> bool:
        """Say whether every constraint holds."""
        return not self.wrong

    @property
    def blamed(self) -> Counter[str]:
        """Return how many copies of each card are too many, by its id."""
        worst: Counter[str] = Counter()
        for line in self.wrong:
            worst |= Counter(line.blamed)
        return worst


@dataclass(frozen=True, slots=True)
class Terms:
    """What a deck is judged by besides its cards: the wager, its minimum, what is available."""

    wager: Rarity | None = None
    minimum: Minimum = Minimum.WAIVED
    owned: Mapping[str, int] | None = None


def judged(
    deck: Sequence[Card], terms: Terms, *, names: Mapping[str, str], rarities: Mapping[str, str]
) -> Judgement:
    """Judge a deck; `names` are those of its cards by id, `rarities` the labels by code."""
    lines = deck_lines(deck, wager=terms.wager, minimum=terms.minimum, owned=terms.owned)
    owned = [line for line in lines if line.kind == "owned"]
    others = [_said(line, names, rarities) for line in lines if line.kind != "owned"]
    return Judgement(
        lines=(*others, *_owned_said(owned, names, known=terms.owned is not None)),
        lacking=sum(line.excess for line in owned),
        wager_note=_wager_note(terms, rarities),
        barred=not wager_allows_a_deck(terms.wager, terms.minimum),
    )


def _said(line: DeckLine, names: Mapping[str, str], rarities: Mapping[str, str]) -> Said:
    too_many = line.excess and line.kind in ("max", "wagered")
    return Said(
        code=line.code,
        state=_STATES[line.state],
        title=_title(line, rarities),
        detail=_detail(line, names),
        blamed=line.cards if too_many else (),
    )


def _title(line: DeckLine, rarities: Mapping[str, str]) -> str:
    if line.kind == "size":
        return _("Exactement %(n)d cartes") % {"n": line.needed}
    if line.kind == "min":
        return _("Au moins %(cards)s") % {"cards": counted(Rarity(line.subject), line.needed)}
    if line.kind == "max":
        return _("Au plus %(cards)s") % {"cards": counted(Rarity(line.subject), line.needed)}
    rarity = rarities.get(line.subject, line.subject)
    return _("Aucune carte de la rareté pariée : %(rarity)s") % {"rarity": rarity}


def _detail(line: DeckLine, names: Mapping[str, str]) -> str:
    if line.state is State.WAIVED:
        return _("ne compte plus, puisque tu paries cette rareté")
    if line.missing:
        text = ngettext("il en manque %(n)d", "il en manque %(n)d", line.missing)
        return text % {"n": line.missing}
    if not line.excess:
        return ""
    if line.kind == "size":
        text = ngettext("%(n)d carte de trop", "%(n)d cartes de trop", line.excess)
        return text % {"n": line.excess}
    cards = listed(line.cards, names)
    if line.kind == "wagered":
        return _("à retirer : %(cards)s") % {"cards": cards}
    text = ngettext("%(n)d de trop parmi %(cards)s", "%(n)d de trop parmi %(cards)s", line.excess)
    return text % {"n": line.excess, "cards": cards}


def listed(ids: Iterable[str], names: Mapping[str, str]) -> str:
    """Return cards by name, each once: « Shelly ×2, Nita »."""
    numbers = Counter(ids)
    return ", ".join(
        names.get(card, card) + (f" ×{number}" if number > 1 else "")
        for card, number in numbers.items()
    )


def _owned_said(lines: Sequence[DeckLine], names: Mapping[str, str], *, known: bool) -> list[Said]:
    """Return one line for each card that is not there often enough, or one for all that are."""
    wrong = [_lacking_said(line, names) for line in lines if line.excess]
    if wrong or not known:
        return wrong
    return [Said("owned", "ok", _("Chaque carte a son exemplaire libre"))]


def _lacking_said(line: DeckLine, names: Mapping[str, str]) -> Said:
    free = _("aucun exemplaire libre")
    if line.needed:
        free = ngettext("%(n)d exemplaire libre", "%(n)d exemplaires libres", line.needed)
    return Said(
        code=line.code,
        state="wrong",
        title=names.get(line.subject, line.subject),
        detail=_("%(used)d dans le deck, %(free)s")
        % {"used": line.found, "free": free % {"n": line.needed}},
        blamed=(line.subject,) * line.excess,
    )


def _wager_note(terms: Terms, rarities: Mapping[str, str]) -> str:
    if terms.wager is None:
        return ""
    facts = {"rarity": rarities.get(terms.wager, terms.wager)}
    if not wager_allows_a_deck(terms.wager, terms.minimum):
        return (
            _(
                "Avec la règle maison « à la lettre », aucun deck n’est légal pour ce pari : "
                "parier « %(rarity)s » interdit justement les cartes que le minimum exige. "
                "Reviens au minimum assoupli, ou parie une autre rareté."
            )
            % facts
        )
    if terms.minimum is Minimum.WAIVED and terms.wager in _MINIMUM_RARITIES:
        return (
            _(
                "Parier « %(rarity)s » interdit cette rareté dans le deck ; son minimum ne compte "
                "donc plus, pour que toute rareté puisse être pariée."
            )
            % facts
        )
    return ""


_MINIMUM_RARITIES = (Rarity.COMMON, Rarity.RARE, Rarity.SUPER_RARE)


@dataclass(frozen=True, slots=True)
class Mending:
    """How a deck becomes legal by the fewest swaps, or why it can't with what is available.

    `swaps` pairs what goes with what comes, by card id; either may be missing.
    """

    swaps: tuple[tuple[str | None, str | None], ...] = ()
    becomes: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return what the mended deck is, as one word: who applies it says what was shown."""
        return ",".join(self.becomes)


def mended(
    deck: Sequence[Card], owned: Mapping[Card, int], terms: Terms, rarities: Mapping[str, str]
) -> Mending:
    """Return the smallest repair of a deck with the copies in `owned`, or the proof of none."""
    found = deck_repair(deck, owned, wager=terms.wager, minimum=terms.minimum)
    if isinstance(found, NoRepair):
        return Mending(obstacles=tuple(_obstacle(one, rarities) for one in found.obstacles))
    return Mending(swaps=_swaps(found), becomes=tuple(card.id for card in found.deck))


def _swaps(repair: Repair) -> tuple[tuple[str | None, str | None], ...]:
    out: list[str | None] = [card.id for card in repair.removals]
    into: list[str | None] = [card.id for card in repair.additions]
    length = max(len(out), len(into))
    out += [None] * (length - len(out))
    into += [None] * (length - len(into))
    return tuple(zip(out, into, strict=True))


def _obstacle(obstacle: Obstacle, rarities: Mapping[str, str]) -> str:
    kind, _colon, subject = obstacle.code.partition(":")
    if kind == "size":
        sentence = _(
            "En respectant toutes les limites, tes exemplaires libres ne font que %(n)d cartes "
            "sur %(size)d."
        )
        return sentence % {"n": obstacle.available, "size": DECK_SIZE}
    if kind == "strict":
        sentence = _("Le pari interdit ce que le minimum exige : « %(rarity)s ».")
        return sentence % {"rarity": rarities.get(subject, subject)}
    sentence = _("Il faut %(cards)s, et tu n’en as aucune de libre.")
    if obstacle.available:
        sentence = _("Il faut %(cards)s, et tu n’en as que %(n)d de libre.")
    needed = counted(Rarity(subject), obstacle.needed)
    return sentence % {"cards": needed, "n": obstacle.available}
