"""docs/limits.md says what the settings say, and names a test for every limit."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from aachen.core.errors import BadInput
from aachen.server.limits import Limits, Rate, read_limits
from aachen.server.settings import Settings

DOCUMENT = Path(__file__).parents[2] / "docs" / "limits.md"
SETTINGS = """body_seconds hello_seconds send_seconds most_message most_waiting most_behind
    most_bad most_sockets idle_seconds most_replays most_replayed"""


def test_limits_are_read_from_words() -> None:
    limits = read_limits(["sockets_of_address=7", "requests=1,0.5", "head_seconds=2.5"])

    assert limits == Limits(sockets_of_address=7, requests=Rate(1.0, 0.5), head_seconds=2.5)
    for wrong in ("sockets=7", "requests=1", "head_seconds=soon", "sockets_of_address=-1", "connections"):
        with pytest.raises(BadInput):
            read_limits([wrong])


def test_the_document_lists_every_limit_with_its_value_and_a_test_that_holds_it() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", DOCUMENT.read_text(), re.MULTILINE))
    limits = {field.name: getattr(Limits(), field.name) for field in dataclasses.fields(Limits)}
    settings = {name: getattr(Settings(), name) for name in SETTINGS.split()}

    assert rows.keys() == limits.keys() | settings.keys()
    for name, value in (limits | settings).items():
        numbers = [float(part.replace(",", "")) for part in re.findall(r"[\d,]*\d(?:\.\d+)?", rows[name])]
        assert numbers == pytest.approx(_documented(name, value)), name


def _documented(name: str, value: object) -> list[float]:
    """A limit as the document tells it: a slow rate by the hour or the day."""
    if not isinstance(value, Rate):
        assert isinstance(value, int | float)
        return [float(value)]
    if not name.startswith(("record", "tables", "codes", "notifications")):
        return [value.burst, value.per_second]
    hours = 24 if name.endswith(("_of_all", "_of_mailbox")) else 1
    return [value.burst, value.per_second * 3600 * hours]


def test_every_test_that_the_document_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", DOCUMENT.read_text())
    root = DOCUMENT.parents[1]

    assert len(named) >= len(dataclasses.fields(Limits))
    for path, test in named:
        assert f"def {test}(" in (root / path).read_text(), (path, test)
