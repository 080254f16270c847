"""Everything of one table, or of one person, as files: JSON, and logs that `aachen replay` reads."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import msgspec

from aachen.games.versions import replay_any
from aachen.server.messages import Said
from aachen.server.notifications.subscriptions import SubscriptionBody, as_message, read_body
from aachen.server.operations.examine import UnreadableStoredTable, read_stored
from aachen.server.operations.people import Trace
from aachen.server.records import StoryHeader, write_story
from aachen.server.table.authorisation import may_know_secret
from aachen.server.table.codec import is_erased, read_said
from aachen.server.table.frames import SnapshotReader
from aachen.server.table.sheet import TableSheet
from aachen.storage.operator import OperatorStore
from aachen.storage.store import StoredTable, StoreFailed

Files = dict[str, str]  # by path within the export


async def export_table(store: OperatorStore, name: str, with_secrets: bool) -> Files:
    """One table; of a running game neither the log nor the secrets, unless they are asked for."""
    found = await read_stored(store, name)
    if found is None:
        return {}
    stored, sheet = found
    public = msgspec.to_builtins(sheet.as_message(shows_secret=may_know_secret(sheet, is_member=True)))
    files = {
        f"{name}/sheet.json": as_json(json.loads(stored.sheet.body) if with_secrets else public),
        f"{name}/chat.json": as_json(
            [chat_of(said) for said in map(read_said, stored.chat) if not is_erased(said)]
        ),
    }
    if stored.entries and (with_secrets or sheet.is_over()):
        files[f"{name}/log.jsonl"] = log_of(stored)
    return files


async def notification_files(store: OperatorStore, found: Trace) -> Files:
    """How a person is notified about a table: addresses, but neither keys nor tokens."""
    mine = {body.seat for body in found.seats}
    name = found.sheet.table
    try:
        found_here = await store.notifications.of_table(name)
    except StoreFailed:  # a database of an older version, which a command that only reads leaves as it is
        return {}
    held = [each for each in found_here if each.seat in mine]
    about = [{**msgspec.to_builtins(as_message(each)), **readable(read_body(each))} for each in held]
    return {f"{name}/notifications.json": as_json(about)} if about else {}


def readable(body: SubscriptionBody) -> dict[str, str]:
    """The addresses of a subscription that are no secrets of others."""
    return {"address": body.address, "service": urlsplit(body.endpoint).netloc}


def person_files(found: Trace) -> Files:
    """The files of one table about a person."""
    sheet, name = found.sheet, found.sheet.table
    seats = [{"seat": body.seat, "name": body.name, "muted": body.muted} for body in found.seats]
    about = {
        "table": name,
        "game": sheet.game,
        "state": sheet.state,
        "made": sheet.made,
        "title": sheet.title,
        "seats": seats,
        "named_in_log": found.header_seats,
    }
    files = {
        f"{name}/person.json": as_json(about),
        f"{name}/chat.json": as_json([chat_of(said) for said in found.said]),
    }
    if found.stored.entries and sheet.is_over():
        files[f"{name}/log.jsonl"] = log_of(found.stored)
    elif found.stored.entries and not sheet.is_read_only():
        files |= {
            f"{name}/seen-{body.seat}.jsonl": story_of(found.stored, sheet, body.seat) for body in found.seats
        }
    return files


def story_of(stored: StoredTable, sheet: TableSheet, seat: str) -> str:
    """A running game as one seat has seen it."""
    reader, viewer = SnapshotReader(), sheet.number(seat)
    lines = [f"{line}\n" for entry in stored.entries for line in entry.lines]
    steps = list(replay_any(lines))
    if any(step.faults for step in steps):
        raise UnreadableStoredTable(sheet.table)
    snapshots = [reader.snapshot(step) for step in steps]
    names = {body.seat: body.name for body in sheet.seats if body.name}
    options = sheet.rulebook().options(sheet.options).as_dict()
    header = StoryHeader(sheet.game, sheet.rules, options, sheet.names(), dict(names), seat)
    return write_story(header, (each.frame(viewer, sheet.policy.undo) for each in snapshots if each))


def log_of(stored: StoredTable) -> str:
    """The stored lines, as they would be downloaded."""
    return "".join(f"{line}\n" for entry in stored.entries for line in entry.lines)


def chat_of(said: Said) -> dict[str, object]:
    """A chat message as plain data."""
    payload: dict[str, object] = msgspec.to_builtins(said)
    payload.pop("say", None)
    return payload


def as_json(data: object) -> str:
    """Readable JSON."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
