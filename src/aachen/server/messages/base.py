"""What all messages share: their base class and the types of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from aachen.titles import TITLES

PROTOCOL = 1  # the version of the protocol

Plain = dict[str, Any]

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=43, max_length=43, pattern=r"^[A-Za-z0-9_-]{43}$")]
TableId = Annotated[str, Meta(min_length=10, max_length=10, pattern=r"^[a-z2-7]{10}$")]
Seat = Annotated[str, Meta(min_length=1, max_length=40)]
Entropy = Annotated[str, Meta(min_length=2, max_length=128, pattern=r"^([0-9a-f]{2})+$")]
Seq = Annotated[int, Meta(ge=0)]
Id = Annotated[int, Meta(ge=0, le=2**53)]

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(TITLES)]  # every title that is installed
State = Literal["gathering", "running", "finished", "closed"]
Result = Literal["won", "shared", "lost", "all_lost"]
UndoPolicy = Literal["free", "ask", "never"]
Level = Annotated[str, Meta(min_length=1, max_length=20)]  # one of about.levels


class Message(Struct, forbid_unknown_fields=True, omit_defaults=False):
    """Unknown keys are refused: a misspelt option must not be silently ignored."""
