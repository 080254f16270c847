"""New tables: from a wish, as a rematch, from a moment of another game, or from a file that came in."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aachen.core.contract import Position
from aachen.core.errors import bad
from aachen.core.fair_luck import SECRET_BYTES
from aachen.core.log import Plain, write_object
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server import looking
from aachen.server import messages as m
from aachen.server.chat import clean
from aachen.server.frames import Moment
from aachen.server.live_table import LiveTable
from aachen.server.records import (
    ImportedLog,
    ImportedStory,
    StoryHeader,
    read_record,
    supposed_position,
    write_story,
)
from aachen.server.seats import NoRightError, check_level, clash, clean_name, own_seat
from aachen.server.settings import Settings
from aachen.server.sheet import SeatBody, TableSheet
from aachen.server.tokens import hash_token, make_id, make_token
from aachen.storage.store import Conflict

if TYPE_CHECKING:
    from aachen.server.hall import Hall

MOST_TRIES = 5  # at finding an id that nobody has
MOST_FILES = 5  # that come in at once


@dataclass(slots=True)
class Draft:
    """A sheet to be stored, and the tokens that are told once."""

    sheet: TableSheet
    host: str
    tokens: dict[str, str] = field(default_factory=dict)


async def make(hall: Hall, wish: m.NewTable) -> m.Made:
    """A new table as it was wished for."""
    return await _add(hall, draft(hall.settings, wish))


async def _add(hall: Hall, made: Draft) -> m.Made:
    for _ in range(MOST_TRIES):
        try:
            table = await hall.add(made.sheet)
        except Conflict:
            made.sheet.table = make_id(hall.settings.chance)
            continue
        return m.Made(table.id, made.host, made.tokens, table.told())
    raise RuntimeError("no free id for a table")


def draft(settings: Settings, wish: m.NewTable) -> Draft:
    """The sheet of a wish; BadInput names what cannot be."""
    game = GAMES[wish.game]
    options = game.options(_options(wish))
    names = game.empty(options).seats()
    host = make_token(settings.chance)
    sheet = TableSheet(
        table=make_id(settings.chance),
        game=wish.game,
        rules=game.rules_version,
        options=options.as_dict(),
        seats=[SeatBody(name) for name in names],
        made=settings.time.now(),
        host=hash_token(host),
        secret=settings.chance(SECRET_BYTES).hex(),
        title=clean(wish.title),
        undo=wish.undo,
        clock=wish.clock,
        spectators=wish.spectators,
        listed=wish.listed,
        begin=wish.begin,
        pace=wish.pace,
        patience=wish.patience,
        thinking=wish.thinking,
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
    """Put into a seat who shall sit there."""
    if wish.level is not None and wish.kind != "bot":
        raise bad("level_without_bot", where)
    if wish.kind == "me":
        token = make_token(settings.chance)
        body.kind, body.name, body.token = "person", clean_name(wish.name), hash_token(token)
        made.tokens[body.seat] = token
    elif wish.kind == "bot":
        body.kind, body.name = "bot", clean_name(wish.name)
        body.level = check_level(wish.level, settings.default_level)


# ---- Once more -----------------------------------------------------------------------------------


async def rematch(hall: Hall, table: LiveTable, token: str | None, wish: m.RematchWish) -> m.Made:
    """The same table once more: bots stay, whoever asks has their seats, everybody else may sit down again."""

    async def work() -> m.Made:
        return await _rematch(hall, table, token, wish)

    return await table.turn(work)  # of two who ask at once the second finds the first one's table


async def _rematch(hall: Hall, table: LiveTable, token: str | None, wish: m.RematchWish) -> m.Made:
    sheet = table.sheet
    if not sheet.is_host(token):
        own_seat(sheet, token)
    if sheet.rematch is not None:
        raise clash("rematch_made", "", table=sheet.rematch)
    if not sheet.is_over() or sheet.record:
        raise clash("not_over", "", state=sheet.state)
    mine = {body.seat for each in [token, *wish.tokens] if (body := sheet.seat_of(each)) is not None}
    made = draft(hall.settings, _same(sheet, [_again(body, mine) for body in sheet.seats]))
    made.sheet.from_table = table.id

    def alter(sheet: TableSheet) -> None:
        if sheet.rematch is not None:
            raise clash("rematch_made", "", table=sheet.rematch)
        sheet.rematch = made.sheet.table

    answer = await _add(hall, made)
    await table.change(alter)
    table.broadcast(m.Rematch(answer.table))
    return answer


def _same(sheet: TableSheet, seats: list[m.SeatWish]) -> m.NewTable:
    return m.NewTable(
        game=sheet.game,  # type: ignore[arg-type]
        seats=seats,
        options=sheet.options,
        title=sheet.title,
        undo=sheet.undo,
        clock=sheet.clock,
        spectators=sheet.spectators,
        listed=sheet.listed,
        begin=sheet.begin,
        pace=sheet.pace,
        patience=sheet.patience,
        thinking=sheet.thinking,
    )


def _again(body: SeatBody, mine: set[str]) -> m.SeatWish:
    if body.seat in mine:
        return m.SeatWish("me", body.name)
    if body.kind == "bot":
        return m.SeatWish("bot", body.name, body.level)
    return m.SeatWish("open")


# ---- From a moment of another game ---------------------------------------------------------------


async def go_on(hall: Hall, table: LiveTable, token: str | None, wish: m.Continue) -> m.Made:
    """A new table that goes on from a moment; what the asker may not know is dealt anew."""
    check_watching(table, token)
    if len(wish.seats) != len(table.sheet.seats):
        raise bad("players_and_seats", "seats", given=len(wish.seats), seats=len(table.sheet.seats))
    position = await _moment(hall, table, token, wish)
    if position.outcome() is not None:
        raise clash("moment_is_the_end", "seq")
    made = draft(hall.settings, _same(table.sheet, wish.seats))
    made.sheet.position = position.write()
    made.sheet.listed = False
    made.sheet.from_table, made.sheet.from_seq = table.id, wish.seq
    return await _add(hall, made)


async def _moment(hall: Hall, table: LiveTable, token: str | None, wish: m.Continue) -> Position:
    """The true position of a game that is over, and else one that fits what the asker saw."""
    body = table.sheet.seat_of(token)
    own = None if body is None else body.seat
    viewer = looking.check_eyes(table, own, wish.eyes, table.sheet.is_host(token))
    seen = await looking.moment(hall.reels, table, wish.seq)
    if table.sheet.is_over() and not table.sheet.is_story:
        assert isinstance(seen, Moment)
        return seen.position.copy()
    view = seen.frame(viewer, table.sheet.undo).view
    luck = SeededLuck(int.from_bytes(hall.settings.chance(8), "big"))
    return supposed_position(table.sheet.rulebook(), table.options, view, luck)


def check_watching(table: LiveTable, token: str | None) -> None:
    """Whether whoever asks may look at this table."""
    sheet = table.sheet
    if sheet.seat_of(token) is not None or sheet.is_host(token):
        return
    if token is not None:
        raise NoRightError("token_unknown", False)
    if sheet.state == "closed" or not (sheet.spectators or sheet.record):
        raise NoRightError("no_watching", True)


# ---- Files ---------------------------------------------------------------------------------------


async def export(hall: Hall, table: LiveTable, token: str | None) -> str:
    """The log of a game that is over; of one that runs, the story that the asker saw."""
    check_watching(table, token)
    sheet = table.sheet
    if looking.last_seq(table) is None:
        raise clash("not_begun")
    if sheet.is_over():
        return "".join(f"{line}\n" for line in table.lines())
    body = sheet.seat_of(token)
    viewer = None if body is None else sheet.number(body.seat)
    seen = await hall.reels.moments(table, looking.last_seq(table) or 0)
    fair = sheet.fair()
    header = StoryHeader(
        sheet.game,
        sheet.rules,
        table.options.as_dict(),
        sheet.names(),
        dict(table.game().header.names),
        None if body is None else body.seat,
        None if fair is None else fair.as_dict(),
    )
    # In a thread, for a long game is a long text: moments never change, so that is safe.
    frames = (each.frame(viewer, sheet.undo) for each in seen)
    return await asyncio.to_thread(write_story, header, frames)


class BusyError(Exception):
    """So many files wait already that no more are taken in."""


class Intake:
    """Files come in one after another: to judge a long game takes seconds, and live games go first."""

    def __init__(self, most: int = MOST_FILES) -> None:
        self.most = most
        self._files = 0
        self._turn = asyncio.Lock()

    async def take_in(self, hall: Hall, text: str) -> str:
        """Take in a file when it is its turn; the id of the record."""
        if self._files >= self.most:
            raise BusyError
        self._files += 1
        try:
            async with self._turn:
                return await take_in(hall, text)
        finally:
            self._files -= 1


async def take_in(hall: Hall, text: str) -> str:
    """A game from a file, judged and kept as a record; its id."""
    imported = await asyncio.to_thread(read_record, text)
    sheet, lines = _record(hall.settings, imported)
    await hall.add_record(sheet, lines, _last(imported))
    return sheet.table


def _record(settings: Settings, imported: ImportedLog | ImportedStory) -> tuple[TableSheet, list[str]]:
    header = imported.header
    sheet = TableSheet(
        table=make_id(settings.chance),
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
        for one in imported.seen
    ]
    return sheet, [write_object(imported.header.as_dict()), *seen]


def _options_of(imported: ImportedLog | ImportedStory) -> Plain:
    """A log that begins with a position may have no options; then the board is the shipped one."""
    options: Any = GAMES[imported.header.game].options({"players": len(imported.header.seats)})
    told: Plain = options.as_dict()
    return told


def _name(told: object) -> str | None:
    return clean_name(told[:40]) if isinstance(told, str) else None


def _last(imported: ImportedLog | ImportedStory) -> int:
    if isinstance(imported, ImportedStory):
        return imported.seen[-1].seq
    return imported.last
