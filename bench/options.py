"""What can be asked of a run, and clear words for what cannot."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from roster import ENTRIES, GROUPS

LONGEST_SLICE = 600.0
MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Options:
    seconds: float
    rounds: int
    only: frozenset[str]
    peers: bool
    profile: bool
    against: str | None = None


def parse(arguments: list[str]) -> Options:
    parser = build_parser()
    given = parser.parse_args(arguments)
    wanted = given.only or frozenset(entry.name for entry in ENTRIES)
    if given.no_peers:
        wanted -= GROUPS["peers"]
    if not wanted:
        parser.error("--only names peers alone and --no-peers leaves them out: nothing is left to measure")
    return Options(given.seconds, given.rounds, wanted, not given.no_peers, given.profile, given.against)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bench/run.py",
        description="Measure random play of our games beside other engines, on one core, in one run.",
        epilog=f"Names for --only: {known_names()}.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--seconds", type=slice_length, default=0.5, metavar="S", help="CPU seconds of a slice (0.5)")
    add("--rounds", type=round_count, default=11, metavar="N", help="rounds; everybody plays in each (11)")
    add("--only", type=names, metavar="NAME,...", help="measure these contestants or groups only")
    add("--no-peers", action="store_true", help="neither install nor measure other engines")
    add(
        "--against",
        metavar="REV",
        help="measure a former commit of ours in the same run, and the ratio to it",
    )
    add("--profile", action="store_true", help="show where plain Python spends its time, and stop")
    return parser


def slice_length(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_SLICE:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of seconds from 0.01 to {LONGEST_SLICE:.0f}"
        )
    return max(seconds, 0.01)


def round_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= MOST_ROUNDS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST_ROUNDS}")
    return int(text)


def names(text: str) -> frozenset[str]:
    """Names of contestants or of groups, parted by commas."""
    wanted: set[str] = set()
    known = {entry.name for entry in ENTRIES}
    for name in filter(None, (part.strip() for part in text.split(","))):
        if name not in known and name not in GROUPS:
            raise argparse.ArgumentTypeError(f"nobody is called {name!r}; known are {known_names()}")
        wanted |= GROUPS.get(name, {name})
    if not wanted:
        raise argparse.ArgumentTypeError(f"no name given; known are {known_names()}")
    return frozenset(wanted)


def known_names() -> str:
    return ", ".join([*(entry.name for entry in ENTRIES), *GROUPS])
