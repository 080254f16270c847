"""The offers of one choice as a numbered list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from aachen.locales.wording import Wording
from aachen.titles.terminal.reader import Action, Reader


class Menu:
    """The offers of one choice, with their numbers."""

    def __init__(self, view: Mapping[str, Any], wording: Wording, reader: Reader, console: Console) -> None:
        self.view = view
        self.numbered = reader.number(view["offers"])
        self.wording = wording
        self.reader = reader
        self.console = console

    def show(self, plain: bool = False) -> None:
        """Print all offers, one a line."""
        for number, offer in self.numbered.items():
            words = self.words(offer)
            self.console.print(Text(f"{number}: {words}") if plain else item(number, words))

    def words(self, offer: Action) -> str:
        """One offer."""
        return self.wording.offer(offer, self.view)


def item(number: int, words: str) -> Text:
    """A line of a menu."""
    return Text(f"{number:>3}", style="number").append(f" {words}", style="not bold default")
