"""What the pages show of an Arena move before it is made (rules 2, A turn)."""

from rules.game import Seat
from rules.games import arena
from rules.games.arena_battle import Resolution
from rules.games.arena_cards import cards
from rules.games.arena_preview import (
    AttackPreview,
    preview_attack,
    preview_battle,
    preview_defence,
    preview_outcome,
    preview_reinforcement,
    preview_rest,
)
from tests.rules.arena_positions import Match, position


def seen(match, seat):
    return arena.view(match.state, Seat(seat))


def settings(match, text):
    return arena.decode(f"defend {text}").settings


def test_an_attack_shows_what_cancels_and_what_is_left():
    view = seen(Match(position("5S 2H 9D KD", "2S")), 0)
    assert preview_attack(view, Seat(1), cards("5S 9D 2H KD")) == AttackPreview(
        values=(5, 9, 2, 15), cancelled=((0, 2),), survivors=(1, 3), combos=(), total=24
    )


def test_an_attack_shows_its_combos_by_the_cards_laid():
    view = seen(Match(position("5S 2H 6S 7D 8D 9D", "2S")), 0)
    preview = preview_attack(view, Seat(1), cards("5S 2H 6S 7D 8D 9D"))
    assert preview.combos == ((2, 3, 4, 5),)
    assert preview.total == 60


def test_without_cancellation_nothing_cancels():
    view = seen(Match(position("5S 2H", "2S", cancel=False)), 0)
    assert preview_attack(view, Seat(1), cards("5S 2H")).cancelled == ()
    assert preview_attack(view, Seat(1), cards("5S 2H")).total == 7


def test_elements_show_in_the_values():
    view = seen(Match(position("5S 5D", "2S", "", "", elements=["S", "H", "D", "C"])), 0)
    assert preview_attack(view, Seat(1), cards("5S 5D")).values == (10, 5)
    assert preview_attack(view, Seat(2), cards("5S 5D")).values == (10, 2)


def test_a_reinforcement_shows_the_whole_attack():
    match = Match(position("5H 6H", "KS", "2S 7H 8D")).play("0 attack 1 5H 6H")
    assert preview_battle(match.table).total == 11
    assert preview_reinforcement(seen(match, 2), cards("2S")).total == 6
    assert preview_reinforcement(seen(match, 2), cards("2S")).cancelled == ((0, 2),)
    assert preview_reinforcement(seen(match, 2), cards("7H 8D")).combos == ((0, 1, 2, 3),)


def test_a_defence_shows_what_is_lost_and_struck_back():
    match = Match(position("5H 9H", "KS 2H")).play("0 attack 1 5H 9H")
    assert preview_outcome(match.table) == Resolution(False, 14, 0, 14, 0)
    view = seen(match, 1)
    assert preview_defence(view, settings(match, "KS>5H 2H>9H")) == (False, 14, 17, 7, 10)
    assert preview_defence(view, settings(match, "KS")) == (False, 14, 15, 14, 0)
    assert preview_defence(view, settings(match, "KS>8H")) is None


def test_a_helper_sees_the_defence_laid_so_far():
    match = Match(position("5H 9H", "KS", "4H")).play("0 attack 1 5H 9H", "2 pass")
    match.play("1 defend KS>9H")
    assert preview_outcome(match.table) == (False, 14, 15, 5, 6)
    assert preview_defence(seen(match, 2), settings(match, "4H>5H")) == (False, 14, 19, 1, 6)


def test_a_rest_shows_what_is_gained():
    assert preview_rest(seen(Match(position("KS 5S", "", endurance=140)), 0), cards("KS 5S")) == 10
    uncapped = Match(position("KS 5S", "", endurance=140, cap=False))
    assert preview_rest(seen(uncapped, 0), cards("KS 5S")) == 20
