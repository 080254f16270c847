"""Reads a position from its line or block of text (see notation.py).

A person may leave things out: nobiles are the followers left over, cards not mentioned are in the Archivium,
tiles not mentioned are where they start. What is written must make sense, or every fault of it is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from aachen.core.errors import BadInput, Fault
from aachen.core.luck import Luck, SeededLuck
from aachen.games.carolingi import board as boards
from aachen.games.carolingi import check, imagine, notation
from aachen.games.carolingi.actions import KEEP_CODE, PLACE, SWAP
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.realms import realm_of
from aachen.games.carolingi.rules import carrying_out, founding, hunger, move_troops, peace, placing, swap
from aachen.games.carolingi.terms import (
    ACTING,
    BY_FAILURE,
    BY_PEACE,
    BY_TIME,
    FOUNDING,
    MOVE,
    NO_ACTION,
    NOBODY,
    NOTHING,
    NOWHERE,
    OVER,
    PEACE,
    PLACING,
    SEASON_NAMES,
    STARVING,
    SWAPPING,
    TILES,
    UNSEEN,
)
from aachen.games.carolingi.variant import BASE

Items = list[list[str]]
LONGEST_TEXT = 100_000


def read(text: str, options: Options | None = None, luck: Luck | None = None) -> Position:
    """The position of the text; question marks are dealt by luck. Bad text raises BadInput with every fault."""
    if len(text) > LONGEST_TEXT:
        raise BadInput([Fault("text_too_long", "position", {"have": len(text), "most": LONGEST_TEXT})])
    reader = _Reader(_split(text), options)
    position = reader.read(luck if luck is not None else SeededLuck(0))
    if reader.faults:
        raise BadInput(reader.faults)
    found = check.faults(position)
    if found:
        raise BadInput(found)
    return position


def _split(text: str) -> list[tuple[str, Items]]:
    """Statements: a subject, and items of words. A line may end in a comment after #."""
    statements = []
    for line in text.splitlines():
        for statement in line.split("#")[0].split(";"):
            if statement.strip():
                subject, _, rest = statement.partition(":")
                items = [item.split() for item in rest.split(",") if item.split()]
                statements.append((" ".join(subject.split()).lower(), items))
    return statements


class _Reader:
    """Takes statements one by one into a position, and notes what it cannot understand."""

    def __init__(
        self, statements: list[tuple[str, Items]], options: Options | None, remembers: bool = True
    ) -> None:
        self.remembers = remembers  # a table that is itself remembered remembers no other (C20)
        self.faults: list[Fault] = []
        self.statements: dict[str, Items] = {}
        for subject, items in statements:
            if subject in self.statements:
                self.fault("text_said_twice", subject)
            self.statements[subject] = items
        self.options = self._title(options)
        self.realm = realm_of(self.options.board, self.options.players, self.options.variant)
        self.pos = Position(self.realm)
        self.given: set[str] = set()  # what the text says about each seat's tiles and court
        self.in_hand: dict[int, int] = {}  # how many hidden tiles a seat is said to hold
        self.hidden: set[int] = set()  # seats with question marks

    def fault(self, code: str, where: str, **facts: object) -> None:
        """Note a fault; reading goes on."""
        self.faults.append(Fault(code, where, facts))

    # Title and order of reading

    def _title(self, options: Options | None) -> Options:
        board = options.board if options is not None else boards.standard()
        players = options.players if options is not None else 3
        variant = options.variant.name if options is not None else BASE
        anarchy = options is not None and options.variant.anarchy
        hourglass = options is not None and options.variant.hourglass
        for item in self.statements.pop("carolingi", []):
            if item[0] == "players":
                players = self.number(item, "carolingi")
            elif item[0] == "variant" and len(item) == 2:
                variant = item[1]
            elif item == ["anarchy"]:
                anarchy = True
            elif item == ["hourglass"]:
                hourglass = True
            elif item[0] == "board" and len(item) == 2:
                if item[1] != board.digest:
                    raise BadInput(
                        [Fault("text_other_board", "carolingi", {"given": item[1], "known": board.digest})]
                    )
            else:
                self.fault("text_item_unknown", "carolingi", given=" ".join(item))
        if self.faults:
            raise BadInput(self.faults)
        last_year = options.last_year if options is not None and options.variant.name == variant else None
        return Options(players, last_year, board, variant, anarchy, board.hourglass if hourglass else 0)

    def read(self, luck: Luck) -> Position:
        """Everything in an order in which later statements can rely on earlier ones."""
        for subject, items in self.statements.items():
            self._topic(subject)(subject, items)
        self._fill_gaps()
        if not self.faults:
            self._deal_hidden(luck)
            self._set_moment()
        return self.pos

    def _topic(self, subject: str) -> Callable[[str, Items], None]:
        words = subject.split()
        simple: dict[str, Callable[[str, Items], None]] = {
            "time": self._time,
            "archivium": self._pile,
            "discard": self._pile,
            "aside": self._aside,
            "events": self._events,
            "bag": self._bag,
            "set aside": self._bag,
            "founders": self._founders,
            "laid tiles": self._laid_tiles,
            "problems": self._problems,
            "queue": self._queue,
            "honours": self._honours,
        }
        of_seat: dict[str, Callable[[str, Items], None]] = {
            "court": self._court,
            "tiles": self._tiles,
            "used": self._used,
            "known": self._known,
        }
        if subject in simple:
            return simple[subject]
        if subject in LATER:
            return self._leave
        if len(words) == 2 and words[0] == "card" and words[1] in self.realm.lands:
            return self._card
        if len(words) == 2 and words[0] in self.realm.colours and words[1] in of_seat:
            return of_seat[words[1]]
        return self._land if subject in self.realm.lands else self._unknown

    def _leave(self, subject: str, items: Items) -> None:
        """Read by `_set_moment`, when everything lies on the table."""

    def _unknown(self, subject: str, items: Items) -> None:
        absent = subject.removeprefix("card ") in self.realm.absent
        self.fault(
            "land_not_taking_part" if absent else "text_subject_unknown", subject, given=subject, land=subject
        )

    # Words

    def number(self, item: list[str], where: str) -> int:
        """The number at the end of an item such as `missi 3`."""
        if len(item) == 2 and re.fullmatch("[0-9]{1,4}", item[1]):
            return int(item[1])
        self.fault("text_number_wanted", where, given=" ".join(item))
        return 0

    def land(self, word: str, where: str) -> int:
        """The land of that id."""
        if word in self.realm.lands:
            return self.realm.lands.index(word)
        self.fault("no_such_land", where, given=word, known=self.realm.lands)
        return 0

    def seat(self, word: str, where: str) -> int:
        """The seat of that colour."""
        if word in self.realm.colours:
            return self.realm.colours.index(word)
        self.fault("no_such_seat", where, given=word, known=self.realm.colours)
        return 0

    def tile(self, word: str, where: str) -> int:
        """The tile of that name."""
        if word in self.realm.tile_names:
            return self.realm.tile_names.index(word)
        self.fault("no_such_tile", where, given=word, known=self.realm.tile_names)
        return 0

    # The map and the cards

    def _time(self, subject: str, items: Items) -> None:
        self.given.add("time")
        for item in items:
            if item[0] == "last":
                self.pos.last_year = self.number(item, subject)
                self.given.add("last")
            elif len(item) == 2 and item[1] in SEASON_NAMES:
                self.pos.year = self.number(["year", item[0]], subject)
                self.pos.season = SEASON_NAMES.index(item[1])
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))

    def _pieces(self, pieces: list[int], land: int, item: list[str], where: str) -> bool:
        """`blue 2` or `gangs 1`; False if the item is something else."""
        at = land * self.realm.stride
        if item[0] in self.realm.colours and len(item) == 2:
            pieces[at + self.realm.colours.index(item[0])] += self.number(item, where)
        elif item[0] in ("gang", "gangs"):
            pieces[at + self.realm.gang] += self.number(item, where)
        else:
            return False
        return True

    def _land(self, subject: str, items: Items) -> None:
        land = self.realm.lands.index(subject)
        for item in items:
            if self._pieces(self.pos.pieces, land, item, subject):
                continue
            if item[0] in ("counter", "counters"):
                self.pos.counters[land] = self.number(item, subject)
            elif item == ["forest"]:
                self.pos.forests |= 1 << land
            elif item[0] == "palace" and len(item) == 2:
                self._palace(land, self.seat(item[1], subject))
            elif item[0] == "controlled" and len(item) == 2:
                self.given.add(f"control {subject} {self.seat(item[1], subject)}")
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))

    def _palace(self, land: int, seat: int) -> None:
        self.pos.homeland[seat] = land
        self.pos.owner[land] = seat

    def _card(self, subject: str, items: Items) -> None:
        land = self.realm.lands.index(subject.split()[1])
        region = self.realm.region_of[land]
        first, end = self.realm.first_slot[region], self.realm.first_slot[region + 1]
        free = [slot for slot in range(first, end) if self.pos.row[slot] == NOWHERE]
        slot = free[0] if free else NOWHERE
        for item in items:
            if item[0] == "slot":
                slot = first + self.number(item, subject) - 1
            elif item[0] == "problem" and len(item) == 2:
                self.pos.card_problem[land] = self.tile(item[1], subject)
            elif not self._pieces(self.pos.on_cards, land, item, subject):
                self.fault("text_item_unknown", subject, given=" ".join(item))
        if slot in free:
            self.pos.row[slot] = land
        else:
            self.fault("no_such_slot", subject, most=end - first)

    def _pile(self, subject: str, items: Items) -> None:
        self.given.add(subject)
        pile = self.pos.archivium if subject == "archivium" else self.pos.discard
        for item in items:
            special = item[0] in self.realm.cards[self.realm.hunger_card :]
            pile.append(self.realm.cards.index(item[0]) if special else self.land(item[0], subject))
        pile.sort()

    def _aside(self, subject: str, items: Items) -> None:
        for item in items:
            if item[0] == "hunger":
                self.pos.hunger_aside = self.number(item, subject)
                self.given.add("hunger")
            elif item[0] == "modules":
                self.pos.modules_aside = self.number(item, subject)
                self.given.add("modules")
            elif item[0] == "surplus":
                self.pos.surplus = self.number(item, subject)
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))

    def _events(self, subject: str, items: Items) -> None:
        self.given.add(subject)
        for item in items:
            if item[0] == "ready":
                self.pos.events_ready = self.number(item, subject)
            elif item[0] == "later":
                self.pos.events_later = self.number(item, subject)
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))

    # Scenario 814 and the advanced set-up

    def _by_seat(self, numbers: list[int], subject: str, items: Items) -> None:
        for item in items:
            numbers[self.seat(item[0], subject)] = self.number(item, subject)

    def _founders(self, subject: str, items: Items) -> None:
        self._by_seat(self.pos.founders, subject, items)

    def _laid_tiles(self, subject: str, items: Items) -> None:
        self._by_seat(self.pos.laid_tiles, subject, items)

    def _problems(self, subject: str, items: Items) -> None:
        self.given.add("problems")
        for item in items:
            if item[0] not in SEASON_NAMES:
                self.fault("text_item_unknown", subject, given=" ".join(item))
                continue
            for word in item[1:]:
                self.pos.problems[SEASON_NAMES.index(item[0]) * TILES + self.tile(word, subject)] += 1

    def _queue(self, subject: str, items: Items) -> None:
        self.given.add("queue")
        self.pos.queue = [self.tile(item[0], subject) for item in items]

    def _honours(self, subject: str, items: Items) -> None:
        self.pos.honours = [self.seat(item[0], subject) for item in items]

    # Tiles and courts

    def _bag(self, subject: str, items: Items) -> None:
        tiles = []
        for item in items:
            if item == ["event"]:
                tiles.append(self.realm.event_tile)
            elif len(item) == 2:
                seat = self.seat(item[0], subject)
                tiles.append(seat * TILES + self._tile_or_mark(seat, item[1], subject))
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))
        if subject == "bag":
            self.pos.bag = sorted(tiles)
        else:
            self.pos.aside = sorted(tiles)

    def _tile_or_mark(self, seat: int, word: str, where: str) -> int:
        if word == "?":
            self.hidden.add(seat)
            return 0
        return self.tile(word, where)

    def _court(self, subject: str, items: Items) -> None:
        seat = self.seat(subject.split()[0], subject)
        places = {
            "missi": self.pos.missi,
            "leudes": self.pos.leudes,
            "nobiles": self.pos.nobiles,
            "trophies": self.pos.trophies,
        }
        for item in items:
            if item[0] in places:
                places[item[0]][seat] = self.number(item, subject)
                self.given.add(f"{item[0]} {seat}")
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))

    def _tiles(self, subject: str, items: Items) -> None:
        seat = self.seat(subject.split()[0], subject)
        piles = {"hand": self.pos.hand, "inactive": self.pos.inactive, "fresh": self.pos.fresh}
        for item in items:
            if item[0] in piles:
                self.given.add(f"{item[0]} {seat}")
                self._pile_of_tiles(piles[item[0]], seat, item[1:], subject)
            elif item[0] == "swapped" and len(item) == 2:
                self.pos.swapped[seat] = self._tile_or_mark(seat, item[1], subject)
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))

    def _pile_of_tiles(self, pile: list[int], seat: int, words: list[str], where: str) -> None:
        if len(words) == 1 and re.fullmatch(r"\?[0-9]{1,2}", words[0]):
            self.hidden.add(seat)
            pile[seat * TILES] = int(words[0][1:])
            if pile is self.pos.hand:
                self.in_hand[seat] = int(words[0][1:])
            return
        for word in words:
            pile[seat * TILES + self.tile(word, where)] += 1

    def _used(self, subject: str, items: Items) -> None:
        seat = self.seat(subject.split()[0], subject)
        for item in items:
            if item[0] not in SEASON_NAMES:
                self.fault("text_item_unknown", subject, given=" ".join(item))
                continue
            at = (SEASON_NAMES.index(item[0]) * self.realm.players + seat) * TILES
            for word in item[1:]:
                tile = self.tile(word, subject)
                self.pos.wheel[at + tile] += 1
                self.pos.spent[seat * TILES + tile] += 1

    def _known(self, subject: str, items: Items) -> None:
        seat = self.seat(subject.split()[0], subject)
        for item in items:
            if item[0] == "active" and len(item) == 3:
                at = seat * TILES + self.tile(item[1], subject)
                self.pos.proven[at] = self.number(item[1:], subject)
            elif item[0] == "taken" and len(item) == 2:
                self.pos.taken[seat] = self.tile(item[1], subject)
            elif item[0] == "drawn" and len(item) == 2:
                self.pos.drawn[seat] = self.tile(item[1], subject)
            elif item[0] == "gave":
                for word in item[1:]:
                    self.pos.could_give[seat] |= UNSEEN if word == "unseen" else 1 << self.tile(word, subject)
            elif item[0] == "since":
                self.pos.since_peace[seat] = self.number(item, subject)
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))

    # What the text leaves out

    def _fill_gaps(self) -> None:
        pos, realm = self.pos, self.realm
        if "time" not in self.given:
            pos.year = realm.first_year
        if "last" not in self.given:
            pos.last_year = max(pos.year, self.options.last_year)
        for land in range(realm.land_count):
            pos.judge(land)
        self._check_control()
        self._fill_cards()
        if "queue" not in self.given:
            self._fill_queue()
        self._fill_events()
        for seat in range(realm.players):
            self._fill_court(seat)
            self._fill_knowledge(seat)
            if seat not in self.hidden:
                self._fill_tiles(seat)
        gangs = pos.pieces[realm.gang :: realm.stride] + pos.on_cards[realm.gang :: realm.stride]
        pos.supply = realm.gangs - sum(gangs) - pos.surplus - self._exiles()
        pos.counter_supply = realm.counters - sum(pos.counters)

    def _exiles(self) -> int:
        """Gangs being driven out of a new homeland, said in `acting`."""
        for item in self.statements.get("acting", []):
            if item[0] == "exiles":
                self.pos.exiles = self.number(item, "acting")
        return self.pos.exiles

    def _check_control(self) -> None:
        """A text may say who controls a land; it must be true, and never of a forest (C1)."""
        for said in sorted(self.given):
            if said.startswith("control "):
                _, name, seat = said.split()
                land = self.realm.lands.index(name)
                if self.pos.is_forest(land):
                    self.fault("forest_controlled", name, land=name)
                elif self.pos.ruler[land] != int(seat):
                    self.fault("not_in_control", name, land=name, seat=self.realm.colours[int(seat)])

    def _fill_queue(self) -> None:
        """Problems not mentioned wait in the queue."""
        pos = self.pos
        for tile in range(PEACE):
            lying = sum(pos.problems[tile::TILES]) + pos.card_problem.count(tile)
            pos.queue += [tile] * (self.realm.problems.count(tile) - lying)

    def _fill_cards(self) -> None:
        pos, hunger_card = self.pos, self.realm.hunger_card
        if "archivium" not in self.given:
            lying = pos.row + pos.discard
            pos.archivium = [
                land
                for land in range(self.realm.land_count)
                if land not in lying and pos.owner[land] == NOBODY
            ]
        seen = pos.archivium.count(hunger_card) + pos.discard.count(hunger_card)
        if "hunger" not in self.given and seen == 0:
            in_play = min(pos.year - self.realm.first_year, self.realm.hunger_cards)
            pos.hunger_aside = self.realm.hunger_cards - in_play
            pos.archivium += [hunger_card] * in_play
        if self.realm.variant.anarchy:
            self._fill_modules()
        pos.archivium.sort()

    def _fill_modules(self) -> None:
        """Anarchy and Rebellion wait beside the board in the first year, and are in the Archivium later (7)."""
        pos, realm = self.pos, self.realm
        missing = [
            card
            for card in (realm.anarchy_card, realm.rebellion_card)
            if card not in pos.archivium + pos.discard
        ]
        if "modules" not in self.given and pos.year == realm.first_year and len(missing) == 2:
            pos.modules_aside = 1
        elif "archivium" not in self.given and not pos.modules_aside:
            pos.archivium += missing

    def _fill_events(self) -> None:
        pos = self.pos
        if "events" in self.given:
            return
        in_bag = (pos.bag + pos.aside).count(self.realm.event_tile)
        if pos.year == self.realm.first_year:
            pos.events_later = self.realm.events_later
        pos.events_ready = self.realm.events_ready + self.realm.events_later - pos.events_later - in_bag

    def _fill_court(self, seat: int) -> None:
        pos, stride = self.pos, self.realm.stride
        if f"nobiles {seat}" not in self.given:
            away = sum(pos.pieces[seat::stride]) + sum(pos.on_cards[seat::stride])
            away += pos.founders[seat] + pos.honours.count(seat)
            at_court = pos.missi[seat] + pos.leudes[seat] + pos.trophies[seat]
            pos.nobiles[seat] = max(0, self.realm.followers - away - at_court)

    def _fill_tiles(self, seat: int) -> None:
        """Tiles not mentioned are in hand, or inactive if they have a dot and nothing says otherwise."""
        pos, realm = self.pos, self.realm
        for tile in range(TILES):
            at = seat * TILES + tile
            elsewhere = pos.spent[at] + (pos.bag + pos.aside).count(at)
            elsewhere += 1 if pos.swapped[seat] == tile else 0
            pos.proven[at] = max(pos.proven[at], pos.spent[at])
            left = realm.active_tiles[tile] + realm.inactive_tiles[tile] - elsewhere
            if f"hand {seat}" in self.given:
                if f"inactive {seat}" not in self.given:
                    pos.inactive[at] = max(0, left - pos.hand[at])
                continue
            if f"inactive {seat}" not in self.given:
                pos.inactive[at] = max(0, min(realm.inactive_tiles[tile], left))
            pos.hand[at] = max(0, left - pos.inactive[at])

    def _fill_knowledge(self, seat: int) -> None:
        """Where the text does not say what the siblings have seen, they know as little as can be."""
        pos = self.pos
        if pos.swapped[seat] != NOTHING and pos.could_give[seat] == 0:
            pos.could_give[seat] = UNSEEN * 2 - 1
        if pos.drawn[seat] == NOTHING and pos.tiles_in_bag(seat) == 1 and pos.laid_tiles[seat] != 1:
            pos.drawn[seat] = NO_ACTION

    def _deal_hidden(self, luck: Luck) -> None:
        """Question marks become tiles that fit everything else."""
        for subject in ("placing", "swapping"):
            if subject in self.statements:
                self.pos.phase = PLACING if subject == "placing" else SWAPPING
        if "bag open" in self.statements:
            self.pos.bag_open = 1
        for seat in sorted(self.hidden):
            fits = imagine.deal_seat(self.pos, seat, luck)
            if not fits or self.in_hand.get(seat, self.pos.hand_size(seat)) != self.pos.hand_size(seat):
                self.fault(
                    "hidden_tiles_impossible",
                    f"{self.realm.colours[seat]} tiles",
                    seat=self.realm.colours[seat],
                )
        self._luck = luck

    # Who is asked for what

    def _set_moment(self) -> None:
        """The phase, read last: it needs everything else on the table."""
        pos = self.pos
        for subject in ("contest", "declarer"):
            words = [word for item in self.statements.get(subject, []) for word in item]
            seats = [self.seat(word, subject) for word in words]
            if subject == "contest":
                pos.declared = sum(1 << seat for seat in set(seats))
            elif len(seats) == 1:
                pos.declarer = seats[0]
            elif seats:
                self.fault("text_one_seat", subject)
        self._before()
        phases = [subject for subject in PHASES if subject in self.statements]
        if len(phases) > 1:
            self.fault("text_two_moments", phases[1], given=", ".join(phases))
        moment = phases[0] if phases else "placing"
        items = self.statements.get(moment, [])
        {
            "placing": self._choosing,
            "swapping": self._choosing,
            "acting": self._acting,
            "starving": self._starving,
            "over": self._over,
            "founding": self._founding,
        }[moment](moment, items)

    def _before(self) -> None:
        """The table before a lone Peace's extra action, packed in a statement of its own (C20)."""
        if "before" in self.statements:
            packed = ", ".join(" ".join(item) for item in self.statements["before"])
            found = self._read_before(_Reader(_split(notation.unpack(packed)), self.options, remembers=False))
            self.faults += [Fault(fault.code, "before", fault.facts) for fault in found]

    def _read_before(self, inner: _Reader) -> list[Fault]:
        """Take over the remembered table, or say what is wrong with it."""
        if inner.realm.key != self.realm.key:
            return [Fault("before_other_game", "before")]
        if "before" in inner.statements:
            return [Fault("before_misplaced", "before")]
        before = inner.read(self._luck)
        if inner.faults:
            return inner.faults
        remembered = imagine.with_tiles_of(self.pos, before)
        self.pos.before = remembered
        return [fault for fault in check.faults(remembered) if fault.code != "before_missing"]

    def _choosing(self, subject: str, items: Items) -> None:
        """`placing` or `swapping`, with the seats that still owe a choice; without a list, all who can."""
        pos = self.pos
        pos.phase = PLACING if subject == "placing" else SWAPPING
        waiting = [self.seat(word, subject) for item in items for word in item]
        self._sealed(subject)
        self._laid()
        if not waiting:
            waiting = [
                seat
                for seat in range(self.realm.players)
                if pos.sealed[seat] == NOTHING and (pos.phase == PLACING or swap.can_swap(pos, seat))
            ]
        pos.waiting = sum(1 << seat for seat in set(waiting))

    def _laid(self) -> None:
        """Under the hourglass, the first tile of those who have laid only one."""
        for item in self.statements.get("laid", []):
            seat = self.seat(item[0], "laid")
            if len(item) != 2:
                self.fault("text_item_unknown", "laid", given=" ".join(item))
            elif item[1] == "?":
                self._lay_any(seat)
            else:
                self.pos.laid[seat] = self.tile(item[1], "laid")

    def _lay_any(self, seat: int) -> None:
        choices = [tile for tile in range(TILES) for _ in range(self.pos.hand[seat * TILES + tile])]
        self.pos.laid[seat] = self._luck.pick("imagined", choices)

    def _founding(self, subject: str, items: Items) -> None:
        """`founding: red, card hessen`: who places a follower, and the card that was drawn."""
        pos = self.pos
        pos.phase = FOUNDING
        for item in items:
            if item[0] == "card" and len(item) == 2:
                pos.drawn_card = self.land(item[1], subject)
                pos.archivium = [card for card in pos.archivium if card != pos.drawn_card]
            elif len(item) == 1:
                pos.actor = self.seat(item[0], subject)
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))
        if pos.actor == NOBODY:
            self.fault("text_one_seat", subject)
        else:
            pos.pending = founding.offers(pos, pos.actor)

    def _sealed(self, subject: str) -> None:
        for item in self.statements.get("sealed", []):
            seat = self.seat(item[0], "sealed")
            if item[1:] == ["?"]:
                self._seal_any(seat)
            elif item[1:] == ["keep"] and subject == "swapping":
                self.pos.sealed[seat] = KEEP_CODE
            elif len(item) == 3:
                first, second = self.tile(item[1], "sealed"), self.tile(item[2], "sealed")
                if subject == "placing":
                    self.pos.sealed[seat] = self.realm.actions.code(
                        PLACE, min(first, second), max(first, second)
                    )
                else:
                    self.pos.sealed[seat] = self.realm.actions.code(SWAP, first, second)
            else:
                self.fault("text_item_unknown", "sealed", given=" ".join(item))

    def _seal_any(self, seat: int) -> None:
        """A choice nobody knows: any that the seat could have made."""
        choices = placing.offers(self.pos, seat) if self.pos.phase == PLACING else swap.offers(self.pos, seat)
        if choices:
            self.pos.sealed[seat] = self._luck.pick("imagined", choices)
        else:
            self.fault("sealed_not_possible", "sealed", seat=self.realm.colours[seat])

    def _acting(self, subject: str, items: Items) -> None:
        """`acting: blue move_troops, option 1, parts 2`, with `ready` and `roads` for a march in progress."""
        pos = self.pos
        if not items or len(items[0]) != 2:
            self.fault("text_item_unknown", subject, given=" ".join(" ".join(item) for item in items))
            return
        seat, tile = self.seat(items[0][0], subject), self.tile(items[0][1], subject)
        pos.phase, pos.actor, pos.tile = ACTING, seat, tile
        for item in items[1:]:
            if item[0] == "option":
                pos.option = self.number(item, subject)
            elif item[0] == "parts":
                pos.parts = self.number(item, subject)
            elif item[0] != "exiles":
                self.fault("text_item_unknown", subject, given=" ".join(item))
        if tile != MOVE:
            for subject in ("ready", "roads"):
                if subject in self.statements:
                    self.fault("text_subject_unknown", subject, given=subject)
        if tile == PEACE:
            if pos.declarer not in (NOBODY, seat):
                self.fault("declarer_not_acting", "declarer", seat=self.realm.colours[pos.declarer])
            pos.declarer = seat
            if self.remembers and "before" not in self.statements:
                peace.remember(pos, seat)
        if tile == MOVE:
            self._marching(seat)
        pos.pending = carrying_out.offers(pos, seat)

    def _marching(self, seat: int) -> None:
        move_troops.begin(self.pos, seat)
        if "ready" in self.statements:
            self.pos.ready = [0] * self.realm.land_count
            for item in self.statements["ready"]:
                land = self.land(item[0], "ready")
                self.pos.ready[land] = self.number(item, "ready")
                if self.pos.ready[land] > self.pos.pieces[land * self.realm.stride + seat]:
                    self.fault("more_ready_than_there", "ready", land=self.realm.lands[land])
        for item in self.statements.get("roads", []):
            if len(item) != 2:
                self.fault("text_item_unknown", "roads", given=" ".join(item))
                continue
            origin, target = self.land(item[0], "roads"), self.land(item[1], "roads")
            self.pos.roads.append(origin * self.realm.land_count + target)

    def _starving(self, subject: str, items: Items) -> None:
        """`starving: red in champagne, excess 1, lost champagne berry`."""
        pos = self.pos
        if not items or len(items[0]) != 3:
            self.fault("text_item_unknown", subject, given=" ".join(" ".join(item) for item in items))
            return
        pos.phase = STARVING
        pos.actor = self.seat(items[0][0], subject)
        pos.hungry_land = self.land(items[0][2], subject)
        pos.excess = pos.followers_in(pos.hungry_land) - hunger.capacity(pos, pos.hungry_land)
        pos.starved = 1 << pos.hungry_land
        for item in items[1:]:
            if item[0] == "excess":
                pos.excess = self.number(item, subject)
            elif item[0] == "lost":
                for word in item[1:]:
                    pos.starved |= 1 << self.land(word, subject)
            else:
                self.fault("text_item_unknown", subject, given=" ".join(item))
        pos.pending = hunger.choices(pos)

    def _over(self, subject: str, items: Items) -> None:
        pos = self.pos
        pos.phase = OVER
        if items == [["time"]]:
            pos.ending = BY_TIME
        elif len(items) == 1 and items[0][0] in ("peace", "failure"):
            pos.ending = BY_PEACE if items[0][0] == "peace" else BY_FAILURE
            if len(items[0]) == 2:
                pos.winner = self.seat(items[0][1], subject)
            elif pos.ending == BY_PEACE:
                self.fault("text_one_seat", subject)
        else:
            self.fault("text_item_unknown", subject, given=" ".join(" ".join(item) for item in items))


PHASES = ("placing", "swapping", "acting", "starving", "over", "founding")
LATER = (*PHASES, "sealed", "laid", "declarer", "contest", "ready", "roads", "bag open", "before")
