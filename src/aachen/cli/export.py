"""`aachen export`: everything of one table, or of one person, as a folder or a zip file."""

from __future__ import annotations

import argparse
import os
import zipfile
from pathlib import Path

from aachen.cli.arguments import Say
from aachen.cli.operate import add_database, operate
from aachen.cli.progress import Progress
from aachen.cli.whom import add_whom, person_of
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.locales.faults import clean
from aachen.server.operations.examine import UnreadableStoredTable
from aachen.server.operations.export import Files, export_table, notification_files, person_files
from aachen.server.operations.people import Person, trace
from aachen.storage.operator import OperatorStore


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Of whom, and where to."""
    parser.add_argument("out", metavar=say("export.out.name"), help=say("export.out"))
    add_whom(parser, say)
    parser.add_argument("--with-secrets", action="store_true", help=say("export.with_secrets"))
    add_database(parser, say)


def run(args: argparse.Namespace) -> int:
    """Write the files; 1 if there is nothing to write, or tables could not be searched."""
    say = catalogue(args.language).say
    out, person = Path(args.out), person_of(args)
    if out.exists():
        raise bad("out_exists", path=args.out)
    os.umask(0o077)

    unreadable: list[str] = []

    async def work(store: OperatorStore) -> Files:
        if person is not None:
            return await _export_person(store, person, unreadable, say)
        return await export_table(store, args.table, args.with_secrets)

    files = operate(args, work, may_write=False)
    for table in unreadable:
        print(say("whom.unreadable", table=clean(table)))
    if not files:
        print(say("export.nothing"))
        return 1
    try:
        (write_zip if out.suffix == ".zip" else write_folder)(out, files)
    except OSError:
        raise bad("file_unwritable", path=args.out) from None
    print(say("export.done", number=len(files), path=args.out))
    return 1 if unreadable else 0


async def _export_person(store: OperatorStore, person: Person, unreadable: list[str], say: Say) -> Files:
    """The files about a person; tables of which nobody can tell are added to the list."""
    files: Files = {}
    names = await store.names()
    with Progress(say("export.progress"), len(names)) as progress:
        for done, name in enumerate(names, 1):
            try:
                found = await trace(store, name, person)
                if found is not None:
                    files |= person_files(found) | await notification_files(store, found)
            except UnreadableStoredTable as damaged:
                unreadable.append(damaged.table)
            progress.reach(done, len(names))
    return files


def write_zip(out: Path, files: Files) -> None:
    """All files in one archive."""
    with zipfile.ZipFile(out, "x", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def write_folder(out: Path, files: Files) -> None:
    """All files in a new folder."""
    for name, text in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
