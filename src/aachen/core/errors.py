"""The two ways of saying no: a refusal (the rules forbid it) and bad input (we cannot read it).

Both are data.
The sentence a person reads is written at the edge, in the reader's language, from `code` and `facts`.
A bug of ours is neither: it is an ordinary exception and is allowed to crash.
"""

from __future__ import annotations

Fact = object  # a str (the id of a land, seat, tile …), an int, or a list of those


class Refusal:
    """Why the rules forbid an action: section of the book, our ruling if one decides, code and facts."""

    __slots__ = ("code", "facts", "ruling", "section")

    def __init__(
        self, section: str, code: str, ruling: str = "", facts: dict[str, Fact] | None = None
    ) -> None:
        self.section = section
        self.code = code
        self.ruling = ruling
        self.facts: dict[str, Fact] = facts if facts is not None else {}

    def as_dict(self) -> dict[str, object]:
        """The refusal as plain data, for messages and logs."""
        data: dict[str, object] = {"section": self.section, "code": self.code}
        if self.ruling:
            data["ruling"] = self.ruling
        data["facts"] = self.facts
        return data

    def __repr__(self) -> str:
        return f"Refusal({self.section!r}, {self.code!r}, {self.ruling!r}, {self.facts!r})"


class Fault:
    """One thing wrong with what we were given: a code, where it is, and facts to say it with."""

    __slots__ = ("code", "facts", "where")

    def __init__(self, code: str, where: str = "", facts: dict[str, Fact] | None = None) -> None:
        self.code = code
        self.where = where
        self.facts: dict[str, Fact] = facts if facts is not None else {}

    def as_dict(self) -> dict[str, object]:
        """The fault as plain data, for messages."""
        return {"code": self.code, "where": self.where, "facts": self.facts}

    def __repr__(self) -> str:
        return f"Fault({self.code!r}, {self.where!r}, {self.facts!r})"


class BadInput(Exception):
    """Something from outside cannot be used; carries every fault found, not only the first."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(repr(fault) for fault in faults))
        self.faults = faults


class BadLine(BadInput):
    """A log that cannot be followed, and the number of the line where it ends, counted from 1."""

    def __init__(self, line: int, faults: list[Fault]) -> None:
        super().__init__(faults)
        self.line = line


def bad(code: str, where: str = "", **facts: Fact) -> BadInput:
    """Bad input with a single fault."""
    return BadInput([Fault(code, where, facts)])
