"""The life of a table over HTTP."""

from __future__ import annotations

import asyncio
import random

from tests.server.kit import play_on, serving


def test_a_table_is_made_filled_and_played(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"])
            sat = await house.sit(made["table"], name="Adelheid")
            sheet = await house.sheet(made["table"])
            first, second = (seat["seat"] for seat in sheet["seats"])
            async with (
                house.player(made["table"], made["seats"][first]) as me,
                house.player(made["table"], sat["token"]) as other,
                house.player(made["table"]) as watcher,
            ):
                played = await play_on({first: me, second: other}, 20, random.Random(3))
                await watcher.seen(20)
        return sheet["state"], sat["seat"] == second, played, watcher.view.get("offers")

    assert asyncio.run(scene()) == ("running", True, 20, None)
