"""What the commands for operators share: which database, opening it, and the time."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from aachen.cli.arguments import Say
from aachen.cli.saves import data_folder
from aachen.core.errors import bad
from aachen.storage import open_operator
from aachen.storage.operator import OperatorStore
from aachen.storage.store import StoreFailed

Answer = TypeVar("Answer")


def add_database(parser: argparse.ArgumentParser, say: Say) -> None:
    """Which database; the one of `aachen serve` without options, if nothing is said."""
    parser.add_argument("--database", metavar=say("serve.database.name"), help=say("serve.database"))


def database_of(args: argparse.Namespace) -> str:
    """The database that was named, or the user's own."""
    return args.database or str(data_folder(os.environ) / "tables.db")


def operate(
    args: argparse.Namespace, work: Callable[[OperatorStore], Awaitable[Answer]], may_write: bool
) -> Answer:
    """Do something with the database, beside whatever server uses it."""
    database = database_of(args)

    async def run() -> Answer:
        store = open_operator(database, is_command=True)
        await store.open(may_write)
        try:
            return await work(store)
        except StoreFailed as fault:
            raise bad("store_unusable", path=store.shown, reason=str(fault)) from None
        finally:
            await store.close()

    return asyncio.run(run())


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
