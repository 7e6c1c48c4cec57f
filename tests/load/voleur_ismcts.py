"""A manche of Voleur for OpenSpiel's Python IS-MCTS, as its own bot is given it.

The manche is the search's own (`voleur_sim`), so that what is compared is the search. Choices that
are made at once come one after the other here, each hidden from the other player.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.decks import DECK_SIZE, Minimum
from rules.games.voleur import HAND_SIZE
from rules.games.voleur_kinds import FIRST_GADGET, Kind, Unseen
from rules.games.voleur_sim import LAYS, Sim
from tests.load.harness import Subject

SIMULATIONS = 200
EXPLORATION = 30.0  # a manche is worth some tens of points
SPY, PLAY = "spy", "play"


class Manche:
    """A position in OpenSpiel's words; each player knows its own cards and what was laid."""

    def __init__(self, sim: Sim, game: Any) -> None:
        self.game = game
        self.sim = sim
        self.seen: list[tuple[Any, ...]] = []
        self.sealed: list[int | None] = [None, None]
        self.waiting: list[tuple[str, int]] = []
        self.over = False
        self._begin_turn()

    def clone(self) -> Manche:
        """Return an equal position that shares nothing with this one."""
        twin = Manche.__new__(Manche)
        twin.game, twin.over = self.game, self.over
        twin.sim = self.sim.copy()
        twin.seen, twin.sealed, twin.waiting = self.seen[:], self.sealed[:], self.waiting[:]
        return twin

    def get_game(self) -> Any:
        """Return the game, which only tells its type."""
        return self.game

    def is_chance_node(self) -> bool:
        """Say no: chance has dealt before the first move."""
        return False

    def is_terminal(self) -> bool:
        """Say whether the manche is over."""
        return self.over

    def current_player(self) -> int:
        """Return who decides."""
        return self.waiting[0][1]

    def returns(self) -> list[float]:
        """Return the lead of each player."""
        lead = float(self.sim.score0 - self.sim.score1)
        return [lead, -lead]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return a Gadget's number or 0, or the numbers of all cards with and without Gadget."""
        phase, seat = self.waiting[0]
        cards, gadgets = self._hand(seat)
        with_none = [0, *sorted(set(gadgets))]
        if phase == SPY:
            return with_none
        return [kind * LAYS + gadget for kind in sorted(set(cards)) for gadget in with_none]

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that the player who decides knows."""
        _, seat = self.waiting[0]
        cards, gadgets = self._hand(seat)
        lone = bool(self.sim.spy0) != bool(self.sim.spy1)
        laid = self.sealed if lone else self.sealed[seat]
        spied = (self.sim.spy0, self.sim.spy1) if self.waiting[0][0] == PLAY else ()
        return repr((sorted(cards), sorted(gadgets), self.waiting[0], laid, spied, self.seen))

    def apply_action(self, action: int) -> None:
        """Take a choice, and settle the turn when it is complete."""
        phase, seat = self.waiting.pop(0)
        if phase == SPY:
            self._spy(seat, action)
        else:
            self._lay(seat, action)
        if not self.waiting:
            self._end_phase(phase)

    def _hand(self, seat: int) -> tuple[list[int], list[int]]:
        sim = self.sim
        return (sim.cards1, sim.gadgets1) if seat else (sim.cards0, sim.gadgets0)

    def _begin_turn(self) -> None:
        self.over = not self.sim.begin_turn()
        if self.over:
            return
        self.waiting = [(SPY, seat) for seat in (0, 1) if self._hand(seat)[1]]
        if not self.waiting:
            self._end_phase(SPY)

    def _spy(self, seat: int, gadget: int) -> None:
        if gadget:
            self._hand(seat)[1].remove(gadget)
        if seat:
            self.sim.spy1 = gadget
        else:
            self.sim.spy0 = gadget

    def _lay(self, seat: int, lay: int) -> None:
        kind, gadget = divmod(lay, LAYS)
        cards, gadgets = self._hand(seat)
        cards.remove(kind)
        if gadget:
            gadgets.remove(gadget)
        self.sealed[seat] = lay

    def _end_phase(self, phase: str) -> None:
        sim = self.sim
        if phase == SPY:
            first = 1 if sim.spy0 and not sim.spy1 else 0
            self.waiting = [(PLAY, first), (PLAY, 1 - first)]
            return
        lay0, lay1 = self.sealed
        assert lay0 is not None
        assert lay1 is not None
        self.seen.append((sim.spy0, sim.spy1, lay0, lay1))
        sim.settle(lay0, lay1)
        self.sealed = [None, None]
        self._begin_turn()


UNSEEN = Unseen([], DECK_SIZE, None, Minimum.WAIVED)


def dealt(random: Random, mine: list[Kind], hand: int, game: Any) -> Manche:
    """Deal a manche against a deck that nobody has seen a card of."""
    sim = Sim()
    theirs = UNSEEN.draw(random)
    sim.cards0, sim.gadgets0, sim.draw0 = _split(mine, hand)
    sim.cards1, sim.gadgets1, sim.draw1 = _split(theirs, hand)
    return Manche(sim, game)


def _split(kinds: list[Kind], hand: int) -> tuple[list[Kind], list[int], list[Kind]]:
    held = kinds[:hand]
    cards = [kind for kind in held if kind < FIRST_GADGET]
    gadgets = [kind - FIRST_GADGET + 1 for kind in held if kind >= FIRST_GADGET]
    return cards, gadgets, kinds[hand:]


def openspiel_ismcts() -> Subject:
    """OpenSpiel's Python IS-MCTS at the first move of a manche: simulations."""
    import numpy
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    random, numbers = Random(1), numpy.random.RandomState(1)
    game = _GameOf(pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.Information)
    root = _opening(random, game)
    evaluator = RandomRolloutEvaluator(1, numbers)
    bot = ISMCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, random_state=numbers)
    bot.set_resampler(lambda state, player: _another_deal(state, random))

    def batch() -> int:
        bot.run_search(root)
        return SIMULATIONS

    return Subject("OpenSpiel IS-MCTS (Python)", batch)


class _GameOf:
    """What the bot asks of a game: that it is sequential and of imperfect information."""

    def __init__(self, dynamics: Any, information: Any) -> None:
        self.dynamics = dynamics
        self.information = information.IMPERFECT_INFORMATION

    def get_type(self) -> Any:
        return self


def _opening(random: Random, game: Any) -> Manche:
    """Return a first position in which player 0 has something to choose."""
    while True:
        mine = UNSEEN.draw(random)
        random.shuffle(mine)
        root = dealt(random, mine, HAND_SIZE, game)
        if root.current_player() == 0 and len(root.legal_actions()) > 1:
            return root


def _another_deal(root: Manche, random: Random) -> Manche:
    """Deal the cards that player 0 hasn't seen anew, the enemy's deck and its own pioche."""
    state = root.clone()
    sim = state.sim
    random.shuffle(sim.draw0)
    theirs = UNSEEN.draw(random)
    random.shuffle(theirs)
    held = len(sim.cards1) + len(sim.gadgets1)
    sim.cards1, sim.gadgets1, sim.draw1 = _split(theirs, held)
    state.waiting = [turn for turn in state.waiting if turn[0] == PLAY or state._hand(turn[1])[1]]
    if root.waiting[0] == (SPY, 0) and (SPY, 1) not in state.waiting and sim.gadgets1:
        state.waiting.append((SPY, 1))
    return state if sim.cards1 else _another_deal(root, random)
