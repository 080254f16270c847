"""The rooms are kept apart, and the checker that keeps them apart sees what it should."""

import ast
from pathlib import Path

import pytest

import check_imports

ROOT = Path(__file__).resolve().parents[2]


def complaints(place, source):
    """What the checker says about one module with this source."""
    return [sentence for _, sentence in check_imports.check_module(place, ast.parse(source))]


def test_the_sources_keep_the_rules():
    assert list(check_imports.violations(ROOT / "src" / "aachen")) == []


@pytest.mark.parametrize(
    ("place", "source", "complaint"),
    [
        ("core/log.py", "from aachen.games import carolingi", "core may not import games"),
        ("core/log.py", "import aachen.server.tables", "core may not import server"),
        ("games/carolingi/state.py", "from aachen import bots", "games may not import bots"),
        ("games/carolingi/state.py", "from ...bots import greedy", "games may not import bots"),
        (
            "games/carolingi/rules/battle.py",
            "from aachen.locales import sentence",
            "games may not import locales",
        ),
        (
            "games/carolingi/state.py",
            "from aachen.games.carolus import terms",
            "carolingi may not know carolus",
        ),
        ("games/carolus/state.py", "from ..carolingi.terms import Region", "carolus may not know carolingi"),
        ("bots/greedy.py", "from aachen.arena import ratings", "bots may not import arena"),
        ("storage/sqlite.py", "from aachen.games import carolingi", "storage may not import games"),
        ("arena/ratings.py", "from aachen.storage import sqlite", "arena may not import storage"),
        ("games/carolingi/state.py", "import random", "games may not import random"),
        (
            "games/carolingi/state.py",
            "def play():\n    from time import monotonic",
            "games may not import time",
        ),
        ("core/log.py", "import datetime", "core may not import datetime"),
        ("bots/greedy.py", "import subprocess", "bots may not import subprocess"),
        ("storage/sqlite.py", "import socket", "storage may not import socket"),
        ("core/luck.py", "from random import shuffle", "luck may take only Random"),
        ("core/luck.py", "import random\nrandom.shuffle([])", "luck may use only random.Random"),
        ("games/carolingi/state.py", "print('!')", "games may not call print()"),
        ("games/carolingi/board.py", "open('board.json')", "games may not call open()"),
        ("games/carolingi/board.py", "files('aachen.locales')", "games may not read the locales"),
        ("attic/junk.py", "", "the room attic is new"),
    ],
)
def test_a_planted_violation_is_found(place, source, complaint):
    (found,) = complaints(place, source)

    assert found.startswith(complaint)


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("core/luck.py", "import random\nrandom.Random(1)"),
        ("games/carolingi/state.py", "from aachen.core import luck\nfrom . import terms"),
        ("games/carolingi/rules/battle.py", "from aachen.games.carolingi.state import Position"),
        ("games/__init__.py", "from aachen.games import carolingi, carolus"),
        ("bots/greedy.py", "from aachen.games.carolingi import state\nfrom aachen.core import luck"),
        ("storage/sqlite.py", "import sqlite3\nfrom aachen.core import log"),
        ("arena/pool.py", "import multiprocessing\nfrom aachen.bots import greedy"),
        ("cli/__init__.py", "import sys, time\nfrom aachen.locales import sentence\nprint(1)"),
        ("cli.py", "import sys\nfrom aachen.server import tables"),
        ("server/tables.py", "import asyncio\nfrom aachen.storage import sqlite"),
    ],
)
def test_what_is_allowed_passes(place, source):
    assert complaints(place, source) == []


def test_a_violation_is_reported_with_file_and_line(tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "log.py").write_text("import json\nimport socket\n")

    (found,) = check_imports.violations(tmp_path)

    assert found.startswith("src/aachen/core/log.py:2: core may not import socket")
