"""What I own: entry, copies, progress, wishes."""

from django.urls import path

from collection.views import copies, entries, pile, progress, wishes

urlpatterns = [
    path("collection/", copies.collection, name="collection"),
    path("collection/classeur/", copies.binder, name="binder"),
    path("collection/carte/<slug:slug>/plus/", copies.card_add, name="card_add"),
    path("collection/carte/<slug:slug>/moins/", copies.card_remove, name="card_remove"),
    path("collection/exemplaire/<int:copy_id>/", copies.copy, name="copy"),
    path("collection/exemplaire/<int:copy_id>/preter/", copies.copy_lend, name="copy_lend"),
    path("collection/exemplaire/<int:copy_id>/donner/", copies.copy_give, name="copy_give"),
    path("collection/exemplaire/<int:copy_id>/<slug:action>/", copies.copy_act, name="copy_act"),
    path("collection/tas/", pile.pile, name="pile"),
    path("collection/tas/ajouter/", pile.pile_add, name="pile_add"),
    path("collection/tas/choix/", pile.pile_choices, name="pile_choices"),
    path("collection/tas/reglages/", pile.pile_pins, name="pile_pins"),
    path("collection/tas/retirer/", pile.pile_line_undo, name="pile_line_undo"),
    path("collection/tas/finir/", pile.pile_close, name="pile_close"),
    path("collection/tout/", entries.sweep, name="sweep"),
    path("collection/saisies/", entries.history, name="history"),
    path("collection/saisies/<int:batch_id>/", entries.batch, name="batch"),
    path("collection/saisies/<int:batch_id>/annuler/", entries.batch_undo, name="batch_undo"),
    path("progression/", progress.progress, name="progress"),
    path("souhaits/", wishes.wishes, name="wishes"),
    path("souhaits/<slug:slug>/", wishes.wish_toggle, name="wish_toggle"),
]
