"""The packages are kept apart, without import cycles, and the checker that keeps them apart sees what it should."""

import ast
from pathlib import Path

import pytest

import check_imports
import import_cycles

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
        (
            "bots/carolingi/planning.py",
            "from aachen.games.carolingi.rules import swap",
            "bots may import of a game only for_bots, not swap",
        ),
        (
            "titles/carolus/facts.py",
            "from aachen.games.carolus.terms import DISCS",
            "titles may import of a game only for_bots, not DISCS",
        ),
        (
            "bots/greedy.py",
            "from aachen.games.carolus import GAME",
            "bots may import of a game only for_bots, not GAME",
        ),
        ("bots/greedy.py", "from aachen.games import carolus", "bots may import of a game only for_bots"),
        ("bots/greedy.py", "import subprocess", "bots may not import subprocess"),
        ("storage/sqlite.py", "import socket", "storage may not import socket"),
        ("core/luck.py", "from random import shuffle", "luck may take only Random"),
        ("core/luck.py", "import random\nrandom.shuffle([])", "luck may use only random.Random"),
        ("games/carolingi/state.py", "print('!')", "games may not call print()"),
        ("games/carolingi/board.py", "open('board.json')", "games may not call open()"),
        ("games/carolingi/board.py", "files('aachen.locales')", "games may not read the locales"),
        ("server/hall.py", "from aachen.cli import voice", "server may not import cli"),
        (
            "server/wire/http.py",
            "def serve():\n    from aachen.cli.files import read_json",
            "server may not import cli",
        ),
        ("server/table/state.py", "import asyncio", "server/table/ may not import asyncio"),
        (
            "server/table/seats.py",
            "from aachen.server.runner import TableRunner",
            "server/table/ may not import runner",
        ),
        (
            "server/table/seats.py",
            "from aachen.server import journal",
            "server/table/ may not import journal",
        ),
        (
            "server/messages/client.py",
            "from aachen.server.table import sheet",
            "server/messages/ may not import table",
        ),
        ("attic/junk.py", "", "the package attic is new"),
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
        ("bots/greedy.py", "from aachen.games.versions import rules_of\nfrom aachen.core import luck"),
        ("storage/sqlite.py", "import sqlite3\nfrom aachen.core import log"),
        ("arena/pool.py", "import multiprocessing\nfrom aachen.bots import greedy"),
        ("cli/__init__.py", "import sys, time\nfrom aachen.locales import sentence\nprint(1)"),
        ("cli.py", "import sys\nfrom aachen.server import tables"),
        (
            "server/table/moves.py",
            "from aachen.server.table.state import TableState\nfrom aachen.server import tokens",
        ),
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


# ---- Import cycles -------------------------------------------------------------------------------


def planted(tmp_path, sources):
    """A package of these modules."""
    package = tmp_path / "aachen"
    for place, source in sources.items():
        (package / place).parent.mkdir(parents=True, exist_ok=True)
        (package / place).write_text(source)
    return package


@pytest.mark.parametrize(
    "back",
    [
        "from aachen.server.moves import act",
        "from aachen.server import moves",
        "from . import moves",
        "from .moves import act",
        "import aachen.server.moves",
        "def later():\n    from aachen.server import moves",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from aachen.server.moves import act",
    ],
)
def test_modules_that_import_each_other_are_a_cycle_however_it_is_written(tmp_path, back):
    sources = {"server/moves.py": "from aachen.server.seats import sit", "server/seats.py": back}

    assert import_cycles.cycles(planted(tmp_path, sources)) == [
        ["aachen.server.moves", "aachen.server.seats"]
    ]


def test_a_cycle_through_a_third_module_is_reported_once(tmp_path):
    sources = {
        "core/one.py": "from aachen.core import two",
        "core/two.py": "from aachen.core import three",
        "core/three.py": "from aachen.core.one import name",
        "core/four.py": "from aachen.core import one",
    }

    assert list(check_imports.violations(planted(tmp_path, sources))) == [
        "src/aachen: an import cycle of 3 modules: aachen.core.one, aachen.core.three, aachen.core.two"
    ]


def test_a_package_that_collects_its_modules_is_no_cycle(tmp_path):
    sources = {
        "core/words/__init__.py": "from aachen.core.words.kinds import Kind",
        "core/words/kinds.py": "from aachen.core.words import names",
        "core/words/names.py": "",
        "core/log.py": "from aachen.core.words import Kind",
    }

    assert import_cycles.cycles(planted(tmp_path, sources)) == []
