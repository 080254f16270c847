"""Operators' settings for all servers: maintenance, and banned addresses."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

from aachen.core.errors import bad
from aachen.storage.operator import BAN, MAINTENANCE

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class MaintenanceError(Exception):
    """No new tables are made now (503)."""


class ServerNotes:
    """The notes as this server last read them."""

    def __init__(self) -> None:
        self.is_maintenance = False
        self._bans: list[Network] = []

    def update(self, notes: Mapping[str, bytes]) -> bool:
        """Take over the notes; whether anything is news."""
        bans = sorted((network_of(name.removeprefix(BAN)) for name in notes if name.startswith(BAN)), key=str)
        known = self.is_maintenance, self._bans
        self.is_maintenance, self._bans = MAINTENANCE in notes, bans
        return known != (self.is_maintenance, self._bans)

    def check_new_table(self) -> None:
        """Raise MaintenanceError if no new tables are made."""
        if self.is_maintenance:
            raise MaintenanceError

    def is_banned(self, host: str) -> bool:
        """Whether this address is banned."""
        if not self._bans:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        return any(address in ban for ban in self._bans)


def network_of(text: str) -> Network:
    """The network that an address or a network stands for; BadInput if it is neither.

    Of an IPv6 address the first half: the rest is its owner's to choose.
    """
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise bad("bad_network", "", given=text) from None
    if network.version == 6 and network.prefixlen == 128:
        return network.supernet(new_prefix=64)
    return network
