"""Tables, the seats around them, and the moves, which are the truth of a match."""

from matches.models.tables import Match, Move, Pulse, Reaction, Seating

__all__ = ["Match", "Move", "Pulse", "Reaction", "Seating"]
