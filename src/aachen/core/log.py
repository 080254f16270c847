"""The log of a game: one line of JSON per entry, so that a program that does not know our code can follow it.

`docs/log-format.md` explains the lines.
Nothing here touches a file: lines come in as text and go out to whoever stores them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aachen.core.contract import TABLE, TABLE_NAME, Game, Options, Position
from aachen.core.errors import bad
from aachen.core.events import Event
from aachen.core.fair_luck import Fair, read_fair
from aachen.core.json_shapes import Plain
from aachen.core.log_lines import Closing, Entry, Header, Renewal, Reveal, Undo, write_line
from aachen.core.luck import Luck, RecordedLuck
from aachen.core.reach import Reach

AnyGame = Game[Any]


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
        self.renewed: str | None = None  # the commitment that has replaced the one in the header
        self.pending: list[Renewal] = []  # to be written before the next line
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

    def catch_up(self, seq: int, draws: int, reach: Reach, is_closed: bool, renewed: str | None) -> None:
        """The lines are stored already and told so much; for `aachen.core.replay.resume`."""
        self.seq = seq
        self.renewed = renewed
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
        lines = self._with_renewals([write_line(entry), *closing])
        move = Move(lines, self.seq, entry.seq, after, answers, events, seat, final)
        move.is_last = bool(closing)
        return move

    def propose_undo(self, to: int) -> Move:
        """What an undo would do; nothing has happened yet."""
        self._check_open()
        before = self._reach.find(to)
        line = write_line(Undo(self.seq + 1, to, before.digest()))
        return Move(self._with_renewals([line]), self.seq, self.seq + 1, before, undo=to)

    def propose_reveal(self, secret: bytes) -> Move:
        """What giving up would write; nothing has happened yet."""
        self._check_open()
        self._check_secret(secret)
        # A game that went on from its own last position is not given up: it is over.
        lines = closing_lines(self.position, secret) or [write_line(Reveal(secret.hex()))]
        return Move(self._with_renewals(lines), self.seq, self.seq, self.position, is_last=True)

    def _with_renewals(self, lines: list[str]) -> list[str]:
        """The lines, after the renewals that are to be written first."""
        return [write_line(each) for each in self.pending] + lines

    def adopt(self, move: Move) -> None:
        """What was proposed is stored: the game goes on from there."""
        assert move.after == self.seq, "something else has happened since"
        if move.undo is not None:
            self._reach.go_back(move.undo)
        elif move.seq > self.seq:
            self._reach.note(self.seq, self.position, move.position, move.seat, move.is_final)
        if self.pending:
            self.renewed, self.pending = self.pending[-1].commitment, []
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
        fair = read_fair(self.header.fair, self.header.seats)
        renewed = self.pending[-1].commitment if self.pending else self.renewed
        if renewed is not None:
            fair = fair.renewed(bytes.fromhex(renewed))
        assert fair.is_kept_by(secret), "not the promised secret"


def _header(
    game: AnyGame, options: Options | None, position: Position, names: Plain | None, fair: Fair | None
) -> Header:
    data = None if options is None else options.as_dict()
    header = Header(game.name, game.rules_version, data, position.seats(), [], position.digest(), names or {})
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
