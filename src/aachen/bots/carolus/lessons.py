"""What can be learned of Carolus Magnus: one lesson for each number of players."""

from __future__ import annotations

from aachen.bots.carolus import worth
from aachen.bots.lesson import Lesson
from aachen.core.contract import Position
from aachen.games.carolus import position
from aachen.games.carolus.terms import CROWNING, LAYING, OVER, PUTTING, SET_UP


class CarolusLesson(Lesson):
    """The worth of a side with two, three or four players."""

    def __init__(self, players: int) -> None:
        self.name = lesson_name(players)
        self.features = worth.FEATURES[:]
        self.players = players

    def options(self) -> list[dict[str, object]]:
        """There is but one way to play."""
        return [{"players": self.players}]

    def is_moment(self, pos: Position) -> bool:
        """Whenever a disc is to be laid or a turn begins."""
        assert isinstance(pos, position.Position)
        if pos.round == SET_UP or pos.phase == OVER:
            return False
        if pos.phase == PUTTING:
            return pos.count == pos.empire.turn_paladins
        return pos.phase == LAYING or pos.phase == CROWNING

    def rows(self, pos: Position) -> list[list[float]]:
        """The features of each side."""
        assert isinstance(pos, position.Position)
        return worth.rows(pos)

    def shares(self, pos: Position) -> list[float]:
        """What each side won."""
        assert isinstance(pos, position.Position)
        return worth.shares(pos)


def lesson_name(players: int) -> str:
    """The lesson for so many players."""
    return f"{players} players"


LESSONS: dict[str, Lesson] = {
    lesson.name: lesson for lesson in (CarolusLesson(2), CarolusLesson(3), CarolusLesson(4))
}
