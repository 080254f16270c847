"""Fresh randomness for a table whose database has fallen back: nothing is drawn again as players may have seen it.

The new commitment is announced with the sheet before anything is drawn from it, and written into the log
before the next entry (docs/fair-luck.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from aachen.core.fair_luck import SECRET_BYTES
from aachen.server.table.commands import Change, Now, TableCommand
from aachen.server.table.seats import sheet_change
from aachen.server.table.sheet import LuckRenewal, TableSheet
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance


@dataclass(frozen=True, slots=True)
class RenewLuck(TableCommand):
    """The database has fallen back; `restore` names the occasion."""

    restore: str


def needs_renewal(sheet: TableSheet, restore: str | None) -> bool:
    """Whether something may still be drawn here from a secret that is older than this restore."""
    is_older = restore is not None and sheet.restore != restore and sheet.secret is not None
    return is_older and not sheet.is_over() and not sheet.lacks_rules()


def decide_renewal(table: TableState, command: RenewLuck, now: Now, luck: Chance) -> Change:
    """Replace the secret once for each restore."""
    if not needs_renewal(table.sheet, command.restore):
        return Change()

    def alter(sheet: TableSheet) -> None:
        assert sheet.secret is not None
        after = table.stored_seq if table.stored_seq >= 0 else None
        sheet.renewals = [*sheet.renewals, LuckRenewal(now.at, after, sheet.secret)]
        sheet.secret, sheet.restore = luck(SECRET_BYTES).hex(), command.restore
        if sheet.state == "gathering":
            for body in sheet.seats:
                body.entropy = None  # it was known before the new secret was chosen

    return sheet_change(table, alter, now)
