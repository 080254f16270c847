"""Limits on work: what one address, one table and the whole server may use. `docs/limits.md` lists them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import ceil, inf

from aachen.core.errors import Fault, bad

HOUR = 3600.0
LONGEST_WAIT = 3600  # seconds that a client is told to wait at the most


@dataclass(frozen=True, slots=True)
class Rate:
    """So much at once, and so much a second for long."""

    burst: float
    per_second: float


UNLIMITED = Rate(1e9, 1e9)


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be used, by default. An address is an IPv4 address or an IPv6 network of 64 bits."""

    # Connections, before anything of a request is known
    connections: int = 10_000  # open at once; never more than the system allows files, less a reserve
    connections_of_address: int = 200
    head_seconds: float = 10.0  # until the head of a request has come
    parse_seconds: Rate = Rate(1.0, 0.1)  # of processor time that reading requests takes
    unsent_of_address: int = 32_000_000  # bytes of answers that have not been read
    # What one address may do
    requests: Rate = Rate(
        120.0, 20.0
    )  # weighted: making a table costs 6, a record 12, a file of the page 0.05
    refusals: Rate = Rate(20.0, 2.0)  # over HTTP; whoever is refused more often is answered later
    sockets_of_address: int = 100
    loop_seconds: Rate = Rate(2.0, 0.2)  # seconds of the event loop
    tables_made: Rate = Rate(60.0, 120 / HOUR)
    codes_of_address: Rate = Rate(10.0, 20 / HOUR)  # recovery codes made or tried
    notifications_of_address: Rate = Rate(20.0, 60 / HOUR)  # subscriptions made, and test messages
    live_tables_of_address: int = 300  # in memory; those nobody looks at give way first
    records: Rate = Rate(20.0, 20 / HOUR)
    record_bytes: Rate = Rate(16e6, 16e6 / HOUR)
    record_lines: Rate = Rate(20_000.0, 20_000 / HOUR)
    uploads_of_address: int = 4  # records that are being received and read
    background_jobs_of_address: int = 16  # previews, replays and imports that wait
    bot_requests_of_address: int = 400  # that wait; who used fewer bot seconds lately is served first
    codes_of_mailbox: Rate = Rate(3.0, 3 / (24 * HOUR))  # mails that ask whether an address is theirs
    # What one socket and one table may do
    messages: Rate = Rate(30.0, 10.0)  # of a socket
    frames: Rate = Rate(100.0, 20.0)  # of a socket: messages, their parts, pings and pongs
    chat_of_table: Rate = Rate(20.0, 2.0)
    codes_of_table: Rate = Rate(20.0, 40 / HOUR)  # recovery codes tried
    # What all may do together
    live_tables: int = 20_000
    record_bytes_of_all: Rate = Rate(200e6, 200e6 / (24 * HOUR))
    background_jobs: int = 400

    def of_one(self, processes: int) -> Limits:
        """The part of one process, of so many, of what all may do together; tables are spread evenly."""
        if processes == 1:
            return self
        shares = {name: ceil(getattr(self, name) / processes) for name in SPREAD}
        return replace(self, **shares)


# What depends on the tables that a process has, of all of which it has its part.
SPREAD = ("connections", "live_tables", "live_tables_of_address", "background_jobs")
NAMES = tuple(field.name for field in fields(Limits))


class OverLimitError(Exception):
    """Somebody has used up a limit: which one, and when to try again."""

    def __init__(self, limit: str, seconds: float) -> None:
        super().__init__(limit)
        self.limit = limit
        self.seconds = max(1, ceil(min(seconds, LONGEST_WAIT)))

    @property
    def fault(self) -> Fault:
        """What the client is told."""
        return Fault("too_often", "", {"limit": self.limit, "seconds": self.seconds})


def read_limits(given: list[str], known: Limits | None = None) -> Limits:
    """Limits from words such as `sockets_of_address=50` and `requests=200,40`; BadInput names what cannot be."""
    chosen = known or Limits()
    values: dict[str, float | Rate] = {name: getattr(chosen, name) for name in NAMES}
    for word in given:
        name, _, value = word.partition("=")
        if name not in values:
            raise bad("unknown_limit", "--limit", given=name, known=list(NAMES))
        values[name] = _value(word, value, values[name])
    return Limits(**values)  # type: ignore[arg-type]


def _value(word: str, text: str, before: float | Rate) -> float | Rate:
    wanted = 2 if isinstance(before, Rate) else 1
    try:
        numbers = [float(part) for part in text.split(",")]
        if len(numbers) != wanted or not all(0 <= number < inf for number in numbers):
            raise ValueError(text)
    except ValueError:
        form = "BURST,PER_SECOND" if wanted == 2 else "NUMBER"
        raise bad("bad_limit", "--limit", given=word, form=form) from None
    if isinstance(before, Rate):
        return Rate(*numbers)
    return int(numbers[0]) if isinstance(before, int) else numbers[0]
