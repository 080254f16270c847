"""`aachen admin`: tables, seats, bans and maintenance, through the database: every server of it notices within seconds."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from aachen.cli.arguments import Say
from aachen.cli.operate import add_database, now, operate
from aachen.locales import catalogue
from aachen.locales.faults import clean
from aachen.server.notes import network_of
from aachen.server.operations.admin import administer
from aachen.server.operations.examine import UnreadableStoredTable, all_sheets, read_stored
from aachen.server.table.commands import TableCommand
from aachen.server.table.operating import OperatorClose, OperatorFree, OperatorMute, OperatorRenewHost
from aachen.server.table.sheet import read_sheet
from aachen.storage.operator import BAN, MAINTENANCE, OperatorStore
from aachen.storage.store import StoredSheet

STATES = ("gathering", "running", "finished", "closed")

# Each action and what it needs to be told.
ACTIONS: dict[str, tuple[str, ...]] = {
    "list": ("--state",),
    "close": ("table",),
    "free": ("table", "seat"),
    "renew-host": ("table",),
    "mute": ("table", "seat"),
    "unmute": ("table", "seat"),
    "ban": ("address",),
    "unban": ("address",),
    "bans": (),
    "maintenance": ("switch",),
}
READING = ("list", "bans")


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """One action, and what it needs."""
    actions = parser.add_subparsers(
        dest="action", metavar=say("admin.action.name"), title=say("admin.actions"), required=True
    )
    for name, needs in ACTIONS.items():
        about = say(f"admin.{name.replace('-', '_')}")
        action = actions.add_parser(name, help=about, description=about, allow_abbrev=False)
        for need in needs:
            _add_need(action, need, say)
        add_database(action, say)


def _add_need(action: argparse.ArgumentParser, need: str, say: Say) -> None:
    if need == "--state":
        action.add_argument("--state", choices=STATES, help=say("admin.state"))
    elif need == "switch":
        action.add_argument("switch", choices=("on", "off"), help=say("admin.switch"))
    else:
        action.add_argument(need, metavar=say(f"admin.{need}.name"), help=say(f"admin.{need}"))


def run(args: argparse.Namespace) -> int:
    """Do it, and say what was done."""
    say = catalogue(args.language).say

    async def work(store: OperatorStore) -> None:
        await DOERS[args.action](store, args, say)

    operate(args, work, may_write=args.action not in READING)
    return 0


# ---- Tables --------------------------------------------------------------------------------------


async def _list(store: OperatorStore, args: argparse.Namespace, say: Say) -> None:
    unread = set(await store.names())
    async for stored in all_sheets(store):
        unread.discard(stored.table)
        if args.state in (None, stored.state):
            print(_row(stored))
    for table in sorted(unread):
        try:
            await read_stored(store, table)
        except UnreadableStoredTable:
            print(f"{table}\t?")


def _row(stored: StoredSheet) -> str:
    """One table: id, state, game, when it last changed, and who sits there."""
    touched = datetime.fromtimestamp(stored.touched / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    facts = [stored.table, stored.state, stored.game, touched]
    try:
        sheet = read_sheet(stored)
    except (msgspec.MsgspecError, ValueError):
        return "\t".join([*facts, "?"])
    return "\t".join([*facts, *(f"{body.seat}={clean(body.name or body.kind)}" for body in sheet.seats)])


def _doing(command: Callable[[argparse.Namespace], TableCommand], sentence_key: str) -> Doer:
    """An action that is a command at one table."""

    async def do(store: OperatorStore, args: argparse.Namespace, say: Say) -> None:
        answer: Any = await administer(store, args.table, command(args), now())
        seat = getattr(args, "seat", "")
        print(say(sentence_key, table=clean(args.table), seat=clean(seat), token=answer))

    return do


# ---- All servers ---------------------------------------------------------------------------------


async def _ban(store: OperatorStore, args: argparse.Namespace, say: Say) -> None:
    network = network_of(args.address)
    is_ban = args.action == "ban"
    await store.set_note(f"{BAN}{network}", b"" if is_ban else None, now())
    print(say("admin.banned" if is_ban else "admin.unbanned", address=network))


async def _bans(store: OperatorStore, args: argparse.Namespace, say: Say) -> None:
    for name in sorted(await store.notes()):
        if name.startswith(BAN):
            print(name.removeprefix(BAN))


async def _maintenance(store: OperatorStore, args: argparse.Namespace, say: Say) -> None:
    is_on = args.switch == "on"
    await store.set_note(MAINTENANCE, b"" if is_on else None, now())
    running = sum([stored.state == "running" async for stored in all_sheets(store)])
    print(say("admin.maintenance_on" if is_on else "admin.maintenance_off", number=running))


Doer = Callable[[OperatorStore, argparse.Namespace, Say], Awaitable[None]]
DOERS: dict[str, Doer] = {
    "list": _list,
    "close": _doing(lambda args: OperatorClose(), "admin.closed"),
    "free": _doing(lambda args: OperatorFree(args.seat), "admin.freed"),
    "renew-host": _doing(lambda args: OperatorRenewHost(), "admin.renewed"),
    "mute": _doing(lambda args: OperatorMute(args.seat, True), "admin.muted"),
    "unmute": _doing(lambda args: OperatorMute(args.seat, False), "admin.unmuted"),
    "ban": _ban,
    "unban": _ban,
    "bans": _bans,
    "maintenance": _maintenance,
}
