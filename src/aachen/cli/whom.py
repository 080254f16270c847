"""Which table or person a command is about."""

from __future__ import annotations

import argparse

from aachen.cli.arguments import Say
from aachen.server.operations.people import Person


def add_whom(parser: argparse.ArgumentParser, say: Say) -> None:
    """Exactly one of a table, a name and a token."""
    whom = parser.add_mutually_exclusive_group(required=True)
    whom.add_argument("--table", metavar=say("admin.table.name"), help=say("whom.table"))
    whom.add_argument("--name", metavar=say("whom.name.name"), help=say("whom.name"))
    whom.add_argument("--token", metavar=say("whom.token.name"), help=say("whom.token"))


def person_of(args: argparse.Namespace) -> Person | None:
    """The person that is meant; None if it is a table."""
    return None if args.table is not None else Person(args.name, args.token)
