"""Whose work it is: the address that a request or a socket comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

# The address that the current task works for; empty for the server itself. Tasks inherit it from who starts them.
ADDRESS: ContextVar[str] = ContextVar("address", default="")


def address_key(host: str) -> str:
    """An address as limits count it: of IPv6 the first half, for the rest is the client's to choose."""
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
