"""What people at the table see and hear: the board, the question, the story, and the curtain between them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.text import Text

from aachen.bots import Bot
from aachen.cli import plain, screen
from aachen.cli.clock import AskWithin, Hourglass
from aachen.cli.menu import Menu
from aachen.cli.signs import Signs, seat_style, signs_for
from aachen.cli.typed import COMMANDS, Reader, Unclear
from aachen.core.events import Event
from aachen.locales.wording import Wording

Ask = Callable[[str], str]
View = Mapping[str, Any]

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
LINES_OF_LOG: Final = 40
LINES_KEPT: Final = 10  # of the story, when the screen is cleared
TALL: Final = 36  # a terminal with so many lines shows courts and victory with the board
PROBLEM_LINES: Final = 8  # what Scenario 814 adds to the board


@dataclass
class Sitter:
    """Who sits on a seat: a person, perhaps with a name, or a bot."""

    who: str
    name: str = ""
    bot: Bot | None = None


@dataclass
class Manners:
    """How the table is shown: plain or drawn, how fast bots move, and who waits how."""

    plain: bool
    delay: float
    ask: Ask
    sleep: Callable[[float], None]
    ask_within: AskWithin
    hourglass: Hourglass


class Stage:
    """One screen and one keyboard, and whoever sits before them. Another game has a stage of its own."""

    quiet: tuple[str, ...] = QUIET_EVENTS
    loud: tuple[str, ...] = LOUD_EVENTS
    headings: tuple[str, ...] = HEADINGS

    def __init__(
        self, sitters: Sequence[Sitter], wording: Wording, console: Console, manners: Manners, opening: View
    ) -> None:
        """`opening` is a spectator's view: which seats and lands there are."""
        self.sitters = sitters
        self.console = console
        self.manners = manners
        self.seats: list[str] = opening["seats"]
        self.people = [seat for seat, sitter in enumerate(sitters) if sitter.bot is None]
        self.is_shared = len(self.people) > 1
        self.story: list[Mapping[str, object]] = []
        self._lands: list[str] = list(opening.get("lands", []))
        self._asked: tuple[object, ...] = ()
        self._hinted: set[tuple[int, str]] = set()  # what was explained once, `why` explains again
        self._secrets_of: int | None = None  # whose tiles are on the screen
        self._told = 0  # so much of the story was told when the last question was asked
        self.speak(wording)

    def speak(self, wording: Wording) -> None:
        """Go on in this language."""
        self.wording = wording
        self.reader = self.make_reader()
        self._asked = ()

    def signs(self) -> Signs:
        """The signs this terminal can show."""
        return signs_for(self.console)

    def make_reader(self) -> Reader:
        """What may be typed here."""
        return Reader(self.wording, self._lands, self.seats)

    @property
    def viewer(self) -> int | None:
        """Whose eyes the story is told for: the only person's, or a spectator's."""
        return self.people[0] if len(self.people) == 1 else None

    # Lines

    def say(self, key: str, **facts: object) -> None:
        """A line of ours to whoever looks."""
        text = self.coloured(self.wording.say(f"play.{key}", **facts))
        self.console.print(text, soft_wrap="path" in facts)  # what is to be copied stays on one line

    def refuse(self, sentence: str) -> None:
        """Say no."""
        self.console.print(self.coloured(sentence, "refused"))

    def explain(self, unclear: Unclear, view: View) -> None:
        """Say what is not understood, and what would be."""
        facts: dict[str, Any] = {"example": self.example(view), **unclear.facts}
        if "names" in facts:
            facts["names"] = self.wording.join(self.name_of(name) for name in facts["names"])
        self.refuse(self.wording.say(unclear.key, **facts))

    def name_of(self, name: str) -> str:
        """Something that may be typed, as people call it."""
        for family in ("tile", "season", "place"):
            if self.wording.catalogue.has(f"{family}.{name}"):
                return self.wording.say(f"{family}.{name}")
        return self.wording.seat(name) if name in self.seats else self.wording.land(name)

    def example(self, view: View) -> str:
        """Something that may be typed now."""
        return self.reader.typed(view["offers"][-1])

    def coloured(self, sentence: str, style: str = "") -> Text:
        """Names of Carolingians in their colours."""
        text = Text(sentence, style=style)
        for colour in self.seats:
            text.highlight_regex(rf"\b{self.wording.seat(colour)}\b", seat_style(colour))
        return text

    # The question

    def present(self, seat: int, view: View, public: View) -> None:
        """The board, if anything but this person's own act has changed it; then the question."""
        self._told = len(self.story)
        asked = (seat, *self.moment(view))
        if asked != self._asked:
            self._asked = asked
            self.draw(self.seen(view, public), self.is_time_for_all(view))
        if self.is_shared and self.is_secret(view):
            self._secrets_of = seat
        self.ask(seat, view)

    def seen(self, view: View, public: View) -> View:
        """The person's own view, or what all may see, if all are looking."""
        return public if self.is_shared and not self.is_secret(view) else view

    def is_time_for_all(self, view: View) -> bool:
        """Whether courts and victory are shown too: where there is room, or to a listener at the first question."""
        if self.manners.plain:
            return not self._hinted
        tall = TALL + PROBLEM_LINES if "scenario" in view else TALL
        return view["phase"] in SECRET_PHASES and self.console.height >= tall

    def draw(self, seen: View, is_whole: bool) -> None:
        """The board, and the rest if there is room."""
        if self.manners.plain:
            self._draw_plain(seen, is_whole)
            return
        drawn = screen.Screen(self.wording, self.console)
        parts: list[RenderableType | None] = [drawn.time(seen), drawn.board(seen), drawn.scenario(seen)]
        if is_whole:
            parts += [drawn.courts(seen), drawn.victory(seen)]
        elif seen["viewer"] is not None and seen["phase"] in SECRET_PHASES:
            parts.append(drawn.own_tiles(seen))
        for part in parts:
            if part is not None:
                self.console.print(part)

    def _draw_plain(self, seen: View, is_whole: bool) -> None:
        """The whole table only if it is asked for: to hear it all before every choice is no pleasure."""
        lines = plain.plain_board(seen, self.wording) if is_whole else plain.plain_news(seen, self.wording)
        if is_whole or seen["phase"] in SECRET_PHASES:
            lines += plain.plain_courts(seen, self.wording)
        if is_whole:
            lines += plain.plain_victory(seen, self.wording)
        for line in lines:
            self.console.print(Text(line))

    def show_part(self, part: str, seen: View) -> None:
        """The courts or the victory table alone."""
        if self.manners.plain:
            lines = plain.plain_courts if part == "courts" else plain.plain_victory
            for line in lines(seen, self.wording):
                self.console.print(Text(line))
            return
        drawn = screen.Screen(self.wording, self.console)
        self.console.print(drawn.courts(seen) if part == "courts" else drawn.victory(seen))

    def ask(self, seat: int, view: View) -> None:
        """What is asked, what it means the first time, and what may be done."""
        self.console.print()
        colour = self.seats[seat]
        sign = "" if self.manners.plain else f"{self.signs().of(colour)} "
        name = f"{self.called(seat)}: " if self.is_shared else ""
        self.console.print(Text(f"{sign}{name}{self.wording.prompt(view)}", style=seat_style(colour)))
        hint = self.wording.hint(view)
        if (seat, hint) not in self._hinted:
            self._hinted.add((seat, hint))
            self.console.print(Text(hint, style="hushed"))
        self._tell_sand(view)
        self.show_menu(view)

    def show_menu(self, view: View) -> None:
        """The numbered offers."""
        Menu(view, self.wording, self.reader, self.console).show(self.manners.plain)

    def _tell_sand(self, view: View) -> None:
        """How long the sand still runs (8)."""
        hourglass = self.manners.hourglass
        if not hourglass.seconds or view["phase"] != "placing":
            return
        left = hourglass.left()
        if left is None:
            self.say("sand_waits", seconds=hourglass.seconds)
        else:
            self.say("sand_left", seconds=math.ceil(left))

    def called(self, seat: int) -> str:
        """A person's name and colour."""
        colour = self.wording.seat(self.seats[seat])
        name = self.sitters[seat].name
        return f"{name} ({colour})" if name else colour

    # What kind of question it is

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

    # The curtain

    def needs_curtain(self, seat: int, view: View) -> bool:
        """Whether this person's secrets come next, and another's eyes may be on the screen."""
        return self.is_shared and self.is_secret(view) and self._secrets_of != seat

    def curtain(self, seat: int, ask: Ask) -> None:
        """Nobody sees the tiles of two people."""
        self._clear()
        self._secrets_of = None
        self._asked = ()
        self.say("curtain", name=self.called(seat))
        self.say("curtain_enter", name=self.called(seat))
        ask("")
        self._clear()

    def hide(self) -> None:
        """A secret choice is made: what was on the screen goes at once, and what is open is told again."""
        if self._secrets_of is None:
            return
        self._clear()
        self._secrets_of = None
        self._asked = ()
        for event in self.story[max(0, min(self._told, len(self.story) - LINES_KEPT)) :]:
            self._print_event(event)

    def _clear(self) -> None:
        _forget_typed_lines()
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")  # the lines above the screen too
            self.console.file.flush()
        else:
            self.console.print("\n" * max(50, self.console.height))

    # The story

    def tell(self, events: Sequence[Event]) -> None:
        """Tell what happened, as everybody at this keyboard may know it."""
        for event in _gathered([event.seen_by(self.viewer) for event in events]):
            self.story.append(event)
            self._print_event(event)

    def untell(self, length: int | None) -> None:
        """What was taken back is no part of the story any more; without a length nothing is known of it."""
        if length is not None:
            del self.story[length:]
            self._told = min(self._told, length)

    def remember(self, events: Sequence[Event]) -> None:
        """Know what happened before this sitting, for the log."""
        self.story += _gathered([event.seen_by(self.viewer) for event in events])

    def _print_event(self, event: Mapping[str, object]) -> None:
        sentence = self.wording.event(event)
        section = self.wording.event_section(event)
        if event["event"] in self.headings and not self.manners.plain:
            self.console.print()
            self.console.rule(Text(sentence, style="bold"), style="hushed")
            return
        style = "hushed" if event["event"] in self.quiet else "bold" if event["event"] in self.loud else ""
        bullet = "" if self.manners.plain else f" {self.signs().bullet} "
        text = Text(bullet).append(self.coloured(sentence, style))
        self.console.print(text.append(f" ({section})", style="hushed") if section else text)

    def show_log(self) -> None:
        """What has happened lately."""
        if not self.story:
            self.say("no_log")
        for event in self.story[-LINES_OF_LOG:]:
            self._print_event(event)

    def help(self, view: View) -> None:
        """How one talks to the table."""
        say = self.wording.say
        example = self.example(view)
        self.console.print(Text(say("play.help", example=example)))
        for name in COMMANDS:
            word = say(f"command.{name}").split()[0]
            facts = {"example": example, "why": word, "save": word}
            text = Text(f"  {word:<10}", style="number")
            self.console.print(text.append(say(self.help_key(name), **facts), style="not bold default"))

    def help_key(self, command: str) -> str:
        """The sentence that explains a command."""
        return f"play.help.{command}"


def _gathered(events: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Gangs that rise one after the other are told in one sentence."""
    told: list[Mapping[str, object]] = []
    for event in events:
        if told and event["event"] == "gang_placed" == told[-1]["event"]:
            before = told.pop()["land"]
            told.append(
                {**event, "land": [*(before if isinstance(before, list) else [before]), event["land"]]}
            )
        else:
            told.append(event)
    return told


def _forget_typed_lines() -> None:
    """What one person typed, the next cannot call back with the arrow keys."""
    with suppress(ImportError, AttributeError):
        import readline

        readline.clear_history()
