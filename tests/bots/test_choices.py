"""Golden choices: for the same seed and number of rounds, the bots choose what they chose before.

`python -m tests.bots.test_choices > tests/bots/choices.json` writes the digests again after new weights or a change of play.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from tests.bots.test_levels import TABLES, moments, named

from aachen.bots import Budget, make_bot

LEVELS = ("greedy", "planner", "search")
ROUNDS = 8
EVERY = 37
DIGESTS = json.loads((Path(__file__).parent / "choices.json").read_text(encoding="utf-8"))


def digest_of(level, table):
    """A fingerprint of all that a level thinks of some positions of a random game."""
    chosen = []
    for _, _, view in moments(table, seed=11, every=EVERY):
        found = make_bot(level, 5).think(view, Budget(rounds=ROUNDS))
        lines = [(line.actions, round(line.chance, 6)) for line in (found.best, *found.others)]
        chosen.append([lines, [round(chance, 6) for chance in found.chances]])
    return hashlib.sha256(json.dumps(chosen).encode()).hexdigest()[:12]


@pytest.mark.parametrize("table", TABLES, ids=named)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_chooses_what_it_always_chose(level, table):
    assert digest_of(level, table) == DIGESTS[f"{level} {named(table)}"]


if __name__ == "__main__":
    found = {f"{level} {named(table)}": digest_of(level, table) for level in LEVELS for table in TABLES}
    print(json.dumps(found, indent=4))
