"""The policy of a table: what its maker chose about how people play there. It never changes."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, structs

from aachen.server.messages import ClockWish, NewTable, UndoPolicy

STAND_IN = "greedy"  # the level of a bot that plays for a person, where the table does not say


class TablePolicy(Struct, frozen=True):
    """Chosen when a table is made, shown on its sheet, and taken over by rematches and continued games.

    `NewTable` and `Sheet` have the same fields side by side with others, as the protocol wants it.
    """

    undo: UndoPolicy = "free"
    clock: ClockWish | None = None
    spectators: bool = True
    listed: bool = False
    begin: Literal["full", "host"] = "full"
    pace: int = 600  # milliseconds at least between two acts of bots
    patience: int = 30  # seconds until a bot must have chosen, and a person may be away unnoticed
    thinking: int = 3  # seconds of thought a bot may use for a choice
    stand_in: str = STAND_IN
    # Whether a bot gives advice, as it always did in former versions; None: unless two people play.
    hints: bool | None = True

    def fields(self) -> dict[str, Any]:
        """The policy as arguments for a message or a sheet that has the same fields."""
        return structs.asdict(self)


FIELDS = TablePolicy.__struct_fields__


def policy_of(wish: NewTable, stand_in: str) -> TablePolicy:
    """The policy that was wished for; `stand_in` is the level that was named, or the server's default."""
    return TablePolicy(**{name: getattr(wish, name) for name in FIELDS} | {"stand_in": stand_in})
