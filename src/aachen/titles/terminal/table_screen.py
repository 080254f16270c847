"""What people at one terminal see: the board, the question, what happened, and a curtain between players.

A title's own screen draws the table and says which questions are secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from aachen.bots import Bot
from aachen.core.events import Event
from aachen.locales.wording import Wording
from aachen.titles.terminal.console import Signs, seat_style, signs_for
from aachen.titles.terminal.menu import Menu
from aachen.titles.terminal.reader import Reader, Unclear
from aachen.titles.terminal.timer import Timer

Ask = Callable[[str], str]
AskWithin = Callable[[str, float], str | None]
View = Mapping[str, Any]

LINES_OF_LOG: Final = 40
LINES_KEPT: Final = 10  # of the story, when the screen is cleared


@dataclass
class SeatedPlayer:
    """Who sits on a seat: a person, perhaps with a name, or a bot."""

    who: str
    name: str = ""
    bot: Bot | None = None


@dataclass
class ScreenSettings:
    """How the table is shown: plain or drawn, how fast bots move, and who waits how."""

    plain: bool
    delay: float
    ask: Ask
    sleep: Callable[[float], None]
    ask_within: AskWithin
    timer: Timer


class TableScreen:
    """One screen and one keyboard, and whoever sits before them."""

    quiet: tuple[str, ...] = ()  # events that are told in a low voice
    loud: tuple[str, ...] = ()  # events that stand out
    headings: tuple[str, ...] = ()  # events that begin a part of the story

    def __init__(
        self,
        players: Sequence[SeatedPlayer],
        wording: Wording,
        console: Console,
        settings: ScreenSettings,
        opening: View,
    ) -> None:
        """`opening` is a spectator's view of the table as it stands."""
        self.opening = opening
        self.players = players
        self.console = console
        self.settings = settings
        self.seats: list[str] = opening["seats"]
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.is_shared = len(self.people) > 1
        self.story: list[Mapping[str, object]] = []
        self._asked: tuple[object, ...] = ()
        self._hinted: set[tuple[int, str]] = set()  # what was explained once, `why` explains again
        self._secrets_of: int | None = None  # whose tiles are on the screen
        self._story_shown = 0  # so much of the story was told when the last question was asked
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
        raise NotImplementedError

    @property
    def viewer(self) -> int | None:
        """Whose eyes the story is told for: the only person's, or a spectator's."""
        return self.people[0] if len(self.people) == 1 else None

    # Lines

    def say(self, key: str, **facts: object) -> None:
        """A line of ours to whoever looks."""
        text = self.coloured(self.wording.say(f"play.{key}", **facts))
        self.console.print(text, soft_wrap="path" in facts)  # what is to be copied stays on one line

    def print_sentence(self, sentence: str) -> None:
        """A sentence with the names of seats in their colours."""
        self.console.print(self.coloured(sentence))

    def refuse(self, sentence: str) -> None:
        """Say no."""
        self.console.print(self.coloured(sentence, "refused"))

    def explain(self, unclear: Unclear, view: View) -> None:
        """Say what is not understood, and what would be."""
        facts: dict[str, Any] = {"example": self.example(view), **unclear.facts}
        if "names" in facts:
            facts["names"] = self.wording.join(self.wording.name(name) for name in facts["names"])
        self.refuse(self.wording.say(unclear.key, **facts))

    def example(self, view: View) -> str:
        """Something that may be typed now."""
        return self.reader.typed(view["offers"][-1])

    def coloured(self, sentence: str, style: str = "") -> Text:
        """Names of seats in their colours."""
        text = Text(sentence, style=style)
        for colour in self.seats:
            text.highlight_regex(rf"\b{self.wording.seat(colour)}\b", seat_style(colour))
        return text

    # The question

    def present(self, seat: int, view: View, public: View) -> None:
        """The board, if anything but this person's own act has changed it; then the question."""
        self._story_shown = len(self.story)
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
        """Whether everything is shown before this question; to a listener at the first one."""
        return not self._hinted if self.settings.plain else True

    def draw(self, seen: View, is_whole: bool) -> None:
        """The table, and all that lies beside it if it is wanted whole."""
        self.print_lines(self.lines(seen))

    def lines(self, seen: View) -> list[str]:
        """The table in sentences, one a line."""
        raise NotImplementedError

    def show_part(self, part: str, seen: View) -> None:
        """A part of the table alone, by the command that asks for it."""
        raise NotImplementedError

    def print_lines(self, lines: Sequence[str]) -> None:
        """One line after the other, without colours."""
        for line in lines:
            self.console.print(Text(line))

    def ask(self, seat: int, view: View) -> None:
        """What is asked, what it means the first time, and what may be done."""
        self.console.print()
        colour = self.seats[seat]
        sign = "" if self.settings.plain else f"{self.signs().of(colour)} "
        name = f"{self.called(seat)}: " if self.is_shared else ""
        self.console.print(Text(f"{sign}{name}{self.wording.prompt(view)}", style=seat_style(colour)))
        hint = self.wording.hint(view)
        if (seat, hint) not in self._hinted:
            self._hinted.add((seat, hint))
            self.console.print(Text(hint, style="hushed"))
        self.tell_time(view)
        self.show_menu(view)

    def show_menu(self, view: View) -> None:
        """The numbered offers."""
        Menu(view, self.wording, self.reader, self.console).show(self.settings.plain)

    def tell_time(self, view: View) -> None:
        """How much time is left for this question, where there is a limit."""

    def called(self, seat: int) -> str:
        """A person's name and colour."""
        colour = self.wording.seat(self.seats[seat])
        name = self.players[seat].name
        return f"{name} ({colour})" if name else colour

    # What kind of question it is

    def is_secret(self, view: View) -> bool:
        """Whether what is asked, or what is offered, is for one person's eyes."""
        return False

    def moment(self, view: View) -> tuple[object, ...]:
        """What distinguishes one question from the next; while it is the same, the table is not drawn again."""
        return view["phase"], tuple(view["to_act"])

    def goes_on(self, before: View, now: View) -> bool:
        """Whether several actions that were typed at once may go on: still the same question."""
        return self.moment(before) == self.moment(now)

    def no_undo(self, view: View) -> str:
        """Why nothing can be taken back now."""
        return self.wording.say("play.no_undo")

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
        for event in self.story[max(0, min(self._story_shown, len(self.story) - LINES_KEPT)) :]:
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
        for event in self.gathered([event.seen_by(self.viewer) for event in events]):
            self.story.append(event)
            self._print_event(event)

    def untell(self, length: int | None) -> None:
        """What was taken back is no part of the story any more; without a length nothing is known of it."""
        if length is not None:
            del self.story[length:]
            self._story_shown = min(self._story_shown, length)

    def remember(self, events: Sequence[Event]) -> None:
        """Know what happened before this sitting, for the log."""
        self.story += self.gathered([event.seen_by(self.viewer) for event in events])

    def _print_event(self, event: Mapping[str, object]) -> None:
        sentence = self.wording.event(event)
        section = self.wording.event_section(event)
        if event["event"] in self.headings and not self.settings.plain:
            self.console.print()
            self.console.rule(Text(sentence, style="bold"), style="hushed")
            return
        style = "hushed" if event["event"] in self.quiet else "bold" if event["event"] in self.loud else ""
        bullet = "" if self.settings.plain else f" {self.signs().bullet} "
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
        for name in self.reader.commands:
            word = say(f"command.{name}").split()[0]
            facts = {"example": example, "why": word, "save": word}
            text = Text(f"  {word:<10}", style="number")
            self.console.print(text.append(say(f"play.help.{name}", **facts), style="not bold default"))

    def gathered(self, events: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
        """The events to tell; a title may put several into one sentence."""
        return list(events)

    def introduce(self) -> None:
        """Say what is worth knowing when all players are named."""


def _forget_typed_lines() -> None:
    """What one person typed, the next cannot call back with the arrow keys."""
    with suppress(ImportError, AttributeError):
        import readline

        readline.clear_history()
