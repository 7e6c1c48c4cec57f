"""Making and changing decks: each change is one transaction, and leaves a version behind.

A change names the version that its page showed. The same request sent twice counts once; a page
that shows an older version is refused, and changes nothing. The cards of a deck always lie in the
order of the rules' table and, within a rarity, by number.
"""

from __future__ import annotations

import datetime
import hashlib
import unicodedata
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from collection.models import Card, Deck, DeckSlot, DeckVersion, Player
from collection.refusals import Refusal
from collection.selectors.availability import available_for, whereabouts_of
from collection.services.assembly import copies_follow, copies_let_go
from collection.services.copies import owner_locked

LONGEST_NAME = 60
MOST_CARDS = 22
MOST_DECKS = 300
KEPT_FOR = datetime.timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything of a deck that a version keeps; `slugs` has a card once for each copy."""

    name: str = ""
    slugs: tuple[str, ...] = ()
    wager: str | None = None
    minimum: str = Deck.Minimum.WAIVED
    dream: bool = False


Alter = Callable[[Deck, Contents], Contents]


def deck_name_cleaned(*, name: str) -> str:
    """Return a name on one line, without letters that nobody sees.

    Raises `deck_name_empty`, `deck_name_too_long`.
    """
    clean = " ".join("".join(map(_visible, unicodedata.normalize("NFC", name))).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in clean):
        raise Refusal("deck_name_empty", _("Donne un nom à ton deck."))
    if len(clean) > LONGEST_NAME:
        sentence = _("Ce nom est trop long : %(most)d caractères au plus, il en a %(number)d.")
        facts = {"most": LONGEST_NAME, "number": len(clean)}
        raise Refusal("deck_name_too_long", sentence % facts, **facts)
    return clean


_JOINS_EMOJI = "\u200d"


def _visible(letter: str) -> str:
    if unicodedata.category(letter) in ("Cc", "Zl", "Zp"):
        return " "
    hidden = unicodedata.category(letter) in ("Cf", "Cs", "Co") and letter != _JOINS_EMOJI
    return "" if hidden else letter


@transaction.atomic
def deck_create(
    *, owner: Player, contents: Contents, key: uuid.UUID | None = None, change: str = "create"
) -> Deck:
    """Make a deck; with a `key` that made one already, return that one.

    A deck without a name is called by its number. Raises `deck_too_many`, and what
    `deck_name_cleaned` and the cards raise.
    """
    owner_locked(owner=owner)
    made = Deck.thrown_too.filter(owner=owner, key=key).first() if key else None
    if made and made.deleted_at is None:
        return made
    number = Deck.objects.filter(owner=owner).count() + 1
    if number > MOST_DECKS:
        raise _too_many()
    named = contents.name.strip() or _("Deck %(number)d") % {"number": number}
    # An old form, sent again after its deck was thrown away, makes a new one.
    deck = Deck(owner=owner, key=None if made else key)
    _write(deck, replace(contents, name=deck_name_cleaned(name=named)), change)
    return deck


def _too_many() -> Refusal:
    sentence = _("Tu as déjà %(most)d decks : jettes-en un avant d’en monter un autre.")
    return Refusal("deck_too_many", sentence % {"most": MOST_DECKS})


@transaction.atomic
def deck_duplicate(*, owner: Player, deck_id: int, key: uuid.UUID | None = None) -> Deck:
    """Make a deck like another one, not assembled; raise `deck_gone`, `deck_too_many`."""
    deck = _locked(owner, deck_id)
    contents = contents_of(deck)
    suffix = _(" (copie)")
    name = contents.name[: LONGEST_NAME - len(suffix)] + suffix
    return deck_create(
        owner=owner, contents=replace(contents, name=name), key=key, change="duplicate"
    )


def _locked(owner: Player, deck_id: int) -> Deck:
    """Lock a deck after its owner's row, as all that touches copies does; raise `deck_gone`."""
    owner_locked(owner=owner)
    deck = Deck.objects.select_for_update().filter(owner=owner, pk=deck_id).first()
    if deck is None:
        raise Refusal("deck_gone", _("Ce deck n’est plus là."))
    return deck


def contents_of(deck: Deck) -> Contents:
    """Return what a deck is now."""
    slots = deck.slots.order_by("position")
    return Contents(
        name=deck.name,
        slugs=tuple(slots.values_list("card__slug", flat=True)),
        wager=deck.wager_id,
        minimum=deck.minimum,
        dream=deck.dream,
    )


@transaction.atomic
def _changed(owner: Player, deck_id: int, version: int, change: str, alter: Alter) -> Deck:
    """Change a deck that is still at `version`; a change that changes nothing leaves no trace."""
    deck = _locked(owner, deck_id)
    if _is_repeated(deck, version, change):
        return deck
    _refuse_stale(deck, version)
    before = contents_of(deck)
    after = alter(deck, before)
    if after != before:
        current = _current(deck, before)
        _write(deck, after, change, parent=current.state)
    return deck


def _is_repeated(deck: Deck, version: int, change: str) -> bool:
    """Say whether the deck's last change is this very request, sent before."""
    last = deck.versions.filter(number=deck.version, change=change)
    return deck.version == version + 1 and last.exists()


def _refuse_stale(deck: Deck, version: int) -> None:
    if deck.version != version:
        sentence = _(
            "Ce deck a changé entre-temps, dans un autre onglet ou sur un autre appareil. "
            "Le voici à jour : refais ton geste si tu le veux encore."
        )
        raise Refusal("deck_stale", sentence, version=deck.version)


def _current(deck: Deck, contents: Contents) -> DeckVersion:
    """Return the version that a deck is at, written now if the deck came without any."""
    current = deck.versions.filter(number=deck.version).first()
    return current or _remember(deck, contents, "create", state=None, parent=None)


def _remember(
    deck: Deck, contents: Contents, change: str, *, state: int | None, parent: int | None
) -> DeckVersion:
    return DeckVersion.objects.create(
        deck=deck,
        number=deck.version,
        state=deck.version if state is None else state,
        parent=parent,
        name=contents.name,
        dream=contents.dream,
        slugs=list(contents.slugs),
        wager_id=contents.wager,
        minimum=contents.minimum,
        change=change,
    )


def _write(
    deck: Deck,
    contents: Contents,
    change: str,
    *,
    state: int | None = None,
    parent: int | None = None,
) -> None:
    """Make a deck be `contents`, copies following where it is assembled; keep the version."""
    cards = _cards_in_order(contents.slugs)
    contents = replace(contents, slugs=tuple(card.slug for card in cards))
    deck.name, deck.dream = contents.name, contents.dream
    deck.wager_id, deck.minimum = contents.wager, contents.minimum
    deck.version += 1
    _refuse_dreaming_while_assembled(deck)
    deck.save()
    deck.slots.all().delete()
    DeckSlot.objects.bulk_create(
        DeckSlot(deck=deck, position=place, card=card) for place, card in enumerate(cards)
    )
    _remember(deck, contents, change, state=state, parent=parent)
    if deck.assembled_at:
        copies_follow(deck=deck, cards=cards)


def _cards_in_order(slugs: Sequence[str]) -> list[Card]:
    if len(slugs) > MOST_CARDS:
        sentence = _("Un deck a 11 cartes ; ici, %(most)d au plus pendant que tu choisis.")
        raise Refusal("deck_full", sentence % {"most": MOST_CARDS}, number=len(slugs))
    rows = Card.objects.filter(slug__in=set(slugs)).select_related("rarity")
    cards = {card.slug: card for card in rows}
    gone = [slug for slug in slugs if slug not in cards]
    if gone:
        sentence = _("Une carte de ce deck n’existe plus : « %(slug)s ».")
        raise Refusal("deck_unknown_card", sentence % {"slug": gone[0][:100]}, card=gone[0])
    return sorted(
        (cards[slug] for slug in slugs), key=lambda card: (card.rarity.order, card.number)
    )


def _refuse_dreaming_while_assembled(deck: Deck) -> None:
    if deck.dream and deck.assembled_at:
        sentence = _("Ce deck est assemblé avec de vraies cartes : démonte-le d’abord.")
        raise Refusal("deck_assembled", sentence)


def deck_card_add(*, owner: Player, deck_id: int, version: int, card: Card) -> Deck:
    """Add one copy of a card; raise `card_none_left`, `deck_full`, `deck_stale`, `deck_gone`.

    A dream deck takes any card; a deck of one's own only what its owner has available for it.
    """

    def alter(deck: Deck, contents: Contents) -> Contents:
        if not contents.dream:
            _refuse_unless_left(deck, card, contents.slugs.count(card.slug))
        return replace(contents, slugs=(*contents.slugs, card.slug))

    return _changed(owner, deck_id, version, f"add:{card.slug}", alter)


def _refuse_unless_left(deck: Deck, card: Card, used: int) -> None:
    available = available_for(deck.owner, deck, cards=[card.pk]).get(card.pk, 0)
    if used < available:
        return
    where = whereabouts_of(deck.owner, card, besides=deck)
    facts = {"card": card.label, "number": available, "where": where}
    if not available and not where:
        sentence = _(
            "Tu n’as pas « %(card)s ». Pour choisir parmi toutes les cartes, "
            "fais-en un deck de rêve."
        )
    elif where:
        sentence = _("Aucun exemplaire libre de « %(card)s » : %(where)s.")
    else:
        sentence = _("Tous tes exemplaires de « %(card)s » sont déjà dans ce deck.")
    raise Refusal("card_none_left", sentence % facts, card=card.slug)


def deck_card_remove(*, owner: Player, deck_id: int, version: int, card: Card) -> Deck:
    """Take one copy of a card out; raise `card_not_in_deck`, `deck_stale`, `deck_gone`."""

    def alter(_deck: Deck, contents: Contents) -> Contents:
        if card.slug not in contents.slugs:
            sentence = _("« %(card)s » n’est pas dans ce deck.") % {"card": card.label}
            raise Refusal("card_not_in_deck", sentence, card=card.slug)
        return replace(contents, slugs=_without(contents.slugs, card.slug))

    return _changed(owner, deck_id, version, f"remove:{card.slug}", alter)


def _without(slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    place = slugs.index(slug)
    return slugs[:place] + slugs[place + 1 :]


def deck_clear(*, owner: Player, deck_id: int, version: int) -> Deck:
    """Take every card out."""
    return _changed(
        owner, deck_id, version, "clear", lambda _deck, contents: replace(contents, slugs=())
    )


def deck_repair(*, owner: Player, deck_id: int, version: int, slugs: Iterable[str]) -> Deck:
    """Make a deck the repaired one that its page showed; raise `deck_full`, `deck_stale`, …"""
    cards = tuple(slugs)
    digest = hashlib.sha256(" ".join(cards).encode()).hexdigest()[:16]
    return _changed(
        owner,
        deck_id,
        version,
        f"repair:{digest}",
        lambda _deck, contents: replace(contents, slugs=cards),
    )


def deck_stake(
    *, owner: Player, deck_id: int, version: int, wager: str | None, minimum: str
) -> Deck:
    """Say which rarity the deck would be played for, and how its minimum is read."""
    return _changed(
        owner,
        deck_id,
        version,
        f"stake:{wager or ''}:{minimum}",
        lambda _deck, contents: replace(contents, wager=wager, minimum=minimum),
    )


def deck_rename(*, owner: Player, deck_id: int, version: int, name: str) -> Deck:
    """Give a deck another name; raise what `deck_name_cleaned` raises."""
    clean = deck_name_cleaned(name=name)
    return _changed(
        owner,
        deck_id,
        version,
        f"rename:{clean}",
        lambda _deck, contents: replace(contents, name=clean),
    )


def deck_dream(*, owner: Player, deck_id: int, version: int, dream: bool) -> Deck:
    """Make a deck a dream, or one of one's own cards; raise `deck_assembled`."""
    return _changed(
        owner,
        deck_id,
        version,
        "dream" if dream else "real",
        lambda _deck, contents: replace(contents, dream=dream),
    )


def deck_restore(*, owner: Player, deck_id: int, version: int, number: int) -> Deck:
    """Make a deck what it was at an earlier version; raise `version_gone`."""

    def alter(deck: Deck, _contents: Contents) -> Contents:
        return _contents_then(_version(deck, number))

    return _changed(owner, deck_id, version, f"restore:{number}", alter)


def _version(deck: Deck, number: int) -> DeckVersion:
    version = deck.versions.filter(number=number).first()
    if version is None:
        raise Refusal("version_gone", _("Cette version du deck n’existe pas."))
    return version


def _contents_then(version: DeckVersion) -> Contents:
    return Contents(
        name=version.name or version.deck.name,
        slugs=tuple(version.slugs),
        wager=version.wager_id,
        minimum=version.minimum,
        dream=version.dream,
    )


def deck_undo(*, owner: Player, deck_id: int, version: int) -> Deck:
    """Go back to what the deck was before its last change; raise `nothing_to_undo`."""
    return _gone_to(owner, deck_id, version, "undo", _state_before)


def deck_redo(*, owner: Player, deck_id: int, version: int) -> Deck:
    """Go forth again after `deck_undo`; raise `nothing_to_redo`."""
    return _gone_to(owner, deck_id, version, "redo", _state_after)


def _state_before(deck: Deck, current: DeckVersion) -> DeckVersion:
    if current.parent is None:
        raise Refusal("nothing_to_undo", _("Il n’y a rien à annuler : ce deck vient de naître."))
    return _version(deck, current.parent)


def _state_after(deck: Deck, current: DeckVersion) -> DeckVersion:
    """Return the latest change that began where the deck is now."""
    later = deck.versions.filter(parent=current.state, state=F("number")).order_by("-number")
    found = later.first()
    if found is None:
        raise Refusal("nothing_to_redo", _("Il n’y a rien à refaire."))
    return found


@transaction.atomic
def _gone_to(
    owner: Player,
    deck_id: int,
    version: int,
    change: str,
    target_of: Callable[[Deck, DeckVersion], DeckVersion],
) -> Deck:
    deck = _locked(owner, deck_id)
    if _is_repeated(deck, version, change):
        return deck
    _refuse_stale(deck, version)
    target = target_of(deck, _current(deck, contents_of(deck)))
    _write(deck, _contents_then(target), change, state=target.state, parent=target.parent)
    return deck


@transaction.atomic
def deck_throw_away(*, owner: Player, deck_id: int) -> Deck:
    """Throw a deck away, its copies free again; it can be taken back for a week."""
    deck = _locked(owner, deck_id)
    copies_let_go(deck=deck)
    deck.assembled_at, deck.deleted_at = None, timezone.now()
    deck.save()
    forgotten = Deck.thrown_too.filter(owner=owner, deleted_at__lt=timezone.now() - KEPT_FOR)
    forgotten.delete()
    return deck


@transaction.atomic
def deck_take_back(*, owner: Player, deck_id: int) -> Deck:
    """Bring a deck back that was thrown away, not assembled any more.

    Raises `deck_gone`, `deck_too_many`.
    """
    owner_locked(owner=owner)
    deck = Deck.thrown_too.select_for_update().filter(owner=owner, pk=deck_id).first()
    if deck is None:
        raise Refusal("deck_gone", _("Ce deck n’est plus là."))
    if deck.deleted_at:
        if Deck.objects.filter(owner=owner).count() >= MOST_DECKS:
            raise _too_many()
        deck.deleted_at = None
        deck.save()
    return deck
