"""What reading a position needs: its statements, the words of its realm, and the table that grows from them."""

from __future__ import annotations

from aachen.core.luck import Luck
from aachen.core.statements import Items, StatementReader
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.realms import realm_of
from aachen.games.carolingi.state import State


class PositionReader(StatementReader):
    """Takes statements one by one into a position, and notes what it cannot understand."""

    def __init__(self, statements: list[tuple[str, Items]], luck: Luck, is_remembered: bool) -> None:
        super().__init__(statements)
        self.luck = luck  # deals what the text hides
        self.is_remembered = is_remembered  # a table that is itself remembered remembers no other (C20)
        self.in_hand: dict[int, int] = {}  # how many hidden tiles a seat is said to hold
        self.hidden: set[int] = set()  # seats with question marks
        self.options: Options
        self.realm: Realm
        self.pos: State

    def set_table(self, options: Options) -> None:
        """The realm of the text's title; what follows is read in its words."""
        self.options = options
        self.realm = realm_of(options.board, options.players, options.variant)

    def take(self, pos: State) -> None:
        """The empty table that everything is laid on."""
        self.pos = pos

    def land(self, word: str, where: str) -> int:
        """The land of that id."""
        return self.word(word, self.realm.lands, "no_such_land", where)

    def seat(self, word: str, where: str) -> int:
        """The seat of that colour."""
        return self.word(word, self.realm.colours, "no_such_seat", where)

    def tile(self, word: str, where: str) -> int:
        """The tile of that name."""
        return self.word(word, self.realm.tile_names, "no_such_tile", where)

    def seat_of(self, subject: str) -> int:
        """The seat that a subject such as `red court` begins with."""
        return self.seat(subject.split()[0], subject)

    def seats_of(self, subject: str) -> list[int]:
        """The seats that a statement lists."""
        words = [word for item in self.statements.get(subject, []) for word in item]
        return [self.seat(word, subject) for word in words]
