"""`aachen serve`: keeps tables that people sit down at with their browsers.

Without options it is for this machine alone, keeps its tables in the user's data folder and opens the browser.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import ipaddress
import json
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import uvicorn

from aachen.cli.arguments import Say
from aachen.cli.crash import state_folder
from aachen.cli.listening import LOOPBACK, address_of, listen, offered
from aachen.cli.retention import add_days, retention_of
from aachen.cli.running_server import forget_address, keep_address, running_server
from aachen.cli.saves import data_folder, maps_folder, reason
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.server import journal
from aachen.server.app import make_app
from aachen.server.bots.programs import read_programs
from aachen.server.limits import read_limits
from aachen.server.notifications.mail import MailServer, read_mail_server
from aachen.server.operations.retention import Retention
from aachen.server.processes import MOST_LOOKED_AT, PROMISE_KEY, Door, ProcessGroup, owner
from aachen.server.settings import Settings
from aachen.server.siblings import SiblingLine
from aachen.server.tables import TableRegistry
from aachen.server.wire.connections import MOST_HEAD, RESERVE, ConnectionLimits, bounded_protocol, open_files
from aachen.server.wire.guard import LOCAL_NAMES
from aachen.server.wire.websocket import limited_protocol
from aachen.storage import open_operator, open_store
from aachen.storage.sqlite_file import take_lock
from aachen.storage.store import Store
from aachen.titles.terminal.numbers import whole_number

# The proxy that is trusted to say who asks, unless another address is given: one on this machine.
LOCAL_PROXY = "127.0.0.1,::1"

# Seconds until a busy thread leaves the interpreter to the event loop; five milliseconds by default.
SWITCH = 0.001


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Where to listen, where to keep, and how much to say."""
    parser.add_argument("--listen", metavar=say("serve.address"), help=say("serve.listen"))
    parser.add_argument("--database", metavar=say("serve.database.name"), help=say("serve.database"))
    parser.add_argument(
        "--name", action="append", metavar=say("serve.name.name"), help=say("serve.name"), default=[]
    )
    parser.add_argument("--no-browser", action="store_true", help=say("serve.no_browser"))
    parser.add_argument(
        "--behind-proxy",
        nargs="?",
        const=LOCAL_PROXY,
        metavar=say("serve.behind_proxy.name"),
        help=say("serve.behind_proxy"),
    )
    parser.add_argument(
        "--limit", action="append", metavar=say("serve.limit.name"), help=say("serve.limit"), default=[]
    )
    add_bots(parser, say)
    add_mail(parser, say)
    parser.add_argument(
        "--processes", type=whole_number(1), default=1, metavar="N", help=say("serve.processes")
    )
    parser.add_argument("--process", help=argparse.SUPPRESS)  # how the first process starts the others
    parser.add_argument(
        "--journal", choices=("error", "warning", "info"), default="warning", help=say("serve.journal")
    )
    add_days(parser, say)


def add_bots(parser: argparse.ArgumentParser, say: Say) -> None:
    """How much bots may think, and programs that are bots too."""
    parser.add_argument("--bots", type=whole_number(1), metavar="N", help=say("serve.bots"))
    parser.add_argument(
        "--bot", action="append", metavar=say("serve.bot.name"), help=say("serve.bot"), default=[]
    )


def add_mail(parser: argparse.ArgumentParser, say: Say) -> None:
    """The mail server by which notifications are sent."""
    parser.add_argument("--smtp", metavar=say("serve.smtp.name"), help=say("serve.smtp"))
    parser.add_argument("--mail-from", metavar=say("serve.smtp.name"), help=say("serve.mail_from"))


def mail_server_of(args: argparse.Namespace) -> MailServer | None:
    """The mail server that the arguments or else the environment name; its password comes from the environment."""
    address = args.smtp or os.environ.get("AACHEN_SMTP")
    if not address:
        return None
    sender = args.mail_from or os.environ.get("AACHEN_MAIL_FROM")
    return read_mail_server(address, sender, os.environ.get("AACHEN_SMTP_PASSWORD"))


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    say = catalogue(args.language).say
    database = args.database or own_database()
    if args.process is not None:
        return run_process(args, database)
    mail_server_of(args)  # what is wrong with it, or with a program, is said first
    read_programs(args.bot)
    running = running_server(database)
    if running is not None:
        return _show_running(running, args, say)
    listening = listen(args.listen)
    journal.begin(args.journal)
    opened = partial(_opened, address_of(listening), database, args, say)
    if args.processes > 1:
        run_group(listening, args.processes, database, opened)
    else:
        run_alone(args, [listening], database, opened, offered(listening, args.name))
    forget_address(database)
    print(say("serve.closed"))
    return 0


def run_alone(
    args: argparse.Namespace,
    sockets: list[socket.socket],
    database: str,
    opened: Callable[[], None],
    addresses: tuple[str, ...],
) -> None:
    """Serve with one process, until a signal ends it."""
    settings = Settings(
        bots=args.bots, operator=open_operator(database), retention=retention_of(args), addresses=addresses
    )
    config, tables = _config(args, open_store(database), sockets[0], settings)
    server = AnnouncingServer(config, opened, tables.say_goodbye)
    with suppress(KeyboardInterrupt):
        server.run(sockets)


def own_database() -> str:
    """The file in the user's data folder, where one is kept without being asked for."""
    folder = data_folder(os.environ)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as refused:
        raise bad("cannot_make_folder", str(folder), reason=reason(refused)) from None
    return str(folder / "tables.db")


def run_group(listening: socket.socket, count: int, database: str, opened: Callable[[], None]) -> None:
    """The first of several processes: it holds an SQLite file for all of them."""
    if not hasattr(socket, "send_fds"):
        raise bad("processes_not_here", "--processes")
    held = None if "://" in database else take_lock(Path(f"{database}.lock"))

    async def serve() -> None:
        files = open_files(MOST_LOOKED_AT + RESERVE)
        await ProcessGroup(listening, count, sys.argv[1:], opened, files).run()

    asyncio.run(serve())
    if held is not None:
        held.close()


def run_process(args: argparse.Namespace, database: str) -> int:
    """One of several processes: it serves the connections that the first one hands to it."""
    from aachen.server.shared_sqlite import SharedSqliteStore  # not on every system

    number, count, line_fd, door_fd, listening_fd = json.loads(args.process)
    journal.begin(args.journal, number)

    def lost() -> None:
        server.should_exit = True

    line = SiblingLine(socket.socket(fileno=line_fd), lambda: tables.metrics.text(), lost)
    store = open_store(database) if "://" in database else SharedSqliteStore(database, line)
    listening = socket.socket(fileno=listening_fd)
    settings = Settings(
        bots=max(1, args.bots // count) if args.bots else None,
        addresses=offered(listening, args.name),
        is_mine=lambda table: owner(table, list(range(count))) == number,
        promise_key=bytes.fromhex(os.environ[PROMISE_KEY]),
        numbers=line.numbers,
        operator=open_operator(database),
        retention=retention_of(args) if number == 0 else Retention(),  # one deletes for all
    )
    config, tables = _config(args, store, listening, settings, count)
    line.share(tables.budgets)
    server = ProcessServer(config, line, tables.say_goodbye)
    server.door = Door(server, socket.socket(fileno=door_fd))
    with suppress(KeyboardInterrupt):
        server.run([])
    return 0


def _config(
    args: argparse.Namespace, store: Store, listening: socket.socket, settings: Settings, processes: int = 1
) -> tuple[uvicorn.Config, TableRegistry]:
    settings.limits = limits = read_limits(args.limit).of_one(processes)
    settings.crash_folder, settings.maps = state_folder(), maps_folder(os.environ)
    settings.programs = read_programs(args.bot)
    settings.hosts = _hosts(args.name, listening)
    settings.notifications.mail = mail_server_of(args)
    settings.metrics_token = os.environ.get("AACHEN_METRICS_TOKEN")
    app = make_app(store, settings)
    tables: TableRegistry = app.state.tables
    proxies, over_limit = _proxies(args.behind_proxy), tables.over_limit
    files = open_files(limits.connections + RESERVE)
    door = ConnectionLimits(limits, _among(proxies), files, over_limit, send_seconds=settings.send_seconds)
    config = uvicorn.Config(
        app,
        http=bounded_protocol(door),
        ws=limited_protocol(limits.frames, over_limit),
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=args.behind_proxy is not None,
        forwarded_allow_ips=proxies,
        ws_max_size=settings.most_message,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_graceful_shutdown=5,
    )
    return config, tables


def _proxies(given: str | None) -> list[str]:
    """The proxies whose X-Forwarded-For is believed: addresses or networks, never everybody."""
    found = [] if given is None else [part.strip() for part in given.split(",")]
    for part in found:
        try:
            network = ipaddress.ip_network(part)
        except ValueError:
            raise bad("bad_proxy", "--behind-proxy", given=part) from None
        if network.prefixlen == 0:
            raise bad("bad_proxy", "--behind-proxy", given=part)
    return found


def _among(proxies: list[str]) -> Callable[[str], bool]:
    """Whether a host is one of these: many clients share its address."""
    networks = [ipaddress.ip_network(each) for each in proxies]

    def is_proxy(host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in networks)

    return is_proxy


class AnnouncingServer(uvicorn.Server):
    """A server that announces when it listens, and tells clients before it stops."""

    def __init__(
        self, config: uvicorn.Config, opened: Callable[[], None], say_goodbye: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._opened = opened
        self._say_goodbye = say_goodbye

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then announce it."""
        await super().startup(sockets)
        if self.started:
            rarely_collect()
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell clients to reconnect later, then stop."""
        self._say_goodbye()
        await super().shutdown(sockets)


class ProcessServer(AnnouncingServer):
    """One of several processes: it listens to the first one, and takes connections from it."""

    def __init__(self, config: uvicorn.Config, line: SiblingLine, say_goodbye: Callable[[], None]) -> None:
        super().__init__(config, self._begin, say_goodbye)
        self._line = line
        self.door: Door | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen to the first process, then open the door."""
        await self._line.open()
        await super().startup(sockets)

    def _begin(self) -> None:
        assert self.door is not None
        self.door.open()
        self._line.say("ready")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, and end."""
        if self.door is not None:
            self.door.close()
        await super().shutdown(sockets)
        await self._line.close()


def rarely_collect() -> None:
    """Collect garbage rarely, and let no thread keep the event loop waiting: a full search takes a fifth of a second.

    What is there at the start is never searched again; nearly all else is freed without a search.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)
    sys.setswitchinterval(SWITCH)


def _opened(address: str, database: str, args: argparse.Namespace, say: Say) -> None:
    print(say("serve.open", address=address), flush=True)
    keep_address(database, address)
    if not args.no_browser:
        show(address)


def _hosts(names: list[str], listening: socket.socket) -> tuple[str, ...] | None:
    """The names to answer to: on this machine its own, for others those given, or any."""
    if names:
        return (*(name.lower() for name in names), *LOCAL_NAMES)
    return LOCAL_NAMES if listening.getsockname()[0] in LOOPBACK else None


def _show_running(address: str, args: argparse.Namespace, say: Say) -> int:
    print(say("serve.already", address=address))
    if not args.no_browser:
        show(address)
    return 0


def show(address: str) -> None:
    """Open the browser, if there is a display; its own output is suppressed."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
