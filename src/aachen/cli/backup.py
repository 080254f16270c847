"""`aachen backup FILE`: a consistent copy of all tables, while servers go on."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from aachen.cli.arguments import Say
from aachen.cli.operate import add_database, now, operate
from aachen.cli.progress import Progress
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.locales.faults import clean
from aachen.storage.backup_file import sync
from aachen.storage.operator import OperatorStore
from aachen.storage.salvage import back_up_readable


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Where to, from where, and whether damage may be passed over."""
    add_file(parser, say)
    parser.add_argument("--readable", action="store_true", help=say("backup.readable"))


def add_file(parser: argparse.ArgumentParser, say: Say) -> None:
    """Where to, and from where."""
    parser.add_argument("file", metavar=say("cli.file.name"), help=say("backup.file"))
    parser.add_argument("--replace", action="store_true", help=say("backup.replace"))
    add_database(parser, say)


def run(args: argparse.Namespace) -> int:
    """Write the backup under another name first, so that a file of this name is always a whole one.

    1 if tables were left out because they cannot be read.
    """
    say, is_readable = catalogue(args.language).say, getattr(args, "readable", False)
    left_out: list[str] = []
    file = Path(args.file)
    if file.is_dir():
        raise bad("file_is_folder", path=args.file)
    if file.exists() and not args.replace:
        raise bad("file_exists", path=args.file)
    if not file.absolute().parent.is_dir():
        raise bad("file_unwritable", path=args.file)
    part = file.with_name(f"{file.name}.part")
    os.umask(0o077)  # it holds the secrets of running games

    async def work(store: OperatorStore) -> int:
        with Progress(say("backup.progress"), 1) as progress:
            if is_readable:
                left_out.extend(await back_up_readable(store, part, now(), progress.reach))
            else:
                await store.back_up(part, progress.reach)
        return len(await store.names()) - len(left_out)

    try:
        tables = operate(args, work, may_write=False)
        os.replace(part, file)
        sync(file)
    except OSError:
        raise bad("file_unwritable", path=args.file) from None
    finally:
        part.unlink(missing_ok=True)
    print(say("backup.done", number=tables, path=args.file, size=file.stat().st_size))
    for table in left_out:
        print(say("whom.unreadable", table=clean(table)))
    return 1 if left_out else 0
