"""`aachen restore FILE`: an empty database becomes what a backup was made of."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from pathlib import Path

from aachen.cli.arguments import Say
from aachen.cli.operate import add_database, database_of, now
from aachen.cli.progress import Progress
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.storage import open_operator
from aachen.storage.operator import OperatorStore, restored_note
from aachen.storage.store import StoreFailed

NONCE_BYTES = 16


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """From where, and where to."""
    parser.add_argument("file", metavar=say("cli.file.name"), help=say("restore.file"))
    parser.add_argument("--replace", action="store_true", help=say("restore.replace"))
    add_database(parser, say)


def run(args: argparse.Namespace) -> int:
    """Restore all or nothing, and leave the note by which servers know of it."""
    say = catalogue(args.language).say
    tables = asyncio.run(_restore(args, say))
    print(say("restore.done", number=tables))
    return 0


async def _restore(args: argparse.Namespace, say: Say) -> int:
    database = database_of(args)
    store = open_operator(database, is_command=True)
    try:
        if "://" in database:  # a file is made by the restore itself
            await store.open(may_write=True)
        await _fill(store, args, say)
        await store.close()
        await store.open(may_write=False)
        return await store.count()
    except StoreFailed as fault:
        raise bad("store_unusable", path=store.shown, reason=str(fault)) from None
    finally:
        await store.close()


async def _fill(store: OperatorStore, args: argparse.Namespace, say: Say) -> None:
    at = now()
    note = restored_note(at, secrets.token_bytes(NONCE_BYTES))
    with Progress(say("restore.progress"), 1) as progress:
        await store.restore(Path(args.file), note, at, args.replace, progress.reach)
