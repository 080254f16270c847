"""The random source of a table (docs/fair-luck.md): committed to before anybody sits, revealed at the end."""

from __future__ import annotations

from aachen.core.fair_luck import FairLuck
from aachen.core.log import Record
from aachen.core.luck import Luck
from aachen.server.table.sheet import TableSheet


def begin_record(sheet: TableSheet) -> Record:
    """The game of a full table, from its set-up or from the position it goes on from."""
    game = sheet.rulebook()
    options, fair = game.options(sheet.options), sheet.fair()
    names: dict[str, object] = {body.seat: body.name for body in sheet.seats if body.name}
    if sheet.position is not None:
        position = game.read(sheet.position, options)
        return Record.begin_at(game, position, options, names=names, fair=fair)
    return Record.begin(game, options, luck_of(sheet, 0), names=names, fair=fair)


def luck_of(sheet: TableSheet, draws: int) -> Luck:
    """The random source after so many draws: a move that could not be stored draws the same again."""
    fair = sheet.fair()
    assert fair is not None, "the source was committed to when the table was made"
    assert sheet.secret is not None
    return FairLuck(fair.key(bytes.fromhex(sheet.secret), sheet.names()), draws)
