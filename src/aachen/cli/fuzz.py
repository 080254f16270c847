"""`aachen fuzz`: random games by the thousand, hunting for mistakes in the rules.

Each find is saved as a log that leads to it, and a text that says what is wrong there.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from aachen.cli.arguments import Say, whole_number
from aachen.cli.files import check_folder
from aachen.cli.hunt import Find, Result, hunt
from aachen.core.errors import BadInput
from aachen.core.log import AnyGame, Plain, read_object, write_object
from aachen.games import GAMES
from aachen.games.carolingi.board import USUAL_HOURGLASS
from aachen.games.carolingi.variant import VARIANTS
from aachen.locales import catalogue

MOST_PLAYERS = 8
MODULES = ("anarchy",)
# What varies from game to game unless it is fixed.
CHOICES: dict[str, dict[str, tuple[object, ...]]] = {
    "carolingi": {"variant": VARIANTS, "anarchy": (False, True), "hourglass": (0, USUAL_HOURGLASS)}
}


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """What to play, how long, and where to save."""
    parser.add_argument("--game", choices=list(GAMES), default=next(iter(GAMES)), help=say("cli.game"))
    parser.add_argument("--players", type=_numbers, metavar="N,N", help=say("cli.fuzz.players"))
    parser.add_argument("--variant", metavar="NAME", help=say("cli.fuzz.variant"))
    parser.add_argument("--module", choices=list(MODULES), help=say("cli.fuzz.module"))
    parser.add_argument("--hourglass", action="store_true", help=say("cli.fuzz.hourglass"))
    parser.add_argument("--games", type=whole_number(1), metavar="N", help=say("cli.fuzz.games"))
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help=say("cli.fuzz.seed"))
    parser.add_argument("--seconds", type=whole_number(1), metavar="N", help=say("cli.fuzz.seconds"))
    parser.add_argument(
        "--out", default="fuzz-finds", metavar=say("cli.fuzz.folder"), help=say("cli.fuzz.out")
    )
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("cli.fuzz.jobs"))
    parser.add_argument("--options", default="{}", metavar="JSON", help=say("cli.fuzz.options"))


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def run(args: argparse.Namespace) -> int:
    """Play, save what is found, and sum up."""
    check_folder(args.out)
    sets = option_sets(GAMES[args.game], _fixed(args), args.players)
    tasks = _tasks(args, sets)
    say = catalogue(args.language).say
    tally = Tally()
    with _progress() as progress:
        bar = progress.add_task(say("cli.fuzz.progress"), total=_total(args))

        def tell(sentence: str) -> None:
            progress.console.print(sentence, markup=False, highlight=False, soft_wrap=True)

        try:
            for result in _play_all(args, tasks):
                progress.advance(bar)
                tally.count(result, sets)
                if result.find is not None:
                    tell(_told(say, result.find, save(result.find, args)))
        except Killed as killed:
            tally.finds += 1
            tell(say("cli.fuzz.killed", seeds=", ".join(map(str, killed.seeds))))
    numbers = {"games": tally.games, "actions": tally.actions, "finds": tally.finds}
    print(say("cli.fuzz.summary", sets=len(tally.sets), **numbers))
    return 1 if tally.finds else 0


@dataclass(slots=True)
class Tally:
    """What the hunt has come to."""

    games: int = 0
    actions: int = 0
    finds: int = 0
    sets: set[int] = field(default_factory=set)  # the option sets that were played

    def count(self, result: Result, sets: list[OptionSet]) -> None:
        """One game more."""
        self.games += 1
        self.sets.add(result.seed % len(sets))
        self.actions += result.actions
        self.finds += result.find is not None


class Killed(Exception):
    """A process that played one of these seeds is gone without a word."""

    def __init__(self, seeds: list[int]) -> None:
        super().__init__(str(seeds))
        self.seeds = seeds


OptionSet = tuple[Plain, int]  # the options, and the number of players
Task = tuple[Plain, int, int]  # the options, players, seed


def _fixed(args: argparse.Namespace) -> Plain:
    """The options that are not to vary."""
    named = read_object(args.options)
    if args.variant is not None:
        named["variant"] = args.variant
    if args.module is not None:
        named[args.module] = True
    if args.hourglass:
        named["hourglass"] = USUAL_HOURGLASS
    return named


def option_sets(game: AnyGame, fixed: Plain, wished: list[int] | None) -> list[OptionSet]:
    """All rules with all numbers of players, as far as what is fixed allows; a wish that never can be is refused."""
    choices = [
        [(name, value) for value in ((fixed[name],) if name in fixed else values)]
        for name, values in CHOICES.get(game.name, {}).items()
    ]
    found: list[OptionSet] = []
    wrong: dict[int, BadInput] = {}
    for chosen in product(*choices):
        named = fixed | dict(chosen)
        for players in wished or range(1, MOST_PLAYERS + 1):
            try:
                game.options(named | {"players": players})
                found.append((named, players))
            except BadInput as impossible:
                wrong[players] = impossible
    possible = {players for _, players in found}
    for players, refused in wrong.items():
        if not possible or (wished is not None and players not in possible):
            raise refused
    return found


def _tasks(args: argparse.Namespace, sets: list[OptionSet]) -> Iterator[Task]:
    """Options, players and seed of one game after the other, until number or time is used up."""
    games = _total(args)
    until = None if args.seconds is None else time.monotonic() + args.seconds
    at = 0
    while (games is None or at < games) and (until is None or time.monotonic() < until):
        seed = args.seed + at
        yield *sets[seed % len(sets)], seed
        at += 1


def _total(args: argparse.Namespace) -> int | None:
    """How many games were asked for; with a time but no number, as many as there is time for."""
    if args.games is not None:
        return int(args.games)
    return None if args.seconds is not None else 100


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)


def _play_all(args: argparse.Namespace, tasks: Iterator[Task]) -> Iterator[Result]:
    """All games, here or spread over processes."""
    jobs = args.jobs or os.cpu_count() or 1
    if jobs == 1:
        for named, players, seed in tasks:
            yield hunt(GAMES[args.game], named, players, seed)
        return
    running: dict[Future[Result], int] = {}
    try:
        with ProcessPoolExecutor(jobs, initializer=_ignore_interrupts) as pool:
            yield from _spread(pool, args.game, tasks, 2 * jobs, running)
    except BrokenProcessPool:
        raise Killed(sorted(running.values())) from None


def _spread(
    pool: ProcessPoolExecutor,
    game: str,
    tasks: Iterator[Task],
    most: int,
    running: dict[Future[Result], int],
) -> Iterator[Result]:
    """Keep so many games under way; give out results as they come."""
    try:
        while True:
            while len(running) < most and (task := next(tasks, None)) is not None:
                running[pool.submit(hunt_named, game, *task)] = task[2]
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                del running[future]
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def hunt_named(game: str, named: Plain, players: int, seed: int) -> Result:
    """One game, in another process."""
    return hunt(GAMES[game], named, players, seed)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the first process; it tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def save(find: Find, args: argparse.Namespace) -> Path:
    """The log that leads to the find, and beside it what is wrong there."""
    folder = Path(args.out)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{args.game}-{find.players}p-{find.seed}-{find.kind}.log"
    path.write_text("".join(line + "\n" for line in find.lines), encoding="utf-8")
    told = [
        f"{find.kind}: {find.detail}",
        f"See it: aachen replay --check {path.name}",
        f"Play it again: aachen fuzz --game {args.game} --players {find.players} --seed {find.seed} --games 1"
        + (f" --options '{write_object(find.named)}'" if find.named else ""),
        "",
        find.trace,
    ]
    path.with_suffix(".txt").write_text("\n".join(told), encoding="utf-8", errors="backslashreplace")
    return path


def _told(say: Say, find: Find, path: Path) -> str:
    detail = find.detail if len(find.detail) <= 300 else find.detail[:299] + "…"
    return say(
        "cli.fuzz.found",
        kind=say(f"find.{find.kind}"),
        players=find.players,
        seed=find.seed,
        detail=detail,
        path=path,
    )
