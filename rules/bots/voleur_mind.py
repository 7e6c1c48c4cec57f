"""What a bot makes of a view of Voleur de Cartes: its own cards, and what the enemy may hold.

Everything is in kinds and from the bot's own side: in each `Sim` seat 0 is the bot.
"""

from __future__ import annotations

from random import Random

from rules.game import Seat
from rules.games.voleur_kinds import FIRST_GADGET, Kind, Unseen, kind_of
from rules.games.voleur_moves import PASS, Lay, Move, Spy
from rules.games.voleur_sim import (
    LAYS,
    NO_GADGET,
    Gadget,
    LayNumber,
    Sim,
    gadget_of,
    lay_of,
    split,
)
from rules.games.voleur_state import (
    Laid,
    Phase,
    Pile,
    enemy_of,
    lone_spy,
    without,
)
from rules.games.voleur_view import View


class Mind:
    """The view of a seat that is awaited, thought through once for every question about it.

    `enemy` is its seat, `known` are its cards shown in the first manche that are still to come,
    `unseen` is the rest of its deck, `hidden_hand` the number of its cards in hand. `facing` is
    the lay that the enemy had to show first; `leads` says that it is the bot that must. `ahead`
    are the points that the finished manches have brought more than the enemy.
    """

    __slots__ = (
        "ahead",
        "base",
        "enemy",
        "facing",
        "hidden_hand",
        "known",
        "leads",
        "unseen",
        "view",
    )

    def __init__(self, view: View) -> None:
        me = Seat(0) if view.seat is None else view.seat
        self.view = view
        self.enemy = enemy = enemy_of(me)
        self.hidden_hand = view.hand_sizes[enemy]
        shown = view.shown(enemy)
        self.known = _kinds(without(shown, view.laid_in(view.manche, enemy)))
        self.unseen = Unseen(_kinds(shown), len(view.deck), view.wager, view.minimum)
        self.facing = _number(view.played[enemy])
        self.leads = view.phase is Phase.PLAY and lone_spy(view.spied) == enemy
        self.ahead = sum(score[me] - score[enemy] for score in view.manches)
        self.base = _base(view, me)

    @property
    def is_spy_phase(self) -> bool:
        """Say whether the question is if a Gadget is laid before playing."""
        return self.view.phase is Phase.SPY

    def gadgets(self) -> list[Gadget]:
        """Return no Gadget, and every different one of the hand."""
        return [NO_GADGET, *sorted(set(self.base.gadgets0))]

    def lays(self) -> list[LayNumber]:
        """Return every different card of the hand, alone and with every different Gadget."""
        kinds, gadgets = sorted(set(self.base.cards0)), self.gadgets()
        return [lay_of(kind, gadget) for kind in kinds for gadget in gadgets]

    def deal(self, random: Random) -> Sim:
        """Deal a possible manche: unseen cards drawn, the enemy's hand and both pioches dealt."""
        sim = self.base.copy()
        _shuffle(sim.draw0, random)
        hidden = self.known + self.unseen.draw(random, plain=self._lacks_cards())
        _shuffle(hidden, random)
        if self.facing is None:
            _bring_a_card_forward(hidden)
        sim.cards1, sim.gadgets1 = split(hidden[: self.hidden_hand])
        sim.draw1 = hidden[self.hidden_hand :]
        return sim

    def _lacks_cards(self) -> bool:
        """Say whether all that is known of the enemy's cards to come are Gadgets.

        An enemy that has to play holds another card too, or it would have given them up.
        """
        return self.facing is None and all(kind >= FIRST_GADGET for kind in self.known)

    def move_of(self, lay: LayNumber) -> Move:
        """Return the move that lays a card, naming the first of its kind in the hand."""
        kind, gadget = divmod(lay, LAYS)
        return Lay(self.name(kind), self.gadget_name(gadget) if gadget else None)

    def spy_with(self, gadget: Gadget) -> Move:
        """Return the move that lays a Gadget before playing, `pass` for none."""
        return Spy(self.gadget_name(gadget)) if gadget else PASS

    def name(self, kind: Kind) -> str:
        """Return the id of the first card of a kind in the hand."""
        return next(card.id for card in self.view.hand if kind_of(card) == kind)

    def gadget_name(self, gadget: Gadget) -> str:
        """Return the id of a Gadget in the hand."""
        return self.name(FIRST_GADGET + gadget - 1)


def _kinds(cards: Pile) -> list[Kind]:
    return [kind_of(card) for card in cards]


def _number(laid: Laid | None) -> LayNumber | None:
    if laid is None:
        return None
    return lay_of(kind_of(laid.card), gadget_of(kind_of(laid.gadget)) if laid.gadget else NO_GADGET)


def _base(view: View, me: Seat) -> Sim:
    """Return the manche as far as the bot knows it: the enemy's cards are missing."""
    base = Sim()
    base.cards0, base.gadgets0 = split(_kinds(view.hand))
    base.draw0 = _kinds(view.pioche)
    base.score0, base.score1 = view.score[me], view.score[enemy_of(me)]
    base.spy0, base.spy1 = (
        NO_GADGET if card is None else gadget_of(kind_of(card))
        for card in (view.spied[me], view.spied[enemy_of(me)])
    )
    return base


def _shuffle(kinds: list[Kind], random: Random) -> None:
    """Shuffle in place, faster than `Random.shuffle`."""
    uniform = random.random
    for i in range(len(kinds) - 1, 0, -1):
        j = int(uniform() * (i + 1))
        kinds[i], kinds[j] = kinds[j], kinds[i]


def _bring_a_card_forward(hidden: list[Kind]) -> None:
    """See to it that the hand, the front of the hidden cards, holds another card than Gadgets."""
    place = 0
    while hidden[place] >= FIRST_GADGET:
        place += 1
    hidden[0], hidden[place] = hidden[place], hidden[0]
