"""`aachen retention`: delete old tables and old chat now; `aachen serve` does the same every hour if it is told to."""

from __future__ import annotations

import argparse

from aachen.cli.arguments import Say
from aachen.cli.operate import add_database, now, operate
from aachen.cli.progress import Progress
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.server.operations.retention import Retained, Retention, retain
from aachen.storage.operator import OperatorStore
from aachen.titles.terminal.numbers import decimal_number


def add_days(parser: argparse.ArgumentParser, say: Say) -> None:
    """After how many days what is deleted."""
    for what in ("finished", "abandoned", "chat"):
        parser.add_argument(
            f"--keep-{what}",
            type=decimal_number(0),
            metavar=say("retention.days"),
            help=say(f"retention.{what}"),
        )


def retention_of(args: argparse.Namespace) -> Retention:
    """The rule that the arguments give."""
    return Retention(args.keep_finished, args.keep_abandoned, args.keep_chat)


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """The rule, and whether it is only tried."""
    add_days(parser, say)
    parser.add_argument("--dry-run", action="store_true", help=say("retention.dry_run"))
    add_database(parser, say)


def run(args: argparse.Namespace) -> int:
    """Delete, and say how much."""
    say, rule = catalogue(args.language).say, retention_of(args)
    if not rule.is_on:
        raise bad("no_retention")

    async def work(store: OperatorStore) -> Retained:
        trial = await retain(store, rule, now(), is_trial=True)
        total = trial.finished + trial.abandoned + trial.chat
        with Progress(say("retention.progress"), total) as progress:
            return (
                trial
                if args.dry_run
                else await retain(store, rule, now(), step=lambda _: progress.advance(1))
            )

    done = operate(args, work, may_write=not args.dry_run)
    key = "retention.would" if args.dry_run else "retention.done"
    print(say(key, finished=done.finished, abandoned=done.abandoned, chat=done.chat))
    return 0
