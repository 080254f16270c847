"""The lines of a log: their shapes, read and written; `docs/log-format.md` explains them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aachen.core.errors import BadInput, Fault, bad
from aachen.core.json_lines import read_object, write_object
from aachen.core.json_shapes import Kinds, Plain, check_keys

FORMAT = "log/1"

HEADER_KEYS: dict[str, Kinds] = {
    "aachen": (str,),
    "game": (str,),
    "rules": (str,),
    "seats": (list,),
    "luck": (list,),
    "digest": (str,),
}
HEADER_EXTRAS: dict[str, Kinds] = {"options": (dict,), "names": (dict,), "position": (str,), "fair": (dict,)}
ENTRY_KEYS: dict[str, Kinds] = {
    "seq": (int,),
    "seat": (str,),
    "action": (dict,),
    "luck": (list,),
    "digest": (str,),
}
UNDO_KEYS: dict[str, Kinds] = {"seq": (int,), "undo": (int,), "digest": (str,)}
RENEWAL_KEYS: dict[str, Kinds] = {"commitment": (str,), "secret": (str,)}
CLOSING_KEYS: dict[str, Kinds] = {"outcome": (dict,)}
SECRET_KEYS: dict[str, Kinds] = {"secret": (str,)}


@dataclass(slots=True)
class Header:
    """The first line: which game, by which rules, and how it began."""

    game: str
    rules: str
    options: Plain | None
    seats: list[str]
    luck: list[object]
    digest: str
    names: Plain = field(default_factory=dict)
    position: str | None = None
    fair: Plain | None = None

    def as_dict(self) -> Plain:
        """The line as plain data; what says nothing is left out."""
        data: Plain = {"aachen": FORMAT, "game": self.game, "rules": self.rules}
        if self.options is not None:
            data["options"] = self.options
        data["seats"] = self.seats
        if self.names:
            data["names"] = self.names
        if self.position is not None:
            data["position"] = self.position
        if self.fair is not None:
            data["fair"] = self.fair
        return data | {"luck": self.luck, "digest": self.digest}


@dataclass(slots=True)
class Entry:
    """One move: who did what (a seat, or the table), what luck answered, and the fingerprint of the position after it."""

    seq: int
    seat: str
    action: Plain
    luck: list[object]
    digest: str

    def as_dict(self) -> Plain:
        """The line as plain data."""
        data: Plain = {"seq": self.seq, "seat": self.seat, "action": self.action}
        return data | {"luck": self.luck, "digest": self.digest}


@dataclass(slots=True)
class Undo:
    """The game goes on from the position after an earlier entry; 0 is the beginning."""

    seq: int
    undo: int
    digest: str

    def as_dict(self) -> Plain:
        """The line as plain data."""
        return {"seq": self.seq, "undo": self.undo, "digest": self.digest}


@dataclass(slots=True)
class Renewal:
    """A new commitment: later draws follow from another secret; the former secret is revealed.

    It is written when the stored game has fallen back to an earlier moment, so that nothing is drawn again as it was.
    """

    commitment: str
    secret: str

    def as_dict(self) -> Plain:
        """The line as plain data."""
        return {"commitment": self.commitment, "secret": self.secret}


@dataclass(slots=True)
class Closing:
    """The last line of a finished game; if its luck was promised, with the secret."""

    outcome: Plain
    secret: str | None = None

    def as_dict(self) -> Plain:
        """The line as plain data; what says nothing is left out."""
        data: Plain = {"outcome": self.outcome}
        return data if self.secret is None else data | {"secret": self.secret}


@dataclass(slots=True)
class Reveal:
    """The last line of a game that was given up: the secret of its luck."""

    secret: str

    def as_dict(self) -> Plain:
        """The line as plain data."""
        return {"secret": self.secret}


Later = Entry | Undo | Renewal | Closing | Reveal
Line = Header | Later


def write_line(line: Line) -> str:
    """A line of the log, without the line's end."""
    return write_object(line.as_dict())


def read_header(text: str) -> Header:
    """The first line of a log."""
    data = read_object(text)
    if data.get("aachen") != FORMAT:
        raise bad("log_unknown_format", "aachen", given=str(data.get("aachen")), known=FORMAT)
    faults = check_keys(data, HEADER_KEYS, HEADER_EXTRAS)
    if "options" not in data and "position" not in data:
        faults.append(Fault("missing_key", "options", {"key": "options"}))
    if faults:
        raise BadInput(faults)
    parts: dict[str, Any] = {"options": None, **data}
    parts.pop("aachen")
    return Header(**parts)


def read_line(text: str) -> Later:
    """Any later line of a log."""
    data = read_object(text)
    if "outcome" in data:
        return Closing(**_checked(data, CLOSING_KEYS, SECRET_KEYS))
    if "commitment" in data:
        return Renewal(**_checked(data, RENEWAL_KEYS))
    if "secret" in data:
        return Reveal(**_checked(data, SECRET_KEYS))
    if "undo" in data:
        return Undo(**_checked(data, UNDO_KEYS))
    return Entry(**_checked(data, ENTRY_KEYS))


def _checked(
    data: Plain, wanted: Mapping[str, Kinds], optional: Mapping[str, Kinds] | None = None
) -> dict[str, Any]:
    faults = check_keys(data, wanted, optional or {})
    if faults:
        raise BadInput(faults)
    return data
