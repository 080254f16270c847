"""`aachen puzzles`: finds puzzles in games between bots, and checks that deep searches solve those that ship."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from aachen.arena.pool import Pool, cores
from aachen.cli.arguments import Say
from aachen.cli.files import check_target, read_text, write_lines
from aachen.cli.game_argument import add_game, first_game
from aachen.cli.progress import Progress
from aachen.core.errors import bad
from aachen.core.json_lines import write_object
from aachen.core.json_shapes import Plain
from aachen.games import GAMES
from aachen.locales import catalogue
from aachen.puzzles.mining import find_puzzles, is_solved_deeply
from aachen.puzzles.puzzle import Puzzle, puzzles_of, read_puzzle
from aachen.titles import TITLES
from aachen.titles.terminal.numbers import whole_number

FOUND_WRONG = 1
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """What to find and where to write it, or what to check."""
    add_game(parser, say("cli.game"))
    parser.add_argument("--players", type=whole_number(1), metavar="N", help=say("cli.puzzles.players"))
    parser.add_argument("--variant", metavar="NAME", help=say("cli.puzzles.variant"))
    parser.add_argument("--theme", metavar="NAME", help=say("cli.puzzles.theme"))
    parser.add_argument(
        "--games", type=whole_number(1), default=100, metavar="N", help=say("cli.puzzles.games")
    )
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help=say("cli.fuzz.seed"))
    parser.add_argument("--out", metavar=say("cli.file.name"), help=say("cli.puzzles.out"))
    parser.add_argument("--check", action="store_true", help=say("cli.puzzles.check"))
    parser.add_argument("--file", metavar=say("cli.file.name"), help=say("cli.puzzles.file"))
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("cli.fuzz.jobs"))


def run(args: argparse.Namespace) -> int:
    """Find puzzles, or check those that are there."""
    return _check(args) if args.check else _find(args)


def _find(args: argparse.Namespace) -> int:
    """Play the games, and write what was found, easy puzzles first."""
    if args.out is None:
        raise bad("puzzles_need_out", "--out")
    check_target(args.out)
    game = args.game or first_game()
    named: Plain = {"players": args.players or TITLES[game].usual_players}
    if args.variant is not None:
        named["variant"] = args.variant
    GAMES[game].options(named)  # refuses what cannot be, before anything is played
    say = catalogue(args.language).say
    found: list[Puzzle] = []
    code = 0
    seeds = range(args.seed, args.seed + args.games)
    with Progress(say("cli.puzzles.finding"), args.games) as progress:
        try:
            with Pool(args.jobs or cores()) as pool:
                for puzzles in pool.map(partial(find_puzzles, game, named, args.theme), seeds):
                    found += puzzles
                    progress.advance(1)
        except KeyboardInterrupt:
            code = INTERRUPTED
    found.sort(key=lambda puzzle: (puzzle.difficulty, puzzle.seed, puzzle.entry))
    write_lines(args.out, [write_object(puzzle.as_dict()) for puzzle in found])
    print(say("cli.puzzles.found", number=len(found), path=args.out))
    return code


def _check(args: argparse.Namespace) -> int:
    """Solve every puzzle again by deep searches with other seeds."""
    puzzles = _given(args)
    say = catalogue(args.language).say
    wrong = 0
    with Progress(say("cli.puzzles.checking"), len(puzzles)) as progress, Pool(args.jobs or cores()) as pool:
        for puzzle, solved in zip(puzzles, pool.map(is_solved_deeply, puzzles), strict=True):
            progress.advance(1)
            if not solved:
                wrong += 1
                print(say("cli.puzzles.not_solved", name=puzzle.name), file=sys.stderr)
    print(say("cli.puzzles.checked", number=len(puzzles), wrong=wrong))
    return FOUND_WRONG if wrong else 0


def _given(args: argparse.Namespace) -> list[Puzzle]:
    if args.file is not None:
        return [read_puzzle(line) for line in read_text(args.file).splitlines()]
    games = [args.game] if args.game else list(TITLES)
    return [puzzle for game in games for puzzle in puzzles_of(game)]
