"""A forgotten password, and the link that mends it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from collection.services.accounts import account_create

pytestmark = pytest.mark.django_db
OLD, NEW = "mes-cartes-42", "girafe bleue 7"
PARENT = "parent@example.org"


@pytest.fixture
def lea():
    return account_create(name="Léa", password=OLD, email=PARENT)


def asked(client, address=PARENT):
    return client.post(reverse("password_forgotten"), {"email": address}, follow=True)


def link_in(mail) -> str:
    return re.search(r"https?://[^/\s]+(/\S+)", mail.body).group(1)


def test_the_log_in_page_leads_to_a_link_and_the_link_to_a_new_password(client, lea, mailoutbox):
    assert reverse("password_forgotten") in client.get(reverse("log_in")).content.decode()
    asked(client)
    (mail,) = mailoutbox
    assert (mail.to, "« Léa »" in mail.body) == ([PARENT], True)
    page = client.get(link_in(mail), follow=True)
    client.post(page.request["PATH_INFO"], {"new": NEW})
    lea.refresh_from_db()
    assert lea.check_password(NEW)


def test_a_link_serves_once(client, lea, mailoutbox):
    asked(client)
    page = client.get(link_in(mailoutbox[0]), follow=True)
    client.post(page.request["PATH_INFO"], {"new": NEW})
    client.session.flush()
    again = client.get(link_in(mailoutbox[0]), follow=True)
    assert "Ce lien a déjà servi" in again.content.decode()


def test_a_password_too_weak_is_refused_with_its_reason(client, lea, mailoutbox):
    asked(client)
    page = client.get(link_in(mailoutbox[0]), follow=True)
    refused = client.post(page.request["PATH_INFO"], {"new": "123"})
    assert "trop court" in refused.content.decode()
    lea.refresh_from_db()
    assert lea.check_password(OLD)


def test_brothers_and_sisters_of_one_address_each_get_their_link(client, lea, mailoutbox):
    account_create(name="Tom", password=OLD, email=PARENT)
    asked(client)
    assert {name for name in ("Léa", "Tom") for mail in mailoutbox if name in mail.body} == {
        "Léa",
        "Tom",
    }


def test_an_unknown_address_gets_the_same_answer_and_no_mail(client, lea, mailoutbox):
    known, unknown = asked(client), asked(client, "autre@example.org")
    sentence = "un message vient d&#x27;y partir"
    assert sentence in known.content.decode()
    assert sentence in unknown.content.decode()
    assert len(mailoutbox) == 1


def test_the_sixth_message_of_the_hour_waits(client, lea, mailoutbox):
    answers = [asked(client).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    assert len(mailoutbox) == 5
