"""One random game, examined at every step: what `aachen fuzz` plays by the thousand.

Nothing here knows a game: everything is asked through the contract.
"""

from __future__ import annotations

import json
import random
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aachen.core.contract import TABLE, Options, Position
from aachen.core.game_loop import EndlessGame, play_out
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame, Record, actor_name
from aachen.core.log_lines import Entry, Header, write_line
from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.core.replay import replay

MOST_SECONDS = 120
SAMPLE = 25  # actions of each sort that are tried on each seat
RARELY = 0.04  # how often the costly examinations are made
OF_THE_TABLE = 0.15  # how often the table itself acts, when it may
UNKNOWN_DIGEST = "0" * 16
TEMPERAMENTS = (0.1, 1.0, 1.0, 10.0)


@dataclass(slots=True)
class Find:
    """Something wrong: what, the log that leads there, and what Python said."""

    kind: str
    detail: str
    players: int
    seed: int
    lines: list[str]
    trace: str = ""
    named: Plain = field(default_factory=dict)  # the options, besides the number of players


@dataclass(slots=True)
class FuzzResult:
    """One game: how many actions it took, and what was found."""

    seed: int
    actions: int
    find: Find | None


class Trouble(Exception):
    """A promise of the contract is broken."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


def fuzz_game(game: AnyGame, named: Plain, players: int, seed: int) -> FuzzResult:
    """Play one game at random and examine it."""
    player = RandomPlayer(game, game.options(named | {"players": players}), seed)
    try:
        with time_limit(MOST_SECONDS):
            player.play_on()
    except Trouble as trouble:
        found = Find(trouble.kind, str(trouble), players, seed, player.lines(), "", named)
    except Exception as crash:
        detail = f"{type(crash).__name__}: {crash}"
        found = Find("crash", detail, players, seed, player.lines(), traceback.format_exc(), named)
    else:
        return FuzzResult(seed, player.seq(), None)
    return FuzzResult(seed, player.seq(), found)


class RandomPlayer:
    """Plays one game and asks at every step whether all promises are kept."""

    def __init__(self, game: AnyGame, options: Options, seed: int) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.dice = random.Random(seed)
        self.luck = RecordedLuck(SeededLuck(seed))
        self.record: Record | None = None
        self.tried: tuple[int, int] | None = None  # the seat and action under way
        self.names: dict[int, str] = {}
        self.moods: dict[str, float] = {}

    def play_on(self) -> None:
        """From set-up to the end."""
        self.record = Record.begin(self.game, self.options, self.luck)
        self.examine(self.position)
        try:
            play_out(self, self.choose)
        except EndlessGame as endless:
            raise Trouble("endless", str(endless)) from None
        check_replay(self.record.lines, self.game)

    @property
    def position(self) -> Position:
        """How the game stands."""
        assert self.record is not None
        return self.record.position

    def choose(self, position: Position) -> tuple[int, list[int]]:
        """A random action of a random seat, or of the table; each game prefers other kinds of action."""
        seat = self.dice.choice(position.to_act())
        if position.offers(TABLE) and self.dice.random() < OF_THE_TABLE:
            seat = TABLE
        offers = position.offers(seat)
        return seat, self.dice.choices(offers, [self.mood(position, code) for code in offers])

    def play(self, seat: int, action: int) -> None:
        """Do it, and examine where it leads."""
        assert self.record is not None
        self.luck.answers.clear()
        self.tried = (seat, action)
        self.record.play(seat, action, self.luck)
        self.tried = None
        self.examine(self.position)

    def mood(self, position: Position, action: int) -> float:
        """How much this game likes an action, by its kind."""
        if action not in self.names:
            self.names[action] = str(position.name_action(action).get("do"))
        kind = self.names[action]
        if kind not in self.moods:
            self.moods[kind] = self.dice.choice(TEMPERAMENTS)
        return self.moods[kind]

    def examine(self, position: Position) -> None:
        """Everything that is cheap, and now and then everything that is not."""
        check_sound(position)
        if self.dice.random() < RARELY:
            check_offers(position, self.dice, list(self.names))
            self.check_copy(position)
            check_notation(position, self.game, self.options)
            check_views(position, self.dice)

    def check_copy(self, position: Position) -> None:
        """What happens to a copy is not seen in the original; a digest is the same every time."""
        before, digest = position.write(), position.digest()
        other = position.copy()
        if other.write() != before or other.digest() != digest:
            raise Trouble("copy", "A copy is another position.")
        for seat in other.to_act()[:1]:
            self.luck.answers.clear()
            self.tried = (seat, self.dice.choice(other.offers(seat)))
            other.play(*self.tried, self.luck)
            self.tried = None
        if position.write() != before:
            raise Trouble("copy", "A move on a copy has changed the original.")
        if position.digest() != digest:
            raise Trouble("digest", "Same position, other digest.")

    def seq(self) -> int:
        """How many entries there are."""
        return 0 if self.record is None else self.record.seq

    def lines(self) -> list[str]:
        """The log, and the action or the set-up that crashed."""
        if self.record is None:
            return [write_line(self.broken_header())]
        if self.tried is None:
            return self.record.lines
        position = self.record.position
        seat, action = self.tried
        entry = Entry(
            self.record.seq + 1,
            actor_name(position, seat),
            position.name_action(action),
            self.answers(position),
            UNKNOWN_DIGEST,
        )
        return [*self.record.lines, write_line(entry)]

    def broken_header(self) -> Header:
        """The first line of a game that could not even be set up."""
        empty = self.game.empty(self.options)
        named = self.options.as_dict()
        return Header(
            self.game.name,
            self.game.rules_version,
            named,
            empty.seats(),
            self.answers(empty),
            UNKNOWN_DIGEST,
        )

    def answers(self, position: Position) -> list[object]:
        """What luck has said in the action under way."""
        return [position.name_luck(question, answer) for question, answer in self.luck.answers]


# ---- The promises --------------------------------------------------------------------------------


def check_sound(position: Position) -> None:
    """Nothing made or lost; somebody is asked and can answer, unless the game is over."""
    faults = position.check()
    if faults:
        raise Trouble("invariant", "; ".join(repr(fault) for fault in faults))
    asked = position.to_act()
    if (not asked) != (position.outcome() is not None):
        raise Trouble("dead_end", f"asked: {asked}, outcome: {position.outcome()}")
    for seat in asked:
        if not position.offers(seat):
            raise Trouble("dead_end", f"{position.seats()[seat]} is asked and can do nothing.")


def check_offers(position: Position, dice: random.Random, usual: list[int]) -> None:
    """What is offered is accepted, and nothing else is: neither any action nor one that is offered at other times."""
    table = range(position.action_count())
    for seat in (TABLE, *range(len(position.seats()))):
        name = actor_name(position, seat)
        offers = position.offers(seat)
        if len(set(offers)) < len(offers) or offers != position.offers(seat):
            raise Trouble("offers", f"The offers of {name} are not stable, or not different.")
        for action in {*offers, *dice.choices(table, k=SAMPLE), *dice.choices(usual or table, k=SAMPLE)}:
            refusal = position.refusal(seat, action)
            if (refusal is None) != (action in offers):
                raise Trouble("offers", f"{name}, {position.name_action(action)}: {refusal}")
            if position.read_action(position.name_action(action)) != action:
                raise Trouble("offers", f"{position.name_action(action)} is read as another action.")


def check_notation(position: Position, game: AnyGame, options: Options) -> None:
    """A position that is written and read is the same: same text, same offers, same outcome."""
    line = position.write()
    for text in (line, position.write_block()):
        back = game.read(text, options)
        if back.write() != line:
            raise Trouble("notation", f"{line} became {back.write()}")
        for seat in (TABLE, *range(len(position.seats()))):
            if back.offers(seat) != position.offers(seat):
                raise Trouble("notation", f"Other offers for {actor_name(position, seat)} after {line}")


def check_views(position: Position, dice: random.Random) -> None:
    """Deal the secrets again: no screen changes by a byte, and the position is still sound."""
    for viewer in (None, *range(len(position.seats()))):
        other = position.imagine(viewer, SeededLuck(dice.getrandbits(32)))
        if json.dumps(other.view(viewer)) != json.dumps(position.view(viewer)):
            raise Trouble("view", f"Viewer {viewer}: {position.write()} imagined as {other.write()}")
        faults = other.check()
        if faults:
            raise Trouble("invariant", f"imagined by {viewer}: {faults}")


def check_replay(lines: list[str], game: AnyGame) -> None:
    """The log of a whole game leads to the same end."""
    for step in replay((line + "\n" for line in lines), {game.name: game}):
        if step.fault is not None:
            raise Trouble("replay", f"line {step.line}: {step.fault}")


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """A game that takes longer is stopped, where the system can do that."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(*_: object) -> None:
        raise Trouble("endless", f"The game takes longer than {seconds} s.")

    before: Callable[..., object] | int | None = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
