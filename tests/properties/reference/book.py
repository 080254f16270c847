"""The reference implementation as a whole: a game from its beginning or from a position, step by step."""

from collections.abc import Iterable
from typing import Any

from tests.properties.reference import victory
from tests.properties.reference.seasons import seasons
from tests.properties.reference.setup import set_up
from tests.properties.reference.table import Action, Flow, Over, Table


class Book:
    """A table and somebody who reads the rules aloud."""

    def __init__(self, table: Table, begin: Flow, answers: Iterable[list[Any]] = ()) -> None:
        self.table = table
        self.flow = self.read_aloud(begin)
        self.asked: dict[str, list[Action]] = {}
        self.go_on(answers)

    @staticmethod
    def new(answers: Iterable[list[Any]], **options: Any) -> "Book":
        """A game from set-up on."""
        table = Table(**options)
        return Book(table, set_up(table), answers)

    def read_aloud(self, begin: Flow) -> Flow:
        """What comes first, then season after season until the game is over."""
        try:
            yield from begin
            yield from seasons(self.table)
        except Over:
            self.close()

    def close(self) -> None:
        """The end; A21: a card that was turned and has found no place is discarded."""
        table = self.table
        if table.ending == "failure":
            table.winner = victory.favourite(table)
        table.discard += [table.drawn_card] if table.drawn_card else []
        table.phase, table.waiting, table.actor, table.tile = "over", [], "", ""

    def go_on(self, answers: Iterable[list[Any]], choice: tuple[str, Action] | None = None) -> None:
        """Until somebody is asked, with the answers that luck gave; all of them must be needed."""
        self.table.answers = iter(answers)
        try:
            self.asked = next(self.flow) if choice is None else self.flow.send(choice)
        except StopIteration:
            self.asked = {}
        assert next(self.table.answers, None) is None, "luck was asked for less than it answered"

    def play(self, colour: str, action: Action, answers: Iterable[list[Any]]) -> None:
        """Somebody has chosen."""
        self.go_on(answers, (colour, action))

    def offers(self, colour: str) -> list[Action]:
        """Everything the colour, or the table, may do now."""
        return self.asked.get(colour, [])
