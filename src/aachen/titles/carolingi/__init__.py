"""Carolingi as a title: its words, terminal, bots, boards and report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from aachen.bots.mind import Mind
from aachen.bots.thought import Rationale
from aachen.bots.weight_set import WeightSet
from aachen.core.contract import Position
from aachen.games.carolingi import GAME
from aachen.games.carolingi.board_limits import USUAL_HOURGLASS
from aachen.games.carolingi.variant import VARIANTS
from aachen.locales.wording import View, Wording
from aachen.report.chapter import Chapter
from aachen.titles.boards import Boards
from aachen.titles.facts import Watcher
from aachen.titles.shapes import Shape
from aachen.titles.title import Title

if TYPE_CHECKING:
    from rich.console import Console

    from aachen.titles.carolingi.wording import CarolingiWording
    from aachen.titles.terminal.play_options import PlayOptions
    from aachen.titles.terminal.table_screen import ScreenSettings, SeatedPlayer, TableScreen


class CarolingiTitle(Title):
    """The title; its parts are imported when they are asked for."""

    game = GAME
    package = __name__
    usual_players = 3
    ladder_players = (2,)
    variants = VARIANTS
    puzzle_gap = 0.04  # a single tile decides less of a longer game
    modules = ("anarchy",)
    compiled = ("games/carolingi/**/*.py", "bots/carolingi/*.py")
    choices = {"variant": VARIANTS, "anarchy": (False, True), "hourglass": (0, USUAL_HOURGLASS)}

    def somebody_wins(self, options: Any) -> bool:
        """Unless the Empire can fail (814 §5)."""
        return not options.variant.scenario

    def wording(self, language: str, position: Position) -> Wording:
        """The words for the board and the variant of this position."""
        from aachen.titles.carolingi.wording import CarolingiWording

        realm = cast(Any, position).realm
        return CarolingiWording(language, realm.board, realm.variant.name)

    def make_mind(self, weights: dict[str, list[float]] | None = None) -> Mind:
        """The mind of the game."""
        from aachen.bots.carolingi.mind import CarolingiMind

        return CarolingiMind(weights)

    def frozen_mind(self, version: int) -> Mind | None:
        """Version 1."""
        from aachen.bots.carolingi.frozen import frozen_mind

        return frozen_mind(version)

    def puzzle_themes(self, position: Position, seat: int, reasons: Sequence[Rationale]) -> list[str]:
        """What a puzzle with these reasons is about."""
        from aachen.games.carolingi.position import Position as CarolingiPosition
        from aachen.titles.carolingi.puzzle_themes import themes_of

        return themes_of(cast(CarolingiPosition, position), reasons)

    def weight_sets(self) -> dict[str, WeightSet]:
        """What can be learned of the game."""
        from aachen.bots.carolingi.weight_sets import WEIGHT_SETS

        return WEIGHT_SETS

    def show(self, view: View, wording: Wording, console: Console, plain: bool) -> None:
        """The board by regions."""
        from aachen.titles.carolingi.drawing import show

        show(view, cast("CarolingiWording", wording), console, plain)

    def shapes(self, position: Position) -> list[Shape]:
        """The map."""
        from aachen.games.carolingi.position import Position as CarolingiPosition
        from aachen.titles.carolingi.shapes import shapes

        return shapes(cast(CarolingiPosition, position))

    def table_screen(
        self,
        players: Sequence[SeatedPlayer],
        wording: Wording,
        console: Console,
        settings: ScreenSettings,
        opening: View,
    ) -> TableScreen:
        """The board, with a curtain before secret tiles."""
        from aachen.titles.carolingi.table_screen import BoardScreen

        return BoardScreen(players, wording, console, settings, opening)

    def play_options(self) -> PlayOptions:
        """Variant, modules, hourglass and the last year."""
        from aachen.titles.carolingi.play_options import CarolingiOptions

        return CarolingiOptions()

    def options_form(self) -> dict[str, Any]:
        """What may be agreed on the shipped board."""
        from aachen.games.carolingi import board
        from aachen.titles.carolingi.board_files import options_on

        return options_on(board.standard())

    def boards(self) -> Boards:
        """The shipped board, and files of boards of one's own."""
        from aachen.titles.carolingi.board_files import BoardFiles

        return BoardFiles()

    def watcher(self) -> Watcher:
        """Notes homelands, tiles, Peace and the conditions of victory."""
        from aachen.titles.carolingi.facts import CarolingiFacts

        return CarolingiFacts()

    def chapter(self) -> Chapter:
        """What is asked of many games."""
        from aachen.titles.carolingi.chapter import CarolingiChapter

        return CarolingiChapter()


TITLE = CarolingiTitle()
