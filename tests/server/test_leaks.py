"""Nothing leaks: what a seat receives does not change by a byte when what it may not know is dealt again.

Over HTTP, the socket, exports, the journal and errors; for players and for watchers; after reconnecting and undoing.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from typing import Any

import pytest
from tests.server import kit
from tests.server.kit import serving
from tests.server.leak_kit import Secret, transcripts

from aachen.core.events import Event
from aachen.games.carolingi import Position
from aachen.server import creation
from aachen.server.table import frames, preview, screens
from aachen.server.table.sheet import SeatBody, TableSheet

GAMES = [
    ("carolingi", {"players": 2}),
    ("carolingi", {"players": 3}),
    ("carolingi", {"players": 3, "variant": "advanced"}),
    ("carolingi", {"players": 4, "anarchy": True}),
    ("carolingi", {"players": 3, "hourglass": 60}),
    ("carolingi", {"players": 3, "variant": "814"}),
    ("carolingi", {"players": 6, "variant": "advanced", "anarchy": True, "hourglass": 60}),
    ("carolus", {"players": 2}),
    ("carolus", {"players": 4}),
]
MOMENTS = [(0, 0), (9, 1), (23, None), (47, 0)]  # moves from the beginning, and whose eyes
if os.environ.get("AACHEN_SOAK") == "1":
    MOMENTS = [(moves, seat) for moves in range(0, 120, 3) for seat in (None, 0, 1)]


@pytest.mark.parametrize(("moves", "seat"), MOMENTS)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_what_is_hidden_changes_nothing_that_is_heard(tmp_path, game, options, moves, seat):
    first, second = transcripts(tmp_path, Secret(game, options, moves, seat, seed=moves + 3))

    assert len(first) > 10_000
    assert first == second


HIDDEN = Secret("carolingi", {"players": 3}, 0, 0, seed=5)  # all are about to lay their first tiles
LATER = Secret("carolingi", {"players": 3}, 26, 1, seed=5)


def test_the_worlds_do_differ():
    """Otherwise the tests here would prove nothing."""
    true, other = LATER.worlds(2)

    assert true.view(1) == other.view(1)
    assert true.write() != other.write()


def leak_in_view(monkeypatch):
    view = Position.view

    def leaking(self, viewer):
        return view(self, viewer) | {"mood": self.write()[-300:]}

    monkeypatch.setattr(Position, "view", leaking)


def leak_in_events(monkeypatch):
    def leaking(self, viewer):
        return {"event": self.kind, **self.facts, **(self.secret or {})}

    monkeypatch.setattr(Event, "seen_by", leaking)


def leak_in_frames(monkeypatch):
    data = frames.Snapshot.events_for

    def leaking(self, viewer):
        return [*data(self, viewer), {"event": "checked", "digest": self.position.digest()}]

    monkeypatch.setattr(frames.Snapshot, "events_for", leaking)


def leak_in_deltas(monkeypatch):
    """Deltas that tell more than the views they are made of."""
    changes: Any = screens.Screens.changes

    def leaking(self, before, viewer):
        return {**changes(self, before, viewer), "mood": [self._position.digest()]}

    monkeypatch.setattr(screens.Screens, "changes", leaking)
    monkeypatch.setattr(
        kit, "whole_frame", lambda message, before: {**before[0], **message} if before else message
    )


def leak_in_reasons(monkeypatch):
    def leaking(table, seat, action, refusal):
        refusal.facts["for"] = table.position().digest()
        return refusal

    monkeypatch.setattr(preview, "explain", leaking)


def leak_in_continue(monkeypatch):
    """The true position of a running game, instead of one that fits what the asker sees."""

    async def leaking(tables, table, token, wish):
        seen: Any = await tables.history.snapshot(table, wish.seq)
        return seen.position.copy()

    monkeypatch.setattr(creation, "_position", leaking)


def reasons_that_tell(monkeypatch):
    """Rules whose refusals tell what is hidden; today's do not, but nothing forbids them to."""
    refusal = Position.refusal

    def telling(self, seat, action):
        found = refusal(self, seat, action)
        if found is not None:
            found.facts = {**found.facts, "because": self.digest()}
        return found

    monkeypatch.setattr(Position, "refusal", telling)


def leak_in_supposing(monkeypatch):
    """Refusals from the true position, by rules whose refusals tell what is hidden."""
    reasons_that_tell(monkeypatch)
    monkeypatch.setattr(preview, "supposed", lambda table, seat, number: table.position().copy())


@pytest.mark.parametrize(
    ("leak", "secret"),
    [
        (leak_in_continue, LATER),
        (leak_in_continue, HIDDEN),
        (leak_in_view, LATER),
        (leak_in_events, HIDDEN),
        (leak_in_frames, LATER),
        (leak_in_deltas, HIDDEN),
        (leak_in_reasons, LATER),
        (leak_in_supposing, LATER),
    ],
)
def test_a_planted_leak_is_found(tmp_path, monkeypatch, leak, secret):
    leak(monkeypatch)

    try:
        first, second = transcripts(tmp_path, secret)
    except (AssertionError, KeyError, TypeError):
        pytest.fail("the leak broke the server instead of leaking")

    assert first != second


def test_the_luck_to_come_and_the_tokens_of_others_are_never_told(tmp_path):
    """The table's secret, the seeds of its bots and every token but one's own stay on the server."""
    heard = transcripts(tmp_path, Secret("carolus", {"players": 3}, 12, 0, seed=4), 1)[0]
    stored = b"".join(path.read_bytes() for path in (tmp_path / "0").glob("tables.db*"))
    secrets = set(re.findall(rb'"secret":"([0-9a-f]{64})"', stored))
    hashes = set(re.findall(rb'"(?:host|token)":"([0-9a-f]{64})"', stored))

    assert secrets
    assert hashes
    assert not [hidden for hidden in secrets | hashes if hidden.decode() in heard]


def test_a_refusal_is_given_from_what_the_seat_sees_whatever_the_rules_would_tell(tmp_path, monkeypatch):
    reasons_that_tell(monkeypatch)

    first, second = transcripts(tmp_path, LATER)

    assert '"because"' in first
    assert first == second


def test_what_a_bot_will_do_cannot_be_worked_out_from_what_is_public():
    """Its seed hangs on the table's secret, so nobody who knows all else of the sheet can make the same bot."""
    sheet = TableSheet(
        "table", "carolus", "1", {}, [SeatBody("white"), SeatBody("black")], 0, secret="00" * 32
    )
    other = sheet.copy()
    other.secret = "01" * 32
    seats = ["white", "black", "hint white"]

    assert not {sheet.bot_seed(seat) for seat in seats} & {other.bot_seed(seat) for seat in seats}


def test_the_seeds_of_bots_are_told_to_nobody(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "random"])
            token = next(iter(made["seats"].values()))
            async with house.player(made["table"], token) as me:
                await me.turn()
                await me.ask("hint")
                await me.act()
                heard = [json.dumps(message) for message in me.heard]
            heard.append((await house.get(f"/api/tables/{made['table']}", made["host"])).text)
            heard.append((await house.get(f"/api/tables/{made['table']}/log", token)).text)
            return "\n".join(heard), {request.seed for request in house.bots.requests}

    heard, seeds = asyncio.run(scene())

    assert seeds
    assert not [seed for seed in seeds if str(seed) in heard or f"{seed:x}" in heard]
