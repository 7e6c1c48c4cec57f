"""The Arena's table: what it shows to whom, what a move would do, who is passed for."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.http import QueryDict
from django.urls import reverse

from matches.forms.arena import draft_of, move_text
from matches.models import Move
from matches.selectors.boards.arena import board_for
from matches.selectors.boards.arena_fight import Fight, battle_of
from matches.selectors.boards.faces import face
from matches.selectors.logs.arena import TELLERS as LOG_TELLERS
from matches.selectors.reasons.arena import TELLERS as REASON_TELLERS
from matches.selectors.tables import table_for
from matches.services.positions import position_at
from matches.services.tables import SeatPlan, table_open, table_start
from rules.bots import arena_reasons
from rules.game import Seat
from rules.games import arena
from rules.games.arena_cards import FAMILY, NAMES, cards, names
from rules.games.arena_options import Options
from rules.games.arena_preview import preview_attack
from rules.games.arena_table import Phase
from tests.collection.fragments import fragment_of, text_of
from tests.matches.arena_tables import (
    LONG,
    awaited,
    dealt,
    fields,
    hand_of,
    ordered,
    pages_of,
    play,
    play_until,
    post,
)
from tests.matches.factories import people, play_at_random, running_table

FACE = re.compile(r'data-suit="([SHDC])" data-rank="([0-9AJQK]+)"')


@pytest.fixture
def four(db):
    return people(4)


# What a form sends


FORMS = {
    "the order chosen": (
        "verb=attack&target=2&held=5S&held=6S&held=7C&order=3&order=&order=1",
        "attack 2 7C 5S",
    ),
    "a rest": ("verb=rest&held=5S&held=5H&order=1&order=2", "rest 5S 5H"),
    "equal cards of two packs": ("verb=rest&held=5S&held=5S&order=2&order=1", "rest 5S 5S"),
    "a defence": (
        "verb=defend&held=8H&held=2S&held=9C&against=5S&against=&against=-",
        "defend 8H>5S 9C",
    ),
    "a pass with cards chosen": ("verb=pass&held=5S&order=1", "pass"),
    "nobody attacked": ("verb=attack&held=5S&order=1", "attack  5S"),
    "nothing chosen": ("verb=rest&held=5S&order=", "rest"),
    "no verb": ("held=5S&order=1", ""),
}


@pytest.mark.parametrize(("sent", "text"), FORMS.values(), ids=FORMS)
def test_a_form_says_a_move_as_a_record_does(sent, text):
    assert move_text(QueryDict(sent)) == text


@pytest.mark.parametrize("order", ["x", "-1", "²", "99999999999999"])
def test_a_number_that_is_none_leaves_the_card_in_the_hand(order):
    assert draft_of(QueryDict(f"held=5S&order={order}")).cards == ()


# What the table draws


def drawn(attack, settings=(), **options):
    fight = Fight(
        Seat(0),
        Seat(1),
        cards(attack),
        (Seat(0),) * len(attack.split()),
        tuple((cards(d)[0], cards(a)[0] if a else None) for d, a in settings),
        (Seat(1),) * len(settings),
    )
    return battle_of(fight, Options(**options), ["Léa", "Tom"])


def test_a_combo_is_drawn_with_its_totals():
    """rules 2, worked examples: 5♠ 6♠ 7♣ 8♣ against 8♥ 7♠ D♣ 10♣: 52 − 40 = 12."""
    against = [("8H", "5S"), ("7S", "6S"), ("QC", "7C"), ("10C", "8C")]
    battle = drawn("5S 6S 7C 8C", against)
    assert battle.outcome[:4] == (True, 52, 40, 12)
    assert all(lane.attack.in_combo for lane in battle.lanes)
    assert [lane.mark for lane in battle.lanes] == ["", "", "", ""]


def test_each_meeting_is_marked_card_by_card():
    """rules 2, worked examples: 8 against 5 loses 3; against 10 the attacker loses 2."""
    battle = drawn("8H 8C 3C", [("5S", "8H"), ("10D", "8C"), ("3D", "3C")])
    assert [lane.mark for lane in battle.lanes] == ["−3", "↩ 2", "="]
    assert battle.outcome.target_loses == 3
    assert battle.outcome.attacker_loses == 2


def test_what_cancels_is_crossed_out_and_counts_for_nothing():
    """rules 2, A turn, 4."""
    battle = drawn("5S 9C 7H 2D")
    assert [lane.cancelled for lane in battle.lanes] == [True, True, True, True]
    assert not battle.survives
    assert battle.outcome.attack == 0
    assert drawn("5S 9C 7H 2D", cancel=False).outcome.attack == 23


def test_a_defence_card_against_nothing_lies_apart():
    battle = drawn("8H", [("5S", "8H"), ("2S", None)])
    assert [laid.face.code for laid in battle.loose] == ["2S"]


def test_elements_show_what_a_card_is_worth_there():
    """rules 2, worked examples: affinity ♥ hit by a ♠-affinity player's 5♠: 10, stacking 20."""
    elements = (0, 1, 2, 3)
    lane = drawn("5S", elements=elements).lanes[0]
    assert (lane.attack.value, lane.attack.boost) == (10, "up")
    assert drawn("5S", elements=elements, stacking=True).lanes[0].attack.value == 20
    lane = drawn("5H", elements=elements).lanes[0]
    assert (lane.attack.value, lane.attack.boost) == (2, "down")


def test_every_reason_of_a_bot_has_its_sentence():
    told = set(re.findall(r"^- `(.*?)[`(]", arena_reasons.__doc__, re.MULTILINE))
    told |= set(re.findall(r"`, `(\w+)` \(", arena_reasons.__doc__))
    assert told == set(REASON_TELLERS)


def test_every_kind_of_event_is_told_or_meant_to_be_silent():
    kinds = set(re.findall(r"`(\w+)`\s\(", arena.__doc__.split("Events, each")[1]))
    kinds |= {"defended", "broken"}
    assert kinds - {"turn_began"} == set(LOG_TELLERS)


# A move shown before it is made


def test_what_an_attack_would_do_is_told_by_the_rules(client, four):
    match = dealt(four)
    chosen = hand_of(match, 0)[:3]
    answer = post(client, four[0], match, "table_preview", ordered(match, 0, *chosen, target="2"))
    view = arena.view(position_at(match).state, Seat(0))
    told = preview_attack(view, Seat(2), cards(" ".join(chosen)))
    page = answer.content.decode()
    assert told.total > 0
    assert f">Attaquer {four[2].display_name} <b>{told.total}</b>" in page
    assert page.count(" data-out") == 2 * len(told.cancelled)
    assert f"{told.total} contre {four[2].display_name}" in text_of(answer)
    assert Move.objects.count() == 0


def test_an_attack_that_cancels_itself_can_not_be_confirmed(client, four):
    """rules 2, A turn, 2: at least one card must be left."""
    for seed in range(200):
        match = dealt(four, seed=f"{seed:02x}")
        hand = hand_of(match, 0)
        pair = [next((c for c in hand if c[-1] == suit), None) for suit in "SH"]
        if all(pair):
            break
    data = ordered(match, 0, *pair, target="1")
    page = post(client, four[0], match, "table_preview", data).content.decode()
    assert re.search(r'value="attack" aria-disabled="true"', page)
    assert not re.search(r'value="rest" aria-disabled="true"', page)
    assert "annulent toutes" in page
    post(client, four[0], match, "table_move", {**data, "verb": "attack"})
    assert Move.objects.count() == 0


def test_without_script_the_same_form_shows_and_keeps_what_was_chosen(client, four):
    match = dealt(four)
    chosen = hand_of(match, 0)[2]
    data = ordered(match, 0, chosen, target="3")
    page = post(client, four[0], match, "table_preview", data, htmx=False).content.decode()
    assert page.startswith("<!doctype html>")
    assert re.search(r'name="order" min="1" max="60" value="1"', page)
    assert re.search(r'name="target" value="3" checked', page)
    assert f"Attaquer {four[3].display_name}" in page


def test_only_who_sits_there_is_shown_a_move(client, four):
    match = dealt(four)
    (stranger,) = people(1)
    assert post(client, stranger, match, "table_preview", {}).status_code == 404
    other = post(client, four[1], match, "table_preview", {"seat": 0})
    assert other.status_code == 404


def test_another_game_has_no_such_preview(client, four):
    match = running_table("bataille", four[:2])
    assert post(client, four[0], match, "table_preview", {}).status_code == 404


def test_the_cards_are_laid_in_the_order_chosen(client, four):
    match = dealt(four, cancel=False, rounds=100)
    hand = hand_of(match, 0)
    data = ordered(match, 0, hand[4], hand[0], hand[2], target="2", verb="attack")
    post(client, four[0], match, "table_move", data)
    assert Move.objects.get().text == f"attack 2 {hand[4]} {hand[0]} {hand[2]}"


def fitting(table, hand):
    """Return a card of the hand and an attack card of its family, None if there is none."""
    pairs = ((card, attack) for card in hand for attack in table.attack)
    return next((names(pair) for pair in pairs if FAMILY[pair[0]] == FAMILY[pair[1]]), None)


def test_a_defence_is_set_card_against_card(client, four):
    """rules 2, A turn, 5."""
    match = dealt(four)

    def can_defend(table):
        if table.phase is not Phase.DEFEND:
            return False
        return fitting(table, arena.view(position_at(match).state, table.target).hand)

    play_until(match, four, can_defend)
    seat, table = awaited(match), position_at(match).state.table
    hand = hand_of(match, seat)
    mine, theirs = fitting(table, cards(" ".join(hand)))
    against = [theirs if place == hand.index(mine) else "" for place in range(len(hand))]
    data = fields(match, seat, against=against)
    page = post(client, four[seat], match, "table_preview", data).content.decode()
    assert "au lieu de" in page
    post(client, four[seat], match, "table_move", {**data, "verb": "defend"})
    assert Move.objects.filter(seat=seat).last().text == f"defend {mine}>{theirs}"


def test_a_rest_tells_its_gain_before(client, four):
    match = dealt(four, endurance=150, cap=False)
    card = max(hand_of(match, 0), key=lambda code: code[0] in "JQK")
    page = post(client, four[0], match, "table_preview", ordered(match, 0, card)).content.decode()
    worth = 15 if card[0] in "JQK" else 1 if card[0] == "A" else int(card[:-1])
    assert f"Me reposer <b>+{worth}</b>" in page


def test_with_a_single_enemy_the_target_needs_no_choice(client, four):
    match = dealt(four[:2])
    card = hand_of(match, 0)[0]
    page = post(client, four[0], match, "table_preview", ordered(match, 0, card)).content.decode()
    assert f"Attaquer {four[1].display_name}" in page


@pytest.mark.parametrize("sent", ["held=5S&order=1", "held=ZZ&order=1", "held=&order=1&target=9"])
def test_a_preview_of_nonsense_promises_nothing(client, four, sent):
    match = dealt(four)
    hand = hand_of(match, 0)
    data = QueryDict(sent.replace("5S", next(n for n in NAMES if n not in hand)), mutable=True)
    data["seat"] = "0"
    page = post(client, four[0], match, "table_preview", data.dict()).content.decode()
    assert re.search(r'value="attack" aria-disabled="true"', page)


# The table as each one sees it


def seen_by(match, seat):
    """Return the codes of all cards that a seat has seen in the moves that are remembered."""
    position = position_at(match)
    table = position.state.table
    seen = set(names(arena.view(position.state, seat).hand))
    for heap in (*table.discards, *table.out, table.attack, table.defence):
        seen |= set(names(heap))
    for move in position.told:
        for event in move.events:
            facts = event.seen_by(seat)
            shown = facts.get("cards", ())
            seen |= set(shown) if not isinstance(shown, int) else set()
            seen |= {code for pair in facts.get("pairs", ()) for code in pair}
            seen |= {code for code in facts.get("against", ()) if code}
    return seen


@pytest.mark.parametrize(
    "options",
    [LONG, {"piles": "own", **LONG}, {"elements": list("SHDC"), **LONG}],
    ids=["shared", "own", "elements"],
)
def test_no_page_shows_a_card_that_its_viewer_has_not_seen(client, four, options):
    match = dealt(four, **options)
    random = Random(4)
    for _look in range(5):
        play_at_random(match, random, moves=6)
        match.refresh_from_db()
        if not match.is_running:
            break
        for seat, player in [*enumerate(four), (None, None)]:
            seen = seen_by(match, seat)
            hidden = [face(code) for code in NAMES if code not in seen]
            for page in pages_of(client, match, player):
                html = page.content.decode() + str(dict(page.headers))
                assert {rank + suit for suit, rank in FACE.findall(html)} <= seen
                assert not [f.code for f in hidden if f'"{f.code}"' in html]
                assert not [f.code for f in hidden if re.search(rf"(?<!\w){f.short}", html)]
                assert not [f.code for f in hidden if re.search(rf"(?<!\w){f.name}", html)]
                assert match.seed not in html
                assert match.server_seed not in html
        asked = awaited(match)
        data = ordered(match, asked, hand_of(match, asked)[0], target=str((asked + 1) % 4))
        shown = FACE.findall(
            post(client, four[asked], match, "table_preview", data).content.decode()
        )
        assert {rank + suit for suit, rank in shown} <= seen_by(match, asked)


def test_the_page_after_a_move_is_the_page_that_one_would_get_afresh(client, four):
    match = dealt(four)
    card = hand_of(match, 0)[0]
    data = ordered(match, 0, card, target="2", verb="attack")
    answer = post(client, four[0], match, "table_move", data)
    fresh = client.get(reverse("table", args=[match.code]))
    assert fragment_of(answer, "board") == fragment_of(fresh, "board")
    play_until(match, four, lambda table: table.waiting[:1] == (0,) and table.phase != "turn")
    answer = post(client, four[0], match, "table_move", {**fields(match, 0), "verb": "pass"})
    fresh = client.get(reverse("table", args=[match.code]))
    assert fragment_of(answer, "board") == fragment_of(fresh, "board")


def crowded(six):
    """Return a match in which everybody has laid a whole hand against the last seat."""
    match = dealt(six, decks=2, cancel=False, elements=None, rounds=100)
    play(match, " ".join(["attack 5", *hand_of(match, 0)]), six)
    while position_at(match).state.table.phase is Phase.REINFORCE_ATTACK:
        play(match, " ".join(["reinforce", *hand_of(match, awaited(match))]), six)
    return match


def test_a_board_of_six_with_everything_laid_stays_light(client, db):
    six = people(6)
    match = crowded(six)
    assert len(position_at(match).state.table.attack) == 30
    for player in (six[5], six[0], None):
        fragment = pages_of(client, match, player)[1]
        assert len(fragment.content) < 30_000


def test_the_table_asks_few_queries_however_long_the_match(
    client, four, django_assert_max_num_queries
):
    match = dealt(four)
    for moves in (0, 60):
        play_at_random(match, Random(2), moves=moves)
        client.force_login(four[1])
        client.get(reverse("table", args=[match.code]))  # the server says that it is alive
        for name in ("table", "table_board"):
            with django_assert_max_num_queries(12):
                client.get(reverse(name, args=[match.code]))


def test_a_spectator_is_asked_nothing_and_holds_nothing(client, four):
    match = dealt(four)
    board = board_for(table_for(None, match.code))
    assert not board.seated
    assert board.hand == ()
    assert board.preview.actions == ()
    assert not board.may_pass_on


def test_the_others_sit_clockwise_from_my_left(four):
    match = dealt(four)
    board = board_for(table_for(four[2], match.code))
    assert [side.seat for side in board.others] == [3, 0, 1]


def test_the_table_is_told_in_words_too(client, four):
    match = dealt(four)
    words = board_for(table_for(four[0], match.code)).words
    for player in four:
        line = next(line for line in words if line.startswith(player.display_name))
        assert "150 d'endurance, 6 cartes" in line
    hand = hand_of(match, 0)
    play(match, f"attack 3 {hand[0]}", four)
    words = board_for(table_for(four[1], match.code)).words
    assert face(hand[0]).name in words[-1]


def test_the_discards_lie_open(client, four):
    match = dealt(four)
    hand = hand_of(match, 0)
    play(match, f"rest {hand[0]} {hand[1]}", four)
    (heap,) = board_for(table_for(four[1], match.code)).discards
    assert heap.count == 2
    shown = {ranks for _sign, _suit, line in heap.suits for ranks in line.split()}
    assert shown == {str(face(code).letter) for code in hand[:2]}


def test_the_last_turn_can_be_looked_at_again(client, four):
    match = dealt(four)
    hand = hand_of(match, 0)
    play(match, f"attack 2 {hand[0]}", four)
    while position_at(match).state.table.turn == 0:
        play(match, "pass", four)
    last = board_for(table_for(four[3], match.code)).last
    assert [lane.attack.face.code for lane in last.battle.lanes] == [hand[0]]
    assert last.headline.startswith(f"{four[0].display_name} attaque {four[2].display_name}.")
    assert last.lines[0].endswith(f"{face(hand[0]).short}.")


def test_what_a_turn_took_stands_beside_the_name(four):
    match = dealt(four)
    hand = hand_of(match, 0)
    play(match, f"attack 2 {hand[0]}", four)
    while position_at(match).state.table.turn == 0:
        play(match, "pass", four)
    board = board_for(table_for(four[2], match.code))
    lost = 150 - board.me.endurance
    assert lost > 0
    assert board.me.change == f"−{lost}"


def test_the_end_ranks_the_players(client, four):
    match = play_at_random(dealt(four, endurance=30, rounds=3), Random(1))
    board = board_for(table_for(four[0], match.code))
    assert board.moment == "over"
    assert [side.seat for side in board.ranking if side.is_winner] == match.outcome["winners"]
    scores = [side.endurance for side in board.ranking]
    assert scores == sorted(scores, reverse=True)
    assert board.ending
    assert "Revanche" in pages_of(client, match, four[0])[0].content.decode()


def test_what_happened_and_what_is_asked_is_read_aloud(four):
    match = dealt(four)
    hand = hand_of(match, 0)
    play(match, f"attack 2 {hand[0]}", four)
    asked = board_for(table_for(four[1], match.code)).news
    assert face(hand[0]).short in asked
    assert asked.endswith("Tu ajoutes des cartes ?")
    assert not board_for(table_for(four[3], match.code)).news.endswith("Tu ajoutes des cartes ?")


def test_one_screen_for_several_shows_the_hand_of_whose_turn_it_is(client, four):
    plan = [SeatPlan(host=True)] * 3
    match = table_open(host=four[0], game="arena", options=LONG, plan=plan, shared_screen=True)
    match = table_start(match_id=match.pk, host=four[0])
    client.force_login(four[0])
    page = client.get(reverse("table", args=[match.code]), {"place": "0"})
    card = hand_of(match, 0)[0]
    assert face(card).name in page.content.decode()
    answer = post(client, four[0], match, "table_preview", ordered(match, 0, card, target="1"))
    assert "contre" in text_of(answer)
