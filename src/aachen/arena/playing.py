"""One game between bots: every seat is asked with its own view and nothing else.

Tables with an hourglass wait for nobody's clock: the sand never runs out, since the table itself never acts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from time import thread_time

from aachen import __version__
from aachen.arena.contestant import Contestant
from aachen.arena.external import ExternalBot
from aachen.bots import Bot, Budget
from aachen.core.common_luck import CommonLuck
from aachen.core.contract import Options, Position
from aachen.core.errors import bad
from aachen.core.events import Event
from aachen.core.game_loop import play_out
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame, Record
from aachen.titles.facts import Watcher


class Player:
    """Who sits at a seat: a bot, under which name, and what each of its thoughts may cost (None: it needs no limit)."""

    def __init__(self, bot: Bot, name: str, budget: Callable[[], Budget | None] = lambda: None) -> None:
        self.bot = bot
        self.name = name
        self.budget = budget


def seated(contestants: Sequence[Contestant], seed: int, options: Options) -> list[Player]:
    """A player for each seat of the game with that seed."""
    return [
        Player(each.bot(seed, seat, options), each.name, each.budget) for seat, each in enumerate(contestants)
    ]


@dataclass(slots=True)
class GameResult:
    """One game that was played to its end. Lists go by seat."""

    game: str
    options: Plain
    seed: int
    seats: list[str]
    players: list[str]  # the names of the contestants
    places: list[int]
    points: list[int]
    ending: str
    actions: int
    digest: str  # of the last position
    thoughts: list[int]
    work: list[float]  # CPU-seconds of all thoughts: no two runs have the same
    rules: str
    version: str = __version__
    number: int = 0  # in the plan, from 1; 0: in none
    block: int = 0
    facts: Plain = field(default_factory=dict)
    replaced: dict[str, dict[str, int]] = field(
        default_factory=dict
    )  # of external bots: how many answers were replaced, by name and kind
    moves: list[int] = field(default_factory=list)  # seat, action, seat, action …: kept if a clock had a say
    log: list[str] = field(
        default_factory=list
    )  # its lines, if they were asked for; not part of a file of results

    def as_dict(self) -> Plain:
        """The result as plain data; what says nothing is left out."""
        data = asdict(self)
        del data["log"]
        return {key: value for key, value in data.items() if value != {} and (key != "moves" or value)}

    def shares(self) -> list[float]:
        """What each seat has won of the game: together one, or nothing if all have lost."""
        winners = self.places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in self.places]


@dataclass(slots=True)
class Keep:
    """What is kept of a game besides its result."""

    moves: bool = False
    log: bool = False


def play_game(
    game: AnyGame,
    options: Options,
    seed: int,
    players: Sequence[Player],
    watcher: Watcher | None = None,
    keep: Keep | None = None,
) -> GameResult:
    """Play a game to its end. Same seed and players, same game, unless a clock ends their thoughts."""
    table = RecordedTable(game, options, seed, [player.name for player in players], watcher, keep or Keep())
    try:
        play_out(table, lambda position: _choice(table, position, players))
    finally:
        close_external(players)
    result = table.result()
    result.replaced = replaced_answers(players)
    return result


def close_external(players: Sequence[Player]) -> None:
    """End the programs that play at these seats."""
    for player in players:
        if isinstance(player.bot, ExternalBot):
            player.bot.close()


def replaced_answers(players: Sequence[Player]) -> dict[str, dict[str, int]]:
    """How many answers of external bots were replaced, by name and kind."""
    found: dict[str, dict[str, int]] = {}
    for player in players:
        if isinstance(player.bot, ExternalBot) and player.bot.replaced:
            kinds = found.setdefault(player.name, {})
            for kind, number in player.bot.replaced.items():
                kinds[kind] = kinds.get(kind, 0) + number
    return found


def play_again(game: AnyGame, result: GameResult) -> GameResult:
    """The same game by its moves, with its log; nobody has to think. Raises BadInput if it leads elsewhere."""
    if result.rules != game.rules_version:
        raise bad("log_unknown_rules", "rules", given=result.rules, known=game.rules_version)
    table = RecordedTable(
        game, game.options(result.options), result.seed, result.players, None, Keep(log=True)
    )
    for seat, action in zip(result.moves[::2], result.moves[1::2], strict=True):
        if not 0 <= seat < len(result.seats) or action not in table.position.offers(seat):
            raise bad("arena_other_game", number=result.number)
        table.play(seat, action)
    if table.position.outcome() is None:
        raise bad("arena_other_game", number=result.number)
    return table.result()


class RecordedTable:
    """A game under way, with everything that is counted."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seed: int,
        names: list[str],
        watcher: Watcher | None,
        keep: Keep,
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.names = names
        self.watcher = watcher
        self.keep = keep
        self.luck = CommonLuck(seed)
        self.moves: list[int] = []
        self.actions = 0
        self.thoughts = [0] * len(names)
        self.work = [0.0] * len(names)
        self.record: Record | None = None
        self.position, events = self._begin()
        assert len(self.position.seats()) == len(names), "a player for each seat"
        if watcher is not None:
            watcher.begin(self.position, events)

    def _begin(self) -> tuple[Position, list[Event]]:
        events: list[Event] = []
        if not self.keep.log:
            return self.game.new(self.options, self.luck, events.append), events
        seats = self.game.empty(self.options).seats()
        names: Plain = dict(zip(seats, self.names))
        self.record = Record.begin(self.game, self.options, self.luck, names=names)
        return self.record.position, self.record.events

    def play(self, seat: int, action: int) -> None:
        """Do what was offered."""
        self.actions += 1
        if self.keep.moves:
            self.moves += [seat, action]
        events: list[Event] = []
        if self.record is not None:
            events = self.record.play(seat, action, self.luck).events
            self.position = self.record.position
        else:
            self.position.play(seat, action, self.luck, None if self.watcher is None else events.append)
        if self.watcher is not None:
            self.watcher.see(self.position, seat, action, events)

    def result(self) -> GameResult:
        """How it ended."""
        outcome = self.position.outcome()
        assert outcome is not None
        return GameResult(
            game=self.game.name,
            options=self.options.as_dict(),
            seed=self.seed,
            seats=self.position.seats(),
            players=self.names,
            places=outcome.places[:],
            points=outcome.points[:],
            ending=outcome.ending,
            actions=self.actions,
            digest=self.position.digest(),
            thoughts=self.thoughts,
            work=[round(seconds, 6) for seconds in self.work],
            rules=self.game.rules_version,
            facts={} if self.watcher is None else self.watcher.facts(),
            moves=self.moves,
            log=[] if self.record is None else self.record.lines,
        )


def _choice(table: RecordedTable, position: Position, players: Sequence[Player]) -> tuple[int, list[int]]:
    """What the next seat's bot decides from its view; the time it takes is counted."""
    seat = position.to_act()[0]
    player, view = players[seat], position.view(seat)
    before = thread_time()
    course = player.bot.course(view, player.budget())
    table.work[seat] += thread_time() - before
    table.thoughts[seat] += 1
    codes = [position.read_action(named) for named in course]
    assert position.refusal(seat, codes[0]) is None, f"{player.name} chose what is not offered: {course[0]}"
    return seat, codes
