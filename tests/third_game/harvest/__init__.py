"""Harvest as a title: everything of a small game that commands, server, bots and reports need."""

from __future__ import annotations

from typing import Any

from aachen.titles.title import Title

from .rules import GAME, ROUNDS


class HarvestTitle(Title):
    """The title; its parts are imported when they are asked for."""

    game = GAME
    package = __name__
    usual_players = 3
    choices = {"rounds": ROUNDS}

    def wording(self, language: str, position: object) -> Any:
        """The words of the game."""
        from .wording import HarvestWording

        return HarvestWording(language)

    def make_mind(self, weights: dict[str, list[float]] | None = None) -> Any:
        """The mind of the game."""
        from .mind import HarvestMind

        return HarvestMind()

    def show(self, view: Any, wording: Any, console: Any, plain: bool) -> None:
        """The table in sentences."""
        from .screen import lines_of

        for line in lines_of(view, wording):
            console.print(line)

    def table_screen(self, *table: Any) -> Any:
        """The screen of a table."""
        from .screen import HarvestScreen

        return HarvestScreen(*table)

    def play_options(self) -> Any:
        """How many rounds."""
        from .screen import HarvestOptions

        return HarvestOptions()

    def options_form(self) -> dict[str, Any]:
        """What may be agreed before a game."""
        return {"rounds": {"default": ROUNDS[-1], "least": ROUNDS[0], "most": ROUNDS[-1]}}

    def watcher(self) -> Any:
        """Notes what a report asks for."""
        from .report import HarvestFacts

        return HarvestFacts()

    def chapter(self) -> Any:
        """What is asked of many games."""
        from .report import HarvestChapter

        return HarvestChapter()


TITLE = HarvestTitle()
