"""`aachen dataset`: games of bots as one compressed file, as logs or as tensors.

The same command makes the same games, however many processes play, unless a clock ends the bots' thoughts.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from aachen.arena.contestant import read_contestants
from aachen.arena.game_archive import GameArchive, card_of, play_games, write_archive
from aachen.arena.plan import LEAGUE, ArenaPlan, make_plan
from aachen.arena.pool import WorkerDied, cores
from aachen.cli.arguments import Say
from aachen.cli.board_argument import with_board
from aachen.cli.files import check_target
from aachen.cli.game_argument import add_game, first_game
from aachen.cli.progress import Progress
from aachen.cli.title_texts import named_variants
from aachen.core.errors import bad
from aachen.core.json_lines import read_object
from aachen.locales import catalogue
from aachen.titles.terminal.numbers import whole_number

LOGS, TENSORS = ".jsonl.xz", ".npz"
FAILED = 1
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Who plays what how often, and where the games go."""
    add_game(parser, say("cli.game"))
    parser.add_argument("--players", type=whole_number(1), metavar="N", help=say("arena.args.players"))
    parser.add_argument(
        "--variant", metavar="NAME", help=say("arena.args.variant", variants=named_variants(say))
    )
    parser.add_argument("--board", metavar=say("cli.file.name"), help=say("argument.board"))
    parser.add_argument("--options", default="{}", metavar="JSON", help=say("cli.fuzz.options"))
    parser.add_argument(
        "--games", type=whole_number(1), default=1000, metavar="N", help=say("dataset.args.games")
    )
    parser.add_argument("--level", default="planner", metavar="BOT,BOT", help=say("dataset.args.level"))
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help=say("arena.args.seed"))
    parser.add_argument("--out", metavar=say("cli.file.name"), help=say("dataset.args.out"))
    parser.add_argument("--from", dest="source", metavar=say("cli.file.name"), help=say("dataset.args.from"))
    parser.add_argument(
        "--every", type=whole_number(1), default=1, metavar="N", help=say("dataset.args.every")
    )
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("cli.fuzz.jobs"))


def run(args: argparse.Namespace) -> int:
    """Play and write; or show the card of a dataset, or make tensors of it."""
    say = catalogue(args.language).say
    if args.source is not None and args.out is None:
        print(json.dumps(GameArchive(Path(args.source)).card, ensure_ascii=False, indent=2))
        return 0
    if args.out is None or not args.out.endswith((LOGS, TENSORS)):
        raise bad("dataset_which_file", "--out", given=args.out or "", known=[LOGS, TENSORS])
    if args.source is not None and args.out.endswith(LOGS):
        raise bad("dataset_logs_from_logs", "--out", known=TENSORS)
    check_target(args.out)
    try:
        games = _tensors(args) if args.out.endswith(TENSORS) else _logs(args, Path(args.out))
    except KeyboardInterrupt:
        print(say("dataset.interrupted", path=args.out), file=sys.stderr)
        return INTERRUPTED
    except WorkerDied:
        print(say("dataset.interrupted", path=args.out), file=sys.stderr)
        return FAILED
    print(say("dataset.done", path=args.out, games=games, bytes=Path(args.out).stat().st_size))
    return 0


def plan_of(args: argparse.Namespace) -> ArenaPlan:
    """What is played: one level at all seats, or several who meet as in a league."""
    game = args.game or first_game()
    named = with_board(game, read_object(args.options), args.board)
    if args.players is not None:
        named["players"] = args.players
    if args.variant is not None:
        named["variant"] = args.variant
    levels = read_contestants(args.level.split(","), "--level")
    for level in levels:
        level.check_ready("--level")
    return make_plan(game, named, LEAGUE, levels, args.seed)


def command(args: argparse.Namespace, plan: ArenaPlan) -> str:
    """The command that makes these games again."""
    words = [f"aachen dataset {plan.game} --players {len(plan.sides)}"]
    words += [f"--variant {args.variant}"] if args.variant else []
    words += [f"--board {args.board}"] if args.board else []
    words += [f"--options '{args.options}'"] if args.options != "{}" else []
    return " ".join([*words, f"--games {args.games} --level {args.level} --seed {plan.seed}"])


def _logs(args: argparse.Namespace, path: Path) -> int:
    plan = plan_of(args)
    write_archive(path, card_of(plan, args.games, command(args, plan)), _played(args, plan))
    return int(args.games)


def _played(args: argparse.Namespace, plan: ArenaPlan) -> Iterator[list[str]]:
    with Progress(plan.game, args.games) as bar:
        for number, lines in enumerate(play_games(plan, args.games, args.jobs or cores()), 1):
            bar.reach(number, args.games)
            yield lines


def _tensors(args: argparse.Namespace) -> int:
    """Tensors of games that are there, or that are played first."""
    try:
        from aachen.env.datasets import save_samples, to_samples
    except ModuleNotFoundError as missing:
        raise bad("dataset_needs_numpy", name=str(missing.name)) from None
    if args.source is not None:
        archive = GameArchive(Path(args.source))
        samples = to_samples(archive, args.every)
    else:
        path = Path(args.out.removesuffix(TENSORS) + LOGS)
        check_target(str(path))
        _logs(args, path)
        samples = to_samples(GameArchive(path), args.every)
    save_samples(samples, args.out)
    return len(set(samples.games.tolist()))
