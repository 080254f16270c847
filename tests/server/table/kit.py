"""A table without a server: commands are decided and adopted at once, by a clock that only moves when it is told to.

game = TableGame("carolus", ["me", "open"])
seat = game.sit()
game.act(game.asked())
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
from tests.server.kit import Dice, FakeTime

from aachen.core.errors import BadInput
from aachen.server.creation import draft
from aachen.server.messages import Frame, NewTable, SeatChange, Sit
from aachen.server.settings import Settings
from aachen.server.table import commands as c
from aachen.server.table.authorisation import Identity, identify
from aachen.server.table.codec import write_said
from aachen.server.table.decide import decide
from aachen.server.table.errors import NoRightError, RefusedError, StaleError
from aachen.server.table.state import TableState
from aachen.storage.store import StoredChat, StoredEntry, StoredTable

Plain = dict[str, Any]
START = 1_700_000_000_000


class TableGame:
    """One table, and the tokens of its players."""

    def __init__(self, game: str = "carolus", seats: list[str] | None = None, **more: object) -> None:
        self.dice = Dice(7)
        wishes = [_wish(kind) for kind in seats or ["me", "me"]]
        wish = msgspec.convert({"game": game, "seats": wishes, "pace": 0, **more}, NewTable)
        made = draft(Settings(chance=self.dice, time=FakeTime(START)), wish)
        self.tokens, self.host = made.tokens, made.host
        self.table = TableState(made.sheet)
        self.notes: list[c.Note] = []
        self.entries: list[StoredEntry] = []
        self.chat: list[StoredChat] = []
        self.passed = 0.0
        self.absent: dict[str, float] = {}
        self.do(c.BeginIfFull())

    # ---- Commands

    def now(self) -> c.Now:
        return c.Now(START + round(self.passed * 1000), self.passed, self.absent)

    def do(self, command: c.TableCommand) -> Any:
        """Decide a command and adopt its change, as if it had been stored."""
        change = decide(self.table, command, self.now(), self.dice)
        if change.entry is not None:
            self.entries.append(change.entry)
        if change.chat is not None:
            self.chat.append(write_said(change.chat))
        self.notes += self.table.adopt(change, self.now())
        if change.then is not None:
            self.do(change.then)
        return change.answer

    def refused(self, command: c.TableCommand) -> str:
        """The code a command is refused with; nothing may have changed."""
        before = self.all_that_is_true()
        try:
            decide(self.table, command, self.now(), self.dice)
        except StaleError:
            code = "stale"
        except RefusedError as no:
            code = no.refusal.code
        except NoRightError as no:
            code = no.fault.code
        except BadInput as wrong:
            code = wrong.faults[0].code
        else:
            raise AssertionError("it was not refused")
        assert self.all_that_is_true() == before
        return code

    def all_that_is_true(self) -> tuple[bytes, list[str]]:
        """The sheet as it would be stored, and the log."""
        return self.table.sheet.stored(0).body, list(self.table.lines())

    # ---- Players

    def who(self, seat: str) -> Identity:
        return identify(self.table.sheet, self.tokens[seat])

    def asked(self) -> str:
        return self.table.asked()[0]

    def frame(self, seat: str | None = None, seq: int = -1) -> Frame:
        number = None if seat is None else self.table.sheet.number(seat)
        return self.table.recent[seq].frame(number, self.table.sheet.policy.undo)

    def offers(self, seat: str) -> list[Plain]:
        offers: list[Plain] = self.frame(seat).view["offers"]
        return offers

    def choice(self, seat: str, after: int | None = None, number: int = 0) -> c.TakeAction:
        """The act that a player means who sees the newest screen."""
        seq = self.table.game().seq if after is None else after
        return c.TakeAction(self.who(seat), self.offers(seat)[number], seq)

    def act(self, seat: str | None = None) -> int:
        seq: int = self.do(self.choice(self.asked() if seat is None else seat))
        return seq

    def play(self, moves: int, chance: random.Random) -> None:
        """Let everybody play at random."""
        for _ in range(moves):
            seat = chance.choice(self.table.asked())
            self.do(self.choice(seat, number=chance.randrange(len(self.offers(seat)))))

    def until_undoable(self) -> tuple[str, int]:
        """Let people act until somebody can take something back: who, and how far."""
        for _ in range(30):
            for seat in self.tokens:
                if self.frame(seat).undo:
                    return seat, self.frame(seat).undo[-1]
            self.act()
        raise AssertionError("nothing can ever be taken back")

    # ---- Seats

    def sit(self, seat: str | None = None, **more: Any) -> str:
        taken, token = self.do(c.SitDown(Sit(seat=seat, **more)))
        self.tokens[taken] = token
        return str(taken)

    def change(self, seat: str, do: Any, token: str | None, **more: Any) -> c.ChangeSeat:
        return c.ChangeSeat(seat, SeatChange(do=do, **more), token)

    def kinds(self) -> list[tuple[str, bool]]:
        return [(body.kind, body.lent) for body in self.table.sheet.seats]

    # ---- Another server

    def stored(self) -> StoredTable:
        """Everything as a store would give it back."""
        return StoredTable(self.table.sheet.stored(0), list(self.entries), list(self.chat))

    def said(self, kind: type) -> list[Any]:
        """The notes of a kind, in their order."""
        return [note for note in self.notes if isinstance(note, kind)]


def _wish(kind: str) -> Plain:
    return {"kind": kind} if kind in ("me", "open") else {"kind": "bot", "level": kind}
