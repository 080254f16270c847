"""The table of the reference implementation of Carolingi: everything that lies on it, in dicts and names.

The reference is written from the rulebooks and the rulings alone, to be read beside them and not to be fast.
It shares no code and no table with the engine, only the board file.
"""

import copy
import json
from collections import Counter
from collections.abc import Generator, Iterator
from importlib import resources
from typing import Any, NoReturn

BOARD = json.loads(
    (resources.files("aachen.games.carolingi") / "boards" / "carolingi.json").read_text("utf-8")
)
SEASONS = ["winter", "spring", "summer", "autumn"]
ACTIONS = ["influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot"]
EVENT = ("event",)
DONE = {"do": "done"}

Action = dict[str, Any]
# A rule that has to ask somebody yields what each may do now, and is sent who did what.
Flow = Generator[dict[str, list[Action]], tuple[str, Action], None]

# What an extra action can change, and what is put back when it is undone (5.8).
UNDONE = (
    "followers gangs counters rows on_card card_gangs archivium discard court hand inactive fresh used "
    "taken homeland problems card_problem queue honours"
).split()


class Over(Exception):
    """The game has ended."""


class Table:
    """Everything on the table, and who is asked for what."""

    def __init__(
        self,
        players: int,
        last_year: int,
        variant: str = "base",
        anarchy: bool = False,
        hourglass: bool = False,
    ) -> None:
        setup = BOARD["setup"][str(players)]
        self.setup = setup
        self.variant, self.anarchy, self.hourglass = variant, anarchy, hourglass
        self.advanced = variant in ("advanced", "814")
        self.scenario = variant == "814"
        self.declaration = "co_regent" if self.scenario else "peace"
        self.colours: list[str] = BOARD["colours"][:players]
        self.answers: Iterator[list[Any]] = iter(())
        self.lay_out_map()
        self.lay_out_courts()
        years = BOARD["years_814" if self.scenario else "years"]
        self.year, self.last_year, self.season = years["first"], last_year, "winter"
        self.bag: list[tuple[str, ...]] = []
        self.aside: list[tuple[str, ...]] = []
        self.bag_open = False
        self.ready, self.later = setup["events_ready"], setup["events_later"]
        self.ending, self.winner = "", ""
        self.clear_question()

    def lay_out_map(self) -> None:
        """Regions, lands, rows and cards, all empty."""
        self.regions = {r["id"]: r for r in BOARD["regions"] if r["id"] in self.setup["regions"]}
        self.lands: list[str] = [x["id"] for x in BOARD["lands"] if x["region"] in self.regions]
        self.region = {x["id"]: x["region"] for x in BOARD["lands"]}
        self.near: dict[str, set[str]] = {land: set() for land in self.lands}
        for border in BOARD["borders"]:
            if border["a"] in self.near and border["b"] in self.near:  # C7
                self.near[border["a"]].add(border["b"])
                self.near[border["b"]].add(border["a"])
        self.followers: dict[str, Counter[str]] = {land: Counter() for land in self.lands}
        self.gangs: Counter[str] = Counter()
        self.counters: Counter[str] = Counter()
        self.forests: set[str] = set()
        self.homeland: dict[str, str] = {}
        self.rows: dict[str, list[str | None]] = {r: [None] * x["slots"] for r, x in self.regions.items()}
        self.on_card: dict[str, Counter[str]] = {land: Counter() for land in self.lands}
        self.card_gangs: Counter[str] = Counter()
        self.archivium: list[str] = []
        self.discard: list[str] = []
        self.hunger_aside = len(self.colours) - 1 if self.advanced else 1
        self.modules_aside = self.anarchy
        self.surplus = 0
        self.problems: dict[str, list[str]] = {season: [] for season in SEASONS}
        self.card_problem: dict[str, str] = {}
        self.queue: list[str] = []

    def lay_out_courts(self) -> None:
        """Player boards, still without anything on them."""
        colours = self.colours
        self.court = {c: dict.fromkeys(("missi", "leudes", "nobiles", "trophies"), 0) for c in colours}
        self.hand: dict[str, Counter[str]] = {c: Counter() for c in colours}
        self.inactive: dict[str, Counter[str]] = {c: Counter() for c in colours}
        self.fresh: dict[str, Counter[str]] = {c: Counter() for c in colours}
        self.used: dict[str, dict[str, Counter[str]]] = {
            c: {season: Counter() for season in SEASONS} for c in colours
        }
        self.swapped: dict[str, str] = {}
        self.taken: dict[str, str] = {}
        self.chosen: dict[str, Action] = {}
        self.laid: dict[str, list[str]] = {c: [] for c in colours}  # under the hourglass, this season
        self.founders: Counter[str] = Counter()
        self.honours: list[str] = []

    def clear_question(self) -> None:
        """Nobody is asked for anything."""
        self.phase = "acting"
        self.waiting: list[str] = []
        self.actor, self.tile, self.begun = "", "", ""
        self.parts = 0
        self.marching: Counter[str] = Counter()
        self.roads: set[tuple[str, str]] = set()
        self.exiles = 0
        self.declarer = ""
        self.contest: list[str] = []
        self.before: list[str] = []  # the statements of the table before a lone declaration
        self.hungry_land, self.excess = "", 0
        self.starved: list[str] = []
        self.drawn_card = ""

    def ask(self, colour: str, phase: str = "acting", tile: str = "") -> None:
        """One colour has to choose."""
        self.phase, self.waiting, self.actor, self.tile = phase, [colour], colour, tile

    def luck(self, question: str) -> list[Any]:
        """The next answer of luck."""
        asked, *answer = next(self.answers)
        assert asked == question, (asked, question)
        return answer

    # Counting

    def owner(self, land: str) -> str:
        """Whose homeland a land is."""
        return next((colour for colour, home in self.homeland.items() if home == land), "")

    def controller(self, land: str) -> str:
        """C1: more followers than all other followers and gangs together; never in a forest."""
        here = self.followers[land]
        total = sum(here.values()) + self.gangs[land]
        if land not in self.forests:
            for colour, mine in here.items():
                if mine > total - mine:
                    return colour
        return ""

    def controlled(self, colour: str) -> list[str]:
        """All lands the colour controls."""
        return [land for land in self.lands if self.controller(land) == colour]

    def cards(self) -> list[str]:
        """All lands whose card is in a row, by rows and slots."""
        return [land for row in self.rows.values() for land in row if land]

    def supply(self) -> int:
        """C8, C31, C41: gangs that lie nowhere else."""
        there_are = 8 * len(self.colours) if self.scenario else int(BOARD["counts"]["gangs"])
        placed = sum(self.gangs.values()) + sum(self.card_gangs.values()) + self.surplus + self.exiles
        return there_are - placed

    def counter_supply(self) -> int:
        """C8: the same for counters."""
        return int(BOARD["counts"]["counters"]) - sum(self.counters.values())

    # Pieces

    def take_gang(self) -> bool:
        """A gang from the supply; without one nothing is placed (C8), or Scenario 814 ends at once (C31, C42)."""
        if self.supply():
            return True
        if self.scenario:
            self.end("failure")
        return False

    def rise(self, land: str) -> None:
        """A gang comes to a land, but never to a homeland."""
        if not self.owner(land) and self.take_gang():
            self.gangs[land] += 1

    def leave(self, land: str, colour: str, number: int) -> None:
        """Followers of a land go home as leudes."""
        self.followers[land][colour] -= number
        self.court[colour]["leudes"] += number

    def pay(self, colour: str, number: int) -> None:
        """Missi become leudes."""
        self.court[colour]["missi"] -= number
        self.court[colour]["leudes"] += number

    def lay_open(self, colour: str, tile: str) -> None:
        """The tile lies on the current season for all to see."""
        self.used[colour][self.season][tile] += 1
        if self.taken.get(colour) == tile:
            del self.taken[colour]

    def snapshot(self) -> dict[str, Any]:
        """All that an extra action can change."""
        return {name: copy.deepcopy(getattr(self, name)) for name in UNDONE}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Put everything back as it was."""
        for name, value in snapshot.items():
            setattr(self, name, value)

    def end(self, ending: str, winner: str = "") -> NoReturn:
        """The game ends at once."""
        self.ending, self.winner = ending, winner
        raise Over
