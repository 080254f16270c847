"""Subscriptions and the outbox in an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from aachen.storage.notifications import (
    DAY,
    FEED,
    FEED_DAYS,
    NEVER,
    TABLE,
    WANTED,
    News,
    Outgoing,
    Report,
    SeatEvent,
    StoredSubscription,
)
from aachen.storage.store import Conflict

Answer = TypeVar("Answer")

# A step of the schema (sqlite.STEPS): never change it, add another one.
STEP: Final = [
    """CREATE TABLE subscription (
        name TEXT PRIMARY KEY, id TEXT NOT NULL REFERENCES sheet, seat TEXT NOT NULL, channel TEXT NOT NULL,
        target TEXT NOT NULL, state TEXT NOT NULL, events TEXT NOT NULL, remind INTEGER NOT NULL,
        body BLOB NOT NULL, status BLOB NOT NULL, pause INTEGER NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID""",
    "CREATE UNIQUE INDEX subscription_by_seat ON subscription (id, seat, channel, target)",
    "CREATE INDEX subscription_by_target ON subscription (channel, target)",
    """CREATE TABLE outbox (
        number INTEGER PRIMARY KEY AUTOINCREMENT, subscription TEXT NOT NULL REFERENCES subscription,
        id TEXT NOT NULL, seat TEXT NOT NULL, event TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
        due INTEGER NOT NULL, until INTEGER, is_over INTEGER NOT NULL, claimed INTEGER NOT NULL)""",
    "CREATE UNIQUE INDEX outbox_by_event ON outbox (subscription, seat, event, seq)",
    "CREATE INDEX outbox_by_due ON outbox (due)",
    "CREATE INDEX outbox_by_table ON outbox (id, seat)",
    "CREATE TABLE channel_key (name TEXT PRIMARY KEY, body BLOB NOT NULL)",
]

COLUMNS: Final = "name, id, seat, channel, target, state, events, remind, body, status, pause, made"
MESSAGE: Final = "number, subscription, id, seat, event, seq, at, due, until, is_over"
SUBSCRIPTIONS: Final = f"SELECT {COLUMNS} FROM subscription"

TELL: Final = f"""INSERT INTO outbox (subscription, id, seat, event, seq, at, due, until, is_over, claimed)
    SELECT name, id, :seat, :event, :seq, :at, CASE channel WHEN '{FEED}' THEN {NEVER} ELSE :due END, :until, 0, 0
    FROM subscription WHERE id = :id AND seat IN (:seat, '{TABLE}') AND state = 'on' AND events LIKE :wanted
    AND (:only IS NULL OR name = :only) ON CONFLICT DO NOTHING"""
REMIND: Final = f"""INSERT INTO outbox (subscription, id, seat, event, seq, at, due, until, is_over, claimed)
    SELECT name, id, :seat, 'reminder', :seq, :at, :until - remind, :until, 0, 0
    FROM subscription WHERE id = :id AND seat IN (:seat, '{TABLE}') AND state = 'on' AND events LIKE '% reminder %'
    AND channel <> '{FEED}' AND remind > 0 AND :until - remind > :at
    AND (:only IS NULL OR name = :only) ON CONFLICT DO NOTHING"""
SETTLE: Final = [
    f"""DELETE FROM outbox WHERE id = ? AND seat = ? AND event IN ('turn', 'reminder')
    AND due < {NEVER}""",
    "UPDATE outbox SET is_over = 1 WHERE id = ? AND seat = ? AND event = 'turn'",
]
MOVE: Final = """UPDATE outbox SET until = ?, due = CASE event WHEN 'reminder' THEN
        ? - (SELECT remind FROM subscription WHERE name = outbox.subscription) ELSE due END
    WHERE id = ? AND seat = ? AND event IN ('turn', 'reminder') AND until IS NOT NULL AND NOT is_over"""
MINE: Final = "subscription IN (SELECT name FROM subscription WHERE id = ? AND seat = ?)"
ENDED: Final = f"""SELECT subscription.name FROM subscription JOIN sheet ON sheet.id = subscription.id
    WHERE sheet.state IN ('finished', 'closed') AND (sheet.touched < :day_ago OR channel <> '{FEED}'
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.subscription = subscription.name))
    UNION SELECT name FROM subscription WHERE state = 'unconfirmed' AND made < :day_ago"""
DUE: Final = """FROM outbox JOIN subscription ON subscription.name = outbox.subscription
    WHERE due <= :now AND claimed <= :now AND state = 'on'
    AND (pause <= :now OR event = 'reminder' AND until <= pause)"""


def write_news(connection: sqlite3.Connection, news: News) -> None:
    """Write the messages of an entry into the outbox, within its transaction."""
    if (
        connection.execute("SELECT 1 FROM subscription WHERE id = ? LIMIT 1", (news.table,)).fetchone()
        is None
    ):
        return
    for seat in news.left:
        connection.execute(f"DELETE FROM outbox WHERE {MINE}", (news.table, seat))
        connection.execute("DELETE FROM subscription WHERE id = ? AND seat = ?", (news.table, seat))
    for seat in news.settled:
        for command in SETTLE:
            connection.execute(command, (news.table, seat))
    for event in news.events:
        tell(connection, news, event)


def tell(connection: sqlite3.Connection, news: News, event: SeatEvent, only: str | None = None) -> None:
    """Write one event for everybody who wants to hear of it, or for one subscription alone."""
    facts = {
        "id": news.table,
        "seat": event.seat,
        "event": event.event,
        "seq": news.seq,
        "at": news.at,
        "due": event.due,
        "until": event.until,
        "wanted": f"% {WANTED.get(event.event, event.event)} %",
        "only": only,
    }
    if event.event != "reminder":
        connection.execute(TELL, facts)
    if event.event in ("turn", "reminder") and event.until is not None:
        connection.execute(REMIND, facts)


class SqliteNotifications:
    """The subscriptions and the outbox of one file."""

    def __init__(
        self,
        read: Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]],
        write: Callable[[Callable[[sqlite3.Connection], object]], Awaitable[None]],
    ) -> None:
        self._read = read
        self._write = write

    async def _change(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Work that has an answer, durable when it is given."""
        answers: list[Answer] = []
        await self._write(lambda connection: answers.append(work(connection)))
        return answers[-1]

    # Subscriptions

    async def subscribe(self, subscription: StoredSubscription, most: int) -> StoredSubscription | None:
        """Keep a subscription, in place of one of the same target."""
        new = subscription
        place = (new.table, new.seat, new.channel, new.target)

        def work(connection: sqlite3.Connection) -> StoredSubscription | None:
            if connection.execute("SELECT 1 FROM sheet WHERE id = ?", (new.table,)).fetchone() is None:
                raise Conflict("there is no such table")
            same = "WHERE id = ? AND seat = ? AND channel = ? AND target = ?"
            found = connection.execute(f"{SUBSCRIPTIONS} {same}", place).fetchone()
            if found is not None:
                known = StoredSubscription(*found)
                new.name, new.status, new.made = known.name, known.status, known.made
                change(connection, new)
                return new
            count = "SELECT count(*) FROM subscription WHERE id = ? AND seat = ?"
            if connection.execute(count, (new.table, new.seat)).fetchone()[0] >= most:
                return None
            marks = ", ".join("?" * (COLUMNS.count(",") + 1))
            connection.execute(f"INSERT INTO subscription ({COLUMNS}) VALUES ({marks})", row_of(new))
            return new

        return await self._change(work)

    async def alter(self, subscription: StoredSubscription) -> None:
        """Change a subscription."""
        await self._change(lambda connection: change(connection, subscription))

    async def unsubscribe(self, names: list[str]) -> None:
        """Forget subscriptions."""
        await self._change(lambda connection: forget(connection, names))

    async def _find(self, where: str, *facts: object) -> list[StoredSubscription]:
        order = f"{SUBSCRIPTIONS} WHERE {where} ORDER BY made, name"
        rows = await self._read(lambda reader: reader.execute(order, facts).fetchall())
        return [StoredSubscription(*row) for row in rows]

    async def subscription(self, name: str) -> StoredSubscription | None:
        """The subscription of that name."""
        return next(iter(await self._find("name = ?", name)), None)

    async def by_target(self, channel: str, target: str) -> list[StoredSubscription]:
        """All subscriptions that reach the same."""
        return await self._find("channel = ? AND target = ?", channel, target)

    async def of_table(self, table: str) -> list[StoredSubscription]:
        """All subscriptions of a table."""
        return await self._find("id = ?", table)

    # The outbox

    async def announce(self, news: News, subscription: str) -> None:
        """What is true now, for one subscription."""

        def work(connection: sqlite3.Connection) -> None:
            if any(event.event in ("turn", "reminder") for event in news.events):
                command = "DELETE FROM outbox WHERE subscription = ? AND event = 'reminder'"
                connection.execute(command, (subscription,))
            for event in news.events:
                tell(connection, news, event, subscription)

        await self._change(work)

    async def is_due(self, now: int) -> bool:
        """Whether something could be claimed."""
        question = f"SELECT 1 {DUE} LIMIT 1"
        found = await self._read(lambda reader: reader.execute(question, {"now": now}).fetchone())
        return found is not None

    async def claim(self, now: int, until: int, most: int) -> list[Outgoing]:
        """Messages that are due."""

        def work(connection: sqlite3.Connection) -> list[Outgoing]:
            columns = MESSAGE.replace(" id,", " outbox.id,").replace(" seat,", " outbox.seat,")
            question = f"SELECT {columns} {DUE} ORDER BY due, number LIMIT :most"
            rows = connection.execute(question, {"now": now, "most": most}).fetchall()
            command = "UPDATE outbox SET claimed = ? WHERE number = ?"
            connection.executemany(command, [(until, row[0]) for row in rows])
            return [message_of(row) for row in rows]

        return await self._change(work)

    async def report(self, report: Report) -> None:
        """What became of messages."""

        def work(connection: sqlite3.Connection) -> None:
            rows = [(number,) for number in report.sent]
            connection.executemany("DELETE FROM outbox WHERE number = ?", rows)
            held = [(due, number) for number, due in report.held.items()]
            connection.executemany("UPDATE outbox SET due = ?, claimed = 0 WHERE number = ?", held)
            command = """UPDATE subscription SET status = coalesce(?, status), state = coalesce(?, state),
                pause = coalesce(?, pause) WHERE name = ?"""
            connection.execute(command, (report.status, report.state, report.pause, report.subscription))
            if report.state == "off":
                connection.execute("DELETE FROM outbox WHERE subscription = ?", (report.subscription,))

        await self._change(work)

    async def take_turn(self, channel: str, target: str, now: int, until: int) -> list[str]:
        """Pause those of a target that are not paused."""
        command = """UPDATE subscription SET pause = ? WHERE channel = ? AND target = ? AND pause <= ?
            RETURNING name"""
        facts = (until, channel, target, now)
        return await self._change(
            lambda connection: [row[0] for row in connection.execute(command, facts).fetchall()]
        )

    async def move_deadlines(self, table: str, deadlines: dict[str, int]) -> None:
        """The time of seats runs out at another time."""
        affected = "FROM outbox WHERE id = ? AND until IS NOT NULL LIMIT 1"
        if not deadlines or not await self._read(
            lambda reader: reader.execute(f"SELECT 1 {affected}", (table,)).fetchone()
        ):
            return
        rows = [(until, until, table, seat) for seat, until in deadlines.items()]
        await self._change(lambda connection: connection.executemany(MOVE, rows))

    async def feed(self, name: str) -> list[Outgoing]:
        """What a feed shows."""
        question = f"SELECT {MESSAGE} FROM outbox WHERE subscription = ? ORDER BY number DESC LIMIT 50"
        rows = await self._read(lambda reader: reader.execute(question, (name,)).fetchall())
        return [message_of(row) for row in rows]

    async def tidy(self, now: int) -> None:
        """Remove what is over."""
        day_ago, facts = now - DAY, {"day_ago": now - DAY}
        old = "FROM outbox WHERE due = ? AND at < ?"
        old_facts = (NEVER, day_ago - (FEED_DAYS - 1) * DAY)

        def look(reader: sqlite3.Connection) -> bool:
            found = reader.execute(ENDED, facts).fetchone()
            return found is not None or reader.execute(f"SELECT 1 {old}", old_facts).fetchone() is not None

        def work(connection: sqlite3.Connection) -> None:
            forget(connection, [row[0] for row in connection.execute(ENDED, facts).fetchall()])
            connection.execute(f"DELETE {old}", old_facts)

        if await self._read(look):
            await self._change(work)

    async def key(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A key that all servers share."""
        question = "SELECT body FROM channel_key WHERE name = ?"

        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT INTO channel_key VALUES (?, ?) ON CONFLICT DO NOTHING", (name, made))
            return bytes(connection.execute(question, (name,)).fetchone()[0])

        found = await self._read(lambda reader: reader.execute(question, (name,)).fetchone())
        if found is not None:
            return bytes(found[0])
        made = make()
        return await self._change(work)


def change(connection: sqlite3.Connection, subscription: StoredSubscription) -> None:
    """Change a subscription in place."""
    new = subscription
    connection.execute(
        "UPDATE subscription SET state = ?, events = ?, remind = ?, body = ?, pause = ? WHERE name = ?",
        (new.state, new.events, new.remind, new.body, new.pause, new.name),
    )


def forget(connection: sqlite3.Connection, names: list[str]) -> None:
    """Forget subscriptions, and what waits for them first."""
    rows = [(name,) for name in names]
    connection.executemany("DELETE FROM outbox WHERE subscription = ?", rows)
    connection.executemany("DELETE FROM subscription WHERE name = ?", rows)


def row_of(new: StoredSubscription) -> tuple[object, ...]:
    """A subscription as it is kept."""
    who = (new.name, new.table, new.seat, new.channel, new.target, new.state)
    return (*who, new.events, new.remind, new.body, new.status, new.pause, new.made)


def message_of(row: tuple[Any, ...]) -> Outgoing:
    """A message as it was kept."""
    message = Outgoing(*row)
    message.is_over = bool(message.is_over)
    return message
