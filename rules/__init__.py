"""The rules of Pioche's three games: pure Python, standard library only.

Nothing in here knows a database, a user, a clock or a French sentence, and nothing is random
but by a `Chance` that the caller hands in. Start at `rules.game` for the protocol that the
games share, or at `rules.games.voleur` for a game told from its first card to its last.
"""
