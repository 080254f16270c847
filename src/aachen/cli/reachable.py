"""The addresses by which other machines can reach this one."""

from __future__ import annotations

import ipaddress
import socket
import struct
from contextlib import suppress

try:
    import fcntl
except ImportError:  # Windows: the addresses of its routes are enough
    fcntl = None  # type: ignore[assignment]

# Networks that exist inside this machine only: containers and virtual machines.
INTERNAL = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "podman", "lxc")

# Addresses for documentation: nothing is sent there, the system only says by which address it would.
SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface


def machine_addresses() -> list[str]:
    """Addresses that others may reach, the one of the default route first; IPv6 only with one that is global."""
    four = [*_of_route(socket.AF_INET), *_of_interfaces()]
    six = [address for address in _of_route(socket.AF_INET6) if ipaddress.ip_address(address).is_global]
    return [address for address in dict.fromkeys([*four, *six]) if is_reachable(address)]


def is_reachable(address: str) -> bool:
    """Whether another machine can use such an address at all."""
    given = ipaddress.ip_address(address)
    return not (given.is_loopback or given.is_link_local or given.is_unspecified)


def _of_route(family: socket.AddressFamily) -> list[str]:
    """The address by which this machine speaks to the rest of the world."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((SOMEWHERE[family], 9))
        return [str(asking.getsockname()[0]).partition("%")[0]]
    return []


def _of_interfaces() -> list[str]:
    """The IPv4 address of every network that leads out of this machine."""
    found: list[str] = []
    if fcntl is None or not hasattr(socket, "if_nameindex"):
        return found
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            if not name.startswith(INTERNAL):
                with suppress(OSError):  # it has none
                    answer = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                    found.append(socket.inet_ntoa(answer[20:24]))
    return found
