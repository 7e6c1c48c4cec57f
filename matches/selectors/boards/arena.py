"""The board of the Arena: two to six seats around a table, a battle in its middle, my hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import Match, Move
from matches.selectors.boards.arena_fight import Battle, Turn, battle_of, fight_told, turns_told
from matches.selectors.boards.arena_preview import (
    AGAINST_NOTHING,
    NOTHING_CHOSEN,
    Draft,
    Preview,
    labels_of,
    moment_of,
    preview_for,
    target_of,
)
from matches.selectors.boards.faces import SIGNS, SUITS, Face, face
from matches.selectors.logs import Sentence
from matches.selectors.logs.arena import sentence, sentences
from matches.selectors.names import seat_names
from matches.selectors.reasons import arena as reasons
from matches.selectors.tables import Table, table_position, table_view
from rules.game import Event, Outcome, Seat
from rules.games.arena_battle import may_defend
from rules.games.arena_cards import FAMILY, NAMES, RANK, RANKS
from rules.games.arena_cards import SUITS as SUIT_LETTERS
from rules.games.arena_legal import uncountered
from rules.games.arena_table import CLOCKWISE, Cards, Phase, View

LOG_LINES = 14
_HEADLINES = frozenset({"resolved", "broken", "fell", "rested", "turn_skipped", "resigned"})


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the table shows them.

    `level` tells how much endurance is left: `high`, `mid`, `low`, `down`. `role` is what they do
    in the running battle: `attacker`, `target` or nothing. `change` is what the last turn gave or
    took. `draw` is their own pile, None where there is one for all; `affinity` a suit's letter.
    """

    name: str
    seat: Seat
    endurance: int
    most: int
    level: str
    change: str
    hand_size: int
    draw: int | None
    affinity: str
    affinity_name: str
    role: str
    awaited: bool
    can_be_attacked: bool
    chosen: bool
    is_bot: bool
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A card of my hand, and how it stands in the move that I choose.

    `order` is its number in it. `against` are the attack cards that it may be set against, each
    as value and words, empty where none is asked for; `chosen` the value chosen.
    """

    face: Face
    state: str
    family: int
    order: str
    against: tuple[tuple[str, str], ...]
    chosen: str

    @property
    def is_chosen(self) -> bool:
        """Say whether the card is part of the move that I choose."""
        return bool(self.order or self.chosen)


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards that lie open in a heap: whose (nothing if everybody's), how many, by suit."""

    name: str
    count: int
    suits: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn that is over: one line, its battle or what was rested with, what was said."""

    headline: str
    battle: Battle | None
    attacker: str
    target: str
    rested: tuple[Face, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArenaBoard:
    """Everything the template shows; `me` is the seat below, a spectator's is seat 0.

    `others` sit clockwise from my left. `moment` is what goes on: `turn`, `reinforce`, `defend`
    and `support` ask me, `wait` somebody else, `over` nobody.
    """

    me: Side
    others: tuple[Side, ...]
    seated: bool
    moment: str
    choice: int
    hand: tuple[Held, ...]
    round: int
    last_round: int | None
    draw: int | None
    preview: Preview
    last: LastTurn | None
    discards: tuple[Heap, ...]
    out: tuple[Heap, ...]
    passing: bool
    may_pass_on: bool
    ranking: tuple[Side, ...]
    outcome: Outcome | None
    ending: str
    words: tuple[str, ...]
    log: tuple[Sentence, ...]
    news: str
    wake_ms: int

    @property
    def asked(self) -> bool:
        """Say whether something is asked of the viewer."""
        return self.moment not in ("wait", "over")


def board_for(table: Table, draft: Draft = NOTHING_CHOSEN) -> ArenaBoard:
    """Return the board of a match of the Arena as its viewer may see it, with a move begun."""
    return _Builder(table, draft).board()


def preview_of(table: Table, draft: Draft) -> Preview:
    """Return what a move that the viewer is choosing would do."""
    builder = _Builder(table, draft)
    return builder.preview()


class _Builder:
    """Puts a board together from one view, so that its parts need not pass it around."""

    def __init__(self, table: Table, draft: Draft) -> None:
        self.table, self.draft = table, draft
        self.view: View = table_view(table)
        self.open, self.options = self.view.table, self.view.table.options
        self.seat = self.view.seat if self.view.seat is not None else Seat(0)
        self.names = seat_names(table.seatings)
        self.labels = labels_of(self.names, self.view.seat)
        self.moment = self._moment()
        self.target = target_of(self.view, draft) if self.moment == "turn" else None
        self.told = table_position(table).told
        turns = turns_told(self.told)
        is_over = self.open.outcome is not None
        self.running: Turn = [] if is_over else turns[-1]
        self.fight = fight_told(self.running) if self.open.phase is not Phase.TURN else None
        self.ended = _last_shown(turns if is_over else turns[:-1])

    def _moment(self) -> str:
        """Return what is asked of the viewer; nothing ever is in a replay."""
        moment = moment_of(self.view)
        return moment if self.table.replayed is None or moment == "over" else "wait"

    def preview(self) -> Preview:
        """Return the middle of the table, with what is chosen so far."""
        return preview_for(self.view, self.names, self.fight, self.draft, self.moment)

    def board(self) -> ArenaBoard:
        """Put it together."""
        seating, others = self.table.mine, CLOCKWISE[len(self.names)][self.seat]
        reasons_told, preview = self._reasons(), self.preview()
        log = self._log(reasons_told)
        sides = [self._side(Seat(seat)) for seat in range(len(self.names))]
        return ArenaBoard(
            me=sides[self.seat],
            others=tuple(sides[seat] for seat in others),
            seated=seating is not None,
            moment=self.moment,
            choice=seating.choices + 1 if seating else 0,
            hand=tuple(self._hand()),
            round=self.open.round,
            last_round=self.options.rounds,
            draw=None if self.options.own_piles else self.open.draw_sizes[0],
            preview=preview,
            last=self._last(reasons_told),
            discards=self._heaps(self.open.discards),
            out=self._heaps(self.open.out),
            passing=bool(seating and seating.pass_until_turn and self.table.replayed is None),
            may_pass_on=self._may_pass_on(),
            ranking=_ranked(sides) if self.open.outcome else (),
            outcome=self.open.outcome,
            ending=self._ending(),
            words=self._words(sides),
            log=tuple(log[-LOG_LINES:]),
            news=self._news(log, preview),
            wake_ms=0,
        )

    def _side(self, seat: Seat) -> Side:
        table, outcome = self.open, self.open.outcome
        endurance, start = table.endurance[seat], self.options.endurance
        affinity = SUIT_LETTERS[self.options.elements[seat]] if self.options.elements else ""
        return Side(
            name=self.names[seat],
            seat=seat,
            endurance=endurance,
            most=max(start, endurance),
            level=_level(endurance, start),
            change=self._change(seat),
            hand_size=table.hand_sizes[seat],
            draw=table.draw_sizes[seat] if self.options.own_piles else None,
            affinity=affinity,
            affinity_name=str(SUITS[affinity]) if affinity else "",
            role=self._role(seat),
            awaited=table.waiting[:1] == (seat,),
            can_be_attacked=self.moment == "turn" and seat != self.seat and table.is_standing(seat),
            chosen=self.target == seat,
            is_bot=self.table.seatings[seat].is_bot,
            is_winner=outcome is not None and seat in outcome.winners,
        )

    def _role(self, seat: Seat) -> str:
        if self.open.outcome is not None or self.open.phase is Phase.TURN:
            return ""
        return "attacker" if seat == self.open.turn else "target" * (seat == self.open.target)

    def _change(self, seat: Seat) -> str:
        """Return what the turn before did to a player, until another battle begins."""
        if self.fight is not None or not self.open.is_standing(seat):
            return ""
        change = sum(_changes(event).get(seat, 0) for _step, event in self.ended)
        return f"{change:+d}".replace("-", "−") if change else ""

    def _hand(self) -> Iterable[Held]:
        """Return my cards by rank, so that runs are seen; the record keeps its own order."""
        left = list(self.draft.cards)
        for card in sorted(self.view.hand, key=lambda card: (RANK[card], card)):
            code = NAMES[card]
            place = self._place_in_draft(code, left)
            against = self._against(card)
            yield Held(
                face(code),
                "off" if self.moment in ("defend", "support") and not against else "",
                FAMILY[card],
                "" if place is None else str(place + 1),
                against,
                self._chosen_against(place),
            )

    def _place_in_draft(self, code: str, left: list[str]) -> int | None:
        """Return where a card of the hand stands in the draft, each of its cards used once."""
        if code not in left:
            return None
        place = left.index(code)
        left[place] = ""
        return place

    def _chosen_against(self, place: int | None) -> str:
        if place is None or not self.draft.against:
            return ""
        return self.draft.against[place] or AGAINST_NOTHING

    def _against(self, card: int) -> tuple[tuple[str, str], ...]:
        if self.moment not in ("defend", "support") or not may_defend(card, self.open.attack):
            return ()
        free = [other for other in uncountered(self.open) if FAMILY[other] == FAMILY[card]]
        facing = [(NAMES[other], face(NAMES[other]).short) for other in free]
        return (("", "…"), *facing, (AGAINST_NOTHING, _("face à rien")))

    def _heaps(self, piles: Sequence[Cards]) -> tuple[Heap, ...]:
        own = self.options.own_piles
        return tuple(
            Heap(self.names[pile] if own else "", len(cards), _by_suit(cards))
            for pile, cards in enumerate(piles)
        )

    def _may_pass_on(self) -> bool:
        """Say whether passing until my turn is worth asking for: there are others to wait for."""
        if self.view.seat is None or self.table.replayed is not None:
            return False
        if self.moment != "wait":
            return False
        seat = self.view.seat
        others = sum(map(self.open.is_standing, range(len(self.names))))
        is_concerned = self.fight is not None and seat in (self.open.turn, self.open.target)
        return self.open.is_standing(seat) and others > 2 and not is_concerned

    def _reasons(self) -> dict[int, str]:
        """Return why bots made the moves that are remembered, by step, as far as all may know."""
        match = self.table.match
        if not self.told or match.pk is None:
            return {}
        rows = Move.objects.filter(
            match=match, by=Move.By.BOT, step__range=(self.told[0].step, self.told[-1].step)
        ).values_list("step", "seat", "reason")
        is_over = match.status == Match.Status.OVER
        return {
            step: self._reason_said(seat, reason)
            for step, seat, reason in rows
            if reason and (is_over or reasons.is_public(reason))
        }

    def _reason_said(self, seat: int, reason: Mapping[str, Any]) -> str:
        said = reasons.sentence(reason, self.names)
        return _("%(name)s : « %(reason)s »") % {"name": self.names[seat], "reason": said}

    def _log(self, reasons_told: dict[int, str]) -> list[Sentence]:
        lines: list[Sentence] = []
        for move in self.told:
            lines += sentences([move], self.names, self.view.seat)
            if move.step in reasons_told:
                lines.append(Sentence("why", reasons_told[move.step], move.step))
        return lines

    def _news(self, log: Sequence[Sentence], preview: Preview) -> str:
        """Return what the last move told, and what is asked of me now, to be read aloud."""
        lines = [line.text for line in log if line.step == log[-1].step]
        if self.moment not in ("wait", "over"):
            lines.append(preview.said)
        return " ".join(lines)

    def _last(self, reasons_told: dict[int, str]) -> LastTurn | None:
        if not self.ended:
            return None
        fight = fight_told(self.ended)
        rested = [event for _step, event in self.ended if event.kind == "rested"]
        return LastTurn(
            headline=self._headline(),
            battle=battle_of(fight, self.options, self.labels) if fight else None,
            attacker=self.labels[fight.attacker] if fight else "",
            target=self.labels[fight.target] if fight else "",
            rested=tuple(face(code) for e in rested for code in dict(e.public)["cards"]),
            lines=tuple(self._turn_lines(reasons_told)),
        )

    def _headline(self) -> str:
        said = [self._attack_said(event) for _step, event in self.ended if event.kind == "attacked"]
        for _step, event in self.ended:
            if event.kind in _HEADLINES:
                said.append(sentence(event, self.names, self.view.seat))
        return " ".join(said)

    def _attack_said(self, event: Event) -> str:
        facts = dict(event.public)
        return _("%(name)s attaque %(target)s.") % {
            "name": self.names[facts["seat"]],
            "target": self.names[facts["target"]],
        }

    def _turn_lines(self, reasons_told: dict[int, str]) -> Iterable[str]:
        """Tell the turn event by event, each bot's reason after its move."""
        reasons_left = dict(reasons_told)
        for step, event in self.ended:
            if event.kind in ("drew", "round_began", "turn_began"):
                continue
            text = sentence(event, self.names, self.view.seat)
            if text:
                yield text
            why = reasons_left.pop(step, "")
            if why:
                yield why

    def _ending(self) -> str:
        outcome = self.open.outcome
        return _ENDINGS[outcome.reason]() if outcome else ""

    def _words(self, sides: Sequence[Side]) -> tuple[str, ...]:
        """Tell the table in words, for those who listen and those who like to read."""
        said = [self._round_said()]
        said += [self._side_said(side) for side in sides]
        if self.fight is not None:
            said.append(self._battle_said())
        return tuple(said)

    def _round_said(self) -> str:
        said = _("Round %(round)d.") % {"round": self.open.round}
        if self.options.own_piles:
            return said
        number = self.open.draw_sizes[0]
        pile = ngettext("%(n)d carte à piocher.", "%(n)d cartes à piocher.", number)
        return f"{said} {pile % {'n': number}}"

    def _side_said(self, side: Side) -> str:
        if not side.endurance:
            return _("%(name)s est à terre.") % {"name": side.name}
        said = ngettext(
            "%(name)s : %(endurance)d d'endurance, %(cards)d carte en main.",
            "%(name)s : %(endurance)d d'endurance, %(cards)d cartes en main.",
            side.hand_size,
        ) % {"name": side.name, "endurance": side.endurance, "cards": side.hand_size}
        if side.affinity:
            said += " " + _("Affinité : %(suit)s.") % {"suit": side.affinity_name}
        if side.awaited:
            said += " " + _("C'est son tour.")
        return said

    def _battle_said(self) -> str:
        assert self.fight is not None, "there is a battle"
        battle = battle_of(self.fight, self.options, self.names)
        return _("%(attacker)s attaque %(target)s pour %(value)d : %(cards)s.") % {
            "attacker": self.names[self.fight.attacker],
            "target": self.names[self.fight.target],
            "value": battle.outcome.attack,
            "cards": " ; ".join(lane.words for lane in battle.lanes),
        }


def _last_shown(turns: Sequence[Turn]) -> Turn:
    """Return the last turn in which something was done, as far as it is remembered."""
    for turn in reversed(turns):
        if any(event.kind in ("attacked", *_HEADLINES) for _step, event in turn):
            return turn
    return []


def _changes(event: Event) -> dict[int, int]:
    """Return what an event gives or takes, by seat."""
    facts = dict(event.public)
    if event.kind == "resolved":
        return {
            facts["target"]: -facts["target_loses"],
            facts["attacker"]: -facts["attacker_loses"],
        }
    return {facts["seat"]: facts["gain"]} if event.kind == "rested" else {}


def _level(endurance: int, start: int) -> str:
    if not endurance:
        return "down"
    share = endurance / start
    return "high" if share > 1 / 2 else "mid" if share > 1 / 4 else "low"


def _ranked(sides: Iterable[Side]) -> tuple[Side, ...]:
    """Return the players as they ended: the winners first, then by endurance."""
    return tuple(sorted(sides, key=lambda side: (not side.is_winner, -side.endurance, side.seat)))


def _by_suit(cards: Cards) -> tuple[tuple[str, str, str], ...]:
    """Return a heap's cards as rows: the suit's letter, its name, the ranks that lie there."""
    order = {rank: place for place, rank in enumerate(RANKS)}
    rows = []
    for letter in SUIT_LETTERS:
        ranks = [face(NAMES[card]) for card in cards if NAMES[card][-1] == letter]
        ranks.sort(key=lambda one: order[one.rank])
        if ranks:
            shown = " ".join(str(one.letter) for one in ranks)
            rows.append((SIGNS[letter], str(SUITS[letter]), shown))
    return tuple(rows)


_ENDINGS = {
    "last_standing": lambda: _("Le dernier debout."),
    "double_knockout": lambda: _("Les deux tombent ensemble : la victoire se partage."),
    "rounds": lambda: _("Le dernier round est joué : la plus grande endurance gagne."),
    "race": lambda: _("La pioche est vide : la plus grande endurance gagne."),
    "exhausted": lambda: _("Plus personne n'a de carte : la plus grande endurance gagne."),
}
