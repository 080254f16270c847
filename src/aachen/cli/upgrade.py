"""`aachen upgrade FILE`: after a new version is installed, back up, bring the database up to date, and check it."""

from __future__ import annotations

import argparse

from aachen.cli import backup, check
from aachen.cli.arguments import Say
from aachen.cli.operate import operate
from aachen.locales import catalogue
from aachen.storage.operator import OperatorStore


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Where the backup goes, and which database."""
    backup.add_file(parser, say)
    parser.set_defaults(tables=[])


def run(args: argparse.Namespace) -> int:
    """Change nothing before the backup is written; 1 if a table cannot be read afterwards."""
    say = catalogue(args.language).say
    backup.run(args)

    async def work(store: OperatorStore) -> None:
        """Opening it to write migrates it, in one transaction."""

    operate(args, work, may_write=True)
    found = check.run(args)
    print(say("upgrade.damaged", path=args.file) if found else say("upgrade.done"))
    return found
