"""Who is measured, against whom, and what we promise."""

from __future__ import annotations

from dataclasses import dataclass

PLAYERS = (2, 3, 6)
OURS = ("plain", "compiled")

TITLES = {
    "plain": "Carolingi in plain Python",
    "compiled": "Carolingi compiled",
    "spiel": "OpenSpiel",
    "catan": "catanatron",
    "zoo": "PettingZoo",
    "reducer": "boardgame.io",
}


@dataclass(frozen=True)
class Entry:
    """One line of the table: what one contestant's process is asked to do."""

    name: str
    contestant: str
    request: str
    label: str


@dataclass(frozen=True)
class Target:
    """What one of our entries must reach, and what we aim for: a ratio to `theirs`, or a rate without."""

    ours: str
    theirs: str | None
    must: float
    aim: float | None = None

    def sides(self) -> set[str]:
        return {self.ours, self.theirs} if self.theirs else {self.ours}


def our_entries(build: str) -> list[Entry]:
    return [
        *(Entry(f"{build}-{n}", build, f"play-{n}", f"Carolingi, {n} players") for n in PLAYERS),
        Entry(f"{build}-playout", build, "playout", "3 players, its own loop"),
        Entry(f"{build}-copy", build, "copy", "Carolingi, copy()"),
    ]


def for_every_table(build: str, theirs: str, must: float, aim: float | None = None) -> list[Target]:
    """The same target for each number of players: none of them may hide behind another."""
    return [Target(f"{build}-{players}", theirs, must, aim) for players in PLAYERS]


PEER_ENTRIES = [
    Entry("backgammon", "spiel", "backgammon", "OpenSpiel (C++)"),
    Entry("dark_chess", "spiel", "dark_chess", "OpenSpiel (C++)"),
    Entry("catan", "catan", "catan", "catanatron (Python), 4"),
    Entry("connect_four", "zoo", "connect_four", "PettingZoo (Python)"),
    Entry("tic_tac_toe", "reducer", "tic_tac_toe", "boardgame.io (node)"),
]

ENTRIES = [entry for build in OURS for entry in our_entries(build)] + PEER_ENTRIES

GROUPS = {
    "plain": frozenset(entry.name for entry in our_entries("plain")),
    "compiled": frozenset(entry.name for entry in our_entries("compiled")),
    "peers": frozenset(entry.name for entry in PEER_ENTRIES),
}

TARGETS = [
    *for_every_table("compiled", "backgammon", must=6, aim=10),
    *for_every_table("compiled", "catan", must=15, aim=25),
    *for_every_table("plain", "backgammon", must=2),
    Target("compiled-copy", None, must=300_000),
]
