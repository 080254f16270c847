"""Measure our games beside other engines: one run, one core, interleaved rounds.

Run `make bench`, or this file with the project's own Python; `--help` lists the options.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import former
import lineup
import machine
import report
from child import Child, ContestantError
from figures import Score, compare
from former import Former, NoSuchRevision
from lineup import Lineup
from options import Options, parse
from roster import ENTRIES, GAMES, NAMES, OURS, TARGETS, Entry
from rounds import Step, play_rounds, warm_up

FINE, WRONG, STOPPED = 0, 1, 130
WIDE = 130  # a file has no edge: the figures are not cut off there


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDE)
    try:
        if options.profile:
            return profile(console, options)
        if options.against is None:
            return bench(console, options)
        with former.checked_out(lineup.ROOT, options.against) as before:
            return bench(console, options, before)
    except NoSuchRevision as trouble:
        report.show_errors(console, [f"{options.against}: {trouble}"])
        return WRONG
    except KeyboardInterrupt:
        console.print("stopped")
        return STOPPED


def bench(console: Console, options: Options, before: Former | None = None) -> int:
    entries = [entry for entry in ENTRIES if entry.name in options.only]
    entries += former.entries_for(entries) if before else []
    unprepared = lineup.prepare(entries, console.print, before)
    core = machine.pin()
    machine_record = machine.describe(core)
    lined = lineup.line_up(entries, unprepared, console.print, before)
    try:
        checksums = check_games(lined)
        scores = measure(console, lined, entries, options)
        versions = {name: child.about["version"] for name, child in lined.peers()}
    finally:
        lined.close()
    failed = {
        name: why
        for name, why in lined.missing.items()
        if former.present(name) in OURS and name not in unprepared
    }
    run = {
        "revision": machine.revision(lineup.ROOT),
        "against": before.commit if before else None,
        "machine": machine_record,
        "seconds": options.seconds,
        "rounds": options.rounds,
        "versions": versions,
        "checksums": checksums,
        "missing": {name: why for name, why in lined.missing.items() if name not in failed},
        "errors": find_errors(checksums, failed),
    }
    return tell(console, entries, run, scores)


def check_games(lined: Lineup) -> dict[str, int]:
    """The checksum of each of our builds over the same games, former ones too."""
    sums = {}
    for build in [name for name in lined.children if former.present(name) in OURS]:
        try:
            sums[build] = lined.children[build].ask("checksum")["checksum"]
        except ContestantError as trouble:
            lined.drop(build, str(trouble))
    return sums


def find_errors(checksums: dict[str, int], failed: dict[str, str]) -> list[str]:
    """What is a fault of ours, not of a machine without a compiler or a network."""
    errors = [f"{title_of(build)} failed: {reason}" for build, reason in failed.items()]
    for game, (title, _) in GAMES.items():
        if len({found for ours, found in checksums.items() if OURS.get(ours, ("", ""))[0] == game}) > 1:
            errors.append(f"{title}: plain and compiled did not play the same games: their checksums differ")
    return errors


def measure(console: Console, lined: Lineup, entries: list[Entry], options: Options) -> dict[str, Score]:
    console.print("warming up")
    ready = warm_up(lined, entries, options.seconds)
    with progress_shown(console, options.rounds, len(ready)) as step:
        return play_rounds(lined, ready, options.rounds, options.seconds, step)


@contextmanager
def progress_shown(console: Console, rounds: int, entries: int) -> Iterator[Step]:
    """A bar on a terminal, one line per round elsewhere."""
    if not console.is_terminal:
        yield lambda number, place, entry: None if place else console.print(f"round {number + 1} of {rounds}")
        return
    columns = (TextColumn("{task.description:<28}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, refresh_per_second=2) as progress:
        task = progress.add_task("", total=rounds * entries)

        def step(number: int, place: int, entry: Entry) -> None:
            progress.update(task, completed=number * entries + place)
            progress.update(task, description=f"round {number + 1} of {rounds}: {entry.name}")

        yield step


def tell(console: Console, entries: list[Entry], run: dict[str, Any], scores: dict[str, Score]) -> int:
    """Print the tables, write the file, and answer with the exit code."""
    asked = {entry.name for entry in entries}
    targets = [*TARGETS, *(former.targets_for(entries) if run["against"] else [])]
    verdicts = [compare(target, scores) for target in targets if target.sides() <= asked]
    report.write_latest(run, scores, verdicts)
    report.show_machine(console, run)
    report.show_rates(console, entries, scores)
    report.show_verdicts(console, verdicts)
    report.show_checksums(console, run["checksums"])
    report.show_notes(console, left_out(run["missing"]) + other_games(run["checksums"]))
    report.show_errors(console, run["errors"])
    console.print(f"written to {report.LATEST.relative_to(lineup.ROOT)}")
    return WRONG if run["errors"] else FINE


def left_out(missing: dict[str, str]) -> list[str]:
    return [f"{title_of(name)} left out: {reason}" for name, reason in missing.items()]


def title_of(contestant: str) -> str:
    """A contestant in words."""
    title = NAMES[former.present(contestant)]
    return f"{title} of the former commit" if former.is_former(contestant) else title


def other_games(checksums: dict[str, int]) -> list[str]:
    """Which builds play other games than the former commit did: then the ratio compares unlike games."""
    return [
        f"{NAMES[name]} plays other games than the former commit did"
        for name, checksum in checksums.items()
        if checksums.get(former.PREFIX + name, checksum) != checksum
    ]


def profile(console: Console, options: Options) -> int:
    """Where plain Python spends its time in random play of each game."""
    for ours in [name for name, (_, build) in OURS.items() if build == "plain"]:
        console.print(f"profiling {NAMES[ours]} for {options.seconds:g} CPU seconds")
        child: Child | None = None
        try:
            child = lineup.start(ours)
            report.show_profile(console, NAMES[ours], child.ask("profile", seconds=options.seconds))
        except ContestantError as trouble:
            report.show_errors(console, [str(trouble)])
            return WRONG
        finally:
            if child:
                child.close()
    return FINE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
