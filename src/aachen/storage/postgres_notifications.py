"""Subscriptions and the outbox in PostgreSQL, for all servers of one database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from aachen.storage.notifications import (
    DAY,
    FEED,
    FEED_DAYS,
    NEVER,
    WANTED,
    News,
    Outgoing,
    Report,
    StoredSubscription,
)
from aachen.storage.store import Conflict

Answer = TypeVar("Answer")
Change = Callable[[Callable[[Any], Awaitable[Any]]], Awaitable[Any]]

# A step of the schema (postgres.STEPS): never change it, add another one.
STEP: Final = [
    """CREATE TABLE subscription (
        name text PRIMARY KEY, id text NOT NULL REFERENCES sheet, seat text NOT NULL, channel text NOT NULL,
        target text NOT NULL, state text NOT NULL, events text NOT NULL, remind bigint NOT NULL,
        body bytea NOT NULL, status bytea NOT NULL, pause bigint NOT NULL, made bigint NOT NULL)""",
    "CREATE UNIQUE INDEX subscription_by_seat ON subscription (id, seat, channel, target)",
    "CREATE INDEX subscription_by_target ON subscription (channel, target)",
    """CREATE TABLE outbox (
        number bigserial PRIMARY KEY, subscription text NOT NULL REFERENCES subscription ON DELETE CASCADE,
        id text NOT NULL, seat text NOT NULL, event text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL,
        due bigint NOT NULL, until bigint, is_over boolean NOT NULL, claimed bigint NOT NULL)""",
    "CREATE UNIQUE INDEX outbox_by_event ON outbox (subscription, seat, event, seq)",
    "CREATE INDEX outbox_by_due ON outbox (due)",
    "CREATE INDEX outbox_by_table ON outbox (id, seat)",
    "CREATE TABLE channel_key (name text PRIMARY KEY, body bytea NOT NULL)",
]

COLUMNS: Final = "name, id, seat, channel, target, state, events, remind, body, status, pause, made"
MESSAGE: Final = (
    "outbox.number, outbox.subscription, outbox.id, outbox.seat, event, seq, at, due, until, is_over"
)
SUBSCRIPTIONS: Final = f"SELECT {COLUMNS} FROM subscription"

WATCHED: Final = "SELECT DISTINCT id FROM subscription WHERE id = ANY($1)"
NEW: Final = """unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
    $8::text[]) AS new (id, seat, event, seq, at, due, until, wanted)
    JOIN subscription ON subscription.id = new.id AND subscription.seat IN (new.seat, '')
    WHERE state = 'on' AND ($9::text IS NULL OR name = $9)"""
INTO: Final = "INSERT INTO outbox (subscription, id, seat, event, seq, at, due, until, is_over, claimed)"
TELL: Final = f"""{INTO} SELECT name, new.id, new.seat, new.event, new.seq, new.at,
    CASE channel WHEN '{FEED}' THEN {NEVER} ELSE new.due END, new.until, false, 0
    FROM {NEW} AND new.event <> 'reminder' AND strpos(events, new.wanted) > 0 ON CONFLICT DO NOTHING"""
REMIND: Final = f"""{INTO} SELECT name, new.id, new.seat, 'reminder', new.seq, new.at, new.until - remind, new.until,
    false, 0 FROM {NEW} AND new.event IN ('turn', 'reminder') AND strpos(events, ' reminder ') > 0 AND channel <> '{FEED}'
    AND remind > 0 AND new.until - remind > new.at ON CONFLICT DO NOTHING"""
PLACES: Final = "unnest($1::text[], $2::text[]) AS gone (id, seat)"
SETTLE: Final = [
    f"""DELETE FROM outbox USING {PLACES} WHERE outbox.id = gone.id AND outbox.seat = gone.seat
    AND event IN ('turn', 'reminder') AND due < {NEVER}""",
    f"""UPDATE outbox SET is_over = true FROM {PLACES} WHERE outbox.id = gone.id AND outbox.seat = gone.seat
    AND event = 'turn'""",
]
MOVE: Final = """UPDATE outbox SET until = new.until,
        due = CASE event WHEN 'reminder' THEN new.until - remind ELSE due END
    FROM subscription, unnest($2::text[], $3::bigint[]) AS new (seat, until)
    WHERE subscription.name = outbox.subscription AND outbox.id = $1 AND outbox.seat = new.seat
    AND event IN ('turn', 'reminder') AND outbox.until IS NOT NULL AND NOT is_over"""
LEAVE: Final = f"""DELETE FROM subscription USING {PLACES}
    WHERE subscription.id = gone.id AND subscription.seat = gone.seat"""
TIDY: Final = [
    f"""DELETE FROM subscription USING sheet WHERE sheet.id = subscription.id
    AND sheet.state IN ('finished', 'closed') AND (sheet.touched < $1 OR channel <> '{FEED}'
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.subscription = subscription.name))""",
    "DELETE FROM subscription WHERE state = 'unconfirmed' AND made < $1",
    f"DELETE FROM outbox WHERE due = {NEVER} AND at < $1 - {(FEED_DAYS - 1) * DAY}",
]
DUE: Final = """FROM outbox JOIN subscription ON subscription.name = outbox.subscription
    WHERE due <= $1 AND claimed <= $1 AND state = 'on'
    AND (pause <= $1 OR event = 'reminder' AND until <= pause)"""


async def write_news(connection: Any, news: Sequence[News]) -> None:
    """Write the messages of entries into the outbox, within their transaction."""
    watched = {row[0] for row in await connection.fetch(WATCHED, [each.table for each in news])}
    news = [each for each in news if each.table in watched]
    left = [(each.table, seat) for each in news for seat in each.left]
    if left:
        await connection.execute(LEAVE, *map(list, zip(*left)))
    settled = [(each.table, seat) for each in news for seat in each.settled]
    if settled:
        for command in SETTLE:
            await connection.execute(command, *map(list, zip(*settled)))
    await tell(connection, news)


async def tell(connection: Any, news: Sequence[News], only: str | None = None) -> None:
    """Write events for everybody who wants to hear of them, or for one subscription alone."""
    rows = [
        (each.table, event.seat, event.event, each.seq, each.at, event.due, event.until, wanted(event.event))
        for each in news
        for event in each.events
    ]
    if rows:
        columns = list(map(list, zip(*rows)))
        await connection.execute(TELL, *columns, only)
        await connection.execute(REMIND, *columns, only)


def wanted(event: str) -> str:
    """How a subscription says that it wants this."""
    return f" {WANTED.get(event, event)} "


class PostgresNotifications:
    """The subscriptions and the outbox of one database; `read` and `change` are given by the store."""

    def __init__(self, read: Change, change: Change) -> None:
        self._read = read
        self._change = change

    # Subscriptions

    async def subscribe(self, subscription: StoredSubscription, most: int) -> StoredSubscription | None:
        """Keep a subscription, in place of one of the same target."""
        new = subscription
        place = (new.table, new.seat, new.channel, new.target)

        async def work(connection: Any) -> StoredSubscription | None:
            lock = (
                "SELECT 1 FROM sheet WHERE id = $1 FOR UPDATE"  # two at once are counted one after the other
            )
            if await connection.fetchval(lock, new.table) is None:
                raise Conflict("there is no such table")
            same = "WHERE id = $1 AND seat = $2 AND channel = $3 AND target = $4"
            found = await connection.fetchrow(f"{SUBSCRIPTIONS} {same}", *place)
            if found is not None:
                known = StoredSubscription(*found)
                new.name, new.status, new.made = known.name, known.status, known.made
                await change(connection, new)
                return new
            count = "SELECT count(*) FROM subscription WHERE id = $1 AND seat = $2"
            if await connection.fetchval(count, new.table, new.seat) >= most:
                return None
            marks = ", ".join(f"${at}" for at in range(1, COLUMNS.count(",") + 2))
            await connection.execute(f"INSERT INTO subscription ({COLUMNS}) VALUES ({marks})", *row_of(new))
            return new

        answer: StoredSubscription | None = await self._change(work)
        return answer

    async def alter(self, subscription: StoredSubscription) -> None:
        """Change a subscription."""
        await self._change(lambda connection: change(connection, subscription))

    async def unsubscribe(self, names: list[str]) -> None:
        """Forget subscriptions."""
        command = "DELETE FROM subscription WHERE name = ANY($1)"
        await self._change(lambda connection: connection.execute(command, names))

    async def _find(self, where: str, *facts: object) -> list[StoredSubscription]:
        order = f"{SUBSCRIPTIONS} WHERE {where} ORDER BY made, name"
        rows = await self._read(lambda reader: reader.fetch(order, *facts))
        return [StoredSubscription(*row) for row in rows]

    async def subscription(self, name: str) -> StoredSubscription | None:
        """The subscription of that name."""
        return next(iter(await self._find("name = $1", name)), None)

    async def by_target(self, channel: str, target: str) -> list[StoredSubscription]:
        """All subscriptions that reach the same."""
        return await self._find("channel = $1 AND target = $2", channel, target)

    async def of_table(self, table: str) -> list[StoredSubscription]:
        """All subscriptions of a table."""
        return await self._find("id = $1", table)

    # The outbox

    async def announce(self, news: News, subscription: str) -> None:
        """What is true now, for one subscription."""

        async def work(connection: Any) -> None:
            if any(event.event in ("turn", "reminder") for event in news.events):
                command = "DELETE FROM outbox WHERE subscription = $1 AND event = 'reminder'"
                await connection.execute(command, subscription)
            await tell(connection, [news], subscription)

        await self._change(work)

    async def is_due(self, now: int) -> bool:
        """Whether something could be claimed."""
        found = await self._read(lambda reader: reader.fetchval(f"SELECT 1 {DUE} LIMIT 1", now))
        return found is not None

    async def claim(self, now: int, until: int, most: int) -> list[Outgoing]:
        """Messages that are due; those that another server claims in this moment are passed over."""
        question = f"SELECT {MESSAGE} {DUE} ORDER BY due, number LIMIT $2 FOR UPDATE OF outbox SKIP LOCKED"
        command = "UPDATE outbox SET claimed = $1 WHERE number = ANY($2)"

        async def work(connection: Any) -> list[Outgoing]:
            rows = await connection.fetch(question, now, most)
            await connection.execute(command, until, [row[0] for row in rows])
            return [Outgoing(*row) for row in rows]

        answer: list[Outgoing] = await self._change(work)
        return answer

    async def report(self, report: Report) -> None:
        """What became of messages."""
        holding = """UPDATE outbox SET due = new.due, claimed = 0
            FROM unnest($1::bigint[], $2::bigint[]) AS new (number, due) WHERE outbox.number = new.number"""
        noting = """UPDATE subscription SET status = coalesce($1, status), state = coalesce($2, state),
            pause = coalesce($3, pause) WHERE name = $4"""

        async def work(connection: Any) -> None:
            facts = (report.status, report.state, report.pause, report.subscription)
            await connection.execute(
                noting, *facts
            )  # first: whoever deletes subscriptions begins with them too
            await connection.execute("DELETE FROM outbox WHERE number = ANY($1)", report.sent)
            await connection.execute(holding, list(report.held), list(report.held.values()))
            if report.state == "off":
                command = "DELETE FROM outbox WHERE subscription = $1"
                await connection.execute(command, report.subscription)

        await self._change(work)

    async def take_turn(self, channel: str, target: str, now: int, until: int) -> list[str]:
        """Pause those of a target that are not paused."""
        command = """UPDATE subscription SET pause = $1 WHERE channel = $2 AND target = $3 AND pause <= $4
            RETURNING name"""
        facts = (until, channel, target, now)
        found = await self._change(lambda connection: connection.fetch(command, *facts))
        return [row[0] for row in found]

    async def move_deadlines(self, table: str, deadlines: dict[str, int]) -> None:
        """The time of seats runs out at another time."""
        facts = (table, list(deadlines), list(deadlines.values()))
        if deadlines:
            await self._change(lambda connection: connection.execute(MOVE, *facts))

    async def feed(self, name: str) -> list[Outgoing]:
        """What a feed shows."""
        question = f"SELECT {MESSAGE} FROM outbox WHERE subscription = $1 ORDER BY number DESC LIMIT 50"
        rows = await self._read(lambda reader: reader.fetch(question, name))
        return [Outgoing(*row) for row in rows]

    async def tidy(self, now: int) -> None:
        """Remove what is over."""

        async def work(connection: Any) -> None:
            for command in TIDY:
                await connection.execute(command, now - DAY)

        await self._change(work)

    async def key(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A key that all servers share."""
        question = "SELECT body FROM channel_key WHERE name = $1"
        command = "INSERT INTO channel_key VALUES ($1, $2) ON CONFLICT DO NOTHING"
        found = await self._read(lambda reader: reader.fetchval(question, name))
        if found is None:
            made = make()
            await self._change(lambda connection: connection.execute(command, name, made))
            found = await self._read(lambda reader: reader.fetchval(question, name))
        return bytes(found)


async def change(connection: Any, subscription: StoredSubscription) -> None:
    """Change a subscription in place."""
    new = subscription
    command = """UPDATE subscription SET state = $1, events = $2, remind = $3, body = $4, pause = $5
        WHERE name = $6"""
    await connection.execute(command, new.state, new.events, new.remind, new.body, new.pause, new.name)


def row_of(new: StoredSubscription) -> tuple[object, ...]:
    """A subscription as it is kept."""
    who = (new.name, new.table, new.seat, new.channel, new.target, new.state)
    return (*who, new.events, new.remind, new.body, new.status, new.pause, new.made)
