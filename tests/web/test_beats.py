"""Whole games as the browser shows them: every entry has something to see, and the board that is told is the true one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.kit import run_node

from aachen.core.contract import TABLE
from aachen.core.events import Event
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

pytestmark = pytest.mark.usefixtures("node_modules")

GAMES_PLAYED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("carolingi", {"players": 3}),
    ("carolingi", {"players": 4, "variant": "advanced", "anarchy": True}),
    ("carolingi", {"players": 3, "variant": "814", "anarchy": True}),
    ("carolus", {"players": 3}),
    ("carolus", {"players": 4}),
)
MOST_MOVES = 130


def frames(name: str, options: dict[str, Any], seed: int) -> Iterator[dict[str, Any]]:
    """What everybody may see of a random game: the view before, the events and the view after."""
    game, chance = GAMES[name], random.Random(seed)
    luck = SeededLuck(seed)
    position = game.new(game.options(options), luck)
    for _ in range(MOST_MOVES):
        if not position.to_act():
            return
        seat = chance.choice(position.to_act())
        before, text = position.view(None), list[Event]()
        position.play(seat, chance.choice(position.offers(seat)), luck, text.append)
        events = [event.seen_by(None) for event in text]
        if seat != TABLE:
            yield {"game": name, "before": before, "after": position.view(None), "events": events}


def test_every_action_is_shown_and_leaves_the_true_board(tmp_path: Path) -> None:
    corpus = tmp_path / "frames.jsonl"
    lines = [json.dumps(frame) for seed, played in enumerate(GAMES_PLAYED) for frame in frames(*played, seed)]
    corpus.write_text("\n".join(lines), encoding="utf-8")
    code, text = run_node(
        "vitest/vitest.mjs", "run", "src/lib/beats.corpus.test.ts", AACHEN_CORPUS=str(corpus)
    )

    assert code == 0, text
    assert "3 passed" in text
