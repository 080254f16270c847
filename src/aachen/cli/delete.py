"""`aachen delete`: a whole table, or a person's names and chat at every table."""

from __future__ import annotations

import argparse
import sys

from aachen.cli.arguments import Say
from aachen.cli.operate import add_database, now, operate
from aachen.cli.progress import Progress
from aachen.cli.whom import add_whom, person_of
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.locales.faults import clean
from aachen.server.operations.people import Person, remove, traces_of
from aachen.storage.operator import OperatorStore
from aachen.storage.store import Conflict


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Of whom, and whether it is meant."""
    add_whom(parser, say)
    parser.add_argument("--yes", action="store_true", help=say("delete.yes"))
    add_database(parser, say)


def run(args: argparse.Namespace) -> int:
    """Delete after a question; 1 if there was nothing, the answer was no, or tables could not be searched."""
    say = catalogue(args.language).say
    person = person_of(args)

    async def work(store: OperatorStore) -> int:
        if person is None:
            return await _delete_table(store, args, say)
        return await _delete_person(store, person, args, say)

    return operate(args, work, may_write=True)


async def _delete_table(store: OperatorStore, args: argparse.Namespace, say: Say) -> int:
    table = clean(args.table)
    if not _is_meant(args, say("delete.ask_table", table=table), say):
        return 1
    is_done = await store.delete(args.table)
    print(say("delete.table_done" if is_done else "delete.nothing", table=table))
    return 0 if is_done else 1


async def _delete_person(store: OperatorStore, person: Person, args: argparse.Namespace, say: Say) -> int:
    unreadable: list[str] = []
    with Progress(say("export.progress"), 0) as progress:
        tables = await traces_of(store, person, unreadable, progress.reach)
    for table in unreadable:
        print(say("whom.unreadable", table=clean(table)))
    if not tables:
        print(say("delete.nothing"))
        return 1
    if not _is_meant(args, say("delete.ask_person", number=len(tables)), say):
        return 1
    with Progress(say("delete.progress"), len(tables)) as progress:
        for done, table in enumerate(tables, 1):
            try:
                await remove(store, table, person, now())
            except Conflict:
                raise bad("table_busy", table) from None
            progress.reach(done, len(tables))
    print(say("delete.person_done", number=len(tables)))
    return 1 if unreadable else 0


def _is_meant(args: argparse.Namespace, question: str, say: Say) -> bool:
    """Whether to go on; without a terminal only --yes counts."""
    if args.yes:
        return True
    if not sys.stdin.isatty():
        raise bad("not_confirmed")
    print(question)
    return input(say("delete.prompt")).strip().lower() in say("delete.answers").split()
