"""Decks: list, builder, versions, text."""

from django.urls import path

from collection.views import builder, decks

urlpatterns = [
    path("decks/", decks.deck_list, name="deck_list"),
    path("decks/nouveau/", decks.deck_new, name="deck_new"),
    path("decks/importer/", decks.deck_import, name="deck_import"),
    path("decks/<int:deck_id>/", builder.deck, name="deck"),
    path("decks/<int:deck_id>/ajouter/", builder.deck_add, name="deck_add"),
    path("decks/<int:deck_id>/retirer/", builder.deck_remove, name="deck_remove"),
    path("decks/<int:deck_id>/vider/", builder.deck_clear, name="deck_clear"),
    path("decks/<int:deck_id>/reparer/", builder.deck_repair, name="deck_repair"),
    path("decks/<int:deck_id>/pari/", builder.deck_stake, name="deck_stake"),
    path("decks/<int:deck_id>/nom/", builder.deck_rename, name="deck_rename"),
    path("decks/<int:deck_id>/reve/", builder.deck_dream, name="deck_dream"),
    path("decks/<int:deck_id>/annuler/", builder.deck_undo, name="deck_undo"),
    path("decks/<int:deck_id>/refaire/", builder.deck_redo, name="deck_redo"),
    path("decks/<int:deck_id>/assembler/", builder.deck_assemble, name="deck_assemble"),
    path("decks/<int:deck_id>/demonter/", builder.deck_disassemble, name="deck_disassemble"),
    path("decks/<int:deck_id>/versions/", decks.deck_versions, name="deck_versions"),
    path("decks/<int:deck_id>/versions/<int:number>/", decks.deck_restore, name="deck_restore"),
    path("decks/<int:deck_id>/texte/", decks.deck_text, name="deck_text"),
    path("decks/<int:deck_id>/dupliquer/", decks.deck_duplicate, name="deck_duplicate"),
    path("decks/<int:deck_id>/jeter/", decks.deck_throw_away, name="deck_throw_away"),
    path("decks/<int:deck_id>/reprendre/", decks.deck_take_back, name="deck_take_back"),
]
