"""Small matches that several tests start from."""

from rules.record import Record

SEED = bytes(range(32))

VOLEUR_CARDS = {
    "common-1": {"rarity": "common"},
    "common-2": {"rarity": "common"},
    "rare-1": {"rarity": "rare"},
    "super-rare-1": {"rarity": "super_rare"},
    "epic-1": {"rarity": "epic"},
    "epic-2": {"rarity": "epic"},
    "mythic-1": {"rarity": "mythic"},
    "legendary-1": {"rarity": "legendary"},
    "legendary-2": {"rarity": "legendary"},
    "chromatic-1": {"rarity": "chromatic"},
    "gadget-common": {"rarity": "gadget", "for": "common"},
    "gadget-epic": {"rarity": "gadget", "for": "epic"},
    "skin-rare": {"rarity": "exceptional", "brawler": "rare"},
    "secret-1": {"rarity": "secret"},
    "super-secret-1": {"rarity": "secret", "super": True},
    "promo-1": {"rarity": "promotional"},
}
VOLEUR_DECK = [
    "common-1",
    "common-2",
    "rare-1",
    "super-rare-1",
    "epic-1",
    "epic-2",
    "mythic-1",
    "skin-rare",
    "gadget-common",
    "gadget-epic",
    "secret-1",
]
VOLEUR_OPTIONS = {"cards": VOLEUR_CARDS, "decks": [VOLEUR_DECK, VOLEUR_DECK]}


def bataille(*moves, **changes):
    """Return a record of Bataille with these moves."""
    fields = {"game": "bataille", "players": ("Léa", "Tom"), "seed": SEED, "moves": moves}
    return Record(**fields | changes)


def voleur(*moves, **changes):
    """Return a record of Voleur between two players with the same deck."""
    fields = {"game": "voleur", "players": ("Léa", "Tom"), "seed": SEED, "moves": moves}
    return Record(**fields | {"options": VOLEUR_OPTIONS} | changes)


def arena(*moves, seats=2, **changes):
    """Return a record of the Arena."""
    players = tuple(f"P{seat}" for seat in range(seats))
    return Record(**{"game": "arena", "players": players, "seed": SEED, "moves": moves} | changes)
