"""Becoming somebody: guests, accounts, and the guest who finds their account again."""

from __future__ import annotations

import datetime
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection.models import Copy, Player, ShareLink, Wish
from collection.models import Deck as DeckRow
from collection.models.players import name_key
from collection.refusals import Refusal
from collection.services.ledger import ledger_merge

NAME_LENGTH = (2, 30)
A_MOMENT = datetime.timedelta(minutes=1)
_NAME = re.compile(r"[^\W_]([\w '’.-]*[\w.])?\Z")


def name_cleaned(*, name: str) -> str:
    """Return a name as it is kept: composed letters, single blanks; raise `name_shape`."""
    clean = " ".join(unicodedata.normalize("NFKC", name).split())
    shortest, longest = NAME_LENGTH
    if not shortest <= len(clean) <= longest or not _NAME.match(clean):
        raise Refusal(
            "name_shape",
            _(
                "Choisis un nom de 2 à 30 caractères : des lettres, des chiffres, "
                "des espaces, un trait d'union ou un point."
            ),
        )
    return clean


def guest_of(*, mark: str) -> Player:
    """Return the guest whom a browser became a moment ago, or make it one.

    `mark` is a secret of that browser's: its first clicks, sent at the same time and none of them
    with a session yet, are the same person's.
    """
    username = f"invite-{hashlib.sha256(mark.encode()).hexdigest()[:32]}"
    known = _guest_just_made(username)
    if known:
        return known
    try:
        with transaction.atomic():
            return guest_create(username=username)
    except IntegrityError:
        return _guest_just_made(username) or guest_create()


def _guest_just_made(username: str) -> Player | None:
    since = timezone.now() - A_MOMENT
    guests = Player.objects.filter(kind=Player.Kind.GUEST, is_active=True, date_joined__gte=since)
    return guests.filter(username=username).first()


def guest_create(*, username: str = "") -> Player:
    """Create a player who plays at once, without a password, under a number of their own."""
    number = secrets.randbelow(9000) + 1000
    player = Player(
        username=username or f"invite-{secrets.token_hex(8)}",
        display_name=_("Invité %(number)d") % {"number": number},
        kind=Player.Kind.GUEST,
    )
    player.set_unusable_password()
    player.save()
    return player


@transaction.atomic
def account_create(
    *, name: str, password: str, email: str = "", guest: Player | None = None
) -> Player:
    """Open an account; a guest becomes it, keeping all that is theirs.

    Raises `name_shape`, `name_taken`, and `not_a_guest` when the guest became an account
    meanwhile; under that very name, the same form came twice, and counts once. The password is
    taken as validated.
    """
    clean = name_cleaned(name=name)
    player = Player.objects.select_for_update().get(pk=guest.pk) if guest else Player()
    if guest and player.kind != Player.Kind.GUEST:
        return _already(player, clean)
    player.username = player.display_name = clean
    player.email = email
    player.kind = Player.Kind.ACCOUNT
    player.set_password(password)
    if Player.objects.filter(name_key=name_key(clean)).exclude(pk=player.pk).exists():
        raise _name_taken()
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        raise _name_taken() from None
    return player


def _already(player: Player, name: str) -> Player:
    if player.name_key != name_key(name):
        sentence = _("Tu as déjà un compte : « %(name)s ».")
        raise Refusal("not_a_guest", sentence % {"name": player})
    return player


def _name_taken() -> Refusal:
    return Refusal("name_taken", _("Ce nom est déjà pris : essaie avec un chiffre ou un surnom."))


Step = Callable[[Player, Player], None]
_merge_steps: list[Step] = []


def guest_merge_step(step: Step) -> Step:
    """Let another application hand over what it keeps of a guest, in the same transaction."""
    _merge_steps.append(step)
    return step


@transaction.atomic
def guest_merge(*, guest: Player, account: Player) -> None:
    """Hand all that a guest gathered to the account they log in to, then retire the guest.

    Copies go through the ledger; decks, wishes, contacts and entry batches go as they are.
    """
    if guest.kind != Player.Kind.GUEST or guest.pk == account.pk:
        return
    _held(guest, account)
    ledger_merge(guest=guest, account=account)
    back = Copy.objects.filter(lent_to=guest, owner=account)
    back.update(lent_to=None, lent_on=None, state=Copy.State.FREE)
    Copy.objects.filter(lent_to=guest).update(lent_to=account)
    DeckRow.thrown_too.filter(owner=guest).update(owner=account)
    _wishes_handed(guest, account)
    guest.entry_batches.filter(closed_at=None).update(closed_at=timezone.now())
    guest.entry_batches.update(player=account)
    guest.proposed_cards.update(proposed_by=account)
    guest.contacts.update(keeper=account)
    for step in _merge_steps:
        step(guest, account)
    Player.objects.filter(pk=guest.pk).update(is_active=False)


def _held(*players: Player) -> None:
    """Make what these players enter elsewhere wait until this transaction ends."""
    rows = Player.objects.select_for_update(no_key=True).order_by("pk")
    list(rows.filter(pk__in=[player.pk for player in players]).values_list("pk"))


def _wishes_handed(guest: Player, account: Player) -> None:
    known = Wish.objects.filter(player=account).values("card")
    Wish.objects.filter(player=guest).exclude(card__in=known).update(player=account)
    Wish.objects.filter(player=guest).delete()


def account_update(*, player: Player, display_name: str, email: str) -> None:
    """Change the name that others see and the mail; raise `name_shape`."""
    player.display_name = name_cleaned(name=display_name)
    player.email = email
    player.save(update_fields=["display_name", "email"])


@transaction.atomic
def share_link_create(*, player: Player) -> ShareLink:
    """Return the player's open link, made afresh when there is none."""
    Player.objects.select_for_update().get(pk=player.pk)
    link, _made = ShareLink.objects.get_or_create(player=player, revoked_at=None)
    return link


def share_link_revoke(*, player: Player) -> None:
    """Close the player's link: its address answers 404 from now on."""
    ShareLink.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now())
