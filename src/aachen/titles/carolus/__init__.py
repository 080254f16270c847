"""Carolus Magnus as a title: its words, terminal, bots and report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from aachen.bots.mind import Mind
from aachen.bots.thought import Rationale
from aachen.bots.weight_set import WeightSet
from aachen.core.contract import Position
from aachen.games.carolus import GAME
from aachen.locales.wording import View, Wording
from aachen.report.chapter import Chapter
from aachen.titles.facts import Watcher
from aachen.titles.shapes import Shape
from aachen.titles.title import Title

if TYPE_CHECKING:
    from rich.console import Console

    from aachen.titles.carolus.wording import CarolusWording
    from aachen.titles.terminal.table_screen import ScreenSettings, SeatedPlayer, TableScreen


class CarolusTitle(Title):
    """The title; its parts are imported when they are asked for."""

    game = GAME
    package = __name__
    usual_players = 2
    ladder_players = (2,)
    has_secrets = False
    compiled = ("games/carolus/**/*.py", "bots/carolus/*.py")

    def somebody_wins(self, options: Any) -> bool:
        """Always (CM5)."""
        return True

    def wording(self, language: str, position: Position) -> Wording:
        """The words for the ring."""
        from aachen.titles.carolus.wording import CarolusWording

        return CarolusWording(language)

    def make_mind(self, weights: dict[str, list[float]] | None = None) -> Mind:
        """The mind of the game."""
        from aachen.bots.carolus.mind import CarolusMind

        return CarolusMind(weights)

    def frozen_mind(self, version: int) -> Mind | None:
        """Version 1."""
        from aachen.bots.carolus.frozen import frozen_mind

        return frozen_mind(version)

    def puzzle_themes(self, position: Position, seat: int, reasons: Sequence[Rationale]) -> list[str]:
        """What a puzzle with these reasons is about."""
        from aachen.games.carolus.position import Position as CarolusPosition
        from aachen.titles.carolus.puzzle_themes import themes_of

        return themes_of(cast(CarolusPosition, position), seat, reasons)

    def weight_sets(self) -> dict[str, WeightSet]:
        """What can be learned of the game."""
        from aachen.bots.carolus.weight_sets import WEIGHT_SETS

        return WEIGHT_SETS

    def show(self, view: View, wording: Wording, console: Console, plain: bool) -> None:
        """The ring of regions."""
        from aachen.titles.carolus.drawing import show

        show(view, cast("CarolusWording", wording), console, plain)

    def shapes(self, position: Position) -> list[Shape]:
        """The ring."""
        from aachen.games.carolus.position import Position as CarolusPosition
        from aachen.titles.carolus.shapes import shapes

        return shapes(cast(CarolusPosition, position))

    def table_screen(
        self,
        players: Sequence[SeatedPlayer],
        wording: Wording,
        console: Console,
        settings: ScreenSettings,
        opening: View,
    ) -> TableScreen:
        """The ring; everything is open."""
        from aachen.titles.carolus.table_screen import RingScreen

        return RingScreen(players, wording, console, settings, opening)

    def options_form(self) -> dict[str, Any]:
        """Whether partners may talk."""
        return {"silent_partners": {"default": True, "among": [False, True]}}

    def watcher(self) -> Watcher:
        """Notes discs, the order of play, castles and regions."""
        from aachen.titles.carolus.facts import CarolusFacts

        return CarolusFacts()

    def chapter(self) -> Chapter:
        """What is asked of many games."""
        from aachen.titles.carolus.chapter import CarolusChapter

        return CarolusChapter()


TITLE = CarolusTitle()
