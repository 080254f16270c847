"""A power cut at any moment, with lost and torn writes: nothing acknowledged is missing, and nothing is damaged.

In `make soak` with many more cuts.
"""

import os

import pytest
from tests.storage.powercut.trial import compile_recorder, compiler, record, try_cuts

IS_SOAK = bool(os.environ.get("AACHEN_SOAK"))
CUTS = 20_000 if IS_SOAK else 200
ENTRIES = 300 if IS_SOAK else 40

pytestmark = pytest.mark.skipif(compiler() is None, reason="needs Linux and a C compiler")


@pytest.fixture(scope="module")
def recorder(tmp_path_factory):
    return compile_recorder(tmp_path_factory.mktemp("recorder"))


def test_nothing_acknowledged_is_lost_or_damaged_by_a_power_cut(recorder, tmp_path):
    operations = record(recorder, tmp_path, ENTRIES)
    outcome = try_cuts(operations, tmp_path, CUTS)
    print(outcome)

    assert (outcome.lost, outcome.corrupt) == (0, 0)
    assert outcome.syncs > ENTRIES  # every group of entries, and checkpoints
    assert outcome.acknowledged > CUTS  # the cuts came in the middle of the work


@pytest.mark.parametrize("level", ["NORMAL", "OFF"])
def test_a_store_that_flushes_less_is_found_out(recorder, tmp_path, level):
    """The trial has teeth: with a weaker setting the same cuts lose what was acknowledged."""
    outcome = try_cuts(record(recorder, tmp_path, ENTRIES, level), tmp_path, 60)

    assert outcome.lost > 0
    assert not outcome.is_clean
