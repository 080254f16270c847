"""A second Carolingi, slow and plain: dicts and names, straight from the words of the book and the rulings.

It shares no code and no table with the engine, only the board file.
`test_differential.py` plays both side by side and compares all they show and all they allow.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from itertools import combinations_with_replacement
from typing import Any

BOARD = json.loads(
    (resources.files("aachen.games.carolingi") / "boards" / "carolingi.json").read_text("utf-8")
)
SEASONS = ["winter", "spring", "summer", "autumn"]
ACTIONS = ["influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot"]
EVENT = ("event",)

Action = dict[str, Any]


class Book:
    """A table with everything on it."""

    def __init__(self, players: int, last_year: int) -> None:
        setup = BOARD["setup"][str(players)]
        self.setup = setup
        self.colours: list[str] = BOARD["colours"][:players]
        self.regions = {r["id"]: r for r in BOARD["regions"] if r["id"] in setup["regions"]}
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
        self.forests = set(setup["forests"])
        self.homeland: dict[str, str] = {}
        self.rows: dict[str, list[str | None]] = {r: [None] * x["slots"] for r, x in self.regions.items()}
        self.on_card: dict[str, Counter[str]] = {land: Counter() for land in self.lands}
        self.card_gangs: Counter[str] = Counter()
        self.archivium: list[str] = []
        self.discard: list[str] = []
        self.hunger_aside = 1
        self.surplus = 0
        self.court = {c: dict.fromkeys(("missi", "leudes", "nobiles", "trophies"), 0) for c in self.colours}
        self.hand: dict[str, Counter[str]] = {c: Counter() for c in self.colours}
        self.inactive: dict[str, Counter[str]] = {c: Counter() for c in self.colours}
        self.fresh: dict[str, Counter[str]] = {c: Counter() for c in self.colours}
        self.used: dict[str, dict[str, Counter[str]]] = {
            c: {season: Counter() for season in SEASONS} for c in self.colours
        }
        self.swapped: dict[str, str] = {}
        self.taken: dict[str, str] = {}
        self.chosen: dict[str, Action] = {}
        self.bag: list[tuple[str, ...]] = []
        self.aside: list[tuple[str, ...]] = []
        self.bag_open = False
        self.ready, self.later = setup["events_ready"], setup["events_later"]
        self.year, self.last_year, self.season = BOARD["years"]["first"], last_year, "winter"
        self.phase = "placing"
        self.waiting: list[str] = []
        self.actor, self.tile = "", ""
        self.begun = ""  # the option of the tile that has begun
        self.parts = 0
        self.marching: Counter[str] = Counter()
        self.roads: set[tuple[str, str]] = set()
        self.declarer = ""
        self.contest: list[str] = []
        self.hungry: list[str] = []  # lands still to be judged
        self.starved: list[str] = []
        self.hungry_land, self.excess = "", 0
        self.ending, self.winner = "", ""
        self.answers: Iterator[list[Any]] = iter(())

    # 2.2 Set-up

    @staticmethod
    def new(players: int, last_year: int, answers: Iterable[list[Any]]) -> "Book":
        """2.2, step by step."""
        book = Book(players, last_year)
        book.answers = iter(answers)
        for land in book.setup["start_cards"]:
            book.insert(land)
        away = {*book.setup["start_cards"], *book.setup["homelands"]}
        book.archivium = [land for land in book.lands if land not in away]
        start = BOARD["court"]
        for colour in book.colours:
            book.court[colour] |= {word: start[word] for word in ("missi", "leudes", "nobiles")}
            book.hand[colour].update(BOARD["tiles"]["active"] + ["no_action"] * BOARD["tiles"]["no_action"])
            book.inactive[colour].update(BOARD["tiles"]["inactive"])
        for land in book.setup["homelands"]:
            question, colour = next(book.answers)
            assert question == "palace"
            assert colour not in book.homeland
            book.homeland[colour] = land
            book.followers[land][colour] = start["homeland"]
        for land in book.lands:
            if land not in book.forests and not book.owner(land):
                book.gangs[land] = 1
        book.waiting = list(book.colours)
        return book

    @staticmethod
    def load(views: list[Mapping[str, Any]]) -> "Book":
        """The same table from the screens of all seats, at a moment when tiles are being chosen."""
        open_to_all = views[0]
        book = Book(len(views), open_to_all["last_year"])
        assert open_to_all["phase"] in ("placing", "swapping")
        book.year, book.season, book.phase = (open_to_all[key] for key in ("year", "season", "phase"))
        book.forests = set()
        for land, seen in open_to_all["lands"].items():
            book.followers[land].update(seen["followers"])
            book.gangs[land], book.counters[land] = seen["gangs"], seen["counters"]
            if seen["forest"]:
                book.forests.add(land)
            if seen["homeland"]:
                book.homeland[seen["homeland"]] = land
        book.rows = {region: list(row) for region, row in open_to_all["rows"].items()}
        for land, seen in open_to_all["cards"].items():
            book.on_card[land].update(seen["followers"])
            book.card_gangs[land] = seen["gangs"]
        book.archivium, book.discard = list(open_to_all["archivium"]["known"]), list(open_to_all["discard"])
        book.surplus, book.hunger_aside = open_to_all["archivium"]["surplus"], open_to_all["hunger_aside"]
        book.ready, book.later = open_to_all["events"]["ready"], open_to_all["events"]["later"]
        book.waiting = list(open_to_all["to_act"])
        for colour, view in zip(book.colours, views, strict=True):
            own = view["courts"][colour]
            book.court[colour] = {word: own[word] for word in book.court[colour]}
            book.hand[colour].update(own["hand"])
            book.inactive[colour].update(own["inactive"])
            for season, tiles in own["used"].items():
                book.used[colour][season].update(tiles)
            if own["swapped"]:
                book.swapped[colour] = own["swapped"]
            if own["taken_back"]:
                book.taken[colour] = own["taken_back"]
            if own["chosen"]:
                book.chosen[colour] = own["chosen"]
        return book

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

    def levies(self, colour: str) -> int:
        """C18, C39: a homeland gives one, another land one more for each counter; at least three."""
        return max(3, sum(self.levy(colour, land) for land in self.controlled(colour)))

    def levy(self, colour: str, land: str) -> int:
        """What one controlled land gives."""
        return 1 if self.owner(land) == colour else 1 + self.counters[land]

    def supply(self) -> int:
        """C8: gangs that lie nowhere else."""
        placed = sum(self.gangs.values()) + sum(self.card_gangs.values()) + self.surplus
        return int(BOARD["counts"]["gangs"]) - placed

    def counter_supply(self) -> int:
        """C8: the same for counters."""
        return int(BOARD["counts"]["counters"]) - sum(self.counters.values())

    def missing(self, colour: str, region: str, lands: list[str]) -> list[str]:
        """What keeps the colour, which controls `lands`, from having united the region (3.5)."""
        return [
            land
            for land in self.lands
            if self.region[land] == region
            if (self.followers[land][colour] == 0 if land in self.forests else land not in lands)
        ]

    def victory(self, colour: str) -> dict[str, Any]:
        """3.5 for one colour."""
        lands = self.controlled(colour)
        counters = sum(self.counters[land] for land in lands)
        followers = sum(self.followers[land][colour] for land in self.lands)
        trophies = self.court[colour]["trophies"]
        rivals = [self.court[other]["trophies"] for other in self.colours if other != colour]
        glory = trophies == 4 or (trophies > 0 and trophies > max(rivals))  # C23
        missing = {region: self.missing(colour, region, lands) for region in self.regions}
        united = [region for region, lacking in missing.items() if not lacking]
        met = [len(lands) >= 6, counters >= 6, followers >= 12, glory]
        return {
            "points": sum(met) + len(united),
            "lands": len(lands),
            "counters": counters,
            "followers": followers,
            "trophies": trophies,
            "expansion": met[0],
            "development": met[1],
            "following": met[2],
            "glory": met[3],
            "palace": False,  # counts in the advanced game only (6.2.2)
            "regions": united,
            "missing": {region: lacking for region, lacking in missing.items() if lacking},
            "levies": max(3, sum(self.levy(colour, land) for land in lands)),
        }

    def points(self, colour: str) -> int:
        """Victory points."""
        return int(self.victory(colour)["points"])

    # What may be done

    def offers(self, colour: str) -> list[Action]:
        """Everything the colour may do now."""
        if self.phase == "placing":
            return self.pairs(colour)
        if self.phase == "swapping":
            return self.swaps(colour)
        if self.phase == "starving" and colour == self.actor:
            here = self.followers[self.hungry_land]
            return [{"do": "expel", "seat": other} for other in self.colours if here[other]]
        if self.phase == "acting" and colour == self.actor:
            return [{"do": "done"}, *getattr(self, f"may_{self.tile}")(colour)]
        return []

    def pairs(self, colour: str) -> list[Action]:
        """3.1, C20: two active tiles; Peace only with No-action."""
        have = [tile for tile in (*ACTIONS, "peace", "no_action") if self.hand[colour][tile]]
        found = []
        for first, second in combinations_with_replacement(have, 2):
            if first == second and (self.hand[colour][first] < 2 or first == "peace"):
                continue
            if "peace" in (first, second) and "no_action" not in (first, second):
                continue
            found.append({"do": "place", "tiles": [first, second]})
        return found

    def swaps(self, colour: str) -> list[Action]:
        """3.3, C11, C49."""
        give = [tile for tile in (*ACTIONS, "peace") if self.hand[colour][tile]]
        take = [tile for tile in ACTIONS if any(self.used[colour][s][tile] for s in SEASONS)]
        if colour in self.swapped or not give or not take:
            return []
        return [{"do": "keep"}] + [{"do": "swap", "give": g, "take": t} for g in give for t in take]

    def may_influence(self, colour: str) -> list[Action]:
        """5.1, C14."""
        found: list[Action] = []
        missi = self.court[colour]["missi"]
        cards = [land for row in self.rows.values() for land in row if land]
        if not self.begun:
            found += [{"do": "settle", "missi": n} for n in (1, 2, 3) if n <= missi]
        if self.begun in ("", "send") and missi:
            found += [{"do": "send", "land": land} for land in cards if self.controller(land) in ("", colour)]
        if self.begun in ("", "unfold"):
            found += [{"do": "unfold", "land": land} for land in cards if self.on_card[land][colour]]
        return found

    def may_develop(self, colour: str) -> list[Action]:
        """5.2, C19."""
        found: list[Action] = []
        missi = self.court[colour]["missi"]
        if not self.begun and missi >= 2:
            found += [{"do": "activate", "tile": tile} for tile, n in self.inactive[colour].items() if n]
        if missi and self.parts < 3 and self.counter_supply():
            found += [
                {"do": "build", "land": land}
                for land in self.controlled(colour)
                if self.counters[land] < 2 and not self.owner(land)
            ]
        return found

    def may_equip_missi(self, colour: str) -> list[Action]:
        """5.3, C18."""
        levies, court = self.levies(colour), self.court[colour]
        return [
            {"do": "equip", "missi": missi, "leudes": leudes}
            for leudes in range(court["nobiles"] + 1)
            for missi in range(court["leudes"] + leudes + 1)
            if 0 < missi + leudes <= levies
        ]

    def may_move_troops(self, colour: str) -> list[Action]:
        """5.4, C15."""
        if not self.court[colour]["missi"]:
            return []
        return [
            {"do": "march", "from": land, "to": other, "followers": number}
            for land in self.lands
            for other in self.near[land]
            if self.owner(other) in ("", colour) and (land, other) not in self.roads
            for number in range(1, self.marching[land] + 1)
        ]

    def may_battle(self, colour: str) -> list[Action]:
        """5.5, C2, C16."""
        found: list[Action] = []
        court = self.court[colour]
        if self.begun == "victory" and court["leudes"] and court["trophies"] < 4:
            found.append({"do": "trophy"})
        for land in self.lands:
            mine = self.followers[land][colour]
            others = [n for other, n in self.followers[land].items() if other != colour and n]
            enemies = others + ([self.gangs[land]] if self.gangs[land] else [])
            if enemies and all(mine > enemy for enemy in enemies):
                found.append({"do": "fight", "land": land})
        return found

    def may_soothe_riot(self, colour: str) -> list[Action]:
        """5.7, C17."""
        return [
            {"do": "soothe", "land": land, "gangs": number}
            for land in self.lands
            if any(self.followers[place][colour] for place in (land, *self.near[land]))
            for number in range(1, 4)
            if number <= self.gangs[land] and number <= self.court[colour]["missi"]
        ]

    def may_peace(self, colour: str) -> list[Action]:
        """5.8, C12, C13: any active action tile that was not activated this season."""
        return [
            {"do": "extra", "tile": tile}
            for tile in ACTIONS
            if self.hand[colour][tile] - self.fresh[colour][tile] > 0
        ]

    # What happens

    def play(self, colour: str, action: Action, answers: Iterable[list[Any]]) -> None:
        """Do it, with the answers that luck gave; all of them must be needed."""
        self.answers = iter(answers)
        if self.phase in ("placing", "swapping"):
            self.chosen[colour] = action
            self.waiting = [other for other in self.waiting if other != colour]
            if not self.waiting:
                self.reveal()
        elif self.phase == "starving":
            self.leave(self.hungry_land, action["seat"], 1)
            self.excess -= 1
            self.starve_on()
        else:
            getattr(self, f"do_{action['do']}")(colour, action)
        assert next(self.answers, None) is None, "luck was asked for less than it answered"

    def reveal(self) -> None:
        """Everybody has chosen."""
        chosen, self.chosen = self.chosen, {}
        if self.phase == "swapping":
            for colour, action in chosen.items():
                if action["do"] == "swap":
                    self.swap(colour, action["give"], action["take"])
            self.phase, self.waiting = "placing", list(self.colours)
            return
        for colour, action in chosen.items():
            for tile in action["tiles"]:
                self.hand[colour][tile] -= 1
                self.bag.append((colour, tile))
        self.bag += [EVENT] * self.ready
        self.ready = 0
        self.draw_on()

    def swap(self, colour: str, give: str, take: str) -> None:
        """3.3."""
        self.hand[colour][give] -= 1
        self.swapped[colour] = give
        season = next(season for season in SEASONS if self.used[colour][season][take])
        self.used[colour][season][take] -= 1
        self.hand[colour][take] += 1
        self.taken[colour] = take

    def draw_on(self) -> None:
        """3.2: until somebody has to choose."""
        while not self.ending:
            self.phase, self.actor, self.tile = "acting", "", ""
            if not self.bag:
                self.end_season()
                return
            question, *what = next(self.answers)
            assert question == "tile"
            self.bag.remove(tuple(what))
            if tuple(what) == EVENT:
                self.ready += 1
                if self.event():
                    return
            elif what[1] == "no_action":
                self.hand[what[0]]["no_action"] += 1
            else:
                self.lay_open(what[0], what[1])
                if self.begin(what[0], what[1]):
                    return
                self.end_tile()

    def lay_open(self, colour: str, tile: str) -> None:
        """The tile lies on the current season for all to see."""
        self.used[colour][self.season][tile] += 1
        if self.taken.get(colour) == tile:
            del self.taken[colour]

    def begin(self, colour: str, tile: str) -> bool:
        """A tile is carried out; False if it allows nothing."""
        self.phase, self.actor, self.tile, self.begun, self.parts = "acting", colour, tile, "", 0
        self.roads = set()
        self.marching = Counter()
        if tile == "peace":
            self.declarer = colour
        if tile == "move_troops":
            for land in self.lands:
                if land in self.forests or self.controller(land) == colour:
                    self.marching[land] = self.followers[land][colour]
        return len(self.offers(colour)) > 1

    def go_on(self, over: bool = False) -> None:
        """After a part of a tile: more of it, if there is more; else the next tile."""
        if over or len(self.offers(self.actor)) == 1:
            self.end_tile()
            self.draw_on()

    def end_tile(self) -> None:
        """5.8 step 2, if it was Peace or its extra action."""
        self.tile, self.actor = "", ""
        if not self.declarer:
            return
        colour, self.declarer = self.declarer, ""
        if self.contest:
            self.contest.append(colour)
            if not self.bag:
                self.settle_contest()
        elif self.points(colour) < 3:  # C21
            self.forfeit(colour)
        else:
            self.lay_bag_open(colour)

    def lay_bag_open(self, colour: str) -> None:
        """Three points are shown: are there other declarers?"""
        self.bag_open = True
        for other, *tile in self.bag:
            if tile and self.taken.get(other) == tile[0]:
                del self.taken[other]
        if not any("peace" in tile for tile in self.bag):
            self.win(colour)
            return
        self.contest = [colour]
        self.aside = [tile for tile in self.bag if "peace" not in tile]
        self.bag = [tile for tile in self.bag if "peace" in tile]

    def settle_contest(self) -> None:
        """C22: the only one with three points wins; else all have failed."""
        declared, self.contest = self.contest, []
        worthy = [colour for colour in declared if self.points(colour) >= 3]
        if len(worthy) == 1:
            self.win(worthy[0])
            return
        for colour in declared:
            self.forfeit(colour)
        self.bag, self.aside = self.aside, []

    def forfeit(self, colour: str) -> None:
        """Peace is inactive again."""
        self.used[colour][self.season]["peace"] -= 1
        self.inactive[colour]["peace"] += 1

    def win(self, colour: str) -> None:
        """Peace is made."""
        self.ending, self.winner, self.phase = "peace", colour, "over"

    # 5 Actions

    def do_done(self, colour: str, action: Action) -> None:
        """C13."""
        self.go_on(over=True)

    def do_settle(self, colour: str, action: Action) -> None:
        """5.1 a."""
        self.court[colour]["missi"] -= action["missi"]
        self.followers[self.homeland[colour]][colour] += action["missi"]
        self.go_on(over=True)

    def do_send(self, colour: str, action: Action) -> None:
        """5.1 b."""
        self.begun = "send"
        self.court[colour]["missi"] -= 1
        self.on_card[action["land"]][colour] += 1
        self.go_on()

    def do_unfold(self, colour: str, action: Action) -> None:
        """5.1 c."""
        self.begun = "unfold"
        self.transfer(action["land"])
        self.take_out(action["land"])
        self.go_on()

    def do_activate(self, colour: str, action: Action) -> None:
        """5.2 a."""
        self.pay(colour, 2)
        self.inactive[colour][action["tile"]] -= 1
        self.hand[colour][action["tile"]] += 1
        self.fresh[colour][action["tile"]] += 1
        self.go_on(over=True)

    def do_build(self, colour: str, action: Action) -> None:
        """5.2 b."""
        self.begun = "build"
        self.parts += 1
        self.pay(colour, 1)
        self.counters[action["land"]] += 1
        self.go_on()

    def do_equip(self, colour: str, action: Action) -> None:
        """5.3."""
        court = self.court[colour]
        court["nobiles"] -= action["leudes"]
        court["leudes"] += action["leudes"] - action["missi"]
        court["missi"] += action["missi"]
        self.go_on(over=True)

    def do_march(self, colour: str, action: Action) -> None:
        """5.4."""
        origin, target, number = action["from"], action["to"], action["followers"]
        self.pay(colour, 1)
        self.roads.add((origin, target))
        self.marching[origin] -= number
        self.followers[origin][colour] -= number
        self.followers[target][colour] += number
        self.go_on()

    def do_fight(self, colour: str, action: Action) -> None:
        """5.5: one of each colour and one gang, again and again, until one colour is left."""
        land = action["land"]
        here = self.followers[land]
        while self.gangs[land] or any(n for other, n in here.items() if other != colour):
            for other in self.colours:
                if here[other]:
                    self.leave(land, other, 1, starved=False)
            if self.gangs[land]:
                self.gangs[land] -= 1
        self.begun = self.begun or "victory"
        self.go_on()

    def do_trophy(self, colour: str, action: Action) -> None:
        """5.5: one a tile."""
        self.begun = "trophy"
        self.court[colour]["leudes"] -= 1
        self.court[colour]["trophies"] += 1
        self.go_on()

    def do_soothe(self, colour: str, action: Action) -> None:
        """5.7."""
        self.gangs[action["land"]] -= action["gangs"]
        self.court[colour]["missi"] -= action["gangs"]
        self.followers[action["land"]][colour] += action["gangs"]
        self.go_on(over=True)

    def do_extra(self, colour: str, action: Action) -> None:
        """5.8 step 1."""
        self.hand[colour][action["tile"]] -= 1
        self.lay_open(colour, action["tile"])
        if not self.begin(colour, action["tile"]):
            self.go_on(over=True)

    def pay(self, colour: str, number: int) -> None:
        """Missi become leudes."""
        self.court[colour]["missi"] -= number
        self.court[colour]["leudes"] += number

    # 4 Events

    def event(self) -> bool:
        """A card; True if somebody must decide about hunger."""
        if not self.archivium:  # C3
            self.archivium, self.discard = self.discard, []
        if not self.archivium:
            return False
        question, card = next(self.answers)
        assert question == "card"
        self.archivium.remove(card)
        if card == "hunger":
            self.discard.append(card)
            self.hungry, self.starved = list(self.lands), []
            return self.judge_lands()
        row = self.rows[self.region[card]]
        if None not in row:
            self.overflow(row)
        self.insert(card)
        return False

    def overflow(self, row: list[str | None]) -> None:
        """4.1 B, C5."""
        cards = [land for land in row if land]
        for land in cards:
            if not sum(self.on_card[land].values()) and self.supply():
                self.card_gangs[land] += 1
        for land in cards:
            self.transfer(land)
        for land in cards:
            self.take_out(land)

    def insert(self, land: str) -> None:
        """4.1 A, C4, C38."""
        row = self.rows[self.region[land]]
        row[row.index(None)] = land
        if self.surplus:
            self.surplus -= 1
            self.card_gangs[land] += 1

    def take_out(self, land: str) -> None:
        """The card goes to the discard pile and leaves a gap."""
        row = self.rows[self.region[land]]
        row[row.index(land)] = None
        self.discard.append(land)

    def transfer(self, land: str) -> None:
        """4.1 B 2, C6: everything on the card goes to the land; gangs in a forest spread."""
        came = self.card_gangs[land]
        self.followers[land].update(self.on_card[land])
        self.gangs[land] += came
        self.on_card[land] = Counter()
        self.card_gangs[land] = 0
        if came and land in self.forests:
            for other in self.lands:
                if other in self.near[land]:
                    self.rise(other)

    def rise(self, land: str) -> None:
        """A gang comes to a land, but never to a homeland, and not from an empty supply (C8)."""
        if not self.owner(land) and self.supply():
            self.gangs[land] += 1

    # 4.2 Hunger

    def capacity(self, land: str) -> int:
        """How many a land feeds."""
        return 3 if self.owner(land) else 1 + self.counters[land]

    def judge_lands(self) -> bool:
        """C9: land by land; True if somebody must decide."""
        while self.hungry:
            land = self.hungry.pop(0)
            excess = sum(self.followers[land].values()) - self.capacity(land)
            if excess > 0 and self.judge_land(land, excess):
                return True
        for land in self.lands:  # C40
            if land in self.starved:
                self.rise(land)
        return False

    def judge_land(self, land: str, excess: int) -> bool:
        """One land with too many followers."""
        here = {colour: n for colour, n in self.followers[land].items() if n}
        largest = [colour for colour, n in here.items() if n == max(here.values())]
        if len(here) == 1:
            self.leave(land, largest[0], excess)
        elif len(largest) == 1:
            self.phase, self.actor, self.tile = "starving", largest[0], ""
            self.hungry_land, self.excess = land, excess
            return True
        else:
            while sum(self.followers[land].values()) > self.capacity(land):
                for colour in [c for c in self.colours if self.followers[land][c]]:
                    self.leave(land, colour, 1)
        return False

    def starve_on(self) -> None:
        """One follower left by decision; the rest of a single colour leaves by itself."""
        here = [colour for colour in self.colours if self.followers[self.hungry_land][colour]]
        if self.excess and len(here) > 1:
            return
        if self.excess:
            self.leave(self.hungry_land, here[0], self.excess)
        if not self.judge_lands():
            self.draw_on()

    def leave(self, land: str, colour: str, number: int, starved: bool = True) -> None:
        """Followers go home as leudes."""
        self.followers[land][colour] -= number
        self.court[colour]["leudes"] += number
        if starved:
            self.starved.append(land)

    # 3.3 and 3.4 Seasons and years

    def end_season(self) -> None:
        """The bag is empty."""
        self.bag_open = False
        for colour in self.colours:
            self.fresh[colour] = Counter()
        if self.season != "autumn":
            self.season = SEASONS[SEASONS.index(self.season) + 1]
            self.phase, self.waiting = "swapping", [c for c in self.colours if self.swaps(c)]
            if self.waiting:
                return
        elif self.year == self.last_year:  # C24
            self.phase, self.ending = "over", "time"
            return
        else:
            self.turn_the_year()
        self.phase, self.waiting = "placing", list(self.colours)

    def turn_the_year(self) -> None:
        """3.4, C4, C10."""
        self.year += 1
        self.season = "winter"
        self.ready += self.later
        self.later = 0
        self.archivium += self.discard + ["hunger"] * self.hunger_aside
        self.discard, self.hunger_aside = [], 0
        for colour in self.colours:
            for tiles in self.used[colour].values():
                self.hand[colour].update(tiles)
                tiles.clear()
            self.hand[colour].update([self.swapped[colour]] if colour in self.swapped else [])
        self.swapped, self.taken = {}, {}
        for land in self.lands:
            self.surplus += max(0, self.gangs[land] - 3)
            self.gangs[land] = min(3, self.gangs[land])

    # The end

    def outcome(self) -> dict[str, Any] | None:
        """C24: points, then followers on lands, then controlled lands; a peacemaker comes first."""
        if not self.ending:
            return None
        scores = {c: self.victory(c) for c in self.colours}
        rank = {
            c: (c == self.winner, score["points"], score["followers"], score["lands"])
            for c, score in scores.items()
        }
        places = {c: 1 + sum(other > rank[c] for other in rank.values()) for c in self.colours}
        points = {c: score["points"] for c, score in scores.items()}
        return {"ending": self.ending, "places": places, "points": points}

    # What everybody sees

    def screen(self) -> dict[str, Any]:
        """The spectator's screen, in the words that `comparable` leaves of the engine's."""
        tiles = self.bag + self.aside
        starving = self.phase == "starving"
        return {
            "year": self.year,
            "last_year": self.last_year,
            "season": self.season,
            "phase": self.phase,
            "to_act": [self.actor] if self.phase in ("acting", "starving") else self.waiting,
            "tile": self.tile or None,
            "declarer": self.declarer or None,
            "hunger": {"land": self.hungry_land, "excess": self.excess} if starving else None,
            "lands": {land: self.land(land) for land in self.lands},
            "rows": self.rows,
            "cards": {
                land: {"followers": +self.on_card[land], "gangs": self.card_gangs[land]}
                for row in self.rows.values()
                for land in row
                if land
            },
            "archivium": sorted(self.archivium),
            "surplus": self.surplus,
            "discard": sorted(self.discard),
            "hunger_aside": self.hunger_aside,
            "supply": {"gangs": self.supply(), "counters": self.counter_supply()},
            "events": {"ready": self.ready, "later": self.later},
            "bag": {c: sum(tile[0] == c for tile in tiles) for c in (*self.colours, "event")},
            "open": sorted(map(list, tiles)) if self.bag_open else None,
            "courts": {c: self.court_of(c) for c in self.colours},
            "victory": {c: self.victory(c) for c in self.colours},
        }

    def land(self, land: str) -> dict[str, Any]:
        """What lies in a land."""
        return {
            "region": self.region[land],
            "followers": +self.followers[land],
            "gangs": self.gangs[land],
            "counters": self.counters[land],
            "forest": land in self.forests,
            "homeland": self.owner(land) or None,
            "controlled_by": self.controller(land) or None,
            "feeds": self.capacity(land),
            "levy": 0 if land in self.forests else 1 + self.counters[land],
            "lacks": None,  # a spectator needs nothing
        }

    def lacks(self, colour: str, land: str) -> int | None:
        """How many more followers would control the land; None where the colour never can (C1)."""
        if land in self.forests or self.owner(land) not in ("", colour):
            return None
        mine = self.followers[land][colour]
        others = sum(self.followers[land].values()) - mine + self.gangs[land]
        return next(more for more in range(100) if mine + more > others)

    def court_of(self, colour: str) -> dict[str, Any]:
        """What everybody sees of a court."""
        return dict(self.court[colour]) | {
            "homeland": self.homeland.get(colour),
            "tiles_in_hand": sum(self.hand[colour].values()),
            "tiles_inactive": sum(self.inactive[colour].values()),
            "swap_space": colour in self.swapped,
            "taken_back": self.taken.get(colour),
            "has_chosen": colour in self.chosen,
            "tiles_laid": 0,  # by the hourglass only (8)
            "honours": 0,  # in Scenario 814 only
            "used": {season: sorted(tiles.elements()) for season, tiles in self.used[colour].items()},
        }

    def secrets_of(self, colour: str) -> dict[str, Any]:
        """What the colour alone sees of its court."""
        return {
            "hand": +self.hand[colour],
            "inactive": +self.inactive[colour],
            "fresh": +self.fresh[colour],
            "swapped": self.swapped.get(colour),
            "laid": None,
            "chosen": self.chosen.get(colour),
        }


def comparable(view: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's screen in the shape of `Book.screen`, without its text and what is known of hidden tiles."""
    plain = ("year", "last_year", "season", "phase", "to_act", "tile", "declarer", "hunger", "rows")
    same = (*plain, "lands", "cards", "hunger_aside", "supply", "events", "victory")
    seen = {key: view[key] for key in same}
    bag = view["bag"]
    assert bag["tiles"] == bag["events"] + sum(bag["by_seat"].values())
    assert view["archivium"]["cards"] == len(view["archivium"]["known"])
    seen |= {
        "archivium": sorted(view["archivium"]["known"]),
        "surplus": view["archivium"]["surplus"],
        "discard": sorted(view["discard"]),
        "bag": bag["by_seat"] | {"event": bag["events"]},
        "open": sorted(bag["open"]) if bag["open"] is not None else None,
        "courts": {colour: _court(court) for colour, court in view["courts"].items()},
    }
    return seen


def _court(court: Mapping[str, Any]) -> dict[str, Any]:
    told = {key: value for key, value in court.items() if key != "known_active"}
    return told | {"used": {season: sorted(tiles) for season, tiles in court["used"].items()}}


def named(action: Mapping[str, Any]) -> str:
    """An action as one word, whatever the order of its parts."""
    parts = dict(action)
    if "tiles" in parts:
        parts["tiles"] = sorted(parts["tiles"])
    return json.dumps(parts, sort_keys=True)
