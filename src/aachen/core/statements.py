"""Positions as text: statements `subject: item, item`, one line joined by "; ", or a block with one a line.

What the notations of all games share: how statements are put together and taken apart, and how words are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aachen.core.errors import BadInput, Fault

Items = list[list[str]]


def as_line(statements: list[str]) -> str:
    """All statements in one line."""
    return "; ".join(statements)


def as_block(statements: list[str]) -> str:
    """One statement a line."""
    return "\n".join(statements) + "\n"


def statement(subject: str, items: list[str]) -> list[str]:
    """The statement, unless there is nothing to say."""
    return [f"{subject}: " + ", ".join(items)] if items else []


def pack(line: str) -> str:
    """A whole position inside a statement: its separators in other signs."""
    return line.replace(";", "|").replace(",", "&")


def unpack(text: str) -> str:
    """The line that was packed."""
    return text.replace("|", ";").replace("&", ",")


def split(text: str, longest: int) -> list[tuple[str, Items]]:
    """Statements: a subject, and items of words. A line may end in a comment after #."""
    if len(text) > longest:
        raise BadInput([Fault("text_too_long", "position", {"have": len(text), "most": longest})])
    statements = []
    for line in text.splitlines():
        for stated in line.split("#")[0].split(";"):
            if stated.strip():
                subject, _, rest = stated.partition(":")
                items = [item.split() for item in rest.lower().split(",") if item.split()]
                statements.append((" ".join(subject.split()).lower(), items))
    return statements


class StatementReader:
    """Statements by subject; notes every fault, and reading goes on."""

    def __init__(self, statements: list[tuple[str, Items]]) -> None:
        self.faults: list[Fault] = []
        self.statements: dict[str, Items] = {}
        self.given: set[str] = set()  # what the text says and need not be filled in
        for subject, items in statements:
            if subject in self.statements:
                self.fault("text_said_twice", subject)
            self.statements[subject] = items

    def fault(self, code: str, where: str, **facts: object) -> None:
        """Note a fault."""
        self.faults.append(Fault(code, where, facts))

    def not_understood(self, where: str, item: list[str]) -> None:
        """Note an item that means nothing here."""
        self.fault("text_item_unknown", where, given=" ".join(item))

    def number(self, item: list[str], where: str) -> int:
        """The number at the end of an item such as `missi 3`."""
        if len(item) == 2 and re.fullmatch("[0-9]{1,4}", item[1]):
            return int(item[1])
        self.fault("text_number_wanted", where, given=" ".join(item))
        return 0

    def word(self, word: str, known: Sequence[str], code: str, where: str) -> int:
        """The place of the word among the known ones; the code is the fault if it is none of them."""
        if word in known:
            return known.index(word)
        self.fault(code, where, given=word, known=list(known))
        return 0

    def one_of(self, subjects: Sequence[str], usual: str) -> str:
        """Which of the subjects the text speaks of: one, or the usual one."""
        found = [subject for subject in subjects if subject in self.statements]
        if len(found) > 1:
            self.fault("text_two_moments", found[1], given=", ".join(found))
        return found[0] if found else usual
