"""`aachen fuzz`: random games by the thousand, in search of mistakes in the rules.

Each find is saved as a log that leads to it, and a text that says what is wrong there.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, product
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from aachen.arena.pool import Pool, WorkerDied, cores
from aachen.cli.arguments import Say
from aachen.cli.files import check_folder, write_file, write_lines
from aachen.cli.fuzz_game import Find, FuzzResult, fuzz_game
from aachen.cli.game_argument import add_game, first_game
from aachen.cli.program import program
from aachen.core.errors import BadInput
from aachen.core.json_lines import read_object, write_object
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame
from aachen.games import GAMES
from aachen.locales import catalogue
from aachen.titles import TITLES
from aachen.titles.terminal.numbers import whole_number, whole_numbers
from aachen.titles.title import MOST_PLAYERS

INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """What to play, how long, and where to save."""
    add_game(parser, say("cli.game"))
    parser.add_argument("--players", type=whole_numbers, metavar="N,N", help=say("cli.fuzz.players"))
    parser.add_argument("--variant", metavar="NAME", help=say("cli.fuzz.variant"))
    parser.add_argument(
        "--module",
        choices=sorted({module for title in TITLES.values() for module in title.modules}),
        help=say("cli.fuzz.module"),
    )
    parser.add_argument("--hourglass", action="store_true", help=say("cli.fuzz.hourglass"))
    parser.add_argument("--games", type=whole_number(1), metavar="N", help=say("cli.fuzz.games"))
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help=say("cli.fuzz.seed"))
    parser.add_argument("--seconds", type=whole_number(1), metavar="N", help=say("cli.fuzz.seconds"))
    parser.add_argument(
        "--out", default="fuzz-finds", metavar=say("cli.fuzz.folder"), help=say("cli.fuzz.out")
    )
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("cli.fuzz.jobs"))
    parser.add_argument("--options", default="{}", metavar="JSON", help=say("cli.fuzz.options"))


def run(args: argparse.Namespace) -> int:
    """Play, save what is found, and sum up."""
    args.game = args.game or first_game()
    check_folder(args.out)
    sets = option_sets(GAMES[args.game], _fixed(args), args.players)
    tasks = _tasks(args, sets)
    say = catalogue(args.language).say
    totals = FuzzTotals(args.seed)
    is_interrupted = False
    with _progress() as progress:
        bar = progress.add_task(say("cli.fuzz.progress"), total=_total(args))

        def tell(sentence: str) -> None:
            progress.console.print(sentence, markup=False, highlight=False, soft_wrap=True)

        try:
            with Pool(args.jobs or cores()) as pool:
                for result in pool.as_completed(partial(fuzz_task, args.game), tasks):
                    progress.advance(bar)
                    totals.count(result, sets)
                    if result.find is not None:
                        tell(_find_text(say, result.find, save(result.find, args)))
        except WorkerDied as died:
            totals.finds += 1
            tell(
                say(
                    "cli.fuzz.killed",
                    seeds=", ".join(str(seed) for _, _, seed in sorted(died.tasks, key=_seed)),
                )
            )
        except KeyboardInterrupt:
            is_interrupted = True
    numbers = {"games": totals.games, "actions": totals.actions, "finds": totals.finds}
    print(say("cli.fuzz.summary", sets=len(totals.sets), **numbers))
    if is_interrupted:
        print(say("cli.fuzz.interrupted", arguments=_arguments_to_go_on(args, totals)), file=sys.stderr)
        return INTERRUPTED
    return 1 if totals.finds else 0


@dataclass(slots=True)
class FuzzTotals:
    """What the games have come to."""

    first: int  # seed
    games: int = 0
    actions: int = 0
    finds: int = 0
    sets: set[int] = field(default_factory=set)  # the option sets that were played
    seeds: set[int] = field(default_factory=set)

    def count(self, result: FuzzResult, sets: list[OptionSet]) -> None:
        """One game more."""
        self.games += 1
        self.seeds.add(result.seed)
        self.sets.add(result.seed % len(sets))
        self.actions += result.actions
        self.finds += result.find is not None

    def next_seed(self) -> int:
        """The first seed that was not played to its end; games come in as they are finished."""
        return next(seed for seed in count(self.first) if seed not in self.seeds)


def _arguments_to_go_on(args: argparse.Namespace, totals: FuzzTotals) -> str:
    """What to add to the same command so that it plays the rest."""
    seed, games = totals.next_seed(), _total(args)
    return f"--seed {seed}" if games is None else f"--seed {seed} --games {args.seed + games - seed}"


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
        named["hourglass"] = TITLES[args.game].choices.get("hourglass", (True,))[-1]
    return named


def option_sets(game: AnyGame, fixed: Plain, wished: list[int] | None) -> list[OptionSet]:
    """All rules with all numbers of players, as far as what is fixed allows; a wish that never can be is refused."""
    choices = [
        [(name, value) for value in ((fixed[name],) if name in fixed else values)]
        for name, values in TITLES[game.name].choices.items()
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


def _seed(task: Task) -> int:
    return task[2]


def _total(args: argparse.Namespace) -> int | None:
    """How many games were asked for; with a time but no number, as many as there is time for."""
    if args.games is not None:
        return int(args.games)
    return None if args.seconds is not None else 100


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)


def fuzz_task(game: str, task: Task) -> FuzzResult:
    """One game, perhaps in another process."""
    named, players, seed = task
    return fuzz_game(GAMES[game], named, players, seed)


def save(find: Find, args: argparse.Namespace) -> Path:
    """The log that leads to the find, and beside it what is wrong there."""
    path = Path(args.out) / f"{args.game}-{find.players}p-{find.seed}-{find.kind}.log"
    write_lines(str(path), find.lines)
    lines = [
        f"{find.kind}: {find.detail}",
        f"See it: {program()} replay --check {path.name}",
        f"Play it again: {program()} fuzz --game {args.game} --players {find.players} --seed {find.seed} --games 1"
        + (f" --options '{write_object(find.named)}'" if find.named else ""),
        "",
        find.trace,
    ]
    write_file(str(path.with_suffix(".txt")), "\n".join(lines))
    return path


def _find_text(say: Say, find: Find, path: Path) -> str:
    detail = find.detail if len(find.detail) <= 300 else find.detail[:299] + "…"
    return say(
        "cli.fuzz.found",
        kind=say(f"find.{find.kind}"),
        players=find.players,
        seed=find.seed,
        detail=detail,
        path=path,
    )
