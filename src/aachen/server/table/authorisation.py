"""Who may do what at a table: watch, sit, act, look back, download, analyse, continue, change seats.

A token proves a seat, or that its bearer made the table (the host); every other rule follows from that and the sheet.
All packages of the server ask here, and nowhere else is a sheet asked whose token something is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from aachen.core.errors import bad
from aachen.server.messages import SeatChange
from aachen.server.table.errors import NoRightError, clash
from aachen.server.table.sheet import GONE, SeatBody, TableSheet

LEAST_ABSENCE = 60.0  # seconds until another person may be given somebody's seat in a running game


@dataclass(frozen=True, slots=True)
class Identity:
    """Who somebody is at one table, as far as a token proves it."""

    seat: str | None = None
    is_host: bool = False
    has_token: bool = False
    proof: str | None = None  # the hash of the seat's token: it changes when the seat changes hands

    @property
    def is_known(self) -> bool:
        """Whether this is a player or the host of the table."""
        return self.seat is not None or self.is_host

    @property
    def is_stranger(self) -> bool:
        """Whether a token was given that proves nothing here."""
        return self.has_token and not self.is_known


def identify(sheet: TableSheet, token: str | None) -> Identity:
    """Who the bearer of this token is."""
    body = sheet.seat_of(token)
    if body is None:
        return Identity(None, sheet.is_host(token), token is not None)
    return Identity(body.seat, sheet.is_host(token), True, body.token)


def _no_right(who: Identity) -> NoRightError:
    if not who.has_token:
        return NoRightError("token_missing", False)
    return NoRightError("token_of_another" if who.is_known else "token_unknown", who.is_known)


# ---- Watching, and what was seen ----------------------------------------------------------------


def may_all_watch(sheet: TableSheet) -> bool:
    """Whether anybody may see the game, without a token; one that was given up is open only to who took part in it."""
    return sheet.state != "closed" and (sheet.policy.spectators or sheet.record)


def may_watch(sheet: TableSheet, who: Identity) -> bool:
    """Whether somebody may see the game."""
    return who.is_known or (may_all_watch(sheet) and not who.is_stranger)


def may_know_secret(sheet: TableSheet, is_member: bool) -> bool:
    """The secret of the luck is for whoever may read the log of a game that is over: it tells as much as that."""
    return sheet.state in GONE and (is_member or may_all_watch(sheet))


def check_watch(sheet: TableSheet, who: Identity) -> None:
    """Watching, downloading and continuing a game: whoever may see it may do all three."""
    if who.is_stranger:
        raise NoRightError("token_unknown", False)
    if not may_watch(sheet, who):
        raise NoRightError("no_watching", True)


def check_enter(sheet: TableSheet, who: Identity) -> None:
    """Saying hello: whoever may watch, and while seats are open everybody who was invited by the link.

    Such a guest sees the sheet and nothing else, and leaves when the game begins without them.
    """
    if who.is_stranger or sheet.state != "gathering":
        check_watch(sheet, who)


def may_list(sheet: TableSheet, who: Identity) -> bool:
    """Whether a table may be shown in somebody's own list of tables."""
    is_open = sheet.policy.spectators or sheet.record or sheet.state == "gathering"
    return who.is_known or (is_open and not who.is_stranger)


def check_eyes(sheet: TableSheet, who: Identity, eyes: str | None) -> int | None:
    """Whose view one may look back with: one's own while the game runs, everybody's when it is over.

    A game that was given up is only opened to who took part, and a story only has the views in it.
    """
    if sheet.eyes is not None and eyes not in sheet.eyes:
        raise bad("other_eyes", "eyes")
    is_shut = sheet.state == "closed" and not who.is_known
    if eyes != who.seat and (is_shut or not sheet.is_over()):
        raise bad("other_eyes", "eyes")
    return None if eyes is None else sheet.number(eyes)


def check_analyse(sheet: TableSheet, who: Identity) -> None:
    """Chances are told when a game is over; of one that was given up only to who took part."""
    if not sheet.is_over():
        raise bad("chances_too_early")
    if sheet.state == "closed" and not who.is_known:
        raise bad("other_eyes", "eyes")


def check_notified(who: Identity) -> None:
    """Players and the host see how they are notified."""
    if not who.is_known:
        raise _no_right(who)


def check_notify(who: Identity, is_for_table: bool) -> str:
    """The seat whose notifications somebody may set up: their own; or none, which is the table, as its host."""
    if is_for_table and who.is_host:
        return ""
    if is_for_table or who.seat is None:
        raise _no_right(who)
    return who.seat


# ---- Acting --------------------------------------------------------------------------------------


def check_seat(sheet: TableSheet, who: Identity) -> str:
    """The seat of whoever speaks over a socket: watchers only watch, and a replaced token is void."""
    if who.seat is None:
        raise bad("watchers_watch")
    if sheet.seats[sheet.number(who.seat)].token != who.proof:
        raise bad("token_unknown")
    return who.seat


def own_seat(sheet: TableSheet, token: str | None) -> SeatBody:
    """The seat of whoever asks over HTTP."""
    body = sheet.seat_of(token)
    if body is None:
        raise _no_right(identify(sheet, token))
    return body


def own_seat_or_host(sheet: TableSheet, token: str | None) -> SeatBody | None:
    """The seat of whoever asks for a code that gets it back; None is the host."""
    body = sheet.seat_of(token)
    if body is None and not sheet.is_host(token):
        raise NoRightError("token_unknown", False)
    return body


def check_host(sheet: TableSheet, token: str | None) -> None:
    """Beginning and closing: only who made the table."""
    who = identify(sheet, token)
    if not who.is_host:
        raise _no_right(who)


def check_rematch(sheet: TableSheet, token: str | None) -> None:
    """A rematch: the host, or anybody who played."""
    who = identify(sheet, token)
    if not who.is_known:
        raise _no_right(who)


def check_open(sheet: TableSheet) -> None:
    """Seats and state of a game that is over stay as they are."""
    if sheet.is_over():
        raise clash("table_over", "", state=sheet.state)


def check_changeable(sheet: TableSheet) -> None:
    """Sitting down, and every change of seats: while the game is not over and its rules are known here."""
    check_open(sheet)
    sheet.rulebook()


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What decides about a seat besides the sheet."""

    absent: float  # seconds for which its player has been away
    at: int  # now, in milliseconds since 1970
    is_running: bool
    has_sealed: bool  # it has made a choice that is still secret


def check_seat_change(
    sheet: TableSheet, body: SeatBody, wish: SeatChange, token: str | None, facts: SeatFacts
) -> None:
    """The seat's own player may do all but free it as a host, the host all but take it back; see the protocol."""
    who = identify(sheet, token)
    if who.seat == body.seat and wish.do != "open":
        return
    if wish.do == "bot" and who.seat is not None and _needs_bot(sheet, body, facts):
        return
    if wish.do == "back" or not who.is_host:
        raise _no_right(who)
    if wish.do == "link":
        _check_hand_over(sheet, body, facts)


def _needs_bot(sheet: TableSheet, body: SeatBody, facts: SeatFacts) -> bool:
    """Whether the others may ask a bot in: the seat is open, or its person has been away too long."""
    is_left = body.is_played_by_person and facts.absent >= sheet.policy.patience
    return facts.is_running and (body.kind == "open" or is_left)


def is_long_away(sheet: TableSheet, facts: SeatFacts) -> bool:
    """Whether the person has been away for so long that another may be given the seat."""
    return facts.absent >= max(LEAST_ABSENCE, sheet.policy.patience)


def _check_hand_over(sheet: TableSheet, body: SeatBody, facts: SeatFacts) -> None:
    """Whether the host may give a seat to another person: nobody gets to see a present player's hand."""
    if body.kind == "person" and not is_long_away(sheet, facts):
        raise clash("seat_taken", "seat", seat=body.seat)
    check_free(body, facts)


def check_free(body: SeatBody, facts: SeatFacts) -> None:
    """A seat that was freed under a person rests a while; one with a sealed choice is a bot's until it is revealed."""
    if not facts.is_running:
        return
    rest = LEAST_ABSENCE - (facts.at - (body.freed or 0)) / 1000
    if body.freed is not None and rest > 0:
        raise clash("seat_freed_lately", "seat", seat=body.seat, seconds=ceil(rest))
    if facts.has_sealed:
        raise clash("seat_has_sealed", "seat", seat=body.seat)
