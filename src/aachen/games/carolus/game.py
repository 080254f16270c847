"""Carolus Magnus as the contract wants a game: how to begin one and how to read one."""

from __future__ import annotations

from collections.abc import Mapping

from aachen.core.errors import BadInput, Fault
from aachen.core.events import Tell
from aachen.core.luck import Luck
from aachen.core.numbers_as_bytes import ByteReader
from aachen.games.carolus import knowledge, reading, setup
from aachen.games.carolus.empire import empire_of
from aachen.games.carolus.options import Options, read_options
from aachen.games.carolus.position import Position


class Carolus:
    """The game of Carolus Magnus for two, three and four players."""

    name = "carolus"
    rules_version = "1"

    def options(self, named: Mapping[str, object]) -> Options:
        """Options from their names; raises BadInput naming every fault."""
        return read_options(named)

    def new(self, options: Options, luck: Luck, tell: Tell | None = None) -> Position:
        """The first position: the ring is dealt and reserves are rolled, up to the first choice of anybody."""
        position = self.empty(options)
        setup.set_up(position, luck, tell)
        return position

    def empty(self, options: Options) -> Position:
        """The table before set-up."""
        return Position(empire_of(options.players))

    def read(self, text: str, options: Options | None = None) -> Position:
        """A position from its line or block of text."""
        return reading.read(text, options)

    def from_view(self, view: Mapping[str, object], luck: Luck, options: Options | None = None) -> Position:
        """The position of a view: it holds everything (M13)."""
        line = view.get("line")
        if not isinstance(line, str):
            raise BadInput([Fault("view_without_line", "view")])
        return reading.read(line, options)

    def from_knowledge(self, known: bytes, luck: Luck, options: Options | None = None) -> Position:
        """The same from a position's knowledge, which is read faster."""
        source = ByteReader(known)
        position = Position(knowledge.empire_in(source))
        knowledge.read_into(position, source)
        return position
