"""`aachen check`: whether the database is whole, and every table can be replayed to the digests it was stored with."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

from aachen.cli.arguments import Say
from aachen.cli.operate import add_database, operate
from aachen.cli.progress import Progress
from aachen.locales import catalogue
from aachen.locales.faults import clean, fault_sentence
from aachen.server.operations.examine import Examined, examine
from aachen.storage.operator import OperatorStore
from aachen.storage.store import StoreFailed


@dataclass
class Findings:
    """What a check has found."""

    pages: list[str] = field(default_factory=list)
    tables: list[Examined] = field(default_factory=list)

    def of(self, verdict: str) -> list[Examined]:
        """The tables with this verdict."""
        return [each for each in self.tables if each.verdict == verdict]


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Which database, and perhaps which tables."""
    parser.add_argument("tables", nargs="*", metavar=say("check.table.name"), help=say("check.tables"))
    add_database(parser, say)


def run(args: argparse.Namespace) -> int:
    """List what cannot be read, with the reason; 1 if there is anything."""
    say = catalogue(args.language).say

    async def work(store: OperatorStore) -> Findings:
        found = Findings()
        await _examine_pages(store, found)
        names: list[str] = args.tables or await _all_names(store, found)
        with Progress(say("check.progress"), len(names)) as progress:
            for done, name in enumerate(names, 1):
                table = await examine(store, name)
                if table is not None:
                    found.tables.append(table)
                elif args.tables:
                    progress.tell(say("check.gone", table=clean(name)))
                progress.reach(done, len(names))
        return found

    found = operate(args, work, may_write=False)
    _tell(found, args.language, say)
    return 1 if found.pages or found.of("unreadable") else 0


async def _examine_pages(store: OperatorStore, found: Findings) -> None:
    try:
        found.pages += await store.damage()
    except StoreFailed as fault:
        found.pages.append(str(fault))


async def _all_names(store: OperatorStore, found: Findings) -> list[str]:
    """The tables as far as they can be listed: a broken page may hide some."""
    try:
        return await store.names()
    except StoreFailed as fault:
        found.pages.append(str(fault))
        return []


def _tell(found: Findings, language: str, say: Say) -> None:
    for fault in found.pages:
        print(say("check.page", reason=clean(fault)))
    for table in found.of("unreadable"):
        reason = fault_sentence(language, table.faults[0])
        where = "check.at_line" if table.line is not None else "check.unreadable"
        print(say(where, table=table.table, line=table.line, reason=reason))
    for table in found.of("read_only"):
        print(say("check.read_only", table=table.table))
    print(say("check.done", number=len(found.tables), unreadable=len(found.of("unreadable"))))
