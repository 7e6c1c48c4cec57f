"""Tables, the seats around them, and the moves, which are the truth of a match."""

from matches.models.ratings import Rating
from matches.models.records import ImportedRecord
from matches.models.tables import Match, Move, Pulse, Reaction, Seating

__all__ = ["ImportedRecord", "Match", "Move", "Pulse", "Rating", "Reaction", "Seating"]
