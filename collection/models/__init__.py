"""The rows behind a collection; every change of ownership goes through `services.ledger`."""

from collection.models.catalogue import Brawler, Card, Rarity
from collection.models.copies import Copy, EntryBatch, LedgerEntry, Wish
from collection.models.decks import Deck, DeckSlot, DeckVersion
from collection.models.players import Player, ShareLink

__all__ = [
    "Brawler",
    "Card",
    "Copy",
    "Deck",
    "DeckSlot",
    "DeckVersion",
    "EntryBatch",
    "LedgerEntry",
    "Player",
    "Rarity",
    "ShareLink",
    "Wish",
]
