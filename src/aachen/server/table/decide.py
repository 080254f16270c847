"""What a command changes at a table, or why it is refused. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aachen.server.table import chat, moves, operating, recovery, renewal, seats
from aachen.server.table import commands as c
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance

Decide = Callable[[TableState, Any, c.Now, Chance], c.Change]


def decide(table: TableState, command: c.TableCommand, now: c.Now, luck: Chance) -> c.Change:
    """The change that a command makes; every way of refusing it is an exception (errors.py, BadInput).

    `luck` is the random source of tokens; draws of the game follow from the table's own secret.
    """
    return DECIDERS[type(command)](table, command, now, luck)


DECIDERS: dict[type[c.TableCommand], Decide] = {
    c.TakeAction: moves.decide_act,
    c.BotAct: moves.decide_bot_act,
    c.TakeBack: moves.decide_undo,
    c.AnswerUndo: moves.decide_consent,
    c.SettleUndo: moves.decide_settled_undo,
    c.RunOutOfSand: moves.decide_sand,
    c.RunOutOfTime: seats.decide_time_out,
    c.SitDown: seats.decide_sit,
    c.ChangeSeat: seats.decide_seat_change,
    c.MakeCode: recovery.decide_make_code,
    c.Recover: recovery.decide_recover,
    c.ContributeEntropy: seats.decide_entropy,
    c.BeginIfFull: seats.decide_begin_if_full,
    c.Begin: seats.decide_begin,
    c.Close: seats.decide_close,
    c.LinkRematch: seats.decide_rematch,
    c.Chat: chat.decide_chat,
    operating.OperatorClose: operating.decide_operator_close,
    operating.OperatorFree: operating.decide_operator_free,
    operating.OperatorRenewHost: operating.decide_operator_renew,
    operating.RenewHost: operating.decide_renew,
    operating.OperatorMute: operating.decide_operator_mute,
    renewal.RenewLuck: renewal.decide_renewal,
}
