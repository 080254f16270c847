"""One sitting at the terminal: people and bots are asked in turn, and what happens is told as a story.

People see views only. Several people at one keyboard are separated by a curtain whenever tiles are secret.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, cast

from rich.console import Console, RenderableType
from rich.text import Text

from aachen.cli import screen
from aachen.cli.keep import Keeper, holds_another, reason, write_copy
from aachen.cli.menu import Menu
from aachen.cli.signs import seat_style, signs_for
from aachen.cli.typed import COMMANDS, Action, Command, Reader, Unclear
from aachen.cli.voice import fault_sentence
from aachen.core.errors import BadInput
from aachen.core.events import Event
from aachen.core.log import Entry, Record, read_line
from aachen.core.luck import Luck
from aachen.locales import LANGUAGES
from aachen.locales.wording import Wording

Ask = Callable[[str], str]
View = dict[str, Any]

SECRET_PHASES: Final = ("placing", "swapping")
SECRET_TILES: Final = ("develop", "peace")  # what they offer shows tiles that siblings must not see
QUIET_EVENTS: Final = ("tiles_placed", "swap_chosen", "bag_filled", "card_inserted", "tile_done")
LINES_OF_LOG: Final = 40
TALL: Final = 36  # a terminal with so many lines shows courts and victory with the board
INTERRUPTED: Final = 130


class Bot(Protocol):
    """Whoever chooses from a view."""

    def choose(self, view: Any) -> Any:
        """One of the offers."""


@dataclass
class Sitter:
    """Who sits on a seat: a person, perhaps with a name, or a bot."""

    who: str
    name: str = ""
    bot: Bot | None = None


class Leaving(Exception):
    """A person leaves the table."""


@dataclass
class Manners:
    """How the table is shown: plain or drawn, how fast bots move, and who waits how."""

    plain: bool
    delay: float
    ask: Ask
    sleep: Callable[[float], None]


class Table:
    """A running game with its sitters."""

    def __init__(
        self,
        record: Record,
        luck: Luck,
        sitters: Sequence[Sitter],
        keeper: Keeper,
        wording: Wording,
        console: Console,
        manners: Manners,
    ) -> None:
        self.record = record
        self.luck = luck
        self.sitters = sitters
        self.keeper = keeper
        self.console = console
        self.manners = manners
        self.seats: list[str] = record.position.seats()
        self.people = [seat for seat, sitter in enumerate(sitters) if sitter.bot is None]
        self.is_shared = len(self.people) > 1
        self.story: list[Mapping[str, object]] = []
        self._asked: tuple[object, ...] = ()
        self._hinted: set[tuple[int, str]] = set()  # what was explained once, `why` explains again
        self._secrets_of: int | None = None  # whose tiles are on the screen
        self._is_told = False  # that the game cannot be kept
        self._speak(wording)

    def _speak(self, wording: Wording) -> None:
        self.wording = wording
        lands = cast("Mapping[str, object]", self.record.position.view(None)["lands"])
        self.reader = Reader(wording, lands, self.seats)

    def say(self, key: str, **facts: object) -> None:
        """A line of ours to whoever looks."""
        text = self._coloured(self.wording.say(f"play.{key}", **facts))
        self.console.print(text, soft_wrap="path" in facts)  # what is to be copied stays on one line

    # The sitting

    def run(self) -> int:
        """Play until the game is over or somebody leaves."""
        try:
            while self.record.position.to_act():
                self._next()
            self._end()
        except Leaving:
            self._tell_where()
        except EOFError:
            self.console.print()
            self._tell_where()
        except KeyboardInterrupt:
            self.console.print()
            self.say("stopped")
            self._tell_where()
            return INTERRUPTED
        return 0

    def _next(self) -> None:
        """Bots choose first, so that a person's choice is what sets the bag in motion."""
        asked = self.record.position.to_act()
        seat = next((seat for seat in asked if self.sitters[seat].bot is not None), asked[0])
        bot = self.sitters[seat].bot
        if bot is None:
            self._person(seat)
        else:
            self._play(seat, self.record.position.read_action(bot.choose(self.record.position.view(seat))))
            if self.manners.delay and self.record.position.to_act():
                self.manners.sleep(self.manners.delay)

    def _play(self, seat: int, action: int) -> None:
        move = self.record.play(seat, action, self.luck)
        self.tell(move.events)
        self.tell_trouble()

    def tell_trouble(self) -> None:
        """Say once that the game cannot be kept."""
        if self.keeper.trouble and not self._is_told:
            self._is_told = True
            self.say("not_saved", path=self.keeper.path, reason=self.keeper.trouble)

    # A person's choice

    def _person(self, seat: int) -> None:
        view: View = self.record.position.view(seat)
        is_secret = self.is_shared and _is_secret(view)
        if is_secret and self._secrets_of != seat:
            self._curtain(seat)
        self._present(seat, view)
        while not self._heard(seat, view):
            pass
        if is_secret:
            self._hide()

    def _heard(self, seat: int, view: View) -> bool:
        """Read one line; True when it changed the game."""
        text = self.manners.ask("> ")
        if not text.strip():
            self._ask(seat, view)
            return False
        try:
            understood = self.reader.read(text, view["offers"])
        except Unclear as unclear:
            self._explain(unclear, view)
            return False
        if isinstance(understood, Command):
            return self._obey(understood, seat, view)
        return self._do(seat, view, understood)

    def _do(self, seat: int, view: View, actions: Sequence[Action]) -> bool:
        """Do one action after the other, until one is refused or something new is asked."""
        has_played = False
        for action in actions:
            position = self.record.position
            try:
                code = position.read_action(action)
            except BadInput as wrong:
                self._refuse(" ".join(fault_sentence(self.wording.language, fault) for fault in wrong.faults))
                return has_played
            refusal = position.refusal(seat, code)
            if refusal is not None:
                self._refuse(self.wording.refusal(refusal))
                return has_played
            self._play(seat, code)
            has_played = True
            if seat not in self.record.position.to_act() or _moment(
                self.record.position.view(None)
            ) != _moment(view):
                return True
        return has_played

    def _refuse(self, sentence: str) -> None:
        self.console.print(self._coloured(sentence, "refused"))

    def _explain(self, unclear: Unclear, view: View) -> None:
        facts = dict(unclear.facts)
        if isinstance(facts.get("names"), list):
            facts["names"] = self.wording.join(self._name_of(name) for name in facts["names"])  # type: ignore[attr-defined]
        self._refuse(self.wording.say(unclear.key, **{"example": self._example(view), **facts}))

    def _name_of(self, name: str) -> str:
        if self.wording.catalogue.has(f"tile.{name}"):
            return self.wording.tile(name)
        return self.wording.seat(name) if name in self.seats else self.wording.land(name)

    def _example(self, view: View) -> str:
        return self.reader.typed(view["offers"][-1])

    # What a person sees

    def _present(self, seat: int, view: View) -> None:
        """The board, if anything but this person's own act has changed it; then the question."""
        asked = (seat, *_moment(view))
        if asked != self._asked:
            self._asked = asked
            is_whole = view["phase"] in SECRET_PHASES and self.console.height >= TALL
            self._draw(seat, view, is_whole)
        if self.is_shared and _is_secret(view):
            self._secrets_of = seat
        self._ask(seat, view)

    def _draw(self, seat: int, view: View, is_whole: bool) -> None:
        seen = view if not self.is_shared or _is_secret(view) else self.record.position.view(None)
        if self.manners.plain:
            lines = screen.plain_board(seen, self.wording)
            lines += screen.plain_courts(seen, self.wording) + screen.plain_victory(seen, self.wording)
            for line in lines:
                self.console.print(Text(line))
            return
        drawn = screen.Screen(self.wording, self.console)
        parts: list[RenderableType | None] = [drawn.time(seen), drawn.board(seen)]
        if is_whole:
            parts += [drawn.courts(seen), drawn.victory(seen)]
        elif seen["viewer"] is not None and seen["phase"] in SECRET_PHASES:
            parts.append(drawn.own_tiles(seen))
        for part in parts:
            self.console.print(part)

    def _ask(self, seat: int, view: View) -> None:
        self.console.print()
        colour = self.seats[seat]
        sign = "" if self.manners.plain else f"{signs_for(self.console).of(colour)} "
        name = f"{self._called(seat)}: " if self.is_shared else ""
        self.console.print(Text(f"{sign}{name}{self.wording.prompt(view)}", style=seat_style(colour)))
        hint = self.wording.hint(view)
        if (seat, hint) not in self._hinted:
            self._hinted.add((seat, hint))
            self.console.print(Text(hint, style="hushed"))
        Menu(view["offers"], self.wording, self.reader, self.console).show(self.manners.plain)

    def _called(self, seat: int) -> str:
        colour = self.wording.seat(self.seats[seat])
        name = self.sitters[seat].name
        return f"{name} ({colour})" if name else colour

    def _curtain(self, seat: int) -> None:
        """Nobody sees the tiles of two people."""
        self._clear()
        self._secrets_of = None
        self._asked = ()
        self.say("curtain", name=self._called(seat))
        self.say("curtain_enter", name=self._called(seat))
        self.manners.ask("")
        self._clear()

    def _hide(self) -> None:
        """A secret choice is made: what was on the screen goes at once, and what is open stays told."""
        self._clear()
        self._secrets_of = None
        self._asked = ()
        for event in self.story[-LINES_OF_LOG // 4 :]:
            self._print_event(event)

    def _clear(self) -> None:
        _forget_typed_lines()
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")  # the lines above the screen too
            self.console.file.flush()
        else:
            self.console.print("\n" * max(50, self.console.height))

    # Commands

    def _obey(self, command: Command, seat: int, view: View) -> bool:
        """Do what was asked of the table; True if the game has changed."""
        if command.name == "undo":
            return self._undo()
        if command.name == "quit":
            self._quit()
        elif command.name == "lang":
            return self._switch_language(command.rest)
        elif command.name == "why":
            self._why(command.rest, seat, view)
        elif command.name == "save":
            self._save(command.rest)
        elif command.name == "log":
            self._show_log()
        elif command.name == "help":
            self._help(view)
        elif command.name == "offers":
            self._ask(seat, view)
        else:
            self._show_part(command.name, seat, view)
        return False

    def _show_part(self, part: str, seat: int, view: View) -> None:
        if part == "board":
            self._draw(seat, view, is_whole=True)
            return
        seen = view if not self.is_shared or _is_secret(view) else self.record.position.view(None)
        if self.manners.plain:
            lines = screen.plain_courts if part == "courts" else screen.plain_victory
            for line in lines(seen, self.wording):
                self.console.print(Text(line))
            return
        drawn = screen.Screen(self.wording, self.console)
        self.console.print(drawn.courts(seen) if part == "courts" else drawn.victory(seen))

    def _undo(self) -> bool:
        within_reach = self.record.undoable()
        if not within_reach:
            self.say("no_undo")
            return False
        undone = read_line(self.record.lines[within_reach[-1] + 1])
        self.record.undo(within_reach[-1])
        if isinstance(undone, Entry):
            self.say("undone", action=self.wording.action(undone.action))
        return True

    def _why(self, rest: str, seat: int, view: View) -> None:
        """Why an action is allowed or not."""
        if not rest:
            why = self.wording.say("command.why").split()[0]
            self.say("why_what", usage=f"{why} {self._example(view)}")
            return
        try:
            understood = self.reader.read(rest, view["offers"])
        except Unclear as unclear:
            self._explain(unclear, view)
            return
        if isinstance(understood, Command):
            self.say("why_what", usage=self._example(view))
            return
        self._judge(understood[0], seat, view)

    def _judge(self, action: Action, seat: int, view: View) -> None:
        position = self.record.position
        try:
            refusal = position.refusal(seat, position.read_action(action))
        except BadInput as wrong:
            self._refuse(" ".join(fault_sentence(self.wording.language, fault) for fault in wrong.faults))
            return
        if refusal is not None:
            self._refuse(self.wording.refusal(refusal))
        else:
            self.say("why_allowed", action=self.wording.action(action))
            self.console.print(Text(self.wording.hint(view), style="hushed"))

    def _save(self, name: str) -> None:
        if not name:
            self._tell_kept()
            return
        path = Path(name).expanduser()
        if holds_another(path, self.record.lines[0]):
            self.say("file_exists", path=path)
            return
        try:
            write_copy(path, self.record.lines)
        except (OSError, ValueError) as refused:
            self.say("not_saved", path=path, reason=reason(refused))
        else:
            self.say("saved", path=path)

    def _show_log(self) -> None:
        if not self.story:
            self.say("no_log")
        for event in self.story[-LINES_OF_LOG:]:
            self._print_event(event)

    def _switch_language(self, rest: str) -> bool:
        language = rest.strip().lower()[:2]
        if language not in LANGUAGES:
            word = self.wording.say("command.lang").split()[0]
            self.say("languages", usage=f"{word} fr")
            return False
        self._speak(Wording(language, self.wording.board))
        self.say("language_now")
        self._asked = ()
        return True

    def _help(self, view: View) -> None:
        say = self.wording.say
        example = self._example(view)
        self.console.print(Text(say("play.help", example=example)))
        for name in COMMANDS:
            word = say(f"command.{name}").split()[0]
            facts = {"example": example, "why": word, "save": word}
            text = Text(f"  {word:<10}", style="number")
            self.console.print(text.append(say(f"play.help.{name}", **facts), style="not bold default"))

    # Leaving

    def _quit(self) -> None:
        self.say("ask_copy")
        with suppress(EOFError):
            name = self.manners.ask("> ").strip()
            if name:
                self._save(name)
        raise Leaving

    def _tell_kept(self) -> None:
        if self.keeper.trouble:
            self.say("not_kept")
        else:
            self.say("kept", path=self.keeper.path)

    def _tell_where(self) -> None:
        self._tell_kept()
        if not self.keeper.trouble:
            self.say("go_on_later", path=shlex.quote(str(self.keeper.path)))

    def _end(self) -> None:
        outcome = self.record.position.outcome()
        assert outcome is not None
        screen.show(self.record.position, self.wording, self.console, self.viewer, self.manners.plain)
        self.console.print()
        self.console.print(self._coloured(self.wording.outcome(outcome, self.seats), "asked"))
        for line in self.wording.standings(outcome, self.seats):
            self.console.print(self._coloured(f"  {line}"))
        if not self.keeper.trouble:
            self.say("log_is", path=self.keeper.path)
            self.say("replay", path=shlex.quote(str(self.keeper.path)))

    # The story

    @property
    def viewer(self) -> int | None:
        """Whose eyes the story is told for: the only person's, or a spectator's."""
        return self.people[0] if len(self.people) == 1 else None

    def tell(self, events: Sequence[Event]) -> None:
        """Tell what happened, as everybody at this keyboard may know it."""
        for event in _gathered([event.seen_by(self.viewer) for event in events]):
            self.story.append(event)
            self._print_event(event)

    def remember(self, events: Sequence[Event]) -> None:
        """Know what happened before this sitting, for the log."""
        self.story += _gathered([event.seen_by(self.viewer) for event in events])

    def _print_event(self, event: Mapping[str, object]) -> None:
        sentence = self.wording.event(event)
        section = self.wording.event_section(event)
        if event["event"] == "placing_began" and not self.manners.plain:
            self.console.print()
            self.console.rule(Text(sentence, style="bold"), style="hushed")
            return
        style = (
            "hushed" if event["event"] in QUIET_EVENTS else "bold" if event["event"] == "tile_drawn" else ""
        )
        bullet = "" if self.manners.plain else f" {signs_for(self.console).bullet} "
        text = Text(bullet).append(self._coloured(sentence, style))
        self.console.print(text.append(f" ({section})", style="hushed") if section else text)

    def _coloured(self, sentence: str, style: str = "") -> Text:
        """Names of Carolingians in their colours."""
        text = Text(sentence, style=style)
        for colour in self.seats:
            text.highlight_regex(rf"\b{self.wording.seat(colour)}\b", seat_style(colour))
        return text


def _is_secret(view: View) -> bool:
    """Whether what is asked, or what is offered, is for one person's eyes."""
    return view["phase"] in SECRET_PHASES or view["tile"] in SECRET_TILES


def _moment(view: Mapping[str, Any]) -> tuple[object, ...]:
    """What distinguishes one question from the next: going on with a tile is the same question."""
    return (
        view["year"],
        view["season"],
        view["phase"],
        view["tile"],
        view["bag"]["tiles"],
        str(view["hunger"] and view["hunger"]["land"]),
    )


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
