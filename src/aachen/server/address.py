"""The client address of a request or a socket, to which its work is charged."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

# The address that the current task works for; empty for the server itself. Tasks inherit it from who starts them.
ADDRESS: ContextVar[str] = ContextVar("address", default="")


FORWARDED = (
    "forwarded",
    "x-forwarded-for",
    "x-real-ip",
    "cf-connecting-ip",
)  # headers of proxies and tunnels


def address_key(host: str) -> str:
    """An address as limits count it: the first half of IPv6, because clients can choose the rest."""
    try:
        whole = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    return str(whole.ipv4_mapped or ipaddress.IPv6Network((int(whole) >> 64 << 64, 64)))


def client_address(scope: Mapping[str, Any]) -> str:
    """The address of the client of a request or a socket."""
    client = scope.get("client")
    return address_key(client[0]) if client else ""


def is_loopback(scope: Mapping[str, Any]) -> bool:
    """Whether the client is on this machine."""
    try:
        return ipaddress.ip_address(client_address(scope)).is_loopback
    except ValueError:
        return client_address(scope) == str(ipaddress.IPv6Network((0, 64)))  # the network of ::1


def is_forwarded(headers: Mapping[str, str]) -> bool:
    """Whether a proxy or a tunnel on this machine asks for somebody else, though the server may not know of it."""
    return any(name in headers for name in FORWARDED)


def invitation_addresses(known: Iterable[str], client: str) -> list[str]:
    """The addresses of this server that a client may know: others learn nothing about its internal network."""
    return (
        list(known)
        if not is_global(client)
        else [each for each in known if is_global(urlsplit(each).hostname or "")]
    )


def is_local(host: str) -> bool:
    """Whether a host is the machine that asks for it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_global(host: str) -> bool:
    """Whether a host is one of the whole internet: a name, or an address that is routed everywhere."""
    try:
        return ipaddress.ip_address(host.partition("/")[0]).is_global
    except ValueError:
        return True
