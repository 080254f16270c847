"""Where a server listens: the address that was asked for, this machine alone, or all addresses it has."""

from __future__ import annotations

import errno
import re
import socket
from contextlib import suppress

from aachen.cli.reachable import machine_addresses
from aachen.cli.saves import reason
from aachen.core.errors import BadInput, bad

PORT = 8814  # Charlemagne died in 814
MORE_PORTS = 20  # tried after it when nobody asked for a port and it is taken
LOOPBACK = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")


def listen(wish: str | None) -> socket.socket:
    """The listening socket: the address that was asked for, or a free one on this machine."""
    if wish is not None:
        host, port = read_address(wish)
        return _bind(host, port, wish)
    for port in range(PORT, PORT + MORE_PORTS):
        with suppress(BadInput):
            return _bind("127.0.0.1", port, f"127.0.0.1:{port}")
    return _bind("127.0.0.1", 0, "127.0.0.1:0")


def read_address(given: str) -> tuple[str, int]:
    """Host and port of "HOST:PORT", ":PORT" or "HOST"; an IPv6 address stands in brackets."""
    host, colon, digits = given.rpartition(":")
    if not colon or given.endswith("]"):
        host, digits = given, str(PORT)
    if not re.fullmatch("[0-9]{1,5}", digits) or int(digits) > 65535 or ("[" in host) != host.endswith("]"):
        raise bad("bad_address", "--listen", given=given)
    return host.strip("[]") or "0.0.0.0", int(digits)


def _bind(host: str, port: int, given: str, option: str = "--listen") -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as refused:
        if refused.errno == errno.EADDRINUSE:
            raise bad("port_taken", option, given=given) from None
        raise bad("cannot_listen", option, given=given, reason=reason(refused)) from None


def address_of(listening: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    return web_address(socket.gethostname() if host in EVERYWHERE else host, port)


def listen_everywhere(port: int | None) -> list[socket.socket]:
    """Sockets on all addresses of this machine, IPv4 and, where there is one, IPv6 with the same port."""
    ports = [port] if port is not None else [*range(PORT, PORT + MORE_PORTS), 0]
    for number in ports[:-1]:
        with suppress(BadInput):
            return _both(number)
    return _both(ports[-1])


def _both(port: int) -> list[socket.socket]:
    four = _bind("0.0.0.0", port, f"0.0.0.0:{port}", "--port")
    if not socket.has_ipv6:
        return [four]
    with suppress(BadInput):
        return [four, _bind("::", four.getsockname()[1], f"[::]:{port}")]
    return [four]


def offered(listening: socket.socket, names: list[str]) -> tuple[str, ...]:
    """The addresses that invitations can use: of a server on all addresses that answers to any name."""
    host, port = listening.getsockname()[:2]
    return (
        tuple(web_address(each, port) for each in machine_addresses())
        if host in EVERYWHERE and not names
        else ()
    )


def web_address(host: str, port: int) -> str:
    """What to type into a browser."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
