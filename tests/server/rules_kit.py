"""Tables of every kind, and rules that change under them."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

from tests.golden.corpus import log_text
from tests.server.kit import House, Plain, play_on

from aachen.games import GAMES, versions
from aachen.server import about

LOGS = {"carolingi": "advanced-2", "carolus": "base-2"}


class Newer:
    """The next version of a game: the first choice of its first seat is made for it, so the same log leads elsewhere."""

    rules_version = "2"

    def __init__(self, game: Any) -> None:
        self._game = game
        self.name = game.name

    def new(self, options: Any, luck: Any, tell: Any = None) -> Any:
        position = self._game.new(options, luck, tell)
        seat = position.to_act()[0]
        position.play(seat, position.offers(seat)[0], luck, tell)
        return position

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


@contextlib.contextmanager
def new_rules(keep_old: bool) -> Iterator[None]:
    """Both games have their next version; the one before is kept as code, or it is not."""
    old = dict(GAMES)
    about.about.cache_clear()
    try:
        for name, game in old.items():
            GAMES[name] = Newer(game)
        versions.EARLIER[:] = old.values() if keep_old else []
        yield
    finally:
        GAMES.update(old)
        versions.EARLIER.clear()
        about.about.cache_clear()


@dataclass
class Kept:
    """A table that was left in a store: who may do what there, and how it looked."""

    table: str
    host: str | None
    seats: Plain
    log: str | None = None  # as it was downloaded
    frames: Plain | None = None  # by eyes: what was shown of every entry

    @property
    def token(self) -> str | None:
        """The token of one seat."""
        return next(iter(self.seats.values()), None)

    @property
    def path(self) -> str:
        """The address of the table."""
        return f"/api/tables/{self.table}"


async def fill(house: House, game: str) -> dict[str, Kept]:
    """A table of every kind in a store, by kind."""
    tables = {
        "gathering": _kept(await house.make(game, ["me", "open"])),
        "running": _kept(await house.make(game, ["me", "me"], hints=True)),
        "closed": _kept(await house.make(game, ["me", "me"])),
        "bots": _kept(await house.make(game, ["greedy", "random"])),  # they think until they are let go
    }
    for kind in ("running", "closed"):
        await _play(house, tables[kind], 7)
    record = await _record(house, log_text(game, LOGS[game]))
    tables["record"] = Kept(record, None, {})
    tables["finished"] = await _finish(house, record)
    story = (await house.get(tables["running"].path + "/log", tables["running"].token)).text
    tables["story"] = Kept(await _record(house, story), None, {})
    closed = tables["closed"]
    assert (await house.post(f"{closed.path}/close", None, closed.host)).status_code == 200
    for kind in ("record", "finished", "closed", "story", "running"):
        kept = tables[kind]
        kept.log = (await house.get(f"{kept.path}/log", kept.token)).text
        kept.frames = await frames(house, kept)
    return tables


def _kept(made: Plain) -> Kept:
    return Kept(made["table"], made["host"], made["seats"])


async def _record(house: House, text: str) -> str:
    answer = await house.http.post("/api/records", content=text, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


@contextlib.asynccontextmanager
async def players(house: House, kept: Kept) -> AsyncIterator[Plain]:
    """Everybody who has a seat, at the table."""
    async with contextlib.AsyncExitStack() as stack:
        yield {
            seat: await stack.enter_async_context(house.player(kept.table, token))
            for seat, token in kept.seats.items()
        }


async def _play(house: House, kept: Kept, moves: int) -> None:
    async with players(house, kept) as at_table:
        assert await play_on(at_table, moves, random.Random(3)) == moves


async def _finish(house: House, record: str) -> Kept:
    """A table that was played to its end, from a late moment of a record."""
    last = len((await house.get(f"/api/tables/{record}/log")).text.splitlines()) - 2
    wish = {"seq": last - 3, "seats": [{"kind": "me"}] * 2}
    made = await house.post(f"/api/tables/{record}/continue", wish)
    assert made.status_code == 201, made.text
    kept = _kept(made.json())
    async with players(house, kept) as at_table:
        await play_on(at_table, 500, random.Random(5))
    assert (await house.sheet(kept.table))["state"] == "finished"
    return kept


async def frames(house: House, kept: Kept) -> Plain:
    """What is shown of every entry, to every pair of eyes one may look through."""
    shown: Plain = {}
    async with house.player(kept.table, kept.token) as me:
        welcome = await me.hear("welcome")
        sheet = welcome["sheet"]
        own = (sheet["eyes"] or [welcome["seat"]])[0]
        all_eyes = [None, *(seat["seat"] for seat in sheet["seats"])]
        for eyes in all_eyes if sheet["eyes"] is None and sheet["state"] != "running" else [own]:
            asked = [await me.ask("show", seq=seq, eyes=eyes) for seq in range(welcome["seq"] + 1)]
            assert {one["say"] for one in asked} == {"moment"}, asked[0]
            shown[str(eyes)] = [{**one, "id": None} for one in asked]
    return shown
