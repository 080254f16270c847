"""Moments of seeded games: a page gets the same position every time, whatever bots would do."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import Page
from tests.web.guests import plans

from aachen.core.log import Record
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

Plain = dict[str, Any]


def sit_at_moment(
    page: Page,
    game: str,
    wanted: Callable[[Plain], bool],
    seats: tuple[str, ...],
    seed: int = 1,
    **options: Any,
) -> Plain:
    """A table that goes on from the first moment of a seeded game that is wanted; the page is in its first seat."""
    made = table_at_moment(page, game, wanted, seats, seed, **options)
    first = next(iter(made["seats"]))
    page.goto(f"/t/{made['table']}#seat={made['seats'][first]}")
    return made


def table_at_moment(
    page: Page,
    game: str,
    wanted: Callable[[Plain], bool],
    seats: tuple[str, ...],
    seed: int = 1,
    **options: Any,
) -> Plain:
    """The table alone."""
    moment = moment_of(game, len(seats), seed, wanted, **options)
    kept = page.request.post(
        "/api/records", data=moment.text.encode(), headers={"Content-Type": "text/plain; charset=utf-8"}
    )
    assert kept.status == 201, kept.text()
    wish = {"seq": moment.seq, "seats": plans(seats)}
    made = page.request.post(f"/api/tables/{kept.json()['table']}/continue", data=wish)
    assert made.status == 201, made.text()
    told: Plain = made.json()
    return told


@dataclass(frozen=True)
class Moment:
    """A game that was played to its end, and the entry after which it was as wanted."""

    text: str
    seq: int
    view: Plain  # as the first seat saw it then


@cache
def moment_of(game: str, players: int, seed: int, wanted: Callable[[Plain], bool], **options: Any) -> Moment:
    """The first moment of a seeded game, played at random, at which the first seat sees what is wanted."""
    rules = GAMES[game]
    luck, chance = SeededLuck(seed), random.Random(seed)
    record = Record.begin(rules, rules.options({"players": players, **options}), luck)
    found: tuple[int, Plain] | None = None
    while record.position.outcome() is None:
        position = record.position
        view: Plain = position.view(0)
        if found is None and wanted(view):
            found = record.seq, view
        seat = chance.choice(position.to_act())
        record.play(seat, chance.choice(position.offers(seat)), luck)
    assert found is not None, "the wanted moment does not come"
    return Moment("".join(f"{line}\n" for line in record.lines), *found)
