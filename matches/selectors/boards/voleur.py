"""The board of a match of Voleur: two hands, two pioches, two tas, and the spy's moment."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from collection.models import Card, Rarity
from matches.models import Match
from matches.selectors.logs import Sentence
from matches.selectors.logs.voleur import Words, sentences
from matches.selectors.reasons.last import bot_says
from matches.selectors.tables import Table, table_position, table_view
from matches.services.play import is_hushed
from rules.cards import Card as RulesCard
from rules.cards import Rarity as RarityCode
from rules.cards import read_card
from rules.game import Outcome, Seat
from rules.games import voleur
from rules.games.voleur_state import Phase, Turn, stake
from rules.games.voleur_view import View

LOG_LINES = 14
DECK_SIZE = 11


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the table shows them; points of the running manche and of both."""

    name: str
    seat: Seat
    hand_size: int
    pioche: int
    tas: tuple[Card, ...]
    manche_points: int
    total: int
    has_chosen: bool
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A card in my hand, and what it is worth in play now."""

    card: Card
    points: int
    is_joker: bool
    note: str


@dataclass(frozen=True, slots=True)
class Stake:
    """What one side laid in a turn: spy's Gadget, card and Gadget, in this order."""

    name: str
    cards: tuple[Card, ...]
    took: bool


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn, mine first, with who took it in a headline."""

    manche: int
    turn: int
    stakes: tuple[Stake, Stake]
    headline: str


@dataclass(frozen=True, slots=True)
class VoleurBoard:
    """Everything the template shows; `me` is the seat below, a spectator's is seat 0.

    `moment` is what goes on: `spy` (I may lay a Gadget), `hush` (the spy phase, for all that I
    know), `play` (I choose a card), `wait` (the other chooses), `over`.
    """

    me: Side
    enemy: Side
    seated: bool
    moment: str
    manche: int
    turn: int
    choice: int
    hand: tuple[Held, ...]
    gadgets: tuple[Held, ...]
    spies: tuple[Stake, ...]
    enemy_laid: tuple[Card, ...]
    my_laid: tuple[Card, ...]
    last: LastTurn | None
    seen: tuple[Card, ...]
    unseen: int
    manches: tuple[tuple[int, int], ...]
    previews: str
    wagers: tuple[Card, ...]
    log: tuple[Sentence, ...]
    news: str
    bot_says: str
    outcome: Outcome | None
    wake_ms: int


def board_for(table: Table) -> VoleurBoard:
    """Return the board of a match of Voleur as its viewer may see it."""
    view: View = table_view(table)
    return _Builder(table, view).board()


def cards_of(facts: Mapping[str, Any]) -> dict[str, Card]:
    """Return the catalogue's cards for a record's, by id; one that it lacks is drawn plainly."""
    rows = Card.objects.filter(slug__in=list(facts))
    known = {card.slug: card for card in rows.select_related("rarity", "brawler__rarity", "suits")}
    missing = [card_id for card_id in facts if card_id not in known]
    if missing:
        rarities = Rarity.objects.in_bulk()
        known |= {card_id: _plain_card(card_id, facts[card_id], rarities) for card_id in missing}
    return known


def _plain_card(card_id: str, facts: Mapping[str, Any], rarities: Mapping[str, Rarity]) -> Card:
    rules = read_card(card_id, facts)
    kind = {RarityCode.GADGET: Card.Kind.GADGET, RarityCode.SECRET: Card.Kind.SECRET}
    return Card(
        slug=card_id,
        name=card_id.replace("-", " "),
        number=0,
        kind=kind.get(rules.rarity, Card.Kind.BRAWLER),
        rarity=rarities[rules.rarity],
        suits=rarities[rules.suits] if rules.suits else None,
        super_secret=rules.super_secret,
    )


class _Builder:
    """Puts a board together from one view, so that its parts need not pass it around."""

    def __init__(self, table: Table, view: View) -> None:
        self.table = table
        self.match: Match = table.match
        self.view = view
        self.seat = view.seat if view.seat is not None else Seat(0)
        self.enemy = Seat(1 - self.seat)
        self.hushed = table.replayed is None and is_hushed(self.match, timezone.now())
        self.names = [seating.name or _("Robot") for seating in table.seatings]
        position = table_position(table)
        self.outcome = voleur.outcome(position.state)
        self.told = position.told
        self.cards = cards_of(self.match.options["cards"])

    def board(self) -> VoleurBoard:
        view, seating = self.view, self.table.mine
        moment = self._moment()
        log = self._log()
        hand = tuple(self._held(card) for card in view.hand)
        seen = self._seen()
        return VoleurBoard(
            me=self._side(self.seat),
            enemy=self._side(self.enemy),
            seated=seating is not None,
            moment=moment,
            manche=view.manche,
            turn=view.turn,
            choice=seating.choices + 1 if seating and self.table.replayed is None else 0,
            hand=tuple(held for held in hand if held.card.kind != Card.Kind.GADGET),
            gadgets=tuple(held for held in hand if held.card.kind == Card.Kind.GADGET),
            spies=self._spies(),
            enemy_laid=self._laid(self.enemy),
            my_laid=self._laid(self.seat),
            last=self._last(),
            seen=seen,
            unseen=max(0, DECK_SIZE - len(seen)),
            manches=tuple((pair[self.seat], pair[self.enemy]) for pair in view.manches),
            previews=self._previews() if moment == "play" else "{}",
            wagers=self._rows(view.wagers or ()),
            log=tuple(log[-LOG_LINES:]),
            news=log[-1].text if log else "",
            bot_says=bot_says(self.table, self._label, until=self._last_open_step()),
            outcome=self.outcome,
            wake_ms=self._wake_ms(),
        )

    def _moment(self) -> str:
        """Tell the phase as this viewer may know it (rules 1.2.4: nobody knows who was asked)."""
        view = self.view
        if view.phase is Phase.OVER:
            return "over"
        if self.table.replayed is not None:
            return "hush" if view.phase is Phase.SPY else "wait"
        if view.phase is Phase.SPY:
            return "spy" if view.awaited else "hush"
        if self.hushed:
            return "hush"
        return "play" if view.awaited else "wait"

    def _is_masked(self) -> bool:
        """Say whether the rules have gone on while the page still shows the spy phase."""
        return self.view.phase is Phase.PLAY and self.hushed

    def _seen(self) -> tuple[Card, ...]:
        """Return what the enemy's deck is known to hold, without a Gadget not shown yet."""
        cards = list(self.view.shown(self.enemy))
        gadget = self.view.spied[self.enemy]
        if self._is_masked() and gadget is not None:
            cards.remove(gadget)
        return self._rows(cards)

    def _side(self, seat: Seat) -> Side:
        view = self.view
        tas = view.tas(seat)
        return Side(
            name=self.names[seat],
            seat=seat,
            hand_size=view.hand_sizes[seat] + (self._hidden_gadget(seat)),
            pioche=view.draw_sizes[seat],
            tas=self._rows(tas),
            manche_points=sum(card.count_points for card in tas),
            total=view.scores[seat],
            has_chosen=view.chosen[seat] and not self.hushed,
            is_winner=self.outcome is not None and seat in self.outcome.winners,
        )

    def _hidden_gadget(self, seat: Seat) -> int:
        """A spy's Gadget has left its hand, but the page does not show it yet."""
        return int(self._is_masked() and self.view.spied[seat] is not None and seat == self.enemy)

    def _held(self, card: RulesCard) -> Held:
        joker = card.rarity is RarityCode.SECRET
        note = ""
        if card.is_gadget and card.suits:
            suited = self.cards[card.id].suits
            note = _("+3 avec une %(rarity)s, +2 sinon") % {
                "rarity": suited.label if suited else ""
            }
        elif joker:
            note = _("bat tout, sauf les Secrètes")
        elif card.rarity is RarityCode.EXCEPTIONAL:
            note = _("aucun Gadget ne compte")
        return Held(self.cards[card.id], card.play_points, joker, note)

    def _spies(self) -> tuple[Stake, ...]:
        if self.view.phase is not Phase.PLAY or self.hushed:
            return ()
        return tuple(
            Stake(self.names[seat], self._rows([gadget]), took=False)
            for seat, gadget in enumerate(self.view.spied)
            if gadget is not None
        )

    def _laid(self, seat: Seat) -> tuple[Card, ...]:
        laid = self.view.played[seat]
        return self._rows(laid.cards) if laid is not None else ()

    def _last(self) -> LastTurn | None:
        if not self.view.history:
            return None
        turn = self.view.history[-1]
        stakes = self._stake(turn, self.seat), self._stake(turn, self.enemy)
        return LastTurn(turn.manche, turn.turn, stakes, self._headline(turn))

    def _stake(self, turn: Turn, seat: Seat) -> Stake:
        cards = (*turn.given[seat], *stake(turn.spied[seat], turn.played[seat]))
        return Stake(self.names[seat], self._rows(cards), took=turn.taker == seat)

    def _headline(self, turn: Turn) -> str:
        if any(turn.given):
            return _("Plus que des Gadgets : ils changent de mains.")
        if turn.taker is None:
            return _("Égalité : chacun garde les siennes.")
        number = sum(len(stake(turn.spied[seat], turn.played[seat])) for seat in (0, 1))
        if self.table.seat is not None and turn.taker == self.seat:
            said = ngettext("Tu prends %(n)d carte !", "Tu prends %(n)d cartes !", number)
            return said % {"n": number}
        said = ngettext("%(name)s prend %(n)d carte.", "%(name)s prend %(n)d cartes.", number)
        return said % {"name": self.names[turn.taker], "n": number}

    def _previews(self) -> str:
        """Return, as JSON, what each card is worth with each Gadget: `card+gadget` → points."""
        hand = self.view.hand
        gadgets = [card for card in hand if card.is_gadget]
        found = {}
        for card in hand:
            if not card.is_gadget:
                found[card.id] = card.play_points
                for gadget in gadgets:
                    void = card.rarity in (RarityCode.EXCEPTIONAL, RarityCode.SECRET)
                    bonus = 0 if void else card.gadget_bonus(gadget)
                    found[f"{card.id}+{gadget.id}"] = card.play_points + bonus
        return json.dumps(found)

    def _last_open_step(self) -> int:
        """Return the last step at which the cards lay open: what is sealed has no reason yet."""
        open_kinds = {"taken", "laid"}
        steps = [
            told.step
            for told in self.told
            if any(event.kind in open_kinds for event in told.events)
        ]
        return steps[-1] if steps else 0

    def _label(self, slug: str) -> str:
        return self.cards[slug].label if slug in self.cards else slug

    def _rows(self, cards: Iterable[RulesCard]) -> tuple[Card, ...]:
        return tuple(self.cards[card.id] for card in cards)

    def _log(self) -> Sequence[Sentence]:
        labels = {slug: card.label for slug, card in self.cards.items()}
        lines = sentences(self.told, Words(self.names, labels, self.view.seat))
        if self._is_masked():
            return [
                line for line in lines if line.kind != "spied" or line.step < self._spied_step()
            ]
        return lines

    def _spied_step(self) -> int:
        return self.told[-1].step if self.told else 0

    def _wake_ms(self) -> int:
        until = self.match.hush_until
        if until is None or not self.hushed:
            return 0
        return max(1, round((until - timezone.now()).total_seconds() * 1000))
