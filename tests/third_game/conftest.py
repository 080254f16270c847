"""The third game beside the two others, for tests that need no process of their own."""

import pytest
from tests.third_game.kit import FOLDER

from aachen.core import registry


@pytest.fixture
def harvest(monkeypatch):
    """The title, found by its entry point; afterwards it is not known any more."""
    monkeypatch.syspath_prepend(str(FOLDER))
    _forget()
    yield registry.load("harvest")
    _forget()


def _forget() -> None:
    registry.references.cache_clear()
    registry.unusable.cache_clear()
