"""Deltas: who gets only what changed has the very bytes that a whole frame would have brought."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import statistics
from itertools import pairwise

import pytest
from tests.server.kit import Plain, play_on, serving, settle, whole_frame

from aachen.core.events import Event
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server.table.frames import CHECK_EVERY, FULL_EVERY, Snapshot
from aachen.server.table.screens import Screens

CASES = [
    ("carolingi", {"players": 2}),
    ("carolingi", {"players": 3}),
    ("carolingi", {"players": 4, "anarchy": True}),
    ("carolingi", {"players": 3, "variant": "814"}),
    ("carolingi", {"players": 3, "variant": "advanced", "hourglass": 60}),
    ("carolus", {"players": 2}),
    ("carolus", {"players": 3}),
    ("carolus", {"players": 4}),
]


def game_of(name, options, seed):
    """A random game, entry by entry, as a table keeps it."""
    luck, choose = SeededLuck(seed), random.Random(seed)
    events: list[Event] = []
    position = GAMES[name].new(GAMES[name].options(options), luck, events.append)
    yield Snapshot(0, None, position.copy(), events, None, [])
    seq = 0
    while position.to_act():
        seat, events = choose.choice(position.to_act()), []
        position.play(seat, choose.choice(position.offers(seat)), luck, events.append)
        seq += 1
        yield Snapshot(seq, position.seats()[seat], position.copy(), events, seat, [seq - 1])


def follow(snapshots, viewer):
    """What a client makes of the deltas, and the frames that it would have got whole; the sizes of both."""
    seen: list[Plain] = []
    sizes, before = [], None
    for snapshot in snapshots:
        text = snapshot.text(viewer, "free") if before is None else snapshot.delta(viewer, "free", before)
        seen.append(whole_frame(json.loads(text), seen[-1:]))
        sizes.append(len(text))
        before = snapshot
    return [json.dumps(frame, separators=(",", ":"), ensure_ascii=False) for frame in seen], sizes


@pytest.mark.parametrize(("name", "options"), CASES)
def test_deltas_bring_the_bytes_of_whole_frames(name, options):
    """Over a random game, for every viewer; while entries are new, and made again from the log."""
    snapshots = list(game_of(name, options, 5))
    for snapshot in snapshots:
        snapshot.is_new = snapshot.seq % 3 > 0
    for viewer in (*range(options["players"]), None):
        seen, _ = follow(snapshots, viewer)

        assert seen == [snapshot.text(viewer, "free") for snapshot in snapshots]


def test_a_move_of_carolingi_takes_a_kilobyte_and_a_half():
    """The median over viewers and moves; a whole frame takes more than nine."""
    sizes, whole = [], []
    for seed in range(3):
        snapshots = list(game_of("carolingi", {"players": 3}, seed))
        for viewer in range(3):
            sizes += follow(snapshots, viewer)[1][1:]
            whole += [len(snapshot.text(viewer, "free")) for snapshot in snapshots]

    assert statistics.median(whole) > 9_000
    assert statistics.median(sizes) < 1_500


def test_now_and_then_a_frame_comes_whole():
    snapshots = list(game_of("carolingi", {"players": 3}, 5))
    texts = [after.delta(0, "free", before) for before, after in pairwise(snapshots)]
    whole = [at for at, text in enumerate(texts, 1) if text.startswith('{"say":"frame"')]

    checks = {json.loads(text)["seq"] for text in texts if json.loads(text).get("check") is not None}

    assert checks == {each.seq for each in snapshots if each.seq % CHECK_EVERY == 0} - {0, *whole}
    assert whole[:2] == [FULL_EVERY, 2 * FULL_EVERY]
    assert set(whole[2:]) <= {snapshots[-1].seq}  # the outcome changes the order of the keys


def test_the_public_part_is_built_once_for_all_viewers(monkeypatch):
    position = next(iter(game_of("carolingi", {"players": 4}, 1))).position
    asked: list[int | None] = []
    view = type(position).view

    def noted(self, viewer):
        asked.append(viewer)
        return view(self, viewer)

    monkeypatch.setattr(type(position), "view", noted)
    screens = Screens(position)
    views = [screens.view(viewer) for viewer in (0, 1, 2, 3, None)]

    assert asked == [None]
    assert views == [view(position, viewer) for viewer in (0, 1, 2, 3, None)]


def test_screens_of_the_past_are_let_go():
    first, second, third = (
        Screens(snapshot.position) for snapshot in list(game_of("carolus", {"players": 2}, 1))[:3]
    )
    second.changes(first, 0)
    third.changes(second, 0)

    assert second._changes is None


async def _come(stack, house, made, **more):
    return {
        seat: await stack.enter_async_context(house.player(made["table"], token, **more))
        for seat, token in made["seats"].items()
    }


@pytest.mark.parametrize("game", ["carolingi", "carolus"])
def test_who_asked_for_deltas_has_the_frames_of_who_did_not(tmp_path, game):
    """At one table: at once, after coming back in the middle, and after asking for a whole frame."""

    async def scene():
        choose = random.Random(3)
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            made = await house.make(game, ["me"] * 3)
            whole = await _come(stack, house, made)
            light = await _come(stack, house, made, deltas=True)
            await play_on(whole, 55, choose)
            last = max(player.seq for player in whole.values())
            seat, token = next(iter(made["seats"].items()))
            back = await stack.enter_async_context(house.player(made["table"], token, 3, deltas=True))
            for player in (*whole.values(), *light.values(), back):
                await player.seen(last)
            data = len(light[seat].texts)
            await light[seat].ask("full", after=last - 2)
            await light[seat].hear("done")
            await settle(60)
            await light[seat].ask("ping")
            return (
                {seat: player.frames for seat, player in whole.items()},
                {seat: player.frames for seat, player in light.items()},
                back.texts,
                light[seat].texts[:data],
                [json.loads(text)["say"] for text in light[seat].texts[data:]],
                {message["say"] for player in whole.values() for message in player.heard},
            )

    whole, light, back, stayed, again, says = asyncio.run(scene())

    assert {name: frames[: len(whole[name])] for name, frames in light.items()} == whole
    assert back[0].startswith('{"say":"frame"')
    assert back[1:] == stayed[5:]
    assert again == ["frame", "delta"]
    assert "delta" not in says


def test_a_game_that_does_not_tell_the_public_part_apart_is_shown_all_the_same(monkeypatch):
    """Its views are compared whole."""
    snapshots = list(game_of("carolingi", {"players": 2}, 2))[:20]
    monkeypatch.delattr(type(snapshots[0].position), "own_view")
    monkeypatch.setattr(
        type(snapshots[0].position), "view", lambda self, viewer: {"line": self.write(), "viewer": viewer}
    )

    assert follow(snapshots, 0)[0] == [snapshot.text(0, "free") for snapshot in snapshots]
