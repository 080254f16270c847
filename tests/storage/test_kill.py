"""Nothing acknowledged is lost: a process that writes is killed, and everything it was told to be kept is there."""

import random
import subprocess
import sys
import time
from pathlib import Path

from tests.storage.kit import run
from tests.storage.scribe import TABLES

ROOT = Path(__file__).resolve().parents[2]
KILLS = 5


def write_and_be_killed(place, chance):
    """Let a process write, kill it at a moment of chance; the acknowledgements it wrote in time."""
    scribe = subprocess.Popen(
        [sys.executable, "-m", "tests.storage.scribe", place], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert scribe.stdout is not None
    first = scribe.stdout.readline()
    time.sleep(chance.uniform(0, 0.3))
    scribe.kill()
    data = first + scribe.stdout.read()
    scribe.stdout.close()
    scribe.wait()
    lines = data.splitlines(keepends=True)
    return [line.split() for line in lines if line.endswith("\n")]


async def load_all(store):
    """Every table of the scribe."""
    tables = [await store.load(f"table{number}") for number in range(TABLES)]
    return {table.sheet.table: table for table in tables}


def test_every_acknowledged_entry_outlives_a_kill(place):
    """After each of the kills: no gap, no half entry, nothing acknowledged missing, every sheet as its entries say."""
    chance = random.Random(7)
    last = {f"table{number}": -1 for number in range(TABLES)}
    for _ in range(KILLS):
        data = write_and_be_killed(place, chance)
        assert data, "the scribe was killed before it wrote"
        for table, seq in data:
            last[table] = max(last[table], int(seq))
        for table, kept in run(load_all, place).items():
            assert [each.seq for each in kept.entries] == list(range(len(kept.entries)))
            assert len(kept.entries) > last[table]
            assert {len(each.lines) for each in kept.entries} <= {2}
            assert kept.sheet.version == 1 + len([each for each in kept.entries if each.seq % 7 == 0])

    assert sum(last.values()) > KILLS
