"""Who sits where at a terminal: read from an argument, from the start menu or from a log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aachen.bots import BOTS
from aachen.titles.terminal.reader import Unclear

PERSON: Final = "person"
USUAL_BOT: Final = "greedy"

Seats = list[tuple[str, str]]  # of each seat: a person or the level of a bot, and a name or none


def usual_seats(players: int) -> Seats:
    """One person against bots."""
    return [(PERSON, "")] + [(USUAL_BOT, "")] * (players - 1)


def parse_seats(text: str, players: int) -> Seats:
    """Who sits where, from "person:Anna,greedy,random": kind and name."""
    seats = []
    for word in text.split(","):
        who, _, name = word.strip().partition(":")
        name = "".join(sign for sign in name.strip() if sign.isprintable())[:20]
        if who != PERSON and (who not in BOTS or name):
            raise Unclear("play.bad_seat", given=word.strip(), known=", ".join(BOTS))
        if name in BOTS:
            raise Unclear("play.bad_name", given=name)
        seats.append((who, name))
    if len(seats) != players:
        raise Unclear("play.bad_seat_count", given=len(seats), players=players)
    return seats


def seats_of(names: Mapping[str, object], colours: list[str]) -> Seats:
    """Who sat where, from the first line of a log."""
    seats = []
    for colour in colours:
        name = names.get(colour)
        if isinstance(name, str) and name in BOTS:
            seats.append((name, ""))
        else:
            seats.append((PERSON, name if isinstance(name, str) and name != PERSON else ""))
    return seats
