"""`aachen ladder`: the published field plays its fixed seeds again, or a bot of one's own is rated against it.

Exit codes besides the usual ones: 1 if games of the same rules came out otherwise than published.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import isfinite
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from aachen.arena.contestant import Contestant, read_contestant, read_contestants
from aachen.arena.exploit import SeatExploit, exploits_of, play_exploits
from aachen.arena.external import is_external
from aachen.arena.ladder import (
    FIRST_SEED,
    Ladder,
    field_plan,
    ladder_of,
    newcomer_plans,
    published,
    rate_newcomer,
    same_blocks,
    table_name,
    tables,
)
from aachen.arena.plan import ArenaPlan
from aachen.arena.playing import GameResult
from aachen.arena.pool import WorkerDied, cores
from aachen.arena.ratings import Rating
from aachen.arena.results import ResultsFile
from aachen.arena.running import play_missing
from aachen.cli.arguments import Say
from aachen.cli.files import check_folder, check_target, write_file
from aachen.cli.progress import Progress
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.locales.languages import language
from aachen.titles.terminal.numbers import whole_number

USUAL_BLOCKS = 20  # where nothing is published yet
WIDE = 120  # signs of a line that no terminal breaks
NOTHING = "–"
FAILED = 1
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Which tables, whose bot, how much of it."""
    known = [table_name(*each) for each in tables()]
    parser.add_argument(
        "--table", metavar="NAME,NAME", help=say("ladder.args.table", tables=", ".join(known))
    )
    parser.add_argument("--bot", action="append", metavar="BOT", help=say("ladder.args.bot"))
    parser.add_argument("--exploit", metavar="BOT", help=say("ladder.args.exploit"))
    parser.add_argument("--blocks", type=whole_number(1), metavar="N", help=say("ladder.args.blocks"))
    parser.add_argument("--results", metavar=say("cli.fuzz.folder"), help=say("ladder.args.results"))
    parser.add_argument("--record", metavar=say("cli.fuzz.folder"), help=say("ladder.args.record"))
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("cli.fuzz.jobs"))
    parser.add_argument("--json", action="store_true", help=say("arena.args.json"))


def run(args: argparse.Namespace) -> int:
    """Play what is missing, table by table, and print ratings beside the published ones."""
    chosen = chosen_tables(args.table)
    own = read_contestants(args.bot or [], "--bot")
    for contestant in own:
        contestant.check_ready("--bot")
    rival = None if args.exploit is None else read_rival(args.exploit)
    for folder in (args.results, args.record):
        if folder is not None:
            check_folder(folder)
    session = _Session(args)
    try:
        if rival is not None:
            return session.exploit(chosen, rival)
        if own:
            return session.rate(chosen, own)
        return session.play_field(chosen)
    except KeyboardInterrupt:
        say = catalogue(args.language).say
        print(say("arena.interrupted" if args.results else "ladder.lost"), file=sys.stderr)
        return INTERRUPTED
    except WorkerDied as died:
        numbers = ", ".join(str(unit.block + 1) for unit in died.tasks)
        print(catalogue(args.language).say("arena.killed", blocks=numbers), file=sys.stderr)
        return FAILED


def chosen_tables(named: str | None) -> list[tuple[str, int]]:
    """The tables that were asked for; all if none was."""
    known = {table_name(*each): each for each in tables()}
    if named is None:
        return list(known.values())
    for name in named.split(","):
        if name not in known:
            raise bad("ladder_unknown_table", "--table", given=name, known=list(known))
    return [known[name] for name in named.split(",")]


def read_rival(text: str) -> Contestant:
    """The bot of an exploit check: one of ours that plays the same whenever it is asked."""
    rival = read_contestant(text, "--exploit")
    if rival.is_timed or is_external(rival.level):
        raise bad("exploit_needs_same_bot", "--exploit", given=text)
    return rival


def published_ladders(chosen: list[tuple[str, int]]) -> list[Ladder]:
    """The ladders of these tables; raises BadInput before anything is played if one has not been published."""
    found = []
    for game, players in chosen:
        ladder = published(game, players)
        if ladder is None:
            raise bad("ladder_not_published", "--table", given=table_name(game, players))
        found.append(ladder)
    return found


class _Session:
    """One run of the command."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.say = catalogue(args.language).say
        self.language = language(args.language)
        self.console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)

    # ---- The field

    def play_field(self, chosen: list[tuple[str, int]]) -> int:
        """Play the field's games again and compare; 1 if they differ though the rules do not."""
        ladders: list[Ladder] = []
        is_other = False
        for game, players in chosen:
            former = published(game, players)
            blocks = self.args.blocks or (len(former.blocks) if former else USUAL_BLOCKS)
            plan = field_plan(game, players)
            found = ladder_of(plan, self._play(plan, blocks), blocks)
            assert found is not None, "all blocks were played"
            ladders.append(found)
            is_other |= former is not None and self._is_other(found, former)
            if not self.args.json:
                self._tell_field(found, former)
        if self.args.json:
            self._print_json([self._compared(each) for each in ladders])
        if self.args.record is not None:
            self._record(ladders)
        return FAILED if is_other else 0

    def _is_other(self, found: Ladder, former: Ladder) -> bool:
        shared = min(len(found.blocks), len(former.blocks))
        return found.rules == former.rules and same_blocks(found, former) < shared

    def _compared(self, found: Ladder) -> dict[str, object]:
        former = published(found.game, found.players)
        if former is None:
            return found.as_dict() | {"published": None}
        return found.as_dict() | {"published": former.as_dict(), "same_blocks": same_blocks(found, former)}

    def _tell_field(self, found: Ladder, former: Ladder | None) -> None:
        say = self.say
        facts = {"game": found.game, "players": found.players, "games": found.games}
        self._print(
            say("ladder.title", **facts, blocks=len(found.blocks), rules=found.rules, code=found.code)
        )
        heads = ["arena.contestant", "arena.games", self._rating_head(found), "arena.sure"]
        table = self._table(*map(say, heads), say("ladder.published"), say("arena.sure"))
        for rung in found.rungs:
            known = former.rating(rung.name) if former else None
            table.add_row(rung.name, str(rung.games), *self._rating(rung.rating), *self._rating(known))
        self.console.print(table)
        if former is None:
            self._print(say("ladder.nothing_published"))
            return
        shared = min(len(found.blocks), len(former.blocks))
        self._print(say("ladder.same", same=same_blocks(found, former), blocks=shared))
        if self._is_other(found, former):
            self._print(say("ladder.other", code=found.code, former=former.code))

    def _record(self, ladders: list[Ladder]) -> None:
        """One file for each game, to be committed as the published ladder."""
        for game in dict.fromkeys(each.game for each in ladders):
            path = Path(self.args.record) / f"{game}.json"
            check_target(str(path))
            data = [each.as_dict() for each in ladders if each.game == game]
            write_file(str(path), json.dumps(data, indent=1) + "\n")
            self._print(self.say("ladder.recorded", path=str(path)))

    # ---- A bot of one's own

    def rate(self, chosen: list[tuple[str, int]], own: list[Contestant]) -> int:
        """Play these bots against the published field."""
        found: list[dict[str, object]] = []
        for ladder in published_ladders(chosen):
            blocks = self.args.blocks or len(ladder.blocks)
            rated: dict[str, tuple[int, Rating]] = {}
            for bot in own:
                played = [(plan, self._play(plan, blocks)) for plan in newcomer_plans(ladder, bot)]
                games = sum(len(results) for _, results in played)
                rated[bot.name] = games, rate_newcomer(ladder, played)
            found.append(self._rated(ladder, rated))
            if not self.args.json:
                self._tell_rated(ladder, rated, blocks)
        if self.args.json:
            self._print_json(found)
        return 0

    def _rated(self, ladder: Ladder, rated: dict[str, tuple[int, Rating]]) -> dict[str, object]:
        bots = [{"name": name, "games": games, **rating.as_dict()} for name, (games, rating) in rated.items()]
        return {"bots": bots, "published": ladder.as_dict()}

    def _tell_rated(self, ladder: Ladder, rated: dict[str, tuple[int, Rating]], blocks: int) -> None:
        say = self.say
        facts = {"game": ladder.game, "players": ladder.players, "blocks": blocks}
        self._print(say("ladder.rated_title", **facts))
        heads = ["arena.contestant", "arena.games", self._rating_head(ladder), "arena.sure"]
        table = self._table(*map(say, heads))
        rows = [(rung.name, rung.games, rung.rating, "") for rung in ladder.rungs]
        rows += [(name, games, rating, "bold") for name, (games, rating) in rated.items()]
        for name, games, rating, style in sorted(rows, key=lambda row: -row[2].points):
            table.add_row(name, str(games), *self._rating(rating), style=style)
        self.console.print(table)
        self._print(say("ladder.rated_note"))

    # ---- Exploit checks

    def exploit(self, chosen: list[tuple[str, int]], rival: Contestant) -> int:
        """How much more each seat wins against copies of a bot by answering that bot."""
        seeds = self.args.blocks or USUAL_BLOCKS
        found: list[dict[str, object]] = []
        for game, players in chosen:
            seeds_of_table = range(FIRST_SEED, FIRST_SEED + seeds)
            games: list[list[list[float]]] = []
            with Progress(f"{table_name(game, players)} {rival.name}", seeds) as bar:
                for played in play_exploits(game, players, rival, seeds_of_table, self.args.jobs or cores()):
                    games.append(played)
                    bar.reach(len(games), seeds)
            exploits = exploits_of(game, players, games)
            seats = [each.as_dict() for each in exploits]
            found.append({"game": game, "players": players, "bot": rival.name, "seats": seats})
            if not self.args.json:
                self._tell_exploits(game, players, rival, exploits)
        if self.args.json:
            self._print_json(found)
        return 0

    def _tell_exploits(self, game: str, players: int, rival: Contestant, found: list[SeatExploit]) -> None:
        say = self.say
        facts = {"game": game, "players": players, "bot": rival.name, "seeds": found[0].games}
        self._print(say("ladder.exploit_title", **facts))
        heads = ["arena.seat", "ladder.own", "ladder.response", "ladder.gain", "arena.sure"]
        table = self._table(*map(say, heads))
        for each in found:
            low, high = (self._points(value) for value in (each.gain.low, each.gain.high))
            own, response = (self.language.percent(value.mean) for value in (each.own, each.response))
            table.add_row(each.seat, own, response, self._points(each.gain.mean), f"{low} … {high}")
        self.console.print(table)
        self._print(say("ladder.exploit_note", bot=rival.name))

    def _points(self, share: float) -> str:
        return self.language.number(100 * share, 1) if isfinite(share) else "?"

    # ---- Playing

    def _play(self, plan: ArenaPlan, blocks: int) -> list[GameResult]:
        """All games of these blocks; those that are kept are not played again."""
        book = ResultsFile(plan, self._path(plan))
        try:
            missing = len(book.missing(blocks)) * plan.games_of_unit
            whole = blocks * plan.games_of_block
            title = (
                f"{table_name(plan.game, len(plan.sides))} {plan.names[0] if plan.kind == 'match' else ''}"
            )
            with Progress(title.strip(), whole, whole - missing) as bar:
                done = whole - missing
                for results in play_missing(book, blocks, self.args.jobs or cores()):
                    done += len(results)
                    bar.reach(done, whole)
            return [result for result in book.results() if result.block < blocks]
        finally:
            book.close()

    def _path(self, plan: ArenaPlan) -> Path | None:
        if self.args.results is None:
            return None
        words = [plan.game, str(len(plan.sides)), plan.kind]
        words += [] if plan.kind == "league" else [_file_word(name) for name in plan.names]
        return Path(self.args.results) / ("-".join(words) + ".jsonl")

    # ---- Printing

    def _print(self, sentence: str) -> None:
        self.console.print(sentence, markup=False, soft_wrap=True)

    def _print_json(self, data: object) -> None:
        print(json.dumps(data, ensure_ascii=False, indent=2))

    def _rating_head(self, ladder: Ladder) -> str:
        return "arena.elo" if ladder.players == 2 else "arena.rating"

    def _table(self, *headings: str) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, header_style="bold")
        for at, heading in enumerate(headings):
            table.add_column(heading, justify="left" if at == 0 else "right", no_wrap=at == 0)
        return table

    def _rating(self, rating: Rating | None) -> tuple[str, str]:
        if rating is None:
            return NOTHING, NOTHING
        return self._number(rating.points), f"{self._number(rating.low)} … {self._number(rating.high)}"

    def _number(self, value: float) -> str:
        return self.language.number(value, 0) if isfinite(value) else "?"


def _file_word(name: str) -> str:
    """A contestant's name as a part of a file name."""
    return "".join(sign if sign.isalnum() or sign in "@=." else "_" for sign in name)
