"""Catalogue, collection, decks, accounts: paths in French, names in English."""

from collection.urls import accounts, cards, copies, decks

urlpatterns = [
    *accounts.urlpatterns,
    *cards.urlpatterns,
    *copies.urlpatterns,
    *decks.urlpatterns,
]
