"""Record, The fair shuffle: the shuffle itself, the commitment and its check."""

import hashlib
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chance import FairChance, FastChance, below, stream
from rules.fair import Check, commitment, fair_checks, match_seed, write_fair
from rules.record import Record

SERVER = bytes(range(32))
LEA, TOM = b"L" * 32, b"T" * 32


def record_with(fair, seed=None):
    return Record("bataille", ("Léa", "Tom"), seed or match_seed(SERVER, [LEA, TOM]), fair=fair)


def fair_of(**changes):
    return write_fair(SERVER, [LEA, TOM]) | changes


def test_the_stream_is_hmac_sha256_of_the_label_and_a_count_in_big_endian_words():
    import hmac

    blocks = [hmac.new(SERVER, f"deal/{i}".encode(), hashlib.sha256).digest() for i in range(2)]
    words = [int.from_bytes(block[i : i + 8], "big") for block in blocks for i in (0, 8, 16, 24)]

    assert list(islice(stream(SERVER, "deal"), 8)) == words


def test_a_number_that_would_favour_small_results_is_passed_over():
    n = 3
    limit = 2**64 - 2**64 % n

    assert below(iter([limit, 2**64 - 1, limit - 1]), n) == (limit - 1) % n


@pytest.mark.parametrize("label", [f"capture/{manche}" for manche in range(12)])
def test_the_shuffle_swaps_from_the_last_place_down(label):
    numbers = stream(SERVER, label)
    expected = list("abcd")
    for i in (3, 2, 1):
        j = below(numbers, i + 1)
        expected[i], expected[j] = expected[j], expected[i]

    assert FairChance(SERVER).shuffle(label, "abcd") == expected


def test_each_label_starts_its_stream_afresh():
    chance = FairChance(SERVER)

    assert chance.shuffle("deal", range(52)) == chance.shuffle("deal", range(52))
    assert chance.shuffle("deal", range(52)) != chance.shuffle("capture/1", range(52))


@given(
    st.binary(min_size=32, max_size=32), st.text(max_size=9), st.lists(st.integers(), max_size=20)
)
def test_a_shuffle_keeps_every_item(seed, label, items):
    assert Counter(FairChance(seed).shuffle(label, items)) == Counter(items)
    assert Counter(FastChance(7).shuffle(label, items)) == Counter(items)


def test_the_fast_shuffle_repeats_itself_for_a_seed():
    first, second = FastChance(7), FastChance(7)

    assert first.shuffle("deal", range(52)) == second.shuffle("deal", range(52))
    assert first.shuffle("deal", range(52)) != FastChance(8).shuffle("deal", range(52))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_thirty_two_bytes(length):
    with pytest.raises(ValueError, match=f"not {length}"):
        FairChance(b"x" * length)


def test_the_seed_is_the_hash_of_the_servers_bytes_and_those_that_players_sent_in_seat_order():
    assert match_seed(SERVER, [LEA, None, TOM]) == hashlib.sha256(SERVER + LEA + TOM).digest()
    assert match_seed(SERVER, [None, None]) == hashlib.sha256(SERVER).digest()
    assert commitment(SERVER) == hashlib.sha256(SERVER).digest()


def test_an_honest_record_fits():
    record = record_with(fair_of())

    assert fair_checks(record) == (Check("commit", True), Check("seed", True))


def test_a_record_without_fair_has_nothing_to_check():
    assert fair_checks(record_with(None)) == ()


def test_what_was_shown_and_sent_must_stand_there():
    checks = fair_checks(
        record_with(fair_of()), shown=commitment(SERVER), mine={0: LEA, 1: LEA, 2: LEA}
    )

    assert checks[2:] == (
        Check("shown", True),
        Check("mine:0", True),
        Check("mine:1", False),
        Check("mine:2", False),
    )
    assert fair_checks(record_with(fair_of()), shown=SERVER)[2:] == (Check("shown", False),)


def test_another_server_seed_does_not_fit_its_commitment():
    checks = fair_checks(record_with(fair_of(server_seed=TOM.hex())))

    assert checks == (Check("commit", False), Check("seed", False))


def test_another_seed_does_not_follow():
    checks = fair_checks(record_with(fair_of(), seed=SERVER))

    assert checks == (Check("commit", True), Check("seed", False))


def test_bytes_left_out_or_swapped_do_not_make_the_seed():
    for sent in ([LEA.hex(), None], [TOM.hex(), LEA.hex()]):
        checks = fair_checks(record_with(fair_of(player_bytes=sent)))

        assert Check("seed", False) in checks


@pytest.mark.parametrize("wrong", [None, 3, "", "00", "A" * 64, "0" * 63 + "\n", ["0" * 64]])
def test_a_value_that_is_no_hex_fails_by_its_name(wrong):
    assert fair_checks(record_with(fair_of(commit=wrong))) == (
        Check("form:commit", False),
        Check("seed", True),
    )
    assert fair_checks(record_with(fair_of(server_seed=wrong))) == (
        Check("form:server_seed", False),
    )


@pytest.mark.parametrize(
    "wrong", [None, {}, [], [LEA.hex()], [LEA.hex()] * 3, [LEA.hex(), 3], [LEA.hex(), "beef"]]
)
def test_player_bytes_are_a_value_for_each_seat(wrong):
    checks = fair_checks(record_with(fair_of(player_bytes=wrong)), mine={0: LEA})

    assert checks == (
        Check("form:player_bytes", False),
        Check("commit", True),
        Check("mine:0", False),
    )


@pytest.mark.parametrize("wrong", [3, "fair", [], True])
def test_a_fair_that_is_no_object_does_not_fit(wrong):
    assert fair_checks(record_with(wrong)) == (Check("form:fair", False),)


def test_against_bots_alone_no_bytes_are_there():
    fair = write_fair(SERVER, [None, None])

    assert fair["player_bytes"] == [None, None]
    assert all(
        check.fits for check in fair_checks(record_with(fair, match_seed(SERVER, [None, None])))
    )
