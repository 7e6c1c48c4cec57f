"""The catalogue: browse, search, one card, a proposed card."""

from django.urls import path

from collection.views import cards

urlpatterns = [
    path("cartes/", cards.catalogue, name="catalogue"),
    path("cartes/proposer/", cards.card_propose, name="card_propose"),
    path("cartes/<slug:slug>/", cards.card, name="card"),
    path("cartes/<slug:slug>/reprendre/", cards.card_withdraw, name="card_withdraw"),
]
