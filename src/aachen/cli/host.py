"""`aachen host`: opens the table for friends, in this network or through a tunnel anywhere, and says how they get in."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from urllib.parse import urlsplit

from aachen.cli.arguments import Say
from aachen.cli.listening import listen_everywhere, web_address
from aachen.cli.program import program
from aachen.cli.qr import can_be_shown, qr_lines
from aachen.cli.reachable import machine_addresses
from aachen.cli.retention import add_days
from aachen.cli.running_server import forget_address, keep_address, running_server
from aachen.cli.serve import (
    LOCAL_PROXY,
    add_bots,
    add_mail,
    own_database,
    run_alone,
    show,
)
from aachen.cli.tunnel import PROGRAMS, Tunnel, chosen, installed
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.server import journal
from aachen.titles.terminal.numbers import whole_number

ANY_PROGRAM = "auto"

# What lets other machines reach a port, by the program that guards it.
FIREWALLS = {
    "ufw": "sudo ufw allow {port}/tcp",
    "firewall-cmd": "sudo firewall-cmd --add-port={port}/tcp",
}


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """The port, the tunnel, where to keep, and how much bots may think."""
    parser.add_argument("--port", type=whole_number(0), metavar="PORT", help=say("host.port"))
    parser.add_argument(
        "--tunnel", nargs="?", const=ANY_PROGRAM, choices=(ANY_PROGRAM, *PROGRAMS), help=say("host.tunnel")
    )
    parser.add_argument("--no-qr", action="store_true", help=say("host.no_qr"))
    parser.add_argument("--no-browser", action="store_true", help=say("serve.no_browser"))
    parser.add_argument("--database", metavar=say("serve.database.name"), help=say("serve.database"))
    add_bots(parser, say)
    parser.add_argument(
        "--limit", action="append", metavar=say("serve.limit.name"), help=say("serve.limit"), default=[]
    )
    add_mail(parser, say)
    add_days(parser, say)
    parser.set_defaults(name=[], behind_proxy=None, journal="warning")


def run(args: argparse.Namespace) -> int:
    """Host until stopped."""
    say = catalogue(args.language).say
    if args.port is not None and args.port > 65535:
        raise bad("bad_port", "--port", given=args.port)
    tunnel_program = None if args.tunnel is None else chosen(args.tunnel)
    database = args.database or own_database()
    running = running_server(database)
    if running is not None:
        raise bad("already_open", "", address=running)
    sockets = listen_everywhere(args.port)
    port: int = sockets[0].getsockname()[1]
    journal.begin(args.journal)
    tunnel = None if tunnel_program is None else Tunnel(tunnel_program, port)
    with _ended_by_signals():
        try:
            public = "" if tunnel is None else _open_tunnel(tunnel, args.tunnel, say)
            addresses = _agree(args, public, port)
            local = web_address("127.0.0.1", port)

            def opened() -> None:
                keep_address(database, local)
                print("\n".join(_announced(addresses, port, args, say)), flush=True)
                if not args.no_browser:
                    show(local)

            run_alone(args, sockets, database, opened, addresses)
        except KeyboardInterrupt:
            pass
        finally:
            if tunnel is not None:
                tunnel.close()
            forget_address(database)
    print(say("host.tunnel.closed") if tunnel is not None else "", end="\n" if tunnel is not None else "")
    print(say("serve.closed"))
    return 0


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Whatever ends this program ends the tunnel first."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    found = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(each, stop) for each in found]
    try:
        yield
    finally:
        for each, handler in zip(found, before):
            signal.signal(each, handler)


def _open_tunnel(tunnel: Tunnel, wish: str, say: Say) -> str:
    """The public address; the program's owner may have to allow it first."""
    name = chosen(wish).name
    print(say("host.tunnel.opening", program=name), flush=True)
    return tunnel.open(
        lambda address: print(say("host.tunnel.allow", program=name, address=address), flush=True),
        lambda: print(say("host.tunnel.ended", program=name), file=sys.stderr, flush=True),
    )


def _agree(args: argparse.Namespace, public: str, port: int) -> tuple[str, ...]:
    """The addresses of invitations, the public one first; behind a tunnel the server answers to these names alone."""
    local = tuple(web_address(each, port) for each in machine_addresses())
    if not public:
        return local
    addresses = (f"{public}/", *local)
    hosts = [urlsplit(each).hostname or "" for each in addresses]
    args.name = [f"[{host}]" if ":" in host else host for host in hosts]
    args.behind_proxy = LOCAL_PROXY
    return addresses


def _announced(addresses: tuple[str, ...], port: int, args: argparse.Namespace, say: Say) -> list[str]:
    """Everything the host needs to know to get friends to the table."""
    if not addresses:
        return [say("host.nowhere", address=web_address("127.0.0.1", port))]
    lines = [say("host.open"), ""]
    for address in addresses:
        lines += [say("host.anywhere" if address.startswith("https://") else "host.network", address=address)]
        if not args.no_qr and can_be_shown(sys.stdout.encoding):
            lines += ["", *qr_lines(address, sys.stdout.isatty() and not os.environ.get("NO_COLOR"))]
        lines.append("")
    lines += [
        say("host.friend"),
        say("host.invite", address=web_address("127.0.0.1", port)),
        say("host.firewall", port=port),
    ]
    lines += [f"  {command.format(port=port)}" for guard, command in FIREWALLS.items() if shutil.which(guard)]
    if args.tunnel is None and installed():
        lines.append(say("host.elsewhere", command=f"{program()} host --tunnel", program=installed()[0].name))
    return [*lines, say("host.stop")]
