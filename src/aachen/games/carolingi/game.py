"""Carolingi as the contract wants a game: how to begin one and how to read one."""

from __future__ import annotations

from collections.abc import Mapping

from aachen.core.errors import BadInput, Fault
from aachen.core.events import Tell
from aachen.core.luck import Luck
from aachen.core.numbers_as_bytes import ByteReader
from aachen.games.carolingi import knowledge, reading, setup
from aachen.games.carolingi.options import Options, read_options
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.realms import realm_of
from aachen.games.carolingi.rules import scenario_814
from aachen.games.carolingi.state import OutOfGangsError


class Carolingi:
    """The game of Carolingi: base and advanced, modules, and Scenario 814."""

    name = "carolingi"
    rules_version = "1"

    def options(self, named: Mapping[str, object]) -> Options:
        """Options from their names; raises BadInput naming every fault."""
        return read_options(named)

    def new(self, options: Options, luck: Luck, tell: Tell | None = None) -> Position:
        """The first position: everything of 2.2 done, everybody owes two tiles."""
        position = self.empty(options)
        try:
            setup.set_up(position, options.last_year, luck, tell)
        except OutOfGangsError:
            scenario_814.fail(position, tell)
        return position

    def empty(self, options: Options) -> Position:
        """The table before set-up."""
        return Position(realm_of(options.board, options.players, options.variant))

    def read(self, text: str, options: Options | None = None) -> Position:
        """A position from its line or block of text."""
        return reading.read(text, options)

    def from_view(self, view: Mapping[str, object], luck: Luck, options: Options | None = None) -> Position:
        """A whole position that fits a seat's view: what it cannot know is dealt by luck."""
        line = view.get("line")
        if not isinstance(line, str):
            raise BadInput([Fault("view_without_line", "view")])
        return reading.read(line, options, luck)

    def from_knowledge(self, known: bytes, luck: Luck, options: Options | None = None) -> Position:
        """The same from a position's knowledge, which is read faster."""
        source = ByteReader(known)
        position = Position(knowledge.realm_in(source, options))
        knowledge.read_into(position, source, luck)
        return position
