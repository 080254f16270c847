"""The titles by name: every game with its wording, terminal, bots, facts and report chapter.

One line makes a game known to every command and to the server.
Titles of other packages are found by their entry points of the group `aachen.titles`.
"""

from __future__ import annotations

from typing import Final

from aachen.core.registry import Registry
from aachen.titles.title import Title

BUILT_IN: Final = {
    "carolingi": "aachen.titles.carolingi:TITLE",
    "carolus": "aachen.titles.carolus:TITLE",
}

TITLES: Registry[Title] = Registry(lambda title: title)

__all__ = ["BUILT_IN", "TITLES", "Title"]
