"""What is somebody's own stays theirs: copies, made-up cards, names of players."""

from __future__ import annotations

import pytest
from django.urls import reverse

from collection.models import Card, Copy, LedgerEntry
from collection.services.accounts import share_link_create
from collection.services.cards import CardDraft, card_propose, card_refuse
from collection.services.copies import copy_lend, copy_lose
from collection.services.ledger import Provenance, ledger_transfer
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


@pytest.fixture
def tom():
    return PlayerFactory(username="tom")


def made_up(player) -> Card:
    draft = CardDraft(kind="promotional", name="Carte très impolie")
    return card_propose(player=player, draft=draft)


def traded(copy, giver, taker) -> None:
    provenance = Provenance(kind=LedgerEntry.Kind.TRADE, actor=giver)
    ledger_transfer(copy_ids=[copy.pk], owner=giver, to_player=taker, provenance=provenance)


def test_who_owned_a_copy_before_its_last_owner_does_not_see_what_became_of_it(client, lea, tom):
    (shelly,) = open_copies(lea, "shelly")
    copy_lose(owner=lea, copy_id=shelly.pk)
    client.force_login(lea)
    page = reverse("copy", args=[shelly.pk])
    assert client.get(page).status_code == 200
    client.post(reverse("copy_act", args=[shelly.pk, "remettre"]))
    traded(shelly, lea, tom)
    Copy.objects.filter(pk=shelly.pk).update(note="le secret de Tom")
    assert client.get(page).status_code == 404
    copy_lose(owner=tom, copy_id=shelly.pk)
    assert client.get(page).status_code == 404
    client.force_login(tom)
    assert client.get(page).status_code == 200


@pytest.mark.parametrize("refused", [False, True])
def test_a_made_up_card_is_shown_to_nobody_else_unless_accepted(client, lea, tom, refused):
    card = made_up(lea)
    (copy,) = open_copies(lea, card.slug)
    copy_lend(owner=lea, copy_id=copy.pk, borrower=tom)
    if refused:
        card_refuse(card=card)
    shared = client.get(share_link_create(player=lea).get_absolute_url())
    client.force_login(tom)
    borrowed = client.get(reverse("collection"))
    assert "impolie" not in shared.content.decode() + borrowed.content.decode()
