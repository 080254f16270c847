"""A position as text: statements `subject: item, item`, one line joined by "; ", or a block with one a line.

`write` gives the whole truth, or what one viewer may know: then hidden tiles are question marks.
`read_into` understands both, and fills what a person left out with what usually is:
nobiles are the followers left over, cards not mentioned are in the Archivium, tiles not mentioned where they start.
How each part is written and read stands in `codec/`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aachen.core.errors import Fault
from aachen.core.luck import Luck
from aachen.core.statements import Items, as_block, as_line, pack, split, unpack
from aachen.games.carolingi import check, imagine
from aachen.games.carolingi.codec import cards, courts, lands, moments, sealed
from aachen.games.carolingi.codec.courts import EVERYBODY
from aachen.games.carolingi.codec.reader import PositionReader
from aachen.games.carolingi.codec.title import read_title, write_title
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.state import Declaration, State
from aachen.games.carolingi.terms import NOBODY

LONGEST_TEXT: Final = 100_000
ReadStatement = Callable[[PositionReader, str, Items], None]

# Statements that are read as they come.
SUBJECTS: Final[dict[str, ReadStatement]] = {
    "time": lands.read_time,
    "archivium": cards.read_pile,
    "discard": cards.read_pile,
    "aside": cards.read_aside,
    "events": cards.read_events,
    "problems": cards.read_problems,
    "queue": cards.read_queue,
    "bag": courts.read_bag,
    "set aside": courts.read_bag,
    "founders": courts.read_founders,
    "laid tiles": courts.read_laid_tiles,
    "honours": courts.read_honours,
}
SUBJECTS_OF_SEATS: Final[dict[str, ReadStatement]] = {
    "court": courts.read_court,
    "tiles": courts.read_tiles,
    "used": courts.read_used,
    "known": courts.read_known,
}
# The phase is read last: it needs everything else on the table.
MOMENTS: Final[dict[str, ReadStatement]] = {
    "placing": sealed.read_choosing,
    "swapping": sealed.read_choosing,
    "acting": moments.read_acting,
    "starving": moments.read_starving,
    "over": moments.read_over,
    "founding": moments.read_founding,
}
READ_LATER: Final = (
    *MOMENTS,
    "sealed",
    "laid",
    "declarer",
    "contest",
    "ready",
    "roads",
    "bag open",
    "before",
)


def write(pos: State, viewer: int = EVERYBODY) -> str:
    """One line. The viewer is a seat, nobody (a spectator), or everybody: the whole truth."""
    return as_line(statements(pos, viewer))


def write_block(pos: State, viewer: int = EVERYBODY) -> str:
    """The same, one statement a line."""
    return as_block(statements(pos, viewer))


def write_over(pos: State, viewer: int, public: str) -> str:
    """The same line as `write`, made from a spectator's: only what a viewer may see differently is written again."""
    first, last = len(as_line(_moment(pos, NOBODY))), len(as_line(_tiles(pos, NOBODY)))
    middle = public[first : len(public) - last]
    return as_line(_moment(pos, viewer)) + middle + as_line(_tiles(pos, viewer))


def statements(pos: State, viewer: int) -> list[str]:
    """All statements in a fixed order, so that equal positions are equal texts."""
    return _moment(pos, viewer) + _open_table(pos) + _tiles(pos, viewer)


def _moment(pos: State, viewer: int) -> list[str]:
    return [write_title(pos), lands.write_time(pos), *moments.write_moment(pos, viewer)]


def _open_table(pos: State) -> list[str]:
    """What lies open on the table, and everybody sees alike; there are always piles."""
    found = courts.write_numbers(pos, "founders", pos.founders)
    found += courts.write_numbers(pos, "laid tiles", pos.laid_tiles)
    for land in range(pos.realm.land_count):
        found += lands.write_land(pos, land)
    for slot in range(pos.realm.slot_count):
        found += cards.write_card(pos, slot)
    return found + cards.write_piles(pos)


def _tiles(pos: State, viewer: int) -> list[str]:
    """The bag and the courts, and what follows them; there are always courts."""
    found = courts.write_bag(pos, viewer)
    for seat in range(pos.realm.players):
        found += courts.write_court(pos, seat, viewer)
    if pos.realm.variant.scenario:
        found += cards.write_problems(pos) + courts.write_honours(pos)
    if pos.peace.before is not None:
        found.append("before: " + pack(write(pos.peace.before, viewer)))
    return found


# Reading


def open_text(text: str, options: Options | None, luck: Luck, is_remembered: bool = False) -> PositionReader:
    """A reader of the text that knows its title, and with it the realm."""
    reader = PositionReader(split(text, LONGEST_TEXT), luck, is_remembered)
    reader.set_table(read_title(reader, options))
    return reader


def read_into(reader: PositionReader, pos: State) -> None:
    """Everything in an order in which later statements can rely on earlier ones."""
    reader.take(pos)
    for subject, items in reader.statements.items():
        _read_statement(reader, subject, items)
    _fill_gaps(reader)
    if reader.faults:
        return
    courts.deal_hidden(reader)
    moments.read_peace(reader)
    _read_before(reader)
    moment = reader.one_of(tuple(MOMENTS), "placing")
    MOMENTS[moment](reader, moment, reader.statements.get(moment, []))


def _read_statement(reader: PositionReader, subject: str, items: Items) -> None:
    words, realm = subject.split(), reader.realm
    if subject in SUBJECTS:
        SUBJECTS[subject](reader, subject, items)
    elif subject in READ_LATER:
        pass
    elif len(words) == 2 and words[0] == "card" and words[1] in realm.lands:
        cards.read_card(reader, subject, items)
    elif len(words) == 2 and words[0] in realm.colours and words[1] in SUBJECTS_OF_SEATS:
        SUBJECTS_OF_SEATS[words[1]](reader, subject, items)
    elif subject in realm.lands:
        lands.read_land(reader, subject, items)
    else:
        absent = subject.removeprefix("card ") in realm.absent
        code = "land_not_taking_part" if absent else "text_subject_unknown"
        reader.fault(code, subject, given=subject, land=subject)


def _fill_gaps(reader: PositionReader) -> None:
    """What the text leaves out."""
    lands.fill_time(reader)
    lands.fill_control(reader)
    cards.fill_cards(reader)
    cards.fill_queue(reader)
    cards.fill_events(reader)
    for seat in range(reader.realm.players):
        courts.fill_court(reader, seat)
        courts.fill_known(reader, seat)
        if seat not in reader.hidden:
            courts.fill_tiles(reader, seat)
    lands.fill_supplies(reader, moments.read_exiles(reader))


def _read_before(reader: PositionReader) -> None:
    """The table before a lone Peace's extra action, packed in a statement of its own (C20)."""
    if "before" in reader.statements:
        packed = ", ".join(" ".join(item) for item in reader.statements["before"])
        inner = open_text(unpack(packed), reader.options, reader.luck, is_remembered=True)
        reader.faults += [Fault(fault.code, "before", fault.facts) for fault in _remember(reader, inner)]


def _remember(reader: PositionReader, inner: PositionReader) -> list[Fault]:
    """Take over the remembered table, or say what is wrong with it."""
    if inner.realm.key != reader.realm.key:
        return [Fault("before_other_game", "before")]
    if "before" in inner.statements:
        return [Fault("before_misplaced", "before")]
    before = State(inner.realm)
    read_into(inner, before)
    if inner.faults:
        return inner.faults
    remembered = imagine.with_tiles_of(reader.pos, before)
    peace = reader.pos.peace
    reader.pos.peace = Declaration(peace.declarer, peace.declared, remembered)
    return [fault for fault in check.faults(remembered) if fault.code != "before_missing"]
