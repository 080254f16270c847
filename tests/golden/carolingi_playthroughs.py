"""Whole games of Carolingi that must come out the same for ever: how they are played, and how they are told.

`tools/make_golden.py` writes them to `tests/golden/carolingi`; `test_golden.py` plays them again and compares.
"""

import random
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from tests.golden.setups import COLOURS, nearly_peace

from aachen.core.contract import Position
from aachen.core.log import Record
from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.games import GAMES

GAME: Any = GAMES["carolingi"]
PLAYERS = range(2, 7)
ENDINGS = ("time", "peace", "contest_won", "contest_lost")
NAMES = [f"{players}_players_{ending}" for players in PLAYERS for ending in ENDINGS]
EVERY = 8  # so many plays apart, the text shows the position and all offers in their order

Action = dict[str, object]


class Playthrough:
    """One game, its log, and its text as it grows."""

    def __init__(self, title: str, record: Record) -> None:
        self.record = record
        self.chooser = random.Random(title)
        self.text = [f"# {title}", f"start {record.position.digest()}", *self._moment()]

    def say(self, colour: str, action: Action, first: list[object] | None = None) -> None:
        """Play this; if luck's first answer matters, with luck that gives it."""
        position = self.record.position
        seat = position.seats().index(colour)
        code = position.read_action(action)
        assert position.refusal(seat, code) is None, (colour, action, position.write())
        self._play(seat, code, self._luck(seat, code, first))

    def _luck(self, seat: int, code: int, first: list[object] | None) -> int:
        while True:
            seed = self.chooser.getrandbits(32)
            trial, luck = self.record.position.copy(), RecordedLuck(SeededLuck(seed))
            trial.play(seat, code, luck)
            if first is None or (luck.answers and trial.name_luck(*luck.answers[0]) == first):
                return seed

    def _play(self, seat: int, code: int, seed: int) -> None:
        position = self.record.position
        data = words(position.name_action(code))
        move = self.record.play(seat, code, SeededLuck(seed))
        luck = "".join(f" | {' '.join(map(str, answer))}" for answer in lists(move.luck))
        after = self.record.position
        self.text.append(f"{self.record.seq} {after.seats()[seat]} {data}{luck} -> {after.digest()}")
        if self.record.seq % EVERY == 0 or after.outcome() is not None:
            self.text += self._moment()

    def _moment(self) -> list[str]:
        position = self.record.position
        data = [f"    {line}".rstrip() for line in position.write_block().splitlines()]
        for seat, colour in enumerate(position.seats()):
            offers = [words(position.name_action(code)) for code in position.offers(seat)]
            data += [f"    offers {colour}: {'; '.join(offers)}"] if offers else []
        outcome = position.outcome()
        if outcome is not None:
            data.append(f"end {outcome.ending}: places {outcome.places}, points {outcome.points}")
        return data

    def wander(self, avoiding: str = "") -> None:
        """One random play, for whichever seat is waited for."""
        position = self.record.position
        seat = self.chooser.choice(position.to_act())
        code = choose(position, seat, self.chooser, avoiding)
        self._play(seat, code, self.chooser.getrandbits(32))

    def wander_to_the_end(self) -> None:
        """Random play until the game is over."""
        while self.record.position.to_act():
            self.wander("peace")


def words(action: dict[str, object]) -> str:
    """An action in a few words: march hessen franken 2."""
    parts = [part for value in action.values() for part in (value if isinstance(value, list) else [value])]
    return " ".join(map(str, parts))


def lists(luck: list[object]) -> list[list[object]]:
    """Luck's named answers, each a list of words."""
    return [answer for answer in luck if isinstance(answer, list)]


def choose(position: Position, seat: int, chooser: random.Random, avoiding: str = "") -> int:
    """A kind of action first, then one of that kind; without the word to avoid, if there is another."""
    kinds: dict[object, list[int]] = {}
    for code in position.offers(seat):
        named = position.name_action(code)
        if not avoiding or avoiding not in words(named).split():
            kinds.setdefault(named["do"], []).append(code)
    return chooser.choice(kinds[chooser.choice(list(kinds))])


def play(name: str) -> Playthrough:
    """The game of that name."""
    players, ending = int(name[0]), name.split("_players_")[1]
    title = f"Carolingi, {players} players: {ending.replace('_', ' ')}"
    if ending == "time":
        options = GAME.options({"players": players, "last_year": 831})
        game = Playthrough(title, Record.begin(GAME, options, SeededLuck(players)))
        game.wander_to_the_end()
        return game
    game = Playthrough(title, Record.begin_at(GAME, GAME.read(nearly_peace(players))))
    _lay_tiles(game, players, ending != "peace")
    _declare(game, ending)
    game.wander_to_the_end()
    return game


def _lay_tiles(game: Playthrough, players: int, is_contest: bool) -> None:
    """Red lays Peace, in a contest Yellow too; Red's Peace is the first tile out of the bag."""
    peace: Action = {"do": "place", "tiles": ["peace", "no_action"]}
    other: Action = {"do": "place", "tiles": ["influence", "equip_missi"]}
    for colour in COLOURS[2:players]:
        game.say(colour, other)
    game.say("yellow", peace if is_contest else other)
    game.say("red", peace, ["tile", "red", "peace"])


def _declare(game: Playthrough, ending: str) -> None:
    """Red wins a battle and a trophy, its third point; in a contest Yellow answers, or lets it pass."""
    game.say("red", {"do": "extra", "tile": "battle"})
    game.say("red", {"do": "fight", "land": "oberlothringen"})
    game.say("red", {"do": "trophy"})
    if ending == "contest_won":
        game.say("yellow", {"do": "done"})
    elif ending == "contest_lost":
        game.say("yellow", {"do": "extra", "tile": "influence"})
        game.say("yellow", {"do": "settle", "missi": 3})


def checksum_of(
    game: Any, options: Iterable[dict[str, object]], who: Callable[[list[int], random.Random], int]
) -> str:
    """One number over all offers, choices, answers of luck and fingerprints of random games with these options."""
    total = 0
    for seed, named in enumerate(options):
        chooser = random.Random(f"{named['players']} {seed}")
        luck = RecordedLuck(SeededLuck(seed))
        position = game.new(game.options(named), luck)
        while asked := position.to_act():
            seat = who(asked, chooser)
            offers = position.offers(seat)
            code = choose(position, seat, chooser)
            position.play(seat, code, luck)
            data = f"{seat} {offers} {code} {luck.answers} {position.digest()}"
            total = zlib.crc32(data.encode(), total)
            luck.answers.clear()
        outcome = position.outcome()
        total = zlib.crc32(f"{outcome.places} {outcome.points} {outcome.ending}".encode(), total)
    return f"{total:08x}"


def checksum(players: int, games: int = 12) -> str:
    """The checksum of games with so many players, of one to three years."""
    options: list[dict[str, object]] = [
        {"players": players, "last_year": 830 + seed % 3} for seed in range(games)
    ]
    return checksum_of(GAME, options, lambda asked, chooser: chooser.choice(asked))


def files() -> dict[str, str]:
    """Every golden file by its name."""
    found = {}
    for name in NAMES:
        game = play(name)
        found[f"{name}.log"] = "\n".join(game.record.lines) + "\n"
        found[f"{name}.txt"] = "\n".join(game.text) + "\n"
    return found | {"checksums.txt": checksums()}


def checksums() -> str:
    """The checksum for each number of players, a line each."""
    return "".join(f"{players} players: {checksum(players)}\n" for players in PLAYERS)
