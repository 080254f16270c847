"""A server that is already running: its address is kept in a file beside the database, for a second start."""

from __future__ import annotations

import asyncio
import http.client
import json
from contextlib import suppress
from pathlib import Path

from aachen.core.errors import BadInput
from aachen.storage import open_store

IN_USE = "store_in_use"


def running_server(database: str) -> str | None:
    """The address of a server that has this database already; any other reason why it cannot be used is raised."""
    try:
        asyncio.run(try_database(database))
    except BadInput as wrong:
        running = _running_at(database) if wrong.faults[0].code == IN_USE else None
        if running is None:
            raise
        return running
    return None


async def try_database(database: str) -> None:
    """Whether the database can be used, before anything else is done."""
    store = open_store(database)
    await store.open(lambda table: None)
    await store.close()


def _address_file(database: str) -> Path:
    return Path(f"{database}.address")


def keep_address(database: str, address: str) -> None:
    """Write down where this server is, for a second start."""
    with suppress(OSError):
        _address_file(database).write_text(json.dumps({"address": address}), encoding="utf-8")


def forget_address(database: str) -> None:
    """This server has ended."""
    with suppress(OSError):
        _address_file(database).unlink()


def _running_at(database: str) -> str | None:
    """The address of the server that holds this database, if it answers."""
    try:
        address = str(json.loads(_address_file(database).read_text(encoding="utf-8"))["address"])
        host = address.removeprefix("http://").rstrip("/")
        connection = http.client.HTTPConnection(host, timeout=3)
        connection.request("GET", "/health")
        return address if connection.getresponse().status == 200 else None
    except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
        return None
