"""Guests, accounts, log-in and the shared page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from collection.models import Copy, Deck, Player, ShareLink, Wish
from collection.refusals import Refusal
from collection.services.accounts import (
    account_create,
    guest_create,
    guest_merge,
    name_cleaned,
    share_link_create,
    share_link_revoke,
)
from collection.services.copies import (
    copy_give_named,
    copy_lend_named,
    copy_return,
    copy_take_back,
)
from tests.collection.factories import (
    PlayerFactory,
    open_copies,
    owners_by_ledger,
    owners_by_rows,
)

pytestmark = pytest.mark.django_db
PASSWORD = "mes-cartes-42"


@pytest.fixture
def lea():
    return account_create(name="Léa", password=PASSWORD)


def sign_up(client, **changed):
    answers = {"name": "Tom", "password": PASSWORD, "email": "", **changed}
    return client.post(reverse("sign_up"), answers)


def log_in(client, name="Léa", password=PASSWORD, **more):
    return client.post(reverse("log_in"), {"name": name, "password": password, **more})


def test_signing_up_needs_a_name_and_a_password_only(client):
    assert sign_up(client).status_code == 302
    page = client.get(reverse("account"))
    assert page.status_code == 200
    assert "Tom" in page.content.decode()


BAD_SIGN_UPS = {
    "no name": ({"name": ""}, "obligatoire"),
    "a name of one letter": ({"name": "T"}, "2 à 30"),
    "ten thousand letters": ({"name": "x" * 10_000}, "2 à 30"),
    "only emoji": ({"name": "🃏🃏"}, "2 à 30"),
    "a tag": ({"name": "<b>Tom</b>"}, "2 à 30"),
    "a short password": ({"password": "court"}, "8 caractères"),
    "a common password": ({"password": "password"}, "courant"),
    "a password of a novel's length": ({"password": "a1" * 5_000}, "200"),
    "half a mail address": ({"email": "tom@"}, "valide"),
    "a mail address of 300 letters": (
        {"email": f"tom@{'.'.join(['a' * 60] * 4)}.{'b' * 50}.fr"},
        "254",
    ),
}


@pytest.mark.parametrize(("changed", "sentence"), BAD_SIGN_UPS.values(), ids=BAD_SIGN_UPS)
def test_a_bad_sign_up_says_why_and_makes_nobody(client, changed, sentence):
    page = sign_up(client, **changed)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["léa", "LÉA", "  Léa ", "Le\u0301a"])
def test_a_name_is_taken_whatever_its_case_and_accents_composed(client, lea, name):
    page = sign_up(client, name=name)
    assert page.status_code == 422
    assert "déjà pris" in page.content.decode()
    assert Player.objects.count() == 1


def test_names_of_children_are_kept_as_typed():
    for name in ("Léo", "Jean-Luc", "D'jinn 2", "ÇaVa", "小明", "M. Propre"):
        assert name_cleaned(name=name) == name


def test_somebody_logs_in_whatever_the_case_of_their_name(client, lea):
    assert log_in(client, name="léa").status_code == 302
    assert int(client.session["_auth_user_id"]) == lea.pk


def test_after_five_failures_even_the_right_password_waits(client, lea):
    for _try in range(5):
        assert log_in(client, password="pas-le-bon").status_code == 422
    refused = log_in(client)
    assert refused.status_code == 429
    assert "réessaie dans 15 minutes" in refused.content.decode()
    assert log_in(client, name="Tom", password="x").status_code == 422


class SlowLock:
    """A look at the password that lasts until the next try has come in."""

    looks = 0

    def authenticate(self, request, username, password):
        SlowLock.looks += 1
        log_in(Client(), password="pas-le-bon")


def test_tries_at_the_same_time_are_no_more_than_one_after_the_other(client, lea, settings):
    settings.AUTHENTICATION_BACKENDS = ["tests.collection.test_accounts.SlowLock"]
    SlowLock.looks = 0
    log_in(client, password="pas-le-bon")
    assert SlowLock.looks == 5


def test_a_success_forgets_the_failures_before_it(client, lea):
    for _round in range(2):
        for _try in range(4):
            log_in(client, password="pas-le-bon")
        assert log_in(client).status_code == 302
        client.post(reverse("log_out"))


def test_log_in_goes_back_to_our_own_pages_only(client, lea):
    assert log_in(client, next="/compte/").url == "/compte/"
    client.post(reverse("log_out"))
    assert log_in(client, next="https://ailleurs.example/").url == "/"


def test_a_guest_who_signs_up_stays_the_same_player(client):
    guest = guest_create()
    open_copies(guest, "shelly")
    client.force_login(guest)
    assert sign_up(client).status_code == 302
    player = Player.objects.get(username="Tom")
    assert (player.pk, player.kind) == (guest.pk, "account")
    assert owners_by_rows() == owners_by_ledger()


def test_a_guest_who_signs_up_twice_at_once_gets_one_account(client):
    guest = guest_create()
    account_create(name="Tom", password=PASSWORD, guest=guest)
    stale = Player(pk=guest.pk, kind="guest")
    assert account_create(name="tom", password="un-autre-43", guest=stale).pk == guest.pk
    with pytest.raises(Refusal) as refusal:
        account_create(name="Léo", password="un-autre-43", guest=stale)
    assert refusal.value.code == "not_a_guest"
    player = Player.objects.get()
    assert (player.username, player.check_password(PASSWORD)) == ("Tom", True)


def test_a_guest_who_logs_in_hands_over_all_that_was_theirs(client, lea):
    guest = guest_create()
    (shelly,) = open_copies(guest, "shelly")
    deck = Deck.objects.create(owner=guest, name="Mon deck")
    Wish.objects.create(player=guest, card_id=shelly.card_id)
    Wish.objects.create(player=lea, card_id=shelly.card_id)
    client.force_login(guest)
    assert log_in(client).status_code == 302
    assert owners_by_rows() == owners_by_ledger() == {shelly.pk: lea.pk}
    deck.refresh_from_db()
    guest.refresh_from_db()
    assert (deck.owner_id, guest.is_active) == (lea.pk, False)
    assert lea.wishes.count() == 1


def test_a_merged_copy_stays_in_its_deck_and_a_loan_to_oneself_ends(lea):
    guest, tom = guest_create(), PlayerFactory(username="tom")
    in_deck, lent_to_lea, lent_to_tom = open_copies(guest, "shelly", "nita", "colt")
    (lent_by_lea,) = open_copies(lea, "shelly")
    deck = Deck.objects.create(owner=guest, name="Mon deck")
    for copy, facts in (
        (in_deck, {"state": "deck", "deck": deck}),
        (lent_to_lea, {"state": "lent", "lent_to": lea, "lent_on": "2026-01-01"}),
        (lent_to_tom, {"state": "lent", "lent_to": tom}),
        (lent_by_lea, {"state": "lent", "lent_to": guest, "lent_on": "2026-01-01"}),
    ):
        Copy.objects.filter(pk=copy.pk).update(**facts)
    guest_merge(guest=guest, account=lea)
    states = dict(Copy.objects.values_list("pk", "state"))
    assert states == {
        in_deck.pk: "deck",
        lent_to_lea.pk: "free",
        lent_to_tom.pk: "lent",
        lent_by_lea.pk: "free",
    }
    assert not Copy.objects.filter(state="free", lent_on__isnull=False).exists()
    assert set(owners_by_rows().values()) == {lea.pk}
    assert owners_by_rows() == owners_by_ledger()


def test_a_guest_s_contacts_and_what_they_were_given_stay_within_reach(lea):
    guest = guest_create()
    lent, given = open_copies(guest, "shelly", "nita")
    copy_lend_named(owner=guest, copy_id=lent.pk, name="Léo")
    copy_give_named(owner=guest, copy_id=given.pk, name="Léo")
    guest_merge(guest=guest, account=lea)
    copy_return(owner=lea, copy_id=lent.pk)
    copy_take_back(owner=lea, copy_id=given.pk)
    assert [contact.display_name for contact in lea.contacts.all()] == ["Léo"]
    assert set(owners_by_rows().values()) == {lea.pk}


def test_an_account_is_never_merged_away(lea):
    tom = PlayerFactory(username="tom")
    open_copies(tom, "shelly")
    guest_merge(guest=tom, account=lea)
    assert set(owners_by_rows().values()) == {tom.pk}


def test_changing_the_password_keeps_this_device_in(client, lea):
    client.force_login(lea)
    new = "encore-mieux-43"
    answer = client.post(reverse("password_change"), {"old": PASSWORD, "new": new})
    assert answer.status_code == 302
    assert client.get(reverse("account")).status_code == 200
    lea.refresh_from_db()
    assert lea.check_password(new)


def test_the_old_password_is_asked_for(client, lea):
    client.force_login(lea)
    page = client.post(reverse("password_change"), {"old": "non", "new": "encore-mieux-43"})
    assert page.status_code == 422
    assert "pas ton mot de passe actuel" in page.content.decode()
    lea.refresh_from_db()
    assert lea.check_password(PASSWORD)


def test_my_account_is_for_accounts(client):
    assert client.get(reverse("account")).url == "/inscription/?next=%2Fcompte%2F"
    client.force_login(guest_create())
    assert client.get(reverse("account")).url == "/inscription/?next=%2Fcompte%2F"


def test_a_collection_is_private_until_its_link_is_made_and_after_it_is_closed(client, lea):
    open_copies(lea, "shelly", "nita", number=2)
    link = share_link_create(player=lea)
    assert share_link_create(player=lea) == link
    page = client.get(link.get_absolute_url()).content.decode()
    assert "La collection de Léa" in page
    assert "Nita" in page
    share_link_revoke(player=lea)
    assert client.get(link.get_absolute_url()).status_code == 404
    assert share_link_create(player=lea).token != link.token


def test_a_shared_page_says_nothing_of_places_and_offers_nothing_to_change(client, lea):
    (copy,) = open_copies(lea, "shelly")
    Copy.objects.filter(pk=copy.pk).update(binder="Chambre secrète", note="sous le lit")
    page = client.get(share_link_create(player=lea).get_absolute_url()).content.decode()
    assert "Chambre secrète" not in page
    assert "sous le lit" not in page
    assert f"/exemplaire/{copy.pk}/" not in page


@pytest.mark.parametrize("token", ["x", "a" * 5000, "..%2F", "é"])
def test_a_wrong_token_is_a_plain_404(client, token):
    assert client.get(f"/c/{token}/").status_code == 404


def test_a_shared_page_needs_few_queries_whatever_its_size(
    client, lea, django_assert_max_num_queries
):
    slugs = ["shelly", "nita", "colt", "gadget-bouton-avance-rapide", "shelly-star", "barbetick"]
    open_copies(lea, *slugs, number=20)
    link = share_link_create(player=lea)
    with django_assert_max_num_queries(6):
        client.get(link.get_absolute_url())


def test_home_is_served_to_visitors_guests_and_accounts(client, lea):
    assert "Tes cartes ont enfin leur maison" in client.get("/").content.decode()
    open_copies(lea, "shelly", number=3)
    client.force_login(lea)
    page = client.get("/").content.decode()
    assert "Salut Léa" in page
    assert "<b>3</b> exemplaires" in page


def test_a_refusal_reads_as_its_sentence():
    with pytest.raises(Refusal) as refusal:
        name_cleaned(name="!")
    assert (refusal.value.code, str(refusal.value)[:16]) == ("name_shape", "Choisis un nom d")


def test_only_one_link_is_open_at_a_time(lea):
    share_link_create(player=lea)
    assert ShareLink.objects.filter(player=lea, revoked_at=None).count() == 1
