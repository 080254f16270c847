"""`aachen report`: many games of bots, and a page that says what they tell about the games.

Games are kept as files of results, the same that `aachen arena` writes: an interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from aachen.arena.contestant import read_contestant
from aachen.arena.plan import LEAGUE, ArenaPlan, make_plan
from aachen.arena.pool import WorkerDied
from aachen.arena.results import read_results
from aachen.cli.arguments import Say
from aachen.cli.board_argument import has_boards, with_board
from aachen.cli.compare import compare
from aachen.cli.files import check_folder, check_target, write_file
from aachen.cli.program import program
from aachen.cli.report_games import BASE, command, file_name, play_on, results_folder
from aachen.cli.title_texts import named_variants
from aachen.core.errors import bad
from aachen.core.json_lines import read_object
from aachen.core.json_shapes import Plain
from aachen.games import GAMES
from aachen.locales import LANGUAGES, catalogue
from aachen.report.page import Played, report_page
from aachen.report.plots import Localizer
from aachen.report.sample import Sample, samples_of
from aachen.titles import TITLES
from aachen.titles.terminal.numbers import whole_number, whole_numbers

FAILED = 1
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """What to play, or what was played, and where the page goes."""
    parser.add_argument("files", nargs="*", metavar=say("cli.file.name"), help=say("report.arg.files"))
    parser.add_argument("--game", choices=list(GAMES), action="append", help=say("report.arg.game"))
    parser.add_argument("--players", type=whole_numbers, metavar="N,N", help=say("report.arg.players"))
    parser.add_argument(
        "--variant",
        metavar="NAME,NAME",
        default=BASE,
        help=say("report.arg.variant", variants=named_variants(say)),
    )
    parser.add_argument("--board", metavar=say("cli.file.name"), help=say("argument.board"))
    parser.add_argument("--options", default="{}", metavar="JSON", help=say("cli.fuzz.options"))
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help=say("report.arg.compare"))
    parser.add_argument(
        "--games", type=whole_number(1), default=200, metavar="N", help=say("report.arg.games")
    )
    parser.add_argument("--level", default="planner", metavar="BOT", help=say("report.arg.level"))
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help=say("report.arg.seed"))
    parser.add_argument(
        "--out", default="report.html", metavar=say("cli.file.name"), help=say("report.arg.out")
    )
    parser.add_argument("--results", metavar=say("cli.fuzz.folder"), help=say("report.arg.results"))
    parser.add_argument("--language", dest="page", choices=LANGUAGES, help=say("report.arg.language"))
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("cli.fuzz.jobs"))


def run(args: argparse.Namespace) -> int:
    """Play what is missing, and write the page; files that are given are only read."""
    say = catalogue(args.language).say
    _settle_games(args)
    _check_variants(args)
    check_target(args.out)
    if args.compare is not None:
        return compare(args)
    files = [Path(name) for name in args.files]
    if not files:
        try:
            files = play(args)
        except WorkerDied as died:
            numbers = ", ".join(str(unit.block + 1) for unit in died.tasks)
            print(say("arena.killed", blocks=numbers), file=sys.stderr)
            return FAILED
        except KeyboardInterrupt:
            _tell_interrupted(args, say)
            return INTERRUPTED
    samples, played = gather(files, None if args.files else args.games)
    if not samples:
        raise bad("report_empty")
    language = args.page or args.language
    localizer = Localizer(language, catalogue(language).say)
    chapters = {name: (title.chapter(), title.catalogue(language).say) for name, title in TITLES.items()}
    write_file(args.out, report_page(localizer, samples, played, chapters))
    print(say("report.done", path=args.out, games=sum(len(sample) for sample in samples)))
    return 0


def _settle_games(args: argparse.Namespace) -> None:
    """A game may be named by itself too, as in every command; a file of that name is given as ./NAME."""
    args.game = [*(args.game or []), *(word for word in args.files if word in GAMES)]
    args.files = [word for word in args.files if word not in GAMES]


def _check_variants(args: argparse.Namespace) -> None:
    """Raises BadInput for a variant that none of the games has."""
    games = args.game or list(GAMES)
    known = sorted({variant for game in games for variant in TITLES[game].variants} | {BASE})
    for variant in args.variant.split(","):
        if variant not in known:
            names = [TITLES[game].catalogue(args.language).say("game.name") for game in games]
            raise bad("report_variant_unknown", "--variant", given=variant, known=known, games=names)


# ---- Playing -------------------------------------------------------------------------------------


def play(args: argparse.Namespace) -> list[Path]:
    """All games that are not in the files yet; the files."""
    check_folder(str(results_folder(args)))
    datasets = datasets_of(args)
    for plan, path in datasets:
        play_on(args, plan, path)
    return [path for _, path in datasets]


def datasets_of(args: argparse.Namespace) -> list[tuple[ArenaPlan, Path]]:
    """Every plan, and the file of its results."""
    return [(plan, results_folder(args) / file_name(plan)) for plan in plans_of(args)]


def _tell_interrupted(args: argparse.Namespace, say: Say) -> None:
    """How much is kept where, and how to go on."""
    datasets = datasets_of(args)
    kept = sum(len(read_results(path).results) for _, path in datasets if path.exists())
    facts = {"games": kept, "whole": args.games * len(datasets), "path": results_folder(args)}
    print(say("report.interrupted", **facts), file=sys.stderr)


def plans_of(args: argparse.Namespace) -> list[ArenaPlan]:
    """One plan for each game, variant and number of players: a single contestant takes all seats."""
    contestant = read_contestant(args.level, "--level")
    more = read_object(args.options)
    found = []
    games = args.game or [game for game in GAMES if args.board is None or has_boards(game)]
    for game in games:
        for variant in args.variant.split(",") if TITLES[game].variants else [BASE]:
            for players in args.players or TITLES[game].players():
                named: Plain = {**more, "players": players}
                if variant != BASE:
                    named["variant"] = variant
                named = with_board(game, named, args.board)
                found.append(make_plan(game, named, LEAGUE, [contestant], args.seed))
    return found


# ---- What was played -----------------------------------------------------------------------------


def gather(files: list[Path], most: int | None) -> tuple[list[Sample], Played]:
    """The games of these files, of each at most so many, and how they were played."""
    results = []
    commands, levels, codes, seeds = [], [], [], []
    for path in files:
        found = read_results(path)
        games = [found.results[number] for number in sorted(found.results)][:most]
        games = [game for game in games if game.facts]
        if found.results and not games:
            raise bad("report_without_facts", path=str(path), program=program())
        results += [(game, path.name) for game in games]
        plan = found.plan
        levels += plan.names
        codes.append(str(found.head["code"]))
        seeds.append(f"{plan.seed} – {max((game.seed for game in games), default=plan.seed)}")
        commands.append(command(plan, len(games)))
    played = Played(_once(commands), _once(levels), ", ".join(_once(seeds)), _once(codes))
    varying = {game: TITLES[game].chapter().varying for game in TITLES}
    return samples_of(results, varying), played


def _once(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))
