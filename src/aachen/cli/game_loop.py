"""One game at the terminal: people and bots are asked in turn until the game is over or somebody leaves.

People see views only.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.text import Text

from aachen.bots import Bot, Budget
from aachen.cli.advice import advice
from aachen.cli.files import replace_file
from aachen.cli.program import program
from aachen.cli.saves import SaveFile, holds_another, reason
from aachen.core.contract import TABLE, Position
from aachen.core.errors import BadInput
from aachen.core.game_loop import carry_out
from aachen.core.log import Record
from aachen.core.log_lines import Entry, read_line
from aachen.core.luck import Luck
from aachen.locales import LANGUAGES
from aachen.locales.faults import fault_sentence
from aachen.locales.languages import NAMED
from aachen.locales.wording import View, Wording
from aachen.titles.terminal.reader import Action, Command, Unclear
from aachen.titles.terminal.table_screen import TableScreen
from aachen.titles.title import Title

INTERRUPTED: Final = 130
THINKING: Final = 3.0  # seconds a bot may think, whether it plays or advises


class Leaving(Exception):
    """A person leaves the table."""


class TimeRanOutError(Exception):
    """The time for a choice ran out while a person was asked."""


class GameLoop:
    """A running game, where it is saved, and the screen on which people see it."""

    def __init__(
        self, title: Title, record: Record, luck: Luck, saves: SaveFile, screen: TableScreen, adviser: Bot
    ) -> None:
        self.title = title
        self.record = record
        self.luck = luck
        self.saves = saves
        self.screen = screen
        self.adviser = adviser
        self._trouble_shown = False  # that the game cannot be kept
        self._story_lengths: dict[int, int] = {}  # how much of the story was told after each entry

    @property
    def wording(self) -> Wording:
        """The words of the language that is spoken now."""
        return self.screen.wording

    # Whose turn it is

    def run(self) -> int:
        """Play until the game is over or somebody leaves."""
        try:
            while self.record.position.to_act():
                self._next()
            self._end()
        except Leaving:
            self._tell_where()
        except EOFError:
            self.screen.console.print()
            self._tell_where()
        except KeyboardInterrupt:
            self.screen.console.print()
            self.screen.say("stopped")
            self._tell_where()
            return INTERRUPTED
        return 0

    def _next(self) -> None:
        """Bots choose first, so that a person's choice is what sets the bag in motion."""
        self.screen.settings.timer.watch(self.record.position)
        asked = self.record.position.to_act()
        seat = next((seat for seat in asked if self.screen.players[seat].bot is not None), asked[0])
        bot = self.screen.players[seat].bot
        if bot is None:
            self._person(seat)
        else:
            self._bot(seat, bot.course(self.record.position.view(seat), Budget(wall=THINKING)))

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self.record.position

    def play(self, seat: int, action: int) -> None:
        """An action of a bot, and time to read what it did."""
        self._play(seat, action)
        if self.screen.settings.delay and self.record.position.to_act():
            self.screen.settings.sleep(self.screen.settings.delay)

    def _bot(self, seat: int, course: Sequence[Action]) -> None:
        """A bot carries out its course."""
        carry_out(self, seat, [self.position.read_action(action) for action in course])

    def _play(self, seat: int, action: int) -> None:
        self._story_lengths[self.record.seq] = len(self.screen.story)
        move = self.record.play(seat, action, self.luck)
        self.screen.tell(move.events)
        self.tell_trouble()

    def tell_trouble(self) -> None:
        """Say once that the game cannot be kept."""
        if self.saves.trouble and not self._trouble_shown:
            self._trouble_shown = True
            self.screen.say("not_saved", path=self.saves.path, reason=self.saves.trouble)

    # A person's choice

    def _person(self, seat: int) -> None:
        """Ask until the game has changed; a secret stays on the screen only while its owner goes on."""
        try:
            self._question(seat)
        except TimeRanOutError:
            self._play(TABLE, self.record.position.offers(TABLE)[0])
        position = self.record.position
        if seat not in position.to_act() or not self.screen.is_secret(position.view(seat)):
            self.screen.hide()

    def _question(self, seat: int) -> None:
        view = self.record.position.view(seat)
        if self.screen.needs_curtain(seat, view):
            self.screen.curtain(seat, self._ask)
        self.screen.present(seat, view, self.record.position.view(None))
        while not self._heard(seat, view):
            pass

    def _ask(self, prompt: str) -> str:
        """A line of a person's; while time runs it must come in time, and a late one is not heard."""
        settings = self.screen.settings
        left = settings.timer.left()
        if left is None:
            return settings.ask(prompt)
        text = settings.ask_within(prompt, left) if left > 0 else None
        if text is None or settings.timer.left() == 0:
            raise TimeRanOutError
        return text

    def _heard(self, seat: int, view: View) -> bool:
        """Read one line; True when it changed the game."""
        text = self._ask("> ")
        if not text.strip():
            self.screen.ask(seat, view)
            return False
        try:
            understood = self.screen.reader.read(text, view["offers"])
        except Unclear as unclear:
            self.screen.explain(unclear, view)
            return False
        if isinstance(understood, Command):
            return self._obey(understood, seat, view)
        return self._do(seat, view, understood)

    def _do(self, seat: int, view: View, actions: Sequence[Action]) -> bool:
        """Do one action after the other, until one is refused or something new is asked."""
        for number, action in enumerate(actions):
            code = self._accepted(seat, action)
            if code is None:
                return number > 0
            self._play(seat, code)
            if not self._goes_on(seat, view):
                if actions[number + 1 :]:
                    self.screen.say("rest_not_done")
                return True
        return len(actions) > 0

    def _goes_on(self, seat: int, view: View) -> bool:
        """Whether the seat is still asked the same."""
        position = self.record.position
        return seat in position.to_act() and self.screen.goes_on(view, position.view(None))

    def _accepted(self, seat: int, action: Action) -> int | None:
        """The action's code, or None after saying what forbids it."""
        position = self.record.position
        try:
            code = position.read_action(action)
        except BadInput as wrong:
            language = self.wording.language
            self.screen.refuse(" ".join(fault_sentence(language, fault) for fault in wrong.faults))
            return None
        refusal = position.refusal(seat, code)
        if refusal is not None:
            self.screen.refuse(self.wording.refusal(refusal))
            return None
        return code

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
        elif command.name == "hint":
            self._hint(view)
        elif command.name == "save":
            self._save(command.rest)
        elif command.name == "log":
            self.screen.show_log()
        elif command.name == "help":
            self.screen.help(view)
        elif command.name == "offers":
            self.screen.ask(seat, view)
        else:
            seen = self.screen.seen(view, self.record.position.view(None))
            if command.name == "board":
                self.screen.draw(seen, is_whole=True)
            else:
                self.screen.show_part(command.name, seen)
        return False

    def _undo(self) -> bool:
        within_reach = self.record.undoable()
        if not within_reach:
            self.screen.print_sentence(self.screen.no_undo(self.record.position.view(None)))
            return False
        undone = read_line(self.record.lines[within_reach[-1] + 1])
        self.record.undo(within_reach[-1])
        self.screen.untell(self._story_lengths.get(within_reach[-1]))
        if isinstance(undone, Entry):
            view = self.record.position.view(None)
            self.screen.say("undone", action=self.wording.offer(undone.action, view))
        return True

    def _why(self, rest: str, seat: int, view: View) -> None:
        """Why an action is allowed or not."""
        if not rest:
            why = self.wording.say("command.why").split()[0]
            self.screen.say("why_what", usage=f"{why} {self.screen.example(view)}")
            return
        try:
            understood = self.screen.reader.read(rest, view["offers"])
        except Unclear as unclear:
            self.screen.explain(unclear, view)
            return
        if isinstance(understood, Command):
            self.screen.say("why_what", usage=self.screen.example(view))
            return
        self._explain_action(understood[0], seat, view)

    def _explain_action(self, action: Action, seat: int, view: View) -> None:
        if self._accepted(seat, action) is not None:
            self.screen.say("why_allowed", action=self.wording.offer(action, view))
            self.screen.console.print(Text(self.wording.hint(view), style="hushed"))

    def _hint(self, view: View) -> None:
        """What a bot would do in this person's place, from what this person sees."""
        thought = self.adviser.think(view, Budget(wall=THINKING))
        for line in advice(thought, view, self.wording):
            self.screen.console.print(self.screen.coloured(line))

    def _save(self, name: str) -> None:
        if not name:
            self._tell_kept()
            return
        path = Path(name).expanduser()
        if holds_another(path, self.record.lines[0]):
            self.screen.say("file_exists", path=path)
            return
        try:
            replace_file(path, "".join(f"{line}\n" for line in self.record.lines))
        except (OSError, ValueError) as refused:
            self.screen.say("not_saved", path=path, reason=reason(refused))
        else:
            self.screen.say("saved", path=path)

    def _switch_language(self, rest: str) -> bool:
        language = rest.strip().lower()[:2]
        if language not in LANGUAGES:
            word = self.wording.say("command.lang").split()[0]
            self.screen.say("languages", languages=NAMED, usage=f"{word} {LANGUAGES[-1]}")
            return False
        self.screen.speak(self.wording.in_language(language))
        self.screen.say("language_now")
        return True

    # Leaving

    def _quit(self) -> None:
        self.screen.say("ask_copy")
        with suppress(EOFError):
            name = self.screen.settings.ask("> ").strip()
            if name:
                self._save(name)
        raise Leaving

    def _tell_kept(self) -> None:
        if self.saves.trouble:
            self.screen.say("not_kept")
        else:
            self.screen.say("kept", path=self.saves.path)

    def _tell_where(self) -> None:
        self._tell_kept()
        if not self.saves.trouble:
            self.screen.say("go_on_later", program=program(), path=shlex.quote(str(self.saves.path)))

    def _end(self) -> None:
        outcome = self.record.position.outcome()
        assert outcome is not None
        view = self.record.position.view(self.screen.viewer)
        self.title.show(view, self.wording, self.screen.console, self.screen.settings.plain)
        self.screen.console.print()
        self.screen.console.print(
            self.screen.coloured(self.wording.outcome(outcome, self.screen.seats), "asked")
        )
        for line in self.wording.standings(outcome, self.screen.seats):
            self.screen.console.print(self.screen.coloured(f"  {line}"))
        if not self.saves.trouble:
            self.screen.say("log_is", path=self.saves.path)
            self.screen.say("replay", program=program(), path=shlex.quote(str(self.saves.path)))
