"""Games as files: what goes out, what may come in, and going on from a moment of one.

A finished game goes out as its log, a running one as a story: what one viewer saw of it.
What comes in is checked line by line before anything is stored: a log by replaying it, a story by rebuilding,
from each view, a position that looks exactly like it. A position as text comes in as a game of one moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from aachen.core.contract import Position
from aachen.core.errors import BadInput, BadLine, Fault, bad
from aachen.core.json_lines import read_object, write_object
from aachen.core.json_shapes import Kinds, Plain, check_keys
from aachen.core.log import AnyGame
from aachen.core.log_lines import Header, read_header
from aachen.core.luck import Luck, SeededLuck
from aachen.core.replay import Step
from aachen.games import GAMES
from aachen.games.versions import find_rules, replay_any
from aachen.server.background import gently
from aachen.server.messages import Frame
from aachen.server.positions import is_position, read_seen, read_whole
from aachen.titles.sentences import wording_of

STORY = "story/1"
MOST_LINES = 5_000  # the longest games have five hundred entries, without what was taken back

STORY_KEYS: dict[str, Kinds] = {
    "aachen": (str,),
    "game": (str,),
    "rules": (str,),
    "options": (dict, None),
    "seats": (list,),
    "names": (dict,),
    "eyes": (str, None),
}
STORY_EXTRAS: dict[str, Kinds] = {"fair": (dict, None)}
SEEN_KEYS: dict[str, Kinds] = {"seq": (int,), "by": (str, None), "events": (list,), "view": (dict,)}


@dataclass(slots=True)
class StoryHeader:
    """The first line of a story."""

    game: str
    rules: str
    options: Plain | None
    seats: list[str]
    names: Plain
    eyes: str | None
    fair: Plain | None = None

    def as_dict(self) -> Plain:
        """The line as plain data."""
        data: Plain = {"aachen": STORY, "game": self.game, "rules": self.rules, "options": self.options}
        data |= {"seats": self.seats, "names": self.names, "eyes": self.eyes}
        return data if self.fair is None else data | {"fair": self.fair}


@dataclass(slots=True)
class Seen:
    """One later line of a story: an entry as its viewer saw it."""

    seq: int
    by: str | None
    events: list[Plain]
    view: Plain


@dataclass(slots=True)
class ImportedLog:
    """A log that was checked from its first line to its last."""

    header: Header
    lines: list[str]
    finished: bool
    last: int = 0  # the number of its last entry


@dataclass(slots=True)
class ImportedStory:
    """A story of which every view is one that could have been seen."""

    header: StoryHeader
    seen: list[Seen]


# ---- Out -----------------------------------------------------------------------------------------


def write_story(header: StoryHeader, frames: Iterable[Frame]) -> str:
    """A running game as one viewer saw it."""
    lines = [write_object(header.as_dict())]
    for frame in frames:
        lines.append(
            write_object({"seq": frame.seq, "by": frame.by, "events": frame.events, "view": frame.view})
        )
    return "".join(f"{line}\n" for line in lines)


# ---- In ------------------------------------------------------------------------------------------


def read_record(text: str) -> ImportedLog | ImportedStory:
    """The game in a file, or BadInput with the line that is wrong."""
    if is_position(text):
        return _read_position(text)
    lines = _lines(text)
    if not lines:
        raise bad("record_empty")
    if len(lines) > MOST_LINES:
        raise bad("record_too_long", most=MOST_LINES)
    first = _on_line(1, read_object, lines[0])
    if first.get("aachen") == STORY:
        return _read_story(lines)
    return _read_log(lines)


def _read_position(text: str) -> ImportedLog | ImportedStory:
    """One moment, of which there is nothing before and nothing after."""
    record = read_whole(text)
    if record is not None:
        return ImportedLog(record.header, record.lines, finished=False)
    position, seat = read_seen(text)
    view = position.view(seat)
    view.pop("offers", None)
    seats = position.seats()
    name = str(view["game"])
    eyes = None if seat is None else seats[seat]
    header = StoryHeader(name, GAMES[name].rules_version, None, seats, {}, eyes)
    return ImportedStory(header, [Seen(0, None, [], view)])


def _lines(text: str) -> list[str]:
    """The lines of a file, from whatever system; a mark of byte order is none of its signs.

    Not by `splitlines`: that also breaks at signs that may stand in a name.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def _read_log(lines: list[str]) -> ImportedLog:
    last: Step | None = None
    for step in gently(replay_any([f"{line}\n" for line in lines])):
        if step.faults:
            raise BadInput([_at(step.line, fault) for fault in step.faults])
        last = step
    assert last is not None, "a log has a first line"
    return ImportedLog(read_header(lines[0]), lines, last.outcome is not None, last.seq)


def _read_story(lines: list[str]) -> ImportedStory:
    header = _on_line(1, _read_story_header, lines[0])
    game, options = find_rules(header.game, header.rules), None
    assert game is not None, "the header was checked"
    if header.options is not None:
        options = _on_line(1, game.options, header.options)
    seen: list[Seen] = []
    for number, line in gently(enumerate(lines[1:], 2)):
        one = _on_line(number, _read_seen, line)
        if one.seq != len(seen):
            raise BadInput(
                [_at(number, Fault("log_wrong_seq", "seq", {"given": one.seq, "expected": len(seen)}))]
            )
        try:
            _check_seen(game, options, header, one)
        except BadInput as wrong:
            raise BadInput([_at(number, fault) for fault in wrong.faults]) from None
        seen.append(one)
    if not seen:
        raise BadInput([_at(2, Fault("log_cut_off"))])
    return ImportedStory(header, seen)


def _read_story_header(text: str) -> StoryHeader:
    data = read_object(text)
    faults = check_keys(data, STORY_KEYS, STORY_EXTRAS)
    if faults:
        raise BadInput(faults)
    data.pop("aachen")
    header = StoryHeader(**cast("dict[str, Any]", data))
    game = GAMES.get(header.game)
    if game is None:
        raise bad("unknown_game", "game", given=header.game, known=list(GAMES))
    if find_rules(header.game, header.rules) is None:
        raise bad("log_unknown_rules", "rules", given=header.rules, known=game.rules_version)
    if header.eyes is not None and header.eyes not in header.seats:
        raise bad("no_such_seat", "eyes", given=header.eyes, known=header.seats)
    for seat, name in header.names.items():
        if seat not in header.seats or not isinstance(name, str):
            raise bad("log_bad_names", "names", seats=header.seats)
    return header


def check_story(lines: list[str]) -> None:
    """Whether the lines of a stored story can be shown; BadLine names the first that cannot."""
    for number, line in gently(enumerate(lines[1:])):
        try:
            seen = _read_seen(line)
        except BadInput as wrong:
            raise BadLine(number + 2, wrong.faults) from None
        if seen.seq != number:
            raise BadLine(
                number + 2, [Fault("log_wrong_seq", "seq", {"given": seen.seq, "expected": number})]
            )


def _read_seen(text: str) -> Seen:
    data = read_object(text)
    faults = check_keys(data, SEEN_KEYS, {})
    if faults:
        raise BadInput(faults)
    return Seen(**cast("dict[str, Any]", data))


def _check_seen(game: AnyGame, options: Any, header: StoryHeader, seen: Seen) -> None:
    """Whether such a screen can be seen and such things happen: nothing else reaches anybody's browser."""
    position = _rebuilt(game, options, header, seen.view)
    for event in seen.events:
        if not _has_sentence(position, event):
            raise bad("story_bad_event", "events")
    if seen.by is not None and seen.by not in (*header.seats, "table"):
        raise bad("no_such_seat", "by", given=seen.by, known=header.seats)


def _rebuilt(game: AnyGame, options: Any, header: StoryHeader, view: Plain) -> Position:
    """A position in which those eyes see exactly this view."""
    try:
        position = game.from_view(view, SeededLuck(0), options)
        same = position.seats() == header.seats and position.view(_number(position, header.eyes)) == view
    except (BadInput, KeyError, TypeError, ValueError, AttributeError, IndexError):
        same = False
    if not same:
        raise bad("story_bad_view", "view")
    return position


def _has_sentence(position: Position, event: object) -> bool:
    """Whether we have a sentence for it, and all its facts."""
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        return False
    if event["event"] == "undone":
        return set(event) == {"event", "to"} and type(event["to"]) is int
    try:
        return bool(wording_of("en", position).event(event))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return False


def _number(position: Position, seat: str | None) -> int | None:
    return None if seat is None else position.seats().index(seat)


def _on_line(number: int, read: Any, given: object) -> Any:
    """What `read` makes of it; a fault gets the line's number."""
    try:
        return read(given)
    except BadInput as wrong:
        raise BadInput([_at(number, fault) for fault in wrong.faults]) from None


def _at(line: int, fault: Fault) -> Fault:
    where = f"{line}: {fault.where}" if fault.where else str(line)
    return Fault(fault.code, where, fault.facts)


# ---- Going on from a moment ----------------------------------------------------------------------


def supposed_position(game: AnyGame, options: Any, view: Mapping[str, object], luck: Luck) -> Position:
    """A position that fits what one viewer saw: what is hidden from them is dealt again."""
    return game.from_view(view, luck, options)
