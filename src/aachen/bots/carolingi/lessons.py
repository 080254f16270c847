"""What can be learned of Carolingi: one set of weights for each kind of table, and one for the failure of all."""

from __future__ import annotations

from aachen.bots.carolingi import worth
from aachen.bots.lesson import Lesson
from aachen.core import contract
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.terms import BY_FAILURE, PLACING, SEASONS


class Standing(Lesson):
    """How the seats stand: what each has, and who won."""

    features = worth.FEATURES

    def __init__(self, name: str, variant: str, players: list[int], dealt: bool = False) -> None:
        """`dealt` says whether homelands are: elsewhere they are chosen, and that is play (6.1.1)."""
        self.name = name
        self.variant = variant
        self.players = players
        self.apart = 2 * max(players) if dealt else 0

    def options(self) -> list[dict[str, object]]:
        """Tables of every number of players, in turn."""
        return [{"players": players, "variant": self.variant} for players in self.players]

    def is_moment(self, pos: contract.Position) -> bool:
        """Whenever a seat is asked while tiles are laid or carried out."""
        assert isinstance(pos, Position)
        return pos.year > 0

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """The features of each seat."""
        assert isinstance(pos, Position)
        return worth.rows(pos)

    def circumstances(self, pos: contract.Position) -> list[list[float]]:
        """Which of the table's homelands each seat was dealt; early and late they may count for more or less."""
        assert isinstance(pos, Position)
        early = worth.seasons_left(pos) / (worth.seasons_left(pos) + SEASONS)
        found: list[list[float]] = []
        for land in pos.homeland:
            row = [0.0] * self.apart
            at = 2 * pos.realm.homelands.index(land)
            row[at], row[at + 1] = early, 1.0 - early
            found.append(row)
        return found

    def shares(self, pos: contract.Position) -> list[float]:
        """Who won; a failure of all tells nothing of how the seats stood."""
        assert isinstance(pos, Position)
        if pos.ending == BY_FAILURE:
            return [0.0] * pos.realm.players
        return worth.shares(pos)


class Failure(Lesson):
    """Whether all fail together (814 §5): the failure is one side, time or Peace the other."""

    name = worth.FAILURE
    features = worth.FAILURE_FEATURES
    climbs = False  # a chance of all together: to foretell it well is not a matter of winning

    def options(self) -> list[dict[str, object]]:
        """Tables of every number of players, in turn."""
        return [{"players": players, "variant": "814"} for players in range(2, 7)]

    def is_moment(self, pos: contract.Position) -> bool:
        """Whenever the game has begun."""
        assert isinstance(pos, Position)
        return pos.phase == PLACING or pos.actor >= 0

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """What speaks for a failure; nothing is counted for the other side."""
        assert isinstance(pos, Position)
        return [worth.failure_row(pos), [0.0] * len(worth.FAILURE_FEATURES)]

    def shares(self, pos: contract.Position) -> list[float]:
        """Which of the two it was."""
        assert isinstance(pos, Position)
        return [1.0, 0.0] if pos.ending == BY_FAILURE else [0.0, 1.0]


LESSONS: dict[str, Lesson] = {
    lesson.name: lesson
    for lesson in (
        Standing("base_2", "base", [2], dealt=True),
        Standing("base", "base", [3, 4, 5, 6], dealt=True),
        Standing("advanced", "advanced", [2, 3, 4, 5, 6]),
        Standing("814", "814", [2, 3, 4, 5, 6]),
        Failure(),
    )
}
