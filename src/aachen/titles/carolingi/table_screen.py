"""What people at one terminal see of this game: the board by regions, secret tiles behind a curtain, the hourglass."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, cast

from rich.console import RenderableType

from aachen.titles.carolingi.courts_drawing import CourtsDrawing
from aachen.titles.carolingi.drawing import BoardDrawing
from aachen.titles.carolingi.menu import BoardMenu
from aachen.titles.carolingi.reader import CarolingiReader
from aachen.titles.carolingi.sentences import plain_board, plain_courts, plain_news, plain_victory
from aachen.titles.carolingi.signs import BoardSigns, board_signs_for
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.table_screen import TableScreen, View

SECRET_PHASES: Final = ("placing", "swapping")
SECRET_TILES: Final = ("develop", "peace", "co_regent")  # they offer tiles that siblings must not see
QUIET_EVENTS: Final = (
    "tiles_placed",
    "tile_laid",
    "swap_chosen",
    "bag_filled",
    "card_inserted",
    "tile_done",
    "problem_queued",
)
LOUD_EVENTS: Final = ("tile_drawn",)
HEADINGS: Final = ("placing_began",)
TALL: Final = 36  # a terminal with so many lines shows courts and victory with the board
PROBLEM_LINES: Final = 8  # what Scenario 814 adds to the board


class BoardScreen(TableScreen):
    """The screen of one table of this game."""

    quiet = QUIET_EVENTS
    loud = LOUD_EVENTS
    headings = HEADINGS

    @property
    def words(self) -> CarolingiWording:
        """The words of the language that is spoken now."""
        return cast(CarolingiWording, self.wording)

    def signs(self) -> BoardSigns:
        """The signs this terminal can show."""
        return board_signs_for(self.console)

    def make_reader(self) -> CarolingiReader:
        """What may be typed here."""
        return CarolingiReader(self.words, self.opening["lands"], self.seats)

    def show_menu(self, view: View) -> None:
        """The numbered offers."""
        reader = cast(CarolingiReader, self.reader)
        BoardMenu(view, self.words, reader, self.console).show(self.settings.plain)

    def is_time_for_all(self, view: View) -> bool:
        """Whether courts and victory are shown too: where there is room, or to a listener at the first question."""
        if self.settings.plain:
            return not self._hinted
        tall = TALL + PROBLEM_LINES if "scenario" in view else TALL
        return view["phase"] in SECRET_PHASES and self.console.height >= tall

    def draw(self, seen: View, is_whole: bool) -> None:
        """The board, and the rest if there is room."""
        if self.settings.plain:
            self._draw_plain(seen, is_whole)
            return
        drawn, courts = BoardDrawing(self.words, self.console), CourtsDrawing(self.words, self.console)
        parts: list[RenderableType | None] = [drawn.time(seen), drawn.board(seen), drawn.scenario(seen)]
        if is_whole:
            parts += [courts.courts(seen), courts.victory(seen)]
        elif seen["viewer"] is not None and seen["phase"] in SECRET_PHASES:
            parts.append(courts.own_tiles(seen))
        for part in parts:
            if part is not None:
                self.console.print(part)

    def _draw_plain(self, seen: View, is_whole: bool) -> None:
        """The whole table only if it is asked for: to hear it all before every choice is no pleasure."""
        lines = plain_board(seen, self.words) if is_whole else plain_news(seen, self.words)
        if is_whole or seen["phase"] in SECRET_PHASES:
            lines += plain_courts(seen, self.words)
        if is_whole:
            lines += plain_victory(seen, self.words)
        self.print_lines(lines)

    def show_part(self, part: str, seen: View) -> None:
        """The courts or the victory table alone."""
        if self.settings.plain:
            lines = plain_courts if part == "courts" else plain_victory
            self.print_lines(lines(seen, self.words))
            return
        drawn = CourtsDrawing(self.words, self.console)
        self.console.print(drawn.courts(seen) if part == "courts" else drawn.victory(seen))

    def tell_time(self, view: View) -> None:
        """How long the sand still runs (8)."""
        timer = self.settings.timer
        if not timer.seconds or view["phase"] != "placing":
            return
        left = timer.left()
        if left is None:
            self.say("sand_waits", seconds=timer.seconds)
        else:
            self.say("sand_left", seconds=math.ceil(left))

    def is_secret(self, view: View) -> bool:
        """Whether what is asked, or what is offered, is for one person's eyes."""
        return view["phase"] in SECRET_PHASES or view["tile"] in SECRET_TILES

    def moment(self, view: View) -> tuple[object, ...]:
        """What distinguishes one question from the next: going on with a tile is the same question."""
        return (
            view["year"],
            view["season"],
            view["phase"],
            view["tile"],
            view["bag"]["tiles"],
            str(view["hunger"] and view["hunger"]["land"]),
            str(view.get("founding")),
        )

    def no_undo(self, view: View) -> str:
        """Under the hourglass tiles stay where they are laid (8)."""
        if view["phase"] == "placing" and view["variant"]["hourglass"]:
            return self.wording.say("play.no_undo_sand", rule=self.wording.rule("8", "C47"))
        return super().no_undo(view)

    def gathered(self, events: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
        """Gangs that rise one after the other are told in one sentence."""
        merged: list[Mapping[str, object]] = []
        for event in events:
            if merged and event["event"] == "gang_placed" == merged[-1]["event"]:
                before = merged.pop()["land"]
                merged.append(
                    {**event, "land": [*(before if isinstance(before, list) else [before]), event["land"]]}
                )
            else:
                merged.append(event)
        return merged
