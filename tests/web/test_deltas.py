"""The page makes of deltas what the server would have sent whole, to the byte."""

import json
from itertools import pairwise

import pytest
from tests.server.test_deltas import CASES, game_of
from tests.web.kit import run_node

from aachen.server.table.frames import Snapshot

pytestmark = pytest.mark.usefixtures("node_modules")


def test_the_page_makes_whole_frames_of_deltas(tmp_path):
    """Random games of both games and every viewer."""
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("\n".join(_games()), encoding="utf-8")
    code, text = run_node(
        "vitest/vitest.mjs", "run", "src/lib/frames.corpus.test.ts", AACHEN_CORPUS=str(corpus)
    )

    assert code == 0, text
    assert "1 passed" in text


def _games():
    for name, options in CASES[:4] + CASES[6:]:
        snapshots = list(game_of(name, options, 8))
        for viewer in (*range(len(snapshots[0].position.seats())), None):
            yield json.dumps({"heard": _heard(snapshots, viewer), "whole": _whole(snapshots, viewer)})


def _heard(snapshots: list[Snapshot], viewer: int | None) -> list[str]:
    deltas = [after.delta(viewer, "free", before) for before, after in pairwise(snapshots)]
    return [snapshots[0].text(viewer, "free"), *deltas]


def _whole(snapshots: list[Snapshot], viewer: int | None) -> list[str]:
    return [snapshot.text(viewer, "free") for snapshot in snapshots]
