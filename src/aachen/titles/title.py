"""What a title is: a game, and everything that commands, server, bots and reports need besides its rules.

A title imports its parts when they are asked for, so that a command loads only what it uses.
What has a sensible default needs no line in a title of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from aachen.bots.mind import Mind
from aachen.bots.thought import Rationale
from aachen.bots.weight_set import WeightSet
from aachen.core.contract import Game, Position
from aachen.core.errors import BadInput
from aachen.locales import Catalogue, catalogue
from aachen.locales.wording import View, Wording
from aachen.report.chapter import Chapter
from aachen.titles.boards import Boards
from aachen.titles.facts import Watcher
from aachen.titles.shapes import Shape

if TYPE_CHECKING:  # a command that prints no table does not load what draws it
    from rich.console import Console

    from aachen.titles.terminal.play_options import PlayOptions
    from aachen.titles.terminal.table_screen import ScreenSettings, SeatedPlayer, TableScreen

MOST_PLAYERS: Final = 8


class Title:
    """One game with all that is needed to play it."""

    game: Game[Any]
    package: str  # where its sentences lie: the folder `locales` in there has one for each language
    usual_players: int  # for whom the table is set if nobody says otherwise
    variants: tuple[str, ...] = ()  # values of its option "variant", the usual one first
    modules: tuple[str, ...] = ()  # its options that are added to any variant by setting them to True
    has_secrets: bool = True  # whether seats may know different things
    compiled: tuple[str, ...] = ()  # modules that mypyc compiles, as globs below the sources
    ladder_players: tuple[
        int, ...
    ] = ()  # numbers of players with published ratings, in ladder.json beside `locales`
    puzzle_gap: float = 0.08  # by which the plan of a puzzle is better than any other, in chances to win
    choices: Mapping[str, tuple[object, ...]] = {}  # options and their values that random games go through

    def players(self) -> list[int]:
        """The numbers of players it can be played with."""
        found = []
        for players in range(1, MOST_PLAYERS + 1):
            with suppress(BadInput):
                self.game.options({"players": players})
                found.append(players)
        return found

    def somebody_wins(self, options: Any) -> bool:
        """Whether a game with these options always has a winner, so that what some win the others lose."""
        return False

    # Words

    def catalogue(self, language: str) -> Catalogue:
        """The common sentences and its own."""
        return catalogue(language, self.package)

    def name(self, language: str) -> str:
        """What the game is called."""
        return self.catalogue(language).say("game.name")

    def wording(self, language: str, position: Position) -> Wording:
        """Its words in one language, for the board and the variant of this position."""
        raise NotImplementedError

    # Bots

    def make_mind(self, weights: dict[str, list[float]] | None = None) -> Mind:
        """What bots play the game by, with these weights; None are the shipped ones."""
        raise NotImplementedError

    def frozen_mind(self, version: int) -> Mind | None:
        """What bots of a former version play the game by; None if there was no such version."""
        return None

    def weight_sets(self) -> dict[str, WeightSet]:
        """What can be learned of the game by playing it, by name; a game without weights has none."""
        return {}

    def puzzle_themes(self, position: Position, seat: int, reasons: Sequence[Rationale]) -> list[str]:
        """What a puzzle is about whose solution has these reasons, the most telling theme first."""
        return []

    # Terminal

    def show(self, view: View, wording: Wording, console: Console, plain: bool) -> None:
        """Draw the whole table; plain is one sentence a line, as a screen reader wants it."""
        raise NotImplementedError

    def shapes(self, position: Position) -> list[Shape]:
        """The board as discs and lines, as far as everybody sees it; a game without a picture draws nothing."""
        return []

    def table_screen(
        self,
        players: Sequence[SeatedPlayer],
        wording: Wording,
        console: Console,
        settings: ScreenSettings,
        opening: View,
    ) -> TableScreen:
        """The screen of a table for people who play at one terminal."""
        raise NotImplementedError

    def play_options(self) -> PlayOptions:
        """What may be agreed on the command line and in the start menu, besides the number of players."""
        from aachen.titles.terminal.play_options import PlayOptions

        return PlayOptions()

    # Server

    def options_form(self) -> dict[str, Any]:
        """What may be agreed before a game, for whoever makes a form of it: by option, the default and what is possible."""
        return {}

    def boards(self) -> Boards | None:
        """Board files of its own, if the game can be played on others than the shipped one."""
        return None

    # Reports

    def watcher(self) -> Watcher:
        """Somebody who looks on at one game and notes what a report asks for."""
        raise NotImplementedError

    def chapter(self) -> Chapter:
        """What a report asks of many games."""
        return Chapter()
