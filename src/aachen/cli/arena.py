"""`aachen arena`: matches and leagues between bots, and what they say about strength.

Exit codes besides the usual ones: with --sprt 0 says better, 1 not better, 3 undecided.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from pathlib import Path
from shlex import quote
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from aachen.arena.contestant import read_contestants
from aachen.arena.gate import BETTER, NOT_BETTER, Gate
from aachen.arena.plan import LEAGUE, MATCH, ArenaPlan, make_plan
from aachen.arena.playing import GameResult
from aachen.arena.pool import WorkerDied, cores
from aachen.arena.results import ResultsFile, read_results
from aachen.arena.running import make_again, play_missing
from aachen.arena.summary import Summary, summarise
from aachen.cli.arena_tables import Tables
from aachen.cli.arguments import Say
from aachen.cli.board_argument import with_board
from aachen.cli.files import check_folder, check_target, write_lines
from aachen.cli.game_argument import add_game, first_game
from aachen.cli.program import program, shown_program
from aachen.cli.title_texts import named_variants
from aachen.core.errors import bad
from aachen.core.json_lines import read_object
from aachen.core.json_shapes import Plain
from aachen.locales import catalogue
from aachen.titles import TITLES
from aachen.titles.terminal.numbers import share, whole_number

USUAL_BLOCKS = 50
UNCLEAR = 3
OFTEN = 10.0  # seconds between lines that tell how far we are
WIDE = 120  # signs of a line that no terminal breaks
INTERRUPTED = 130
FAILED = 1


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Who plays what how often, and where the results go."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--match", nargs=2, metavar="BOT", help=say("arena.args.match"))
    what.add_argument("--league", metavar="BOT,BOT", help=say("arena.args.league"))
    what.add_argument("--show", metavar=say("cli.file.name"), help=say("arena.args.show"))
    what.add_argument(
        "--again", metavar=say("arena.args.game_of"), help=say("arena.args.again", program=shown_program())
    )
    add_game(parser, say("cli.game"))
    parser.add_argument("--players", type=whole_number(1), metavar="N", help=say("arena.args.players"))
    parser.add_argument(
        "--variant", metavar="NAME", help=say("arena.args.variant", variants=named_variants(say))
    )
    parser.add_argument("--board", metavar=say("cli.file.name"), help=say("argument.board"))
    parser.add_argument("--options", default="{}", metavar="JSON", help=say("cli.fuzz.options"))
    parser.add_argument(
        "--blocks", type=whole_number(1), default=USUAL_BLOCKS, metavar="N", help=say("arena.args.blocks")
    )
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help=say("arena.args.seed"))
    parser.add_argument(
        "--sprt", nargs=2, type=share, metavar=("P", "Q"), help=say("arena.args.sprt").replace("%", "%%")
    )
    parser.add_argument("--out", metavar=say("cli.file.name"), help=say("arena.args.out"))
    parser.add_argument("--keep", metavar=say("cli.fuzz.folder"), help=say("arena.args.keep"))
    parser.add_argument("--facts", action="store_true", help=say("arena.args.facts", program=shown_program()))
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("cli.fuzz.jobs"))
    parser.add_argument("--ray", metavar=say("arena.args.address"), help=say("arena.args.ray"))
    parser.add_argument("--json", action="store_true", help=say("arena.args.json"))


def run(args: argparse.Namespace) -> int:
    """Play, or look at what was played."""
    if args.again is not None:
        return again(args)
    if args.show is not None:
        found = read_results(Path(args.show))
        return tell(args, found.plan, list(found.results.values()))
    return play(args)


# ---- Playing -------------------------------------------------------------------------------------


def play(args: argparse.Namespace) -> int:
    """All blocks that are not in the file yet."""
    plan, gate = plan_of(args), gate_of(args)
    if args.keep is not None:
        check_folder(args.keep)
    book = ResultsFile(plan, None if args.out is None else Path(args.out))
    say = catalogue(args.language).say
    try:
        _play_on(args, book, gate)
    except KeyboardInterrupt:
        print(say("arena.interrupted" if args.out else "arena.lost"), file=sys.stderr)
        tell(args, plan, book.results(), gate)
        return INTERRUPTED
    except WorkerDied as died:
        numbers = ", ".join(str(unit.block + 1) for unit in died.tasks)
        print(say("arena.killed", blocks=numbers), file=sys.stderr)
        tell(args, plan, book.results(), gate)
        return FAILED
    finally:
        book.close()
    return tell(args, plan, book.results(), gate)


def plan_of(args: argparse.Namespace) -> ArenaPlan:
    """What is asked for."""
    game = args.game or first_game()
    named = with_board(game, read_object(args.options), args.board)
    if args.players is not None:
        named["players"] = args.players
    if args.variant is not None:
        named["variant"] = args.variant
    if args.match is not None:
        kind, where, contestants = MATCH, "--match", read_contestants(args.match, "--match")
    else:
        kind, where, contestants = LEAGUE, "--league", read_contestants(args.league.split(","), "--league")
    for contestant in contestants:
        contestant.check_ready(where)
    return make_plan(game, named, kind, contestants, args.seed)


def gate_of(args: argparse.Namespace) -> Gate | None:
    """The question that ends the match early, if there is one."""
    if args.sprt is None:
        return None
    if args.match is None:
        raise bad("arena_gate_needs_match", "--sprt")
    worse, better = args.sprt
    if not 0 < worse < better < 1:
        raise bad("arena_gate_bad_shares", "--sprt", worse=worse, better=better)
    return Gate(worse, better)


def _play_on(args: argparse.Namespace, book: ResultsFile, gate: Gate | None) -> None:
    missing = len(book.missing(args.blocks)) * book.plan.games_of_unit
    whole = args.blocks * book.plan.games_of_block
    jobs = args.jobs or cores()
    watch = TITLES[book.plan.game].watcher if args.facts else None
    with _reporter(args.language, whole, whole - missing) as reporter:
        for results in play_missing(
            book, args.blocks, jobs, args.ray, log=args.keep is not None, watch=watch, gate=gate
        ):
            if args.keep is not None:
                _keep(Path(args.keep), results)
            reporter.advance(len(results))


def _keep(folder: Path, results: list[GameResult]) -> None:
    """The logs of these games, each in a file named after its number."""
    for result in results:
        write_lines(str(folder / f"{result.game}-{result.number:05d}.log"), result.log)


# ---- How far we are ------------------------------------------------------------------------------


class ProgressReporter(Protocol):
    """Says how far we are, and how long it will take."""

    def __enter__(self) -> ProgressReporter: ...

    def __exit__(self, *_: object) -> None: ...

    def advance(self, games: int) -> None:
        """So many games more."""


def _reporter(language: str, whole: int, done: int) -> ProgressReporter:
    """A bar at a terminal; otherwise now and then a line."""
    say = catalogue(language).say
    return _Bar(say, whole, done) if sys.stderr.isatty() else _Lines(say, whole, done)


class _Bar:
    def __init__(self, say: Say, whole: int, done: int) -> None:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn(say("arena.left")),
            TimeRemainingColumn(),
        )
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self.bar = self.progress.add_task(say("arena.playing"), total=whole, completed=done)

    def __enter__(self) -> ProgressReporter:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def advance(self, games: int) -> None:
        self.progress.advance(self.bar, games)


class _Lines:
    def __init__(self, say: Say, whole: int, done: int) -> None:
        self.say = say
        self.whole = whole
        self.done = self.before = done
        self.begun = self.last_line = time.monotonic()

    def __enter__(self) -> ProgressReporter:
        return self

    def __exit__(self, *_: object) -> None:
        if self.done > self.before:
            self._tell(time.monotonic())

    def advance(self, games: int) -> None:
        self.done += games
        now = time.monotonic()
        if now - self.last_line >= OFTEN:
            self._tell(now)

    def _tell(self, now: float) -> None:
        self.last_line = now
        passed = now - self.begun
        left = passed / (self.done - self.before) * (self.whole - self.done)
        facts = {"done": self.done, "whole": self.whole, "passed": _clock(passed), "left": _clock(left)}
        print(self.say("arena.progress", **facts), file=sys.stderr, flush=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


# ---- Telling -------------------------------------------------------------------------------------


def tell(
    args: argparse.Namespace, plan: ArenaPlan, results: list[GameResult], gate: Gate | None = None
) -> int:
    """The tables, or all of it as JSON; the exit code."""
    blocks = None
    if args.show is None:
        blocks = args.blocks if gate is None else gate.blocks
    summary = summarise(plan, results, blocks)
    if summary is None:
        print(catalogue(args.language).say("arena.nothing"), file=sys.stderr)
        return FAILED
    if args.json:
        print(json.dumps(_plain(summary, gate), ensure_ascii=False, indent=2))
    else:
        width = None if sys.stdout.isatty() else WIDE
        Tables(args.language, Console(highlight=False, width=width)).tell(summary, gate)
    return _code(gate)


def _plain(summary: Summary, gate: Gate | None) -> Plain:
    return summary.as_dict() if gate is None else summary.as_dict() | {"gate": gate.as_dict()}


def _code(gate: Gate | None) -> int:
    if gate is None or gate.answer == BETTER:
        return 0
    return FAILED if gate.answer == NOT_BETTER else UNCLEAR


def again(args: argparse.Namespace) -> int:
    """The log of one game of a file of results."""
    name, _, number = args.again.rpartition(":")
    if not name or not re.fullmatch("[0-9]{1,12}", number):
        raise bad("arena_which_game", "--again", given=args.again)
    if args.out is not None:
        check_target(args.out)
    result = make_again(read_results(Path(name)), int(number))
    if args.out is None:
        print("".join(line + "\n" for line in result.log), end="")
    else:
        write_lines(args.out, result.log)
        say = catalogue(args.language).say
        print(
            say("arena.again", program=program(), number=int(number), path=quote(args.out)), file=sys.stderr
        )
    return 0
