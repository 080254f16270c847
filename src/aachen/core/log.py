"""The log of a game: one line of JSON per entry, so that a program that does not know our code can follow it.

`docs/log-format.md` explains the lines.
Nothing here touches a file: lines come in as text and go out to whoever stores them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aachen.core.contract import TABLE, TABLE_NAME, Game, Options, Position
from aachen.core.errors import BadInput, Fault, bad
from aachen.core.events import Event
from aachen.core.fair_luck import Fair, read_fair
from aachen.core.luck import Luck, RecordedLuck

FORMAT = "log/1"
MOST_DEPTH = 40  # how deeply lists and objects may lie in each other

Plain = dict[str, object]
AnyGame = Game[Any]


# ---- One line of JSON ----------------------------------------------------------------------------


def write_object(told: Mapping[str, object]) -> str:
    """Plain data as one compact line, without the line's end."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_object(text: str) -> Plain:
    """The object on a line; anything else is bad input."""
    if not text.strip():
        raise bad("line_blank")
    twice: list[str] = []
    try:
        told = json.loads(text, object_pairs_hook=_noting(twice), parse_float=_number, parse_constant=_number)
    except json.JSONDecodeError as fault:
        raise bad("line_not_json", column=fault.colno) from None
    except RecursionError:
        raise bad("too_deep", most=MOST_DEPTH) from None
    except ValueError:  # a number of more digits than Python reads
        raise bad("bad_number") from None
    _examine(told)
    if twice:
        raise BadInput([Fault("duplicate_key", "", {"key": key}) for key in twice])
    if not isinstance(told, dict):
        raise bad("wrong_type", "", expected="object", found=json_name(told))
    return told


def _noting(twice: list[str]) -> Callable[[list[tuple[str, object]]], Plain]:
    """Builds objects, and notes keys that are given twice."""

    def build(pairs: list[tuple[str, object]]) -> Plain:
        told = dict(pairs)
        if len(told) < len(pairs):
            keys = [key for key, _ in pairs]
            twice.extend(key for key in told if keys.count(key) > 1)
        return told

    return build


def _number(digits: str) -> float:
    """A number with a fraction; NaN and what is too large to be one are refused."""
    number = float(digits)
    if not abs(number) < float("inf"):
        raise ValueError(digits)
    return number


def _examine(told: object) -> None:
    """Refuse what is nested too deeply, and half characters that no file can hold."""
    layer = [told]
    for _ in range(MOST_DEPTH):
        inside: list[object] = []
        for each in layer:
            if isinstance(each, dict):
                inside += each
                inside += each.values()
            elif isinstance(each, list):
                inside += each
            elif isinstance(each, str) and not _is_text(each):
                raise bad("line_not_text")
        if not inside:
            return
        layer = inside
    raise bad("too_deep", most=MOST_DEPTH)


def _is_text(text: str) -> bool:
    return text.isascii() or not re.search("[\ud800-\udfff]", text)


def json_name(value: object) -> str:
    """What JSON calls a value of this kind."""
    for kind, name in (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "list"),
        (dict, "object"),
    ):
        if isinstance(value, kind):
            return name
    return "null"


# ---- The shape of a line -------------------------------------------------------------------------

Kinds = tuple[type | None, ...]  # None stands for null


def check_keys(told: Plain, wanted: Mapping[str, Kinds], optional: Mapping[str, Kinds]) -> list[Fault]:
    """Every fault in the keys of an object and in the kinds of their values."""
    faults = [Fault("missing_key", key, {"key": key}) for key in wanted if key not in told]
    for key, value in told.items():
        kinds = wanted.get(key) or optional.get(key)
        if kinds is None:
            faults.append(Fault("unknown_key", key, {"key": key}))
        elif not _is_any(value, kinds):
            expected = ", ".join("null" if kind is None else json_name(kind()) for kind in kinds)
            faults.append(Fault("wrong_type", key, {"expected": expected, "found": json_name(value)}))
    return faults


def _is_any(value: object, kinds: Kinds) -> bool:
    """Whether the value is of one of these kinds exactly: true is no whole number."""
    return any(value is None if kind is None else type(value) is kind for kind in kinds)


HEADER_KEYS: dict[str, Kinds] = {
    "aachen": (str,),
    "game": (str,),
    "rules": (str,),
    "seats": (list,),
    "luck": (list,),
    "digest": (str,),
}
HEADER_EXTRAS: dict[str, Kinds] = {"options": (dict,), "names": (dict,), "position": (str,), "fair": (dict,)}
ENTRY_KEYS: dict[str, Kinds] = {
    "seq": (int,),
    "seat": (str,),
    "action": (dict,),
    "luck": (list,),
    "digest": (str,),
}
UNDO_KEYS: dict[str, Kinds] = {"seq": (int,), "undo": (int,), "digest": (str,)}
CLOSING_KEYS: dict[str, Kinds] = {"outcome": (dict,)}
SECRET_KEYS: dict[str, Kinds] = {"secret": (str,)}


@dataclass(slots=True)
class Header:
    """The first line: which game, by which rules, and how it began."""

    game: str
    rules: str
    options: Plain | None
    seats: list[str]
    luck: list[object]
    digest: str
    names: Plain = field(default_factory=dict)
    position: str | None = None
    fair: Plain | None = None

    def as_dict(self) -> Plain:
        """The line as plain data; what says nothing is left out."""
        told: Plain = {"aachen": FORMAT, "game": self.game, "rules": self.rules}
        if self.options is not None:
            told["options"] = self.options
        told["seats"] = self.seats
        if self.names:
            told["names"] = self.names
        if self.position is not None:
            told["position"] = self.position
        if self.fair is not None:
            told["fair"] = self.fair
        return told | {"luck": self.luck, "digest": self.digest}


@dataclass(slots=True)
class Entry:
    """One move: who did what (a seat, or the table), what luck answered, and the fingerprint of the position after it."""

    seq: int
    seat: str
    action: Plain
    luck: list[object]
    digest: str

    def as_dict(self) -> Plain:
        """The line as plain data."""
        told: Plain = {"seq": self.seq, "seat": self.seat, "action": self.action}
        return told | {"luck": self.luck, "digest": self.digest}


@dataclass(slots=True)
class Undo:
    """The game goes on from the position after an earlier entry; 0 is the beginning."""

    seq: int
    undo: int
    digest: str

    def as_dict(self) -> Plain:
        """The line as plain data."""
        return {"seq": self.seq, "undo": self.undo, "digest": self.digest}


@dataclass(slots=True)
class Closing:
    """The last line of a finished game; if its luck was promised, with the secret."""

    outcome: Plain
    secret: str | None = None

    def as_dict(self) -> Plain:
        """The line as plain data; what says nothing is left out."""
        told: Plain = {"outcome": self.outcome}
        return told if self.secret is None else told | {"secret": self.secret}


@dataclass(slots=True)
class Reveal:
    """The last line of a game that was given up: the secret of its luck."""

    secret: str

    def as_dict(self) -> Plain:
        """The line as plain data."""
        return {"secret": self.secret}


Line = Header | Entry | Undo | Closing | Reveal


def write_line(line: Line) -> str:
    """A line of the log, without the line's end."""
    return write_object(line.as_dict())


def read_header(text: str) -> Header:
    """The first line of a log."""
    told = read_object(text)
    if told.get("aachen") != FORMAT:
        raise bad("log_unknown_format", "aachen", given=str(told.get("aachen")), known=FORMAT)
    faults = check_keys(told, HEADER_KEYS, HEADER_EXTRAS)
    if "options" not in told and "position" not in told:
        faults.append(Fault("missing_key", "options", {"key": "options"}))
    if faults:
        raise BadInput(faults)
    parts: dict[str, Any] = {"options": None, **told}
    parts.pop("aachen")
    return Header(**parts)


def read_line(text: str) -> Entry | Undo | Closing | Reveal:
    """Any later line of a log."""
    told = read_object(text)
    if "outcome" in told:
        return Closing(**_checked(told, CLOSING_KEYS, SECRET_KEYS))
    if "secret" in told:
        return Reveal(**_checked(told, SECRET_KEYS))
    if "undo" in told:
        return Undo(**_checked(told, UNDO_KEYS))
    return Entry(**_checked(told, ENTRY_KEYS))


def _checked(
    told: Plain, wanted: Mapping[str, Kinds], optional: Mapping[str, Kinds] | None = None
) -> dict[str, Any]:
    faults = check_keys(told, wanted, optional or {})
    if faults:
        raise BadInput(faults)
    return told


# ---- A game being written down -------------------------------------------------------------------

Store = Callable[[list[str]], None]


def forget(lines: list[str]) -> None:
    """Store the lines nowhere."""


@dataclass(slots=True)
class Move:
    """What is to be written, and where it leads: a move, an undo or a reveal."""

    lines: list[str]
    after: int  # the seq of the game it was proposed in
    seq: int  # its own; a reveal is no entry and has the same
    position: Position  # to go on from
    luck: list[object] = field(default_factory=list)  # in names
    events: list[Event] = field(default_factory=list)
    seat: int = TABLE
    is_final: bool = True  # no undo crosses it
    undo: int | None = None
    is_last: bool = False  # nothing follows it


class Reach:
    """The earlier positions that an undo may bring back.

    It never crosses new information: an answer of luck, another seat's act,
    or a change of who is asked, which may have opened what the others had sealed;
    nor an action that the game calls final.
    """

    def __init__(self) -> None:
        self._known: list[tuple[int, Position]] = []
        self._seat = -1

    def note(self, seq: int, before: Position, after: Position, seat: int, final: bool) -> None:
        """A seat has moved on from the position after entry `seq`; a final move is never taken back."""
        if seat != self._seat:
            self._known = []
        self._known.append((seq, before))
        self._seat = seat
        if final or before.to_act() != after.to_act():
            self._known = []

    def entries(self) -> list[int]:
        """The entries an undo may go back to, the latest last; 0 is the beginning."""
        return [seq for seq, _ in self._known]

    def find(self, to: int) -> Position:
        """The position after an entry within reach."""
        for seq, position in self._known:
            if seq == to:
                return position
        raise bad("undo_too_far", "undo", given=to, known=self.entries())

    def go_back(self, to: int) -> None:
        """What followed the entry is undone."""
        del self._known[self.entries().index(to) :]


class Record:
    """A running game and its log.

    A move is made on a copy, its lines are handed to `store`, and only then does the game go on from the copy:
    if the rules crash or the disk is full, nothing has happened.
    Whoever must wait for the disk does the same in two steps: `propose`, store `move.lines`, `adopt`.
    """

    def __init__(self, header: Header, position: Position, lines: list[str], store: Store) -> None:
        """Use `begin` or `begin_at`, or `aachen.core.replay.resume` for what is stored already."""
        self.position = position
        self.header = header
        self.events: list[Event] = []  # what was told at the beginning
        self.seq = 0
        self.draws = len(header.luck)  # how often luck has answered; no undo crosses an answer
        self.lines = lines
        self.is_closed = False
        self._store = store
        self._reach = Reach()

    @staticmethod
    def begin(
        game: AnyGame,
        options: Options,
        luck: Luck,
        store: Store = forget,
        names: Plain | None = None,
        fair: Fair | None = None,
    ) -> Record:
        """A new game; the answers of luck at set-up are part of its first line."""
        recorded = RecordedLuck(luck)
        events: list[Event] = []
        position = game.new(options, recorded, events.append)
        header = _header(game, options, position, names, fair)
        header.luck = _named(position, recorded)
        record = Record._begun(header, position, store)
        record.events = events
        return record

    @staticmethod
    def begin_at(
        game: AnyGame,
        position: Position,
        options: Options | None = None,
        store: Store = forget,
        names: Plain | None = None,
        fair: Fair | None = None,
    ) -> Record:
        """A game that goes on from a position that was set up; a position on another board needs its options."""
        header = _header(game, options, position, names, fair)
        header.position = position.write()
        return Record._begun(header, position.copy(), store)

    @staticmethod
    def _begun(header: Header, position: Position, store: Store) -> Record:
        """The first line is stored before anybody sees the game."""
        lines = [write_line(header)]
        store(lines[:])
        return Record(header, position, lines, store)

    def catch_up(self, seq: int, draws: int, reach: Reach, is_closed: bool) -> None:
        """The lines are stored already and told so much; for `aachen.core.replay.resume`."""
        self.seq = seq
        self.draws = draws
        self.is_closed = is_closed
        self._reach = reach

    # ---- In one step

    def play(self, seat: int, action: int, luck: Luck, secret: bytes | None = None) -> Move:
        """Do what was offered to a seat, or to the table itself, and write it down."""
        return self._stored(self.propose(seat, action, luck, secret))

    def undo(self, to: int) -> list[str]:
        """Go on from the position after an earlier entry; the undo is an entry itself."""
        return self._stored(self.propose_undo(to)).lines

    def reveal(self, secret: bytes) -> list[str]:
        """Give the game up and tell the secret of its luck; nothing is played afterwards."""
        return self._stored(self.propose_reveal(secret)).lines

    def undoable(self) -> list[int]:
        """The entries whose position an undo may bring back, the latest last; 0 is the beginning."""
        return self._reach.entries()

    def _stored(self, move: Move) -> Move:
        self._store(move.lines)
        self.adopt(move)
        return move

    # ---- In two steps

    def propose(self, seat: int, action: int, luck: Luck, secret: bytes | None = None) -> Move:
        """What a move would do; nothing has happened yet.

        The secret of promised luck is only written if this move ends the game.
        """
        self._check_open()
        self._check_secret(secret)
        after = self.position.copy()
        recorded = RecordedLuck(luck)
        events: list[Event] = []
        after.play(seat, action, recorded, events.append)
        answers = _named(after, recorded)
        name = actor_name(after, seat)
        entry = Entry(self.seq + 1, name, after.name_action(action), answers, after.digest())
        closing = closing_lines(after, secret)
        final = bool(answers) or after.is_final(action)
        move = Move([write_line(entry), *closing], self.seq, entry.seq, after, answers, events, seat, final)
        move.is_last = bool(closing)
        return move

    def propose_undo(self, to: int) -> Move:
        """What an undo would do; nothing has happened yet."""
        self._check_open()
        before = self._reach.find(to)
        line = write_line(Undo(self.seq + 1, to, before.digest()))
        return Move([line], self.seq, self.seq + 1, before, undo=to)

    def propose_reveal(self, secret: bytes) -> Move:
        """What giving up would write; nothing has happened yet."""
        self._check_open()
        self._check_secret(secret)
        # A game that went on from its own last position is not given up: it is over.
        lines = closing_lines(self.position, secret) or [write_line(Reveal(secret.hex()))]
        return Move(lines, self.seq, self.seq, self.position, is_last=True)

    def adopt(self, move: Move) -> None:
        """What was proposed is stored: the game goes on from there."""
        assert move.after == self.seq, "something else has happened since"
        if move.undo is not None:
            self._reach.go_back(move.undo)
        elif move.seq > self.seq:
            self._reach.note(self.seq, self.position, move.position, move.seat, move.is_final)
        self.position = move.position
        self.seq = move.seq
        self.draws += len(move.luck)
        self.lines += move.lines
        self.is_closed = move.is_last

    def _check_open(self) -> None:
        """Nothing follows the last line."""
        if self.is_closed:
            raise bad("log_after_end")

    def _check_secret(self, secret: bytes | None) -> None:
        """Only the secret that was promised is ever written."""
        if secret is None:
            return
        assert self.header.fair is not None, "no luck was promised"
        assert read_fair(self.header.fair, self.header.seats).is_kept_by(secret), "not the promised secret"


def _header(
    game: AnyGame, options: Options | None, position: Position, names: Plain | None, fair: Fair | None
) -> Header:
    told = None if options is None else options.as_dict()
    header = Header(game.name, game.rules_version, told, position.seats(), [], position.digest(), names or {})
    header.fair = None if fair is None else fair.as_dict()
    return header


def actor_name(position: Position, seat: int) -> str:
    """The name of whoever acts: a seat, or the table itself."""
    return TABLE_NAME if seat == TABLE else position.seats()[seat]


def _named(position: Position, recorded: RecordedLuck) -> list[object]:
    return [position.name_luck(question, answer) for question, answer in recorded.answers]


def closing_lines(position: Position, secret: bytes | None = None) -> list[str]:
    """The last line, if the game is over."""
    outcome = position.outcome()
    if outcome is None:
        return []
    revealed = None if secret is None else secret.hex()
    return [write_line(Closing(outcome.as_dict(position.seats()), revealed))]
