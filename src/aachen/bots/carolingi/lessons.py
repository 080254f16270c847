"""What can be learned of Carolingi: weights for each kind of table, for the failure of all, and how games end."""

from __future__ import annotations

from aachen.bots.carolingi import outlook, worth
from aachen.bots.lesson import Lesson
from aachen.core import contract
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.terms import BY_FAILURE, PLACING


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
        return [home + [0.0] * (self.apart - len(home)) for home in _homes(pos)]

    def shares(self, pos: contract.Position) -> list[float]:
        """Who won; a failure of all tells nothing of how the seats stood."""
        assert isinstance(pos, Position)
        if pos.ending == BY_FAILURE:
            return [0.0] * pos.realm.players
        return worth.shares(pos)


class Prospect(Standing):
    """How games of planners with so many players end, from where tiles are laid: there a search stops."""

    climbs = False  # nobody plays by it

    def __init__(self, players: int) -> None:
        super().__init__(outlook.name_of(players), "base", [players])
        self.features = outlook.features(players)
        self.watches = "base"

    def is_moment(self, pos: contract.Position) -> bool:
        """Whenever a seat lays its tiles."""
        assert isinstance(pos, Position)
        return pos.phase == PLACING

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """What planners count, and the homeland."""
        return [row + home for row, home in zip(super().rows(pos), _homes(pos), strict=True)]


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


def _homes(pos: contract.Position) -> list[list[float]]:
    """Which of the table's homelands each seat was dealt: two numbers for each of them, one early and one late."""
    assert isinstance(pos, Position)
    ahead = outlook.early(worth.seasons_left(pos))
    found: list[list[float]] = []
    for land in pos.homeland:
        row = [0.0] * (2 * pos.realm.players)
        at = 2 * pos.realm.homelands.index(land)
        row[at], row[at + 1] = ahead, 1.0 - ahead
        found.append(row)
    return found


LESSONS: dict[str, Lesson] = {
    lesson.name: lesson
    for lesson in (
        Standing("base_2", "base", [2], dealt=True),
        Standing("base", "base", [3, 4, 5, 6], dealt=True),
        Standing("advanced", "advanced", [2, 3, 4, 5, 6]),
        Standing("814", "814", [2, 3, 4, 5, 6]),
        Failure(),
        *(Prospect(players) for players in (3, 4, 5, 6)),
    )
}
