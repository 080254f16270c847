"""Who is measured, against whom, and what we promise."""

from __future__ import annotations

from dataclasses import dataclass

from aachen.titles import BUILT_IN, TITLES

BUILDS = {"plain": "{game} in plain Python", "compiled": "{game} compiled"}


def table_sizes(game: str) -> tuple[int, ...]:
    """The numbers of players that are measured: the fewest, three, and the most."""
    fewest, *_, most = TITLES[game].players()
    return tuple(sorted({fewest, 3, most}))


# Every registered game: what it is called, and the numbers of players that are measured.
GAMES = {game: (TITLES[game].name("en"), table_sizes(game)) for game in BUILT_IN}

# Each contestant of ours: the game it plays and the build it plays it with.
OURS = {f"{game}-{build}": (game, build) for game in GAMES for build in BUILDS}

NAMES = {ours: BUILDS[build].format(game=GAMES[game][0]) for ours, (game, build) in OURS.items()} | {
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
        *(
            Entry(f"{ours}-wrapped-{n}", ours, f"wrapped-{n}", f"{title}, {n}, in PettingZoo's wrappers")
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
    **{
        build: frozenset(entry.name for ours in OURS if OURS[ours][1] == build for entry in our_entries(ours))
        for build in BUILDS
    },
    "peers": frozenset(entry.name for entry in PEER_ENTRIES),
}


def targets_of(ours: str) -> list[Target]:
    """What we promise of one game in one build; every game is held to the same."""
    environments = [
        target
        for theirs in ("connect_four", "backgammon-env")
        for loop in ("env-", "wrapped-")
        for target in for_every_table(ours, theirs, must=1, loop=loop)
    ]
    if OURS[ours][1] == "plain":
        return [*for_every_table(ours, "backgammon", must=2), *environments]
    return [
        *for_every_table(ours, "backgammon", must=6, aim=10),
        *for_every_table(ours, "backgammon", must=10, loop="playout-"),
        *for_every_table(ours, "catan", must=15, aim=25),
        Target(f"{ours}-copy", None, must=300_000),
        Target(f"{ours}-search", "hearts-python", must=3),
        *environments,
    ]


TARGETS = [target for ours in OURS for target in targets_of(ours)]
