"""New tables: from a request, as a rematch, from a moment of another game, or from an imported file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aachen.core.contract import Position
from aachen.core.errors import bad
from aachen.core.fair_luck import SECRET_BYTES
from aachen.core.json_lines import write_object
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.games.versions import rules_of
from aachen.server import messages as m
from aachen.server.address import ADDRESS
from aachen.server.background import gently, lane_of
from aachen.server.budgets import EVERYBODY, Budgets
from aachen.server.promises import Promises
from aachen.server.records import (
    MOST_LINES,
    ImportedLog,
    ImportedStory,
    StoryHeader,
    read_record,
    supposed_position,
    write_story,
)
from aachen.server.runner import TableRunner
from aachen.server.settings import Settings
from aachen.server.table.authorisation import check_eyes, check_rematch, check_watch, identify
from aachen.server.table.commands import LinkRematch
from aachen.server.table.errors import clash
from aachen.server.table.frames import Snapshot
from aachen.server.table.names import clean, clean_name
from aachen.server.table.policy import policy_of
from aachen.server.table.seats import check_level
from aachen.server.table.sheet import SeatBody, TableSheet
from aachen.server.table.state import TableState
from aachen.server.tables import TableRegistry
from aachen.server.tokens import hash_token, make_id, make_token
from aachen.storage.store import Conflict

MOST_TRIES = 5  # at finding an id that nobody has


@dataclass(slots=True)
class Draft:
    """A sheet to be stored, and the tokens that are shown only once."""

    sheet: TableSheet
    host: str
    tokens: dict[str, str] = field(default_factory=dict)


async def make(tables: TableRegistry, wish: m.NewTable) -> m.Made:
    """A new table as requested."""
    tables.budgets.take("tables_made", ADDRESS.get())
    made = draft(tables.settings, wish)
    tables.promises.keep(made.sheet, wish)
    return await _add(tables, made, is_promised=wish.promise is not None)


async def _add(tables: TableRegistry, made: Draft, is_promised: bool = False) -> m.Made:
    for _ in range(MOST_TRIES):
        try:
            runner = await tables.add(made.sheet)
        except Conflict:
            if is_promised:
                raise clash("promise_used", "promise") from None
            made.sheet.table = _new_id(tables.settings)
            continue
        payload = runner.sheet()
        await tables.leave_to_owner(runner)
        return m.Made(runner.id, made.host, made.tokens, payload)
    raise RuntimeError("no free id for a table")


def _new_id(settings: Settings) -> str:
    """An id; of several processes each makes tables that it owns."""
    while True:
        table = make_id(settings.chance)
        if settings.is_mine is None or settings.is_mine(table):
            return table


def draft(settings: Settings, wish: m.NewTable, rules: AnyGame | None = None) -> Draft:
    """The sheet of a wish, by the newest rules or by these; BadInput names what cannot be."""
    game = rules or GAMES[wish.game]
    options = game.options(_options(wish))
    names = game.empty(options).seats()
    host = make_token(settings.chance)
    sheet = TableSheet(
        table=_new_id(settings),
        game=wish.game,
        rules=game.rules_version,
        options=options.as_dict(),
        seats=[SeatBody(name) for name in names],
        made=settings.time.now(),
        host=hash_token(host),
        secret=settings.chance(SECRET_BYTES).hex(),
        title=clean(wish.title),
        policy=policy_of(
            wish, check_level(wish.stand_in, settings.default_level, settings.levels(), "stand_in")
        ),
    )
    made = Draft(sheet, host)
    for number, (body, seat) in enumerate(zip(sheet.seats, wish.seats, strict=True)):
        _fill(settings, made, body, seat, f"seats[{number}].level")
    return made


def _options(wish: m.NewTable) -> Plain:
    """The options with the number of players, which the seats tell."""
    players = wish.options.get("players", len(wish.seats))
    if players != len(wish.seats):
        raise bad("players_and_seats", "options.players", given=str(players), seats=len(wish.seats))
    return {**wish.options, "players": len(wish.seats)}


def _fill(settings: Settings, made: Draft, body: SeatBody, wish: m.SeatWish, where: str) -> None:
    """Set who plays a seat."""
    if wish.level is not None and wish.kind != "bot":
        raise bad("level_without_bot", where)
    if wish.kind == "me":
        token = make_token(settings.chance)
        body.kind, body.name, body.token = "person", clean_name(wish.name), hash_token(token)
        made.tokens[body.seat] = token
    elif wish.kind == "bot":
        body.kind, body.name = "bot", clean_name(wish.name)
        body.level = check_level(wish.level, settings.default_level, settings.levels(), where)


# ---- Rematches -----------------------------------------------------------------------------------


async def rematch(
    tables: TableRegistry, runner: TableRunner, token: str | None, wish: m.RematchWish
) -> m.Made:
    """The same table once more: bots stay, whoever asks has their seats, everybody else may sit down again."""

    async def work() -> m.Made:
        made = rematch_draft(tables.settings, tables.promises, runner.table.sheet, token, wish)
        tables.budgets.take("tables_made", ADDRESS.get())
        answer = await _add(tables, made, is_promised=wish.promise is not None)
        await runner.carry_out(LinkRematch(answer.table))
        return answer

    return await runner.turn(work)  # of two who ask at once the second finds the first one's table


def rematch_draft(
    settings: Settings, promises: Promises, sheet: TableSheet, token: str | None, wish: m.RematchWish
) -> Draft:
    """The sheet of a rematch; refused until the game is over, and if there is one already."""
    check_rematch(sheet, token)
    if sheet.rematch is not None:
        raise clash("rematch_made", "", table=sheet.rematch)
    if not sheet.is_over() or sheet.record:
        raise clash("not_over", "", state=sheet.state)
    mine = {identify(sheet, each).seat for each in [token, *wish.tokens]}
    stranger = next((seat for seat in wish.entropy if seat not in mine), None)
    if stranger is not None:
        raise clash("entropy_of_another", f"entropy.{stranger}")
    again = _same(sheet, [_again(body, mine, wish.entropy) for body in sheet.seats])
    again.promise = wish.promise
    made = draft(settings, again)
    promises.keep(made.sheet, again)
    made.sheet.from_table = sheet.table
    return made


def _same(sheet: TableSheet, seats: list[m.SeatWish]) -> m.NewTable:
    return m.NewTable(
        game=sheet.game,
        seats=seats,
        options=sheet.options,
        title=sheet.title,
        **sheet.policy.fields(),
    )


def _again(body: SeatBody, mine: set[str | None], entropy: Mapping[str, str]) -> m.SeatWish:
    if body.seat in mine:
        return m.SeatWish("me", body.name, entropy=entropy.get(body.seat))
    if body.kind == "bot":
        return m.SeatWish("bot", body.name, body.level)
    return m.SeatWish("open")


# ---- From a moment of another game ---------------------------------------------------------------


async def go_on(tables: TableRegistry, table: TableState, token: str | None, wish: m.Continue) -> m.Made:
    """A new table that goes on from an entry; what the client may not know is dealt again."""
    sheet = table.sheet
    tables.budgets.take("tables_made", ADDRESS.get())
    check_watch(sheet, identify(sheet, token))
    if len(wish.seats) != len(sheet.seats):
        raise bad("players_and_seats", "seats", given=len(wish.seats), seats=len(sheet.seats))
    rules = sheet.rulebook()
    position = await _position(tables, table, token, wish)
    if position.outcome() is not None:
        raise clash("moment_is_the_end", "seq")
    again = _same(sheet, wish.seats)
    again.listed, again.promise = False, wish.promise
    made = draft(tables.settings, again, rules)
    tables.promises.keep(made.sheet, again)
    made.sheet.position = position.write()
    made.sheet.from_table, made.sheet.from_seq = table.id, wish.seq
    return await _add(tables, made, is_promised=wish.promise is not None)


async def _position(
    tables: TableRegistry, table: TableState, token: str | None, wish: m.Continue
) -> Position:
    """The true position of a game that is over, and else one that fits what the client saw."""
    sheet = table.sheet
    viewer = check_eyes(sheet, identify(sheet, token), wish.eyes)
    seen = await tables.history.snapshot(table, wish.seq)
    if sheet.is_over() and not sheet.is_story:
        assert isinstance(seen, Snapshot)
        return seen.position.copy()
    view = seen.frame(viewer, sheet.policy.undo).view
    luck = SeededLuck(int.from_bytes(tables.settings.chance(8), "big"))
    return supposed_position(sheet.rulebook(), table.options, view, luck)


# ---- Files ---------------------------------------------------------------------------------------


async def export(tables: TableRegistry, table: TableState, token: str | None) -> str:
    """The log of a game that is over; of one that runs, the story that the client saw."""
    sheet, who = table.sheet, identify(table.sheet, token)
    check_watch(sheet, who)
    if table.last_seq is None and not table.lines():
        raise clash("not_begun")
    if sheet.is_over():
        return "".join(f"{line}\n" for line in table.lines())
    sheet.rulebook()
    viewer = None if who.seat is None else sheet.number(who.seat)
    seen = await tables.history.snapshots(table, table.last_seq or 0)
    fair = sheet.fair()
    header = StoryHeader(
        sheet.game,
        sheet.rules,
        table.options.as_dict(),
        sheet.names(),
        dict(table.game().header.names),
        who.seat,
        None if fair is None else fair.as_dict(),
    )
    # Off the event loop, for a long game is a long text: snapshots never change, so that is safe.
    frames = gently(each.frame(viewer, sheet.policy.undo) for each in seen)
    return await tables.background.do(lane_of(len(seen)), lambda: write_story(header, frames))


async def take_in(tables: TableRegistry, text: str) -> str:
    """A game from a file, checked and stored as a record; its id.

    What it costs is taken from the budgets of who sends it before anything is read.
    """
    _pay_for_record(tables.budgets, text)
    sheet, lines, last = await tables.background.do("long", lambda: _read(tables.settings, text))
    await tables.add_record(sheet, lines, last)
    return sheet.table


def _read(settings: Settings, text: str) -> tuple[TableSheet, list[str], int]:
    """The sheet and the lines of a record, and the number of its last entry; off the event loop."""
    imported = read_record(text)
    return *_record(settings, imported), _last(imported)


def _pay_for_record(budgets: Budgets, text: str) -> None:
    address, size, lines = ADDRESS.get(), len(text.encode()), text.count("\n")
    if lines > MOST_LINES:
        return  # refused as soon as it is read, and never stored
    budgets.take("records", address)
    budgets.take("record_bytes", address, size)
    budgets.take("record_lines", address, lines)
    budgets.take("record_bytes_of_all", EVERYBODY, size)


def _record(settings: Settings, imported: ImportedLog | ImportedStory) -> tuple[TableSheet, list[str]]:
    header = imported.header
    sheet = TableSheet(
        table=_new_id(settings),
        game=header.game,
        rules=header.rules,
        options=header.options or _options_of(imported),
        seats=[SeatBody(seat, "person", _name(header.names.get(seat))) for seat in header.seats],
        made=settings.time.now(),
        record=True,
    )
    if isinstance(imported, ImportedLog):
        return sheet, imported.lines
    sheet.is_story, sheet.eyes = True, [imported.header.eyes]
    seen = [
        write_object({"seq": one.seq, "by": one.by, "events": one.events, "view": one.view})
        for one in gently(imported.seen)
    ]
    return sheet, [write_object(imported.header.as_dict()), *seen]


def _options_of(imported: ImportedLog | ImportedStory) -> Plain:
    """A log that begins with a position may have no options; then the board is the shipped one."""
    header = imported.header
    options: Any = rules_of(header.game, header.rules).options({"players": len(header.seats)})
    data: Plain = options.as_dict()
    return data


def _name(given: object) -> str | None:
    return clean_name(given[:40]) if isinstance(given, str) else None


def _last(imported: ImportedLog | ImportedStory) -> int:
    if isinstance(imported, ImportedStory):
        return imported.seen[-1].seq
    return imported.last
