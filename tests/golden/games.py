"""Games that are kept as they were played: one for each variant and each way of ending.

Each is played anew from its seed and must come out to the letter, order of offers included.
If the rules or the notation change on purpose: `python -m tests.golden.games` plays and stores them again,
and the change shows in the files.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.golden.setups import claiming, co_regents, contest, lone_peace

from aachen.core.contract import TABLE
from aachen.core.log import Record
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

FOLDER = Path(__file__).parent / "logs"
SAND = 0.2  # how often the sand runs out when it may


@dataclass(frozen=True)
class Golden:
    """How a game begins, the seed it is played from, and what must come of it."""

    seed: int
    ending: str
    winners: tuple[str, ...]
    happens: tuple[str, ...] = ()  # kinds of events that are told on the way
    options: str = ""
    text: str = ""


def begins(**options: object) -> str:
    """Options in a form that a table can hold."""
    return json.dumps(options)


CLAIMED = ("homeland_claimed", "gang_banished")
STORM = ("sand_ran_out", "tile_blocked")

GOLDEN: dict[str, Golden] = {
    "anarchy-time": Golden(
        1,
        "time",
        ("yellow",),
        ("anarchy_began", "rebellion_began"),
        begins(players=3, anarchy=True, last_year=831),
    ),
    "advanced-time": Golden(
        1, "time", ("yellow",), ("first_gangs",), begins(players=2, variant="advanced", last_year=830)
    ),
    "advanced-claim": Golden(4, "time", ("red",), CLAIMED, text=claiming(3)),
    "advanced-peace": Golden(2, "peace", ("red",), ("contest_began",), text=contest(3, "variant advanced")),
    "hourglass-time": Golden(
        1, "time", ("blue",), ("sand_ran_out",), begins(players=3, hourglass=60, last_year=830)
    ),
    "hourglass-lone-peace": Golden(1, "time", ("red",), ("extra_action_undone",), text=lone_peace(2)),
    "814-skuld": Golden(
        180, "failure", ("red",), ("skuld_met_problems", "honour_earned"), begins(players=2, variant="814")
    ),
    "814-gangs": Golden(67, "failure", ("yellow",), ("no_gang_left",), begins(players=2, variant="814")),
    "814-set-up": Golden(15, "failure", (), ("no_gang_left",), begins(players=2, variant="814")),
    "814-everybody-loses": Golden(
        1, "failure", (), ("skuld_met_problems",), begins(players=3, variant="814", anarchy=True)
    ),
    "814-time": Golden(
        3, "time", ("red",), ("problem_solved",), begins(players=4, variant="814", last_year=814)
    ),
    "814-co-regent": Golden(1, "peace", ("red",), ("peace_made",), text=co_regents(2)),
    "814-everything": Golden(
        5, "failure", (), STORM, begins(players=3, variant="814", anarchy=True, hourglass=60)
    ),
}


def play(golden: Golden) -> tuple[Record, list[str]]:
    """The whole game, and the kinds of events it told."""
    game = GAMES["carolingi"]
    luck, chooser = SeededLuck(golden.seed), random.Random(golden.seed)
    if golden.text:
        record = Record.begin_at(game, game.read(golden.text))
    else:
        record = Record.begin(game, game.options(json.loads(golden.options)), luck)
    heard = [event.kind for event in record.events]
    while record.position.outcome() is None:
        seat = who_acts(record.position, chooser)
        move = record.play(seat, choose(record.position, seat, chooser), luck)
        heard += [event.kind for event in move.events]
    return record, heard


def who_acts(position: Any, chooser: random.Random) -> int:
    """One of the seats that are waited for, or now and then the table."""
    if position.offers(TABLE) and chooser.random() < SAND:
        return TABLE
    return int(chooser.choice(position.to_act()))


def choose(position: Any, seat: int, chooser: random.Random) -> int:
    """Any offer: first a kind of action, then one of that kind, so that rare kinds come up."""
    kinds: dict[object, list[int]] = {}
    for code in position.offers(seat):
        kinds.setdefault(position.name_action(code)["do"], []).append(code)
    return chooser.choice(kinds[chooser.choice(list(kinds))])


def store() -> None:
    """Write all games down as they are played now."""
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GOLDEN.items():
        record, _ = play(golden)
        (FOLDER / f"{name}.log").write_text("".join(line + "\n" for line in record.lines), encoding="utf-8")


if __name__ == "__main__":
    store()
