"""The Arena in a real browser: a whole match with four, by touch, by keyboard, without script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from django.db import connection
from playwright.sync_api import BrowserContext, Page, expect

from matches.models import Match, Move
from matches.services.play import match_play
from matches.services.positions import position_at
from matches.services.tables import SeatPlan, table_join, table_open, table_start
from rules.game import Seat
from rules.games import arena
from rules.games.arena_cards import names
from tests.browser.conftest import Misbehaviour
from tests.collection.factories import PlayerFactory

MOVES_AT_MOST = 120
BOTS_MS = 20_000


@pytest.fixture(autouse=True)
def quick(settings):
    """The bots leave no time to look at what they do."""
    settings.MATCH_PACE_MS = (0, 0)


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Leave the pages before the database is emptied."""
    yield page
    page.goto("about:blank")


def open_against_bots(page: Page, *, endurance: int, rounds: int, seats: int = 4) -> Match:
    """Open a table against bots through its page."""
    page.goto("/jouer/arena/")
    page.get_by_label("Un robot").check()
    page.get_by_label("Places").fill(str(seats))
    page.locator("summary", has_text="Règles de la table").click()
    page.get_by_label("Endurance de départ").fill(str(endurance))
    page.get_by_label("Rounds au plus").fill(str(rounds))
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.locator("#are-form")).to_be_visible()
    return Match.objects.get()


def moment(page: Page) -> str:
    """Wait until the bots are through, and return what is asked then."""
    form = page.locator("#are-form:not([data-moment=wait])")
    expect(form).to_be_visible(timeout=BOTS_MS)
    return form.get_attribute("data-moment") or ""


def and_the_table_changes(page: Page, act: Callable[[], None]) -> None:
    """Do something, and wait for the board that comes of it."""
    version = page.locator("#board").get_attribute("data-version")
    act()
    page.wait_for_function(
        "v => document.querySelector('#board').dataset.version > Number(v)", arg=version
    )


def touch(page: Page, code: str) -> None:
    page.locator(f".are-held .card-pick[value='{code}']").click(force=True)


def take_turn(page: Page) -> None:
    """Attack somebody with two cards where that is possible, else rest with them."""
    picks = page.locator(".are-held .card-pick")
    for place in range(min(2, picks.count())):
        picks.nth(place).click(force=True)
    aim = page.locator(".are-aim").first
    if not aim.is_checked():
        aim.click(force=True)
    expect(page.locator("#are-rest:not([aria-disabled])")).to_be_visible()
    attack = page.locator("#are-attack:not([aria-disabled])")
    (attack if attack.count() else page.locator("#are-rest")).click()


def answer(page: Page, asked: str) -> None:
    """Defend with a card where one fits, pass otherwise."""
    picks = page.locator(".are-held .card-pick:not(:disabled)")
    if asked == "defend" and picks.count():
        picks.first.click(force=True)
        page.locator("#are-defend:not([aria-disabled])").click()
    elif asked == "defend":
        page.locator(".are-sure > summary").click()
        page.get_by_role("button", name="Oui, sans défense").click()
    else:
        page.locator("#are-pass").click()


def test_a_whole_match_with_three_bots(
    page: Page, assert_accessible: Callable[[Page], None]
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    match = open_against_bots(page, endurance=40, rounds=5)
    looked_at = set()
    for _move in range(MOVES_AT_MOST):
        asked = moment(page)
        if asked not in looked_at:
            looked_at.add(asked)
            assert_accessible(page)
        if asked == "over":
            break
        act = take_turn if asked == "turn" else lambda page, asked=asked: answer(page, asked)
        and_the_table_changes(page, lambda act=act: act(page))
    expect(page.get_by_role("button", name="Revanche", exact=True)).to_be_visible()
    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    assert "turn" in looked_at
    assert Move.objects.filter(by=Move.By.PERSON).exists()
    assert {move.seat for move in Move.objects.filter(by=Move.By.BOT)} <= {1, 2, 3}


SEEN = """() => {
  window.seen = [];
  const look = () => {
    const said = document.querySelector("#are-said")?.textContent.trim();
    if (said && window.seen.at(-1) !== said) window.seen.push(said);
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""


def test_the_bots_are_seen_to_move_one_after_the_other(page: Page, settings) -> None:
    settings.MATCH_PACE_MS = (500, 1000)
    open_against_bots(page, seats=3, endurance=150, rounds=2)
    page.evaluate(SEEN)
    page.locator(".are-held .card-pick").first.click(force=True)
    and_the_table_changes(page, page.locator("#are-rest:not([aria-disabled])").click)
    moment(page)
    seen = page.evaluate("() => window.seen")
    waits = [said for said in seen if "Robot" in said and "Invité" not in said]
    assert len(waits) > 1, seen


# With people, so that nothing moves by itself


def friends_table(page: Page, players: int = 4, **options: object) -> tuple[Match, list]:
    """Seat the page's visitor with friends who move only when the test says so."""
    page.goto("/jouer/bataille/")
    page.get_by_label("Des amis, avec un lien").check()
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.locator(".room-code")).to_be_visible()
    me = Match.objects.get().host
    friends = [me, *(PlayerFactory() for _friend in range(players - 1))]
    plan = [SeatPlan(host=True), *[SeatPlan()] * (players - 1)]
    match = table_open(host=me, game="arena", options={"rounds": 100, **options}, plan=plan)
    for friend in friends[1:]:
        table_join(match_id=match.pk, player=friend)
    elsewhere(lambda: table_start(match_id=match.pk, host=me))
    page.goto(f"/tables/{match.code}/")
    return match, friends


def hand_of(match: Match, seat: int) -> tuple[str, ...]:
    match.refresh_from_db()
    return names(arena.view(position_at(match).state, Seat(seat)).hand)


def elsewhere(act: Callable[[], object]) -> None:
    """Do something as another request would: Playwright's own thread can push nothing."""

    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join()


def play(match: Match, friends: list, text: str, seat: int | None = None) -> None:
    """Let whoever is awaited make a move, or a seat that may always make it."""

    def act() -> None:
        match.refresh_from_db()
        mover = arena.to_act(position_at(match).state)[0] if seat is None else seat
        choice = match.seatings.get(seat=mover).choices + 1
        match_play(match_id=match.pk, seat=mover, choice=choice, text=text, player=friends[mover])

    elsewhere(act)
    match.refresh_from_db()


def test_cards_are_laid_in_the_order_touched(page: Page) -> None:
    match, _friends = friends_table(page, cancel=False)
    first, second, third = hand_of(match, 0)[:3]
    for code in (third, first, second, first):
        touch(page, code)
    page.locator(".are-aim[value='2']").click(force=True)
    expect(page.locator("#are-chosen .are-lane")).to_have_count(2)
    and_the_table_changes(page, page.locator("#are-attack").click)
    assert Move.objects.get().text == f"attack 2 {third} {second}"


def test_a_card_is_set_against_the_attack_card_that_one_touches(page: Page) -> None:
    match, friends = friends_table(page, players=2, decks=6, cancel=False)
    family = {"S": 0, "H": 0, "D": 1, "C": 1}
    mine = hand_of(match, 0)[0]
    play(match, friends, f"rest {hand_of(match, 0)[-1]}")
    fitting = [c for c in hand_of(match, 1) if family[c[-1]] == family[mine[-1]]]
    attack = [*dict.fromkeys(fitting), *set(hand_of(match, 1)) - set(fitting)]
    play(match, friends, f"attack 0 {' '.join(attack)}")
    expect(page.locator("#are-form[data-moment=defend]")).to_be_visible()
    touch(page, mine)
    if not fitting:
        return
    page.locator(f".are-put[data-lane='{fitting[0]}']").first.click()
    expect(page.locator("#are-chosen .are-defence")).to_have_count(1)
    expect(page.locator("#are-said")).to_contain_text("au lieu de")
    and_the_table_changes(page, page.locator("#are-defend").click)
    assert Move.objects.last().text == f"defend {mine}>{fitting[0]}"


def test_a_whole_turn_by_keyboard_alone(page: Page) -> None:
    match, _friends = friends_table(page)
    page.locator("#are-form .are-aim").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    pick = page.locator(".are-held .card-pick").first
    for _tab in range(12):
        page.keyboard.press("Tab")
        if pick.evaluate("pick => pick === document.activeElement"):
            break
    expect(pick).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#are-attack:not([aria-disabled])")).to_be_visible()
    expect(pick).to_be_focused()
    for _tab in range(12):
        page.keyboard.press("Tab")
        if page.locator("#are-attack").evaluate("button => button === document.activeElement"):
            break
    and_the_table_changes(page, lambda: page.keyboard.press("Enter"))
    assert Move.objects.get().text == f"attack 2 {pick_value(match)}"


def pick_value(match: Match) -> str:
    """Return the card that stood first in the hand: the lowest, then by suit."""
    (move,) = Move.objects.all()
    return move.text.split()[-1]


def test_what_i_chose_stays_when_somebody_else_moves(page: Page) -> None:
    match, friends = friends_table(page)
    chosen = hand_of(match, 0)[1]
    touch(page, chosen)
    page.locator(".are-aim[value='3']").click(force=True)
    play(match, friends, "resign", seat=1)
    expect(page.locator(".are-seat[data-level=down]")).to_have_count(1)
    expect(page.locator(".are-aim[value='3']")).to_be_checked()
    expect(page.locator("#are-attack:not([aria-disabled])")).to_be_visible()
    and_the_table_changes(page, page.locator("#are-attack").click)
    assert Move.objects.get(seat=0).text == f"attack 3 {chosen}"


def test_passing_until_my_turn_leaves_the_others_to_fight(page: Page) -> None:
    match, friends = friends_table(page)
    play(match, friends, f"rest {hand_of(match, 0)[0]}")
    play(match, friends, f"attack 2 {hand_of(match, 1)[0]}")
    play(match, friends, "pass")
    expect(page.locator("#are-form[data-moment=reinforce]")).to_be_visible()
    page.get_by_role("button", name="Passer jusqu'à mon tour").click()
    expect(page.get_by_text("Tu passes jusqu'à ton tour.")).to_be_visible()
    expect(page.locator("#are-said")).to_contain_text(f"À {friends[2].display_name}")
    move = Move.objects.last()
    assert (move.seat, move.text, move.by) == (0, "pass", Move.By.TABLE)


def test_the_last_turn_is_played_again(page: Page) -> None:
    match, friends = friends_table(page)
    play(match, friends, f"attack 2 {hand_of(match, 0)[0]}")
    for _answer in range(9):
        if position_at(match).state.table.turn:
            break
        play(match, friends, "pass")
    last = page.locator(".are-last")
    expect(last.locator(".are-lane").first).to_be_visible()
    last.get_by_role("button", name="Revoir").click()
    expect(last.locator("[data-later]").first).to_be_hidden()
    expect(last.locator("[data-later]")).to_have_count(0, timeout=15_000)


def test_without_script_cards_are_numbered_and_the_effect_is_shown(
    page: Page, new_context: Callable[..., BrowserContext], misbehaviour: Misbehaviour
) -> None:
    match, _friends = friends_table(page)
    context = new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    misbehaviour.watch(plain)
    plain.goto(f"/tables/{match.code}/")
    plain.locator(".are-order").nth(1).fill("1")
    plain.locator(".are-aim").nth(2).check(force=True)
    plain.get_by_role("button", name="Voir l'effet").click()
    expect(plain.locator("#are-said")).to_contain_text("sans défense")
    expect(plain.locator(".are-order").nth(1)).to_have_value("1")
    plain.locator("#are-attack").click()
    expect(plain.locator("#are-form[data-moment=wait]")).to_be_visible()
    assert Move.objects.get().text.startswith("attack 3 ")


def test_the_arena_looks_right_with_six(
    page: Page, screenshots: Callable[[Page, str], None], assert_accessible: Callable[[Page], None]
) -> None:
    match, friends = friends_table(page, players=6, decks=2)
    screenshots(page, "arena-turn")
    play(match, friends, f"attack 1 {' '.join(hand_of(match, 0)[:3])}")
    for _answer in range(4):
        play(match, friends, f"reinforce {hand_of(match, 2 + _answer)[0]}")
    expect(page.locator("#are-said")).to_contain_text(friends[1].display_name)
    screenshots(page, "arena-attack")
    assert_accessible(page)
