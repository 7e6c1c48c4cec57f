"""The three games, each a module that keeps the promises of `rules.game.Game`."""
