"""Who is measured, against whom, and what we promise."""

from __future__ import annotations

from dataclasses import dataclass

GAMES = {"carolingi": ("Carolingi", (2, 3, 6)), "carolus": ("Carolus", (2, 3, 4))}

# Each contestant of ours: the game it plays and the build it plays it with.
OURS = {
    "plain": ("carolingi", "plain"),
    "compiled": ("carolingi", "compiled"),
    "carolus-plain": ("carolus", "plain"),
    "carolus-compiled": ("carolus", "compiled"),
}

TITLES = {
    "plain": "Carolingi in plain Python",
    "compiled": "Carolingi compiled",
    "carolus-plain": "Carolus Magnus in plain Python",
    "carolus-compiled": "Carolus Magnus compiled",
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


def our_entries(ours: str) -> list[Entry]:
    title, numbers = GAMES[OURS[ours][0]]
    return [
        *(Entry(f"{ours}-{n}", ours, f"play-{n}", f"{title}, {n} players") for n in numbers),
        *(Entry(f"{ours}-playout-{n}", ours, f"playout-{n}", f"{title}, {n}, library loop") for n in numbers),
        *(
            Entry(f"{ours}-env-{n}", ours, f"env-{n}", f"{title}, {n}, PettingZoo environment")
            for n in numbers
        ),
        Entry(f"{ours}-copy", ours, "copy", f"{title}, copy()"),
        Entry(f"{ours}-search", ours, "search", f"{title}, 2 players, rounds of search"),
    ]


def for_every_table(
    ours: str, theirs: str, must: float, aim: float | None = None, loop: str = ""
) -> list[Target]:
    """The same target for each number of players: none of them may hide behind another."""
    return [Target(f"{ours}-{loop}{players}", theirs, must, aim) for players in GAMES[OURS[ours][0]][1]]


PEER_ENTRIES = [
    Entry("backgammon", "spiel", "backgammon", "OpenSpiel (C++)"),
    Entry("dark_chess", "spiel", "dark_chess", "OpenSpiel (C++)"),
    Entry("hearts-python", "spiel", "hearts-python", "OpenSpiel ISMCTS (Python), rounds"),
    Entry("hearts-cpp", "spiel", "hearts-cpp", "OpenSpiel ISMCTS (C++), rounds"),
    Entry("catan", "catan", "catan", "catanatron (Python), 4"),
    Entry("connect_four", "zoo", "connect_four", "PettingZoo (Python)"),
    Entry("backgammon-env", "zoo", "backgammon", "OpenSpiel in PettingZoo (Shimmy)"),
    Entry("tic_tac_toe", "reducer", "tic_tac_toe", "boardgame.io (node)"),
]

ENTRIES = [entry for ours in OURS for entry in our_entries(ours)] + PEER_ENTRIES

GROUPS = {
    **{ours: frozenset(entry.name for entry in our_entries(ours)) for ours in OURS},
    "peers": frozenset(entry.name for entry in PEER_ENTRIES),
}

ENVIRONMENTS = [
    target
    for ours in OURS
    for theirs in ("connect_four", "backgammon-env")
    for target in for_every_table(ours, theirs, must=1, loop="env-")
]

TARGETS = [
    *for_every_table("compiled", "backgammon", must=6, aim=10),
    *for_every_table("compiled", "backgammon", must=10, loop="playout-"),
    *for_every_table("compiled", "catan", must=15, aim=25),
    *for_every_table("plain", "backgammon", must=2),
    Target("compiled-copy", None, must=300_000),
    *for_every_table("carolus-compiled", "backgammon", must=6, aim=10),
    *for_every_table("carolus-compiled", "backgammon", must=10, loop="playout-"),
    *for_every_table("carolus-compiled", "catan", must=15, aim=25),
    *for_every_table("carolus-plain", "backgammon", must=2),
    Target("carolus-compiled-copy", None, must=300_000),
    Target("compiled-search", "hearts-python", must=3),
    Target("carolus-compiled-search", "hearts-python", must=3),
    *ENVIRONMENTS,
]
