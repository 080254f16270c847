"""Reads a position from its line or block of text (see notation.py).

A person may leave things out: territories not mentioned stand alone and empty, paladins not mentioned are in the
centre, an emblem is with whoever has most of the clan at court, discs not mentioned are those of a usual game.
What is written must make sense, or every fault of it is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from aachen.core.errors import BadInput, Fault
from aachen.core.statements import Items, StatementReader, split
from aachen.games.carolus import check
from aachen.games.carolus.empire import empire_of
from aachen.games.carolus.options import PLAYERS, Options
from aachen.games.carolus.position import Position
from aachen.games.carolus.rules import discs, paladins
from aachen.games.carolus.terms import (
    ALL_DISCS,
    CLAN_NAMES,
    CLANS,
    DISCS,
    ENDING_NAMES,
    LAYING,
    NOBODY,
    NOT_ENDED,
    OVER,
    PALADINS_OF_A_CLAN,
    PHASE_NAMES,
    PUTTING,
    SET_UP,
    TERRITORIES,
    TERRITORY_NAMES,
)

LONGEST_TEXT = 20_000


def read(text: str, options: Options | None = None) -> Position:
    """The position of the text. Bad text raises BadInput with every fault."""
    reader = RingTextReader(split(text, LONGEST_TEXT), options)
    position = reader.read()
    found = reader.faults or check.faults(position)
    if found:
        raise BadInput(found)
    return position


class RingTextReader(StatementReader):
    """Takes statements one by one into a position, and notes what it cannot understand."""

    def __init__(self, statements: list[tuple[str, Items]], options: Options | None) -> None:
        super().__init__(statements)
        self.empire = empire_of(self._players(options))
        self.pos = Position(self.empire)
        self.mentioned: set[int] = set()  # territories

    def _players(self, options: Options | None) -> int:
        players = 2 if options is None else options.players
        for item in self.statements.pop("carolus", []):
            if item[0] == "players":
                players = self.number(item, "carolus")
            else:
                self.not_understood("carolus", item)
        if players not in PLAYERS:
            facts: dict[str, object] = {"given": players, "known": list(PLAYERS)}
            raise BadInput([Fault("players_not_possible", "carolus", facts)])
        return players

    def read(self) -> Position:
        """Everything in an order in which later statements can rely on earlier ones."""
        self.pos.emperor = 0
        self.pos.round = 1
        self.pos.placing = self.empire.all_seats[:]
        for subject, items in self.statements.items():
            self._topic(subject)(subject, items)
        self._fill_gaps()
        if not self.faults:
            self._set_moment()
        return self.pos

    def _topic(self, subject: str) -> Callable[[str, Items], None]:
        words = subject.split()
        simple: dict[str, Callable[[str, Items], None]] = {
            "round": self._round,
            "placing": self._placing,
            "emperor": self._emperor,
            "emblems": self._emblems,
        }
        of_seat: dict[str, Callable[[str, Items], None]] = {
            "court": self._court,
            "reserve": self._reserve,
            "discs": self._discs,
        }
        if subject in simple:
            return simple[subject]
        if subject in PHASE_NAMES:
            return self._leave
        if len(words) == 2 and words[0] == "region":
            return self._region
        if len(words) == 2 and words[0] in self.empire.seats and words[1] in of_seat:
            return of_seat[words[1]]
        return self._unknown

    def _leave(self, subject: str, items: Items) -> None:
        """Read by `_set_moment`, when everything lies on the table."""

    def _unknown(self, subject: str, items: Items) -> None:
        self.fault("text_nothing_here", subject, given=subject)

    # Words

    def seat(self, word: str, where: str) -> int:
        """The seat of that name."""
        return self.word(word, self.empire.seats, "no_such_seat", where)

    def clan(self, word: str, where: str) -> int:
        """The clan of that colour."""
        return self.word(word, CLAN_NAMES, "no_such_clan", where)

    def territory(self, word: str, where: str) -> int:
        """The territory of that letter."""
        return self.word(word, TERRITORY_NAMES, "no_such_territory", where)

    # Statements

    def _round(self, subject: str, items: Items) -> None:
        self.pos.round = self.number([subject, *items[0]] if len(items) == 1 else [subject], subject)
        if self.pos.round == SET_UP:
            self.pos.placing = []

    def _placing(self, subject: str, items: Items) -> None:
        self.pos.placing = [self.seat(item[0], subject) for item in items]

    def _emperor(self, subject: str, items: Items) -> None:
        if len(items) == 1 and len(items[0]) == 1:
            self.pos.emperor = self.territory(items[0][0], subject)
        else:
            self.fault("text_one_territory", subject)

    def _emblems(self, subject: str, items: Items) -> None:
        for item in items:
            if len(item) == 2:
                self.pos.holder[self.clan(item[0], subject)] = self.seat(item[1], subject)
                self.given.add(f"emblem {item[0]}")
            else:
                self.not_understood(subject, item)

    def _region(self, subject: str, items: Items) -> None:
        """`region bcd: red 2, castles 3 black`: its letters clockwise."""
        letters = [self.territory(letter, subject) for letter in subject.split()[1]]
        head = letters[0]
        for at, territory in enumerate(letters):
            if territory in self.mentioned:
                self.fault("territory_twice", subject, territory=TERRITORY_NAMES[territory])
            if territory != (head + at) % TERRITORIES:
                self.fault("territories_apart", subject, region=subject.split()[1])
            self.mentioned.add(territory)
            self.pos.size[territory] = 0
        self.pos.size[head] = len(letters)
        for item in items:
            if item[0] in ("castle", "castles"):
                self._castles(subject, head, item)
            else:
                self.pos.paladins[head * CLANS + self.clan(item[0], subject)] += self.number(item, subject)

    def _castles(self, subject: str, head: int, item: list[str]) -> None:
        """`castles 2 white`."""
        if len(item) != 3 or item[2] not in self.empire.side_names:
            self.fault("text_castles", subject, given=" ".join(item), known=self.empire.side_names)
            return
        self.pos.owner[head] = self.empire.side_names.index(item[2])
        self.pos.castles[head] = self.number(item[:2], subject)

    def _court(self, subject: str, items: Items) -> None:
        self._paladins(self.pos.court, subject, items)

    def _reserve(self, subject: str, items: Items) -> None:
        self._paladins(self.pos.reserve, subject, items)

    def _paladins(self, counts: list[int], subject: str, items: Items) -> None:
        seat = self.seat(subject.split()[0], subject)
        for item in items:
            counts[seat * CLANS + self.clan(item[0], subject)] += self.number(item, subject)

    def _discs(self, subject: str, items: Items) -> None:
        """`left 1 2 5, shown 3`."""
        seat = self.seat(subject.split()[0], subject)
        for item in items:
            numbers = [int(word) for word in item[1:] if re.fullmatch(f"[1-{DISCS}]", word)]
            if len(numbers) != len(item) - 1:
                self.fault("text_disc_wanted", subject, given=" ".join(item), most=DISCS)
            elif item[0] == "left":
                self.pos.discs[seat] = sum(1 << (disc - 1) for disc in set(numbers))
                self.given.add(f"left {seat}")
            elif item[0] == "shown" and len(numbers) == 1:
                self.pos.shown[seat] = numbers[0]
            else:
                self.not_understood(subject, item)

    # What the text leaves out

    def _fill_gaps(self) -> None:
        pos = self.pos
        pos.regions = len(pos.heads())
        pos.emperor = pos.region_of(pos.emperor)
        pos.list_puts()
        for clan in range(CLANS):
            elsewhere = pos.paladins[clan::CLANS] + pos.court[clan::CLANS] + pos.reserve[clan::CLANS]
            pos.centre[clan] = PALADINS_OF_A_CLAN - sum(elsewhere)
            self._fill_emblem(clan)
        for side in range(self.empire.sides):
            built = [pos.castles[head] for head in pos.heads() if pos.owner[head] == side]
            pos.castles_left[side] = self.empire.castles - sum(built)
        for seat in range(self.empire.players):
            self._fill_discs(seat)

    def _fill_emblem(self, clan: int) -> None:
        if f"emblem {CLAN_NAMES[clan]}" in self.given:
            return
        at_court = self.pos.court[clan::CLANS]
        most = max(at_court)
        if at_court.count(most) == 1:
            self.pos.holder[clan] = at_court.index(most)
        elif most > 0:
            self.fault("emblem_undecided", "emblems", clan=CLAN_NAMES[clan])

    def _fill_discs(self, seat: int) -> None:
        """Without a word about it, the lowest discs have been laid: as many as the round asks for."""
        pos = self.pos
        if f"left {seat}" in self.given:
            return
        shown = pos.shown[seat]
        left = ALL_DISCS & ~(1 << (shown - 1)) if shown else ALL_DISCS
        for disc in discs.disc_list(left)[: max(0, pos.round - 1) % DISCS]:
            left &= ~(1 << (disc - 1))
        pos.discs[seat] = left

    # Who is asked for what

    def _set_moment(self) -> None:
        """The phase, read last: it needs everything else on the table."""
        pos = self.pos
        if all(pos.shown) and sorted(pos.placing) == self.empire.all_seats:
            pos.playing = discs.order_of_play(pos)
        phase = self.one_of(PHASE_NAMES, "")
        if not phase:
            self._usual_moment()
        elif phase == "over":
            self._over(phase, self.statements[phase])
        else:
            self._asked(phase, self.statements[phase])

    def _usual_moment(self) -> None:
        """The next disc is to be laid, or the first turn begins."""
        pos = self.pos
        waiting = [seat for seat in pos.placing if pos.shown[seat] == 0]
        if waiting:
            pos.phase, pos.actor = LAYING, waiting[0]
        elif pos.playing:
            paladins.begin(pos, pos.playing[0])

    def _asked(self, subject: str, items: Items) -> None:
        """`laying: white`, `putting: white 2`, `advancing: white`, `crowning: white 1, roll 2`."""
        pos = self.pos
        pos.phase = PHASE_NAMES.index(subject)
        if not items or len(items[0]) > 2:
            self.fault("text_one_seat", subject)
            return
        pos.actor = self.seat(items[0][0], subject)
        if len(items[0]) == 2:
            pos.count = self.number(items[0], subject)
        elif pos.phase == PUTTING:
            pos.count = paladins.owed(pos, pos.actor)
        for item in items[1:]:
            if item[0] == "roll":
                pos.rolls = self.number(item, subject)
            else:
                self.not_understood(subject, item)

    def _over(self, subject: str, items: Items) -> None:
        pos = self.pos
        word = items[0][0] if len(items) == 1 and len(items[0]) == 1 else ""
        pos.phase, pos.actor = OVER, NOBODY
        if word in ENDING_NAMES and word:
            pos.ending = ENDING_NAMES.index(word)
        else:
            pos.ending = NOT_ENDED
            self.fault("text_ending_wanted", subject, known=list(ENDING_NAMES[1:]))
