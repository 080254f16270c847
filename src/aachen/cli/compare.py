"""`aachen report --compare A B`: the same seeds by two sets of rules or on two boards, and what differs.

A way to play is `shipped`, a board file, or options as JSON; both ways share everything else that is asked for.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from aachen.arena.contestant import read_contestant
from aachen.arena.plan import LEAGUE, ArenaPlan, make_plan
from aachen.arena.pool import WorkerDied
from aachen.arena.results import read_results
from aachen.cli.board_argument import has_boards, with_board
from aachen.cli.files import check_folder, write_file
from aachen.cli.report_games import play_on, results_folder
from aachen.core.errors import bad
from aachen.core.json_lines import read_object, write_object
from aachen.core.json_shapes import Plain
from aachen.games import GAMES
from aachen.locales import catalogue
from aachen.report.compare import Pair, differences, pairs_of
from aachen.report.compare_page import Compared, ComparisonWriter
from aachen.report.plots import Localizer
from aachen.report.sample import Sample
from aachen.report.writer import Writer
from aachen.titles import TITLES

SHIPPED = "shipped"
WIDE = 120  # signs of a line that no terminal breaks
DIGITS = 8  # of the digest that tells files of results apart
FAILED = 1
INTERRUPTED = 130


@dataclass(frozen=True)
class Way:
    """One way to play: what is changed."""

    name: str
    options: Plain
    board: str | None = None  # the name of its file

    def plan(self, args: argparse.Namespace, game: str, players: int) -> ArenaPlan:
        """The plan of its games."""
        named = {**read_object(args.options), "players": players}
        if args.variant != "base":
            named["variant"] = args.variant
        named = with_board(game, named, args.board)
        named = with_board(game, {**named, **self.options}, self.board, "--compare")
        return make_plan(game, named, LEAGUE, [read_contestant(args.level, "--level")], args.seed)


def compare(args: argparse.Namespace) -> int:
    """Play what is missing of both ways, print what differs, and write the page."""
    say = catalogue(args.language).say
    _check(args)
    one, other = (read_way(text, say(f"compare.{SHIPPED}")) for text in args.compare)
    if any("players" in way.options for way in (one, other)):
        raise bad("compare_players", "--compare")
    game = _game(args, one, other)
    players = args.players or [TITLES[game].usual_players]
    plans = [(number, one.plan(args, game, number), other.plan(args, game, number)) for number in players]
    if any(_rules(first) == _rules(second) for _, first, second in plans):
        raise bad("compare_same", "--compare")
    check_folder(str(results_folder(args)))
    try:
        played = [(number, _pairs(args, first, second)) for number, first, second in plans]
    except KeyboardInterrupt:
        print(say("arena.interrupted"), file=sys.stderr)
        return INTERRUPTED
    except WorkerDied as died:
        blocks = ", ".join(str(unit.block + 1) for unit in died.tasks)
        print(say("arena.killed", blocks=blocks), file=sys.stderr)
        return FAILED
    _print(args, game, one, other, played)
    writer, compared = _compared(args.page or args.language, game, one, other, played)
    write_file(args.out, writer.page(compared, [_command(args, game, players)]))
    print(say("report.done", path=args.out, games=2 * sum(len(pairs) for _, pairs in played)))
    return 0


def read_way(text: str, shipped: str) -> Way:
    """A way to play: `shipped`, options that begin with a brace, or the name of a board file."""
    if text == SHIPPED:
        return Way(shipped, {})
    if text.lstrip().startswith("{"):
        return Way(text.strip(), read_object(text))
    return Way(Path(text).name, {}, text)


def _rules(plan: ArenaPlan) -> Plain:
    """What a way is played with; a board counts by its digest, so that a copy of the shipped one is no other."""
    return {name: value for name, value in plan.options.items() if name != "board"}


def _check(args: argparse.Namespace) -> None:
    if args.files:
        raise bad("compare_files", given=args.files)
    if "," in args.variant:
        raise bad("compare_one_variant", "--variant", given=args.variant)


def _game(args: argparse.Namespace, one: Way, other: Way) -> str:
    """The game that is compared: the one that was named, or the first that has boards if boards differ."""
    if len(args.game) > 1:
        raise bad("compare_one_game", "--game", given=args.game)
    if args.game:
        return str(args.game[0])
    needs_board = args.board is not None or one.board is not None or other.board is not None
    return next(game for game in GAMES if has_boards(game) or not needs_board)


def _pairs(args: argparse.Namespace, one: ArenaPlan, other: ArenaPlan) -> list[Pair]:
    """Every seed both ways."""
    games = []
    for plan in (one, other):
        path = results_folder(args) / file_name(plan)
        play_on(args, plan, path)
        results = read_results(path).results
        games.append([(results[number].seed, results[number]) for number in sorted(results)][: args.games])
    return pairs_of(games[0], games[1])


def file_name(plan: ArenaPlan) -> str:
    """Where the games of a way are kept: another name whatever differs in its options."""
    digest = hashlib.sha256(write_object(plan.options).encode()).hexdigest()[:DIGITS]
    words = [plan.game, str(plan.options["players"]), plan.names[0].replace(":", "-"), str(plan.seed), digest]
    return "-".join(words) + ".jsonl"


# ---- Telling -------------------------------------------------------------------------------------

Played = list[tuple[int, list[Pair]]]  # by number of players


def _compared(
    language: str, game: str, one: Way, other: Way, played: Played
) -> tuple[ComparisonWriter, list[Compared]]:
    """The questions of the game's chapter, in the language of a page or a terminal."""
    title = TITLES[game]
    localizer = Localizer(language, title.catalogue(language).say)
    chapter = title.chapter()
    words = Writer(localizer, chapter)
    compared = []
    for players, pairs in played:
        where = words.where(Sample(game, players))
        results = [result for pair in pairs for result in pair]
        compared.append(Compared(where, pairs, chapter.questions(words, results)))
    return ComparisonWriter(localizer, one.name, other.name), compared


def _print(args: argparse.Namespace, game: str, one: Way, other: Way, played: Played) -> None:
    """The differences as tables at the terminal."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    writer, compared = _compared(args.language, game, one, other, played)
    say = writer.say
    for each in compared:
        console.print(each.where, markup=False, style="bold")
        for question in each.questions:
            all_found = differences(question, each.pairs)
            if not all_found:
                continue
            table = Table(box=box.SIMPLE_HEAD, show_edge=False, header_style="bold")
            heads = [say(f"report.{question.key}.title"), one.name, other.name, say("compare.difference")]
            for at, head in enumerate([*heads, say("report.interval"), say("compare.seeds")]):
                table.add_column(head, justify="left" if at == 0 else "right")
            for found in all_found:
                table.add_row(*writer.row(question, found), style="bold" if found.is_clear else "")
            console.print(table)
    for sentence in writer.sentences(compared):
        console.print(sentence, markup=False, soft_wrap=True)


def _command(args: argparse.Namespace, game: str, players: list[int]) -> str:
    """The command that makes this page again."""
    words = ["aachen report --game", game, "--players", ",".join(map(str, players))]
    words += ["--compare", *[f"'{each}'" if " " in each or "{" in each else each for each in args.compare]]
    if args.board is not None:
        words += ["--board", args.board]
    if args.options != "{}":
        words += ["--options", f"'{args.options}'"]
    if args.variant != "base":
        words += ["--variant", args.variant]
    return " ".join([*words, f"--games {args.games} --level {args.level} --seed {args.seed}"])
