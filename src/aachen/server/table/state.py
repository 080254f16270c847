"""The state of one table: its sheet, its game, its clocks, its chat, and an undo that waits for consent.

It changes in two ways only: by `adopt`, with a change that this server has decided and stored,
and by `adopt_stored`, with what another server has stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from aachen.core.contract import TABLE_NAME, Position
from aachen.core.errors import BadLine, Fault
from aachen.core.log import Move, Record
from aachen.core.log_lines import Entry, Renewal, Reveal, Undo, read_line
from aachen.core.luck import Luck
from aachen.core.replay import Step, read_actor, read_script, resume
from aachen.server.messages import Said
from aachen.server.table.clocks import Bank
from aachen.server.table.codec import is_erased, read_said
from aachen.server.table.commands import (
    Change,
    GuestsLeave,
    HostChanged,
    Note,
    Now,
    TokenChanged,
    UndoEnd,
    UndoRequest,
)
from aachen.server.table.comparison import Held
from aachen.server.table.frames import Snapshot, SnapshotReader
from aachen.server.table.luck import luck_of
from aachen.server.table.sheet import TableSheet
from aachen.storage.store import StoredChat, StoredEntry, StoredTable

MOST_RECENT = 30  # snapshots kept, for clients that are a little behind
MOST_NEW = 2  # of them with their encoded frames and views: the newest, and the one it is compared with
MOST_CHAT = 100
WHEN = ("year", "season", "round")  # keys of a view


class TableState:
    """One table in memory. Its fields are for reading; whoever wants to change something gives a command."""

    def __init__(self, sheet: TableSheet) -> None:
        self.sheet = sheet
        self.options: Any = None  # as the rules read them; None without the rules
        if not sheet.lacks_rules():
            self.options = sheet.rulebook().options(sheet.options)
        self.record: Record | None = None
        self.story: list[str] = []  # lines that are only kept: of a story, or of a game whose rules we lack
        self.stored_seq = -1  # the number of the last stored entry
        self.stored_lines: list[str] | None = None  # and its lines
        self.recent: deque[Snapshot] = deque(maxlen=MOST_RECENT)
        self.fresh = [0] * len(sheet.seats)  # since which entry each seat's choice is what it is
        self.offers: list[list[int]] = [[] for _ in sheet.seats]
        self.bank = Bank(sheet.names(), sheet.policy.clock, sheet.sand())
        self.chat: deque[Said] = deque(maxlen=MOST_CHAT)
        self.chat_number = 0
        self.undo: UndoRequest | None = None
        self.is_retired = False  # another object of this table, or none, is in use now

    # ---- The current state

    @property
    def id(self) -> str:
        """The table's identifier."""
        return self.sheet.table

    @property
    def seq(self) -> int | None:
        """The number of the newest entry, or None while seats are open."""
        return self.recent[-1].seq if self.recent else None

    @property
    def last_seq(self) -> int | None:
        """The number of the newest entry, also of a story."""
        return len(self.story) - 2 if self.sheet.is_story else self.seq

    def is_running(self) -> bool:
        """Whether somebody can act here."""
        return self.sheet.state == "running" and self.record is not None and not self.is_retired

    def game(self) -> Record:
        """The running game."""
        assert self.record is not None, "the game has begun"
        return self.record

    def position(self) -> Position:
        """The position now."""
        return self.game().position

    def secret(self) -> bytes | None:
        """The secret of the random source; it never leaves the server before the end."""
        return None if self.sheet.secret is None else bytes.fromhex(self.sheet.secret)

    def next_luck(self) -> Luck:
        """The random source of the next move."""
        return luck_of(self.sheet, self.game().draws)

    def asked(self) -> list[str]:
        """The seats that the table waits for."""
        return [self.sheet.seats[seat].seat for seat in self.position().to_act()]

    def when(self) -> dict[str, object]:
        """How far the game is, as everybody sees it: the year and season, or the round."""
        view = self.position().view(None)
        return {key: view[key] for key in WHEN if key in view}

    def waiting(self) -> list[str]:
        """The persons that the table waits for."""
        asked = self.position().to_act()
        return [self.sheet.seats[seat].seat for seat in asked if self.sheet.seats[seat].is_played_by_person]

    def lines(self) -> list[str]:
        """The stored lines: a log, or a story."""
        return self.story if self.record is None else self.record.lines

    def has_clocks(self) -> bool:
        """Whether time is counted here at all."""
        return self.sheet.policy.clock is not None or self.sheet.sand() > 0

    # ---- Adopting what this server has stored

    def adopt(self, change: Change, now: Now) -> list[Note]:
        """Apply a stored change; what has to be sent because of it."""
        notes: list[Note] = []
        if change.bank is not None:
            self.bank = change.bank
        if change.entry is not None:
            self._adopt_entry(change, change.entry)
        if change.sheet is not None:
            notes += self._adopt_sheet(change.sheet)
        if change.chat is not None:
            notes += self._hear([change.chat])
        notes += self._adopt_undo(change)
        if change.entry is not None or change.sheet is not None:
            notes += self._settle(now)
        self._plan_renewals()
        return notes + change.notes

    def _adopt_entry(self, change: Change, entry: StoredEntry) -> None:
        if change.record is not None:
            self._begin(change.record)
        elif change.move is not None:
            self._adopt_move(change.move)
        else:
            self.story += entry.lines
        self.stored_seq, self.stored_lines = entry.seq, entry.lines

    def _begin(self, record: Record) -> None:
        self.record = record
        self._note(Snapshot(0, None, record.position, record.events, None, []), True)

    def _adopt_move(self, move: Move) -> None:
        record = self.game()
        drawn, is_entry = bool(move.luck), move.seq > record.seq
        record.adopt(move)
        if not is_entry:  # a reveal is an entry of the store, but none of the game
            return
        actor = self.recent[-1].undoer if move.undo is not None else move.seat if move.seat >= 0 else None
        by = TABLE_NAME if actor is None else self.sheet.seats[actor].seat
        undoable = record.undoable()
        self._note(Snapshot(move.seq, by, record.position, move.events, actor, undoable, move.undo), drawn)

    def _note(self, snapshot: Snapshot, drawn: bool) -> None:
        """Keep the snapshot, and note whose choice is a different one now.

        A choice is a different one if other things are offered, if the seat itself or the table has acted,
        or if luck was drawn; another seat's sealed choice leaves it as it is.
        """
        snapshot.is_new = True
        self.recent.append(snapshot)
        if len(self.recent) > MOST_NEW:
            self.recent[-1 - MOST_NEW].drop_texts()
        for seat, body in enumerate(self.sheet.seats):
            offers = snapshot.position.offers(seat)
            if drawn or snapshot.by in (body.seat, TABLE_NAME, None) or offers != self.offers[seat]:
                self.fresh[seat] = snapshot.seq
            self.offers[seat] = offers

    def _adopt_sheet(self, sheet: TableSheet) -> list[Note]:
        notes: list[Note] = []
        if self.sheet.state == "gathering" != sheet.state and not sheet.policy.spectators:
            notes.append(GuestsLeave())
        if self.sheet.host != sheet.host:
            notes.append(HostChanged())
        for old, new in zip(self.sheet.seats, sheet.seats, strict=True):
            if old.token != new.token:
                notes.append(TokenChanged(old.seat))
            if new.is_played_by_person and not old.is_played_by_person:
                self.bank.give_back(old.seat)
        self.sheet = sheet
        return notes

    def _adopt_undo(self, change: Change) -> list[Note]:
        notes: list[Note] = []
        if change.undo is not None and change.undo != self.undo:
            self.undo = change.undo
            if change.undo_end is None:
                notes.append(self.undo.as_message())
        if change.undo_end is not None:
            notes += self._end_undo(change.undo_end)
        return notes

    def _end_undo(self, end: UndoEnd) -> list[Note]:
        undo, self.undo = self.undo, None
        return [] if undo is None else [undo.as_message(end)]

    def _settle(self, now: Now) -> list[Note]:
        """The game or the sheet has changed: a request for an undo lapses with a new entry, clocks go on."""
        lapsed = self.undo is not None and self.undo.seq != self.seq
        self.recount(now.passed)
        return self._end_undo("lapsed") if lapsed else []

    def go_on_with(self, bank: Bank, now: float) -> None:
        """Take the clocks that ran while the table was out of memory."""
        self.bank = bank
        self.recount(now)

    def recount(self, passed: float) -> None:
        """Count down whom the table waits for now, and nobody else."""
        if not self.has_clocks():
            return
        self.bank.count(passed, self.waiting() if self.is_running() else [])
        self.bank.watch_sand(passed, self.position() if self.is_running() else None)

    def retire(self) -> None:
        """This object is not used any more: nobody can act through it."""
        self.is_retired = True

    # ---- Adopting what is stored already

    def restore(self, stored: StoredTable, now: Now, between: Callable[[], None] = lambda: None) -> None:
        """Take over everything that is stored of the table; `between` is called after each line of a log."""
        self._hear(read_said(chat) for chat in stored.chat)
        if not stored.entries:
            if self.sheet.state in ("running", "finished"):
                raise BadLine(1, [Fault("log_empty")])
            return
        lines = [line for entry in stored.entries for line in entry.lines]
        self.stored_seq, self.stored_lines = stored.entries[-1].seq, stored.entries[-1].lines
        if self.sheet.is_story or self.sheet.is_read_only():
            self.story = lines
            return
        self._resume(lines, between)
        self.bank.read(stored.entries[-1].clocks)
        self.recount(now.passed)

    def _resume(self, lines: list[str], between: Callable[[], None] = lambda: None) -> None:
        """The game as its stored lines tell it."""
        reader = SnapshotReader()

        def watch(step: Step) -> None:
            snapshot = reader.snapshot(step)
            if snapshot is not None:
                self._note(snapshot, bool(step.luck))
            between()

        self.record = resume(self.sheet.rulebook(), lines, watch=watch)
        self._plan_renewals()

    def _plan_renewals(self) -> None:
        """The next lines of the log tell first of new commitments since the last."""
        if self.sheet.renewals and self.record is not None:
            self.record.pending = self.sheet.renewals_after(self.stored_seq)

    def held(self) -> Held:
        """What is known of what is stored, to compare the two."""
        said = self.chat[-1] if self.chat else None
        return Held(self.sheet, self.stored_seq, self.stored_lines, said)

    def adopt_stored(
        self, sheet: TableSheet | None, entries: list[StoredEntry], chat: list[StoredChat], now: Now
    ) -> list[Note]:
        """Follow what another server has stored; what has to be sent because of it."""
        notes: list[Note] = []
        if sheet is not None:
            notes += self._adopt_sheet(sheet)
        for entry in entries:
            self._follow_entry(entry)
        notes += self._hear(read_said(each) for each in chat)
        if sheet is not None or entries:
            notes += self._settle(now)
        self._plan_renewals()
        return notes

    def _follow_entry(self, entry: StoredEntry) -> None:
        """Do what another server has done: the same lines must come of it."""
        self._plan_renewals()
        self.stored_seq, self.stored_lines = entry.seq, entry.lines
        if self.sheet.is_read_only():
            self.story += entry.lines
            return
        if self.record is None:
            self._resume(entry.lines)
        else:
            move = self._as_move(entry.lines)
            assert move.lines == entry.lines, "the same move has the same lines on every server"
            self._adopt_move(move)
        self.bank.read(entry.clocks)

    def _as_move(self, lines: list[str]) -> Move:
        record = self.game()
        line = next(line for line in map(read_line, lines) if not isinstance(line, Renewal))
        if isinstance(line, Undo):
            return record.propose_undo(line.undo)
        if isinstance(line, Reveal):
            return record.propose_reveal(bytes.fromhex(line.secret))
        assert isinstance(line, Entry)
        position = record.position
        seat, action = read_actor(position, line.seat), position.read_action(line.action)
        return record.propose(seat, action, read_script(position, line.luck), self.secret())

    def _hear(self, chat: Iterable[Said]) -> list[Note]:
        heard = list(chat)
        self.chat.extend(heard)
        if heard:
            self.chat_number = heard[-1].number
        return [said for said in heard if not is_erased(said)]
