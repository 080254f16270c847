"""The games of a report: where they are kept, how they are played, and the command that plays them again."""

from __future__ import annotations

import argparse
from pathlib import Path

from aachen.arena.plan import ArenaPlan
from aachen.arena.pool import cores
from aachen.arena.results import ResultsFile
from aachen.arena.running import play_missing
from aachen.cli.progress import Progress
from aachen.core.json_lines import write_object
from aachen.games import GAMES
from aachen.titles import TITLES

BASE = "base"  # the variant that every game has


def results_folder(args: argparse.Namespace) -> Path:
    """Where games are kept: where the user says, or beside the page."""
    return Path(args.results or Path(args.out).with_suffix(".games"))


def file_name(plan: ArenaPlan) -> str:
    """Where the results of a plan are kept: another name for all that may differ in one report."""
    options = {key: value for key, value in plan.options.items() if key not in ("board", "board_digest")}
    words = [str(options.pop("players")), str(options.pop("variant", BASE))]
    words += [key for key in TITLES[plan.game].chapter().in_file_names if options.get(key)]
    if "board" in plan.options:
        words.append(str(plan.options["board_digest"]))
    return "-".join([plan.game, *words, plan.names[0].replace(":", "-"), str(plan.seed)]) + ".jsonl"


def play_on(args: argparse.Namespace, plan: ArenaPlan, path: Path) -> None:
    """All games of this plan that are not in the file yet."""
    book = ResultsFile(plan, path)
    try:
        missing = len(book.missing(args.games))
        title = path.stem
        with Progress(title, args.games, args.games - missing) as bar:
            jobs = args.jobs or cores()
            for results in play_missing(book, args.games, jobs, watch=TITLES[plan.game].watcher):
                bar.advance(len(results))
    finally:
        book.close()


def command(plan: ArenaPlan, games: int) -> str:
    """The command that plays these games again."""
    options = {
        key: value for key, value in plan.options.items() if key not in ("players", "variant", "board_digest")
    }
    words = [f"aachen report --game {plan.game} --players {plan.options['players']}"]
    if "variant" in plan.options:
        words.append(f"--variant {plan.options['variant']}")
    usual = GAMES[plan.game].options(
        {key: plan.options[key] for key in ("players", "variant") if key in plan.options}
    )
    if any(usual.as_dict().get(key) != value for key, value in options.items()):
        words.append(f"--options '{write_object(options)}'")
    words.append(f"--games {games} --level {plan.names[0]} --seed {plan.seed}")
    return " ".join(words)
