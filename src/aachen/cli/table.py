"""One sitting at the terminal: people and bots are asked in turn until the game is over or somebody leaves.

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
from aachen.cli import screen
from aachen.cli.advice import advice
from aachen.cli.keep import Keeper, holds_another, reason, write_copy
from aachen.cli.stage import Stage, View
from aachen.cli.typed import Action, Command, Unclear
from aachen.cli.voice import fault_sentence
from aachen.core.contract import TABLE
from aachen.core.errors import BadInput
from aachen.core.log import Entry, Record, read_line
from aachen.core.luck import Luck
from aachen.locales import LANGUAGES
from aachen.locales.wording import Wording

INTERRUPTED: Final = 130
THINKING: Final = 3.0  # seconds a bot may think, whether it plays or advises


class Leaving(Exception):
    """A person leaves the table."""


class SandRanOutError(Exception):
    """The hourglass ran out while a person was asked (8)."""


class Table:
    """A running game, where it is kept, and the stage on which people see it."""

    def __init__(self, record: Record, luck: Luck, keeper: Keeper, stage: Stage, adviser: Bot) -> None:
        self.record = record
        self.luck = luck
        self.keeper = keeper
        self.stage = stage
        self.adviser = adviser
        self._is_told = False  # that the game cannot be kept
        self._told: dict[int, int] = {}  # how much of the story was told after each entry

    @property
    def wording(self) -> Wording:
        """The words of the language that is spoken now."""
        return self.stage.wording

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
            self.stage.console.print()
            self._tell_where()
        except KeyboardInterrupt:
            self.stage.console.print()
            self.stage.say("stopped")
            self._tell_where()
            return INTERRUPTED
        return 0

    def _next(self) -> None:
        """Bots choose first, so that a person's choice is what sets the bag in motion."""
        self.stage.manners.hourglass.watch(self.record.position)
        asked = self.record.position.to_act()
        seat = next((seat for seat in asked if self.stage.sitters[seat].bot is not None), asked[0])
        bot = self.stage.sitters[seat].bot
        if bot is None:
            self._person(seat)
        else:
            self._bot(seat, bot.course(self.record.position.view(seat), Budget(wall=THINKING)))

    def _bot(self, seat: int, course: Sequence[Action]) -> None:
        """A bot does all that it has thought through."""
        for action in course:
            self._play(seat, self.record.position.read_action(action))
            if self.stage.manners.delay and self.record.position.to_act():
                self.stage.manners.sleep(self.stage.manners.delay)

    def _play(self, seat: int, action: int) -> None:
        self._told[self.record.seq] = len(self.stage.story)
        move = self.record.play(seat, action, self.luck)
        self.stage.tell(move.events)
        self.tell_trouble()

    def tell_trouble(self) -> None:
        """Say once that the game cannot be kept."""
        if self.keeper.trouble and not self._is_told:
            self._is_told = True
            self.stage.say("not_saved", path=self.keeper.path, reason=self.keeper.trouble)

    # A person's choice

    def _person(self, seat: int) -> None:
        """Ask until the game has changed; a secret stays on the screen only while its owner goes on."""
        try:
            self._question(seat)
        except SandRanOutError:
            self._play(TABLE, self.record.position.offers(TABLE)[0])
        position = self.record.position
        if seat not in position.to_act() or not self.stage.is_secret(position.view(seat)):
            self.stage.hide()

    def _question(self, seat: int) -> None:
        view = self.record.position.view(seat)
        if self.stage.needs_curtain(seat, view):
            self.stage.curtain(seat, self._ask)
        self.stage.present(seat, view, self.record.position.view(None))
        while not self._heard(seat, view):
            pass

    def _ask(self, prompt: str) -> str:
        """A line of a person's; while the sand runs it must come in time, and a late one is not heard."""
        manners = self.stage.manners
        left = manners.hourglass.left()
        if left is None:
            return manners.ask(prompt)
        text = manners.ask_within(prompt, left) if left > 0 else None
        if text is None or manners.hourglass.left() == 0:
            raise SandRanOutError
        return text

    def _heard(self, seat: int, view: View) -> bool:
        """Read one line; True when it changed the game."""
        text = self._ask("> ")
        if not text.strip():
            self.stage.ask(seat, view)
            return False
        try:
            understood = self.stage.reader.read(text, view["offers"])
        except Unclear as unclear:
            self.stage.explain(unclear, view)
            return False
        if isinstance(understood, Command):
            return self._obey(understood, seat, view)
        return self._do(seat, view, understood)

    def _do(self, seat: int, view: View, actions: Sequence[Action]) -> bool:
        """Do one action after the other, until one is refused or something new is asked."""
        has_played = False
        for action in actions:
            code = self._accepted(seat, action)
            if code is None:
                return has_played
            self._play(seat, code)
            has_played = True
            position = self.record.position
            if seat not in position.to_act() or self.stage.moment(position.view(None)) != self.stage.moment(
                view
            ):
                return True
        return has_played

    def _accepted(self, seat: int, action: Action) -> int | None:
        """The action's code, or None after saying what forbids it."""
        position = self.record.position
        try:
            code = position.read_action(action)
        except BadInput as wrong:
            language = self.wording.language
            self.stage.refuse(" ".join(fault_sentence(language, fault) for fault in wrong.faults))
            return None
        refusal = position.refusal(seat, code)
        if refusal is not None:
            self.stage.refuse(self.wording.refusal(refusal))
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
            self.stage.show_log()
        elif command.name == "help":
            self.stage.help(view)
        elif command.name == "offers":
            self.stage.ask(seat, view)
        else:
            seen = self.stage.seen(view, self.record.position.view(None))
            if command.name == "board":
                self.stage.draw(seen, is_whole=True)
            else:
                self.stage.show_part(command.name, seen)
        return False

    def _undo(self) -> bool:
        within_reach = self.record.undoable()
        if not within_reach:
            self._tell_no_undo()
            return False
        undone = read_line(self.record.lines[within_reach[-1] + 1])
        self.record.undo(within_reach[-1])
        self.stage.untell(self._told.get(within_reach[-1]))
        if isinstance(undone, Entry):
            view = self.record.position.view(None)
            self.stage.say("undone", action=self.wording.offer(undone.action, view))
        return True

    def _tell_no_undo(self) -> None:
        view: View = self.record.position.view(None)
        if view["phase"] == "placing" and view["variant"]["hourglass"]:
            self.stage.say("no_undo_sand", rule=self.wording.rule("8", "C47"))
        else:
            self.stage.say("no_undo")

    def _why(self, rest: str, seat: int, view: View) -> None:
        """Why an action is allowed or not."""
        if not rest:
            why = self.wording.say("command.why").split()[0]
            self.stage.say("why_what", usage=f"{why} {self.stage.example(view)}")
            return
        try:
            understood = self.stage.reader.read(rest, view["offers"])
        except Unclear as unclear:
            self.stage.explain(unclear, view)
            return
        if isinstance(understood, Command):
            self.stage.say("why_what", usage=self.stage.example(view))
            return
        self._judge(understood[0], seat, view)

    def _judge(self, action: Action, seat: int, view: View) -> None:
        if self._accepted(seat, action) is not None:
            self.stage.say("why_allowed", action=self.wording.offer(action, view))
            self.stage.console.print(Text(self.wording.hint(view), style="hushed"))

    def _hint(self, view: View) -> None:
        """What a bot would do in this person's place, from what this person sees."""
        thought = self.adviser.think(view, Budget(wall=THINKING))
        for line in advice(thought, view, self.wording):
            self.stage.console.print(self.stage.coloured(line))

    def _save(self, name: str) -> None:
        if not name:
            self._tell_kept()
            return
        path = Path(name).expanduser()
        if holds_another(path, self.record.lines[0]):
            self.stage.say("file_exists", path=path)
            return
        try:
            write_copy(path, self.record.lines)
        except (OSError, ValueError) as refused:
            self.stage.say("not_saved", path=path, reason=reason(refused))
        else:
            self.stage.say("saved", path=path)

    def _switch_language(self, rest: str) -> bool:
        language = rest.strip().lower()[:2]
        if language not in LANGUAGES:
            word = self.wording.say("command.lang").split()[0]
            self.stage.say("languages", usage=f"{word} fr")
            return False
        self.stage.speak(self.wording.in_language(language))
        self.stage.say("language_now")
        return True

    # Leaving

    def _quit(self) -> None:
        self.stage.say("ask_copy")
        with suppress(EOFError):
            name = self.stage.manners.ask("> ").strip()
            if name:
                self._save(name)
        raise Leaving

    def _tell_kept(self) -> None:
        if self.keeper.trouble:
            self.stage.say("not_kept")
        else:
            self.stage.say("kept", path=self.keeper.path)

    def _tell_where(self) -> None:
        self._tell_kept()
        if not self.keeper.trouble:
            self.stage.say("go_on_later", path=shlex.quote(str(self.keeper.path)))

    def _end(self) -> None:
        outcome = self.record.position.outcome()
        assert outcome is not None
        screen.show(
            self.record.position,
            self.wording,
            self.stage.console,
            self.stage.viewer,
            self.stage.manners.plain,
        )
        self.stage.console.print()
        self.stage.console.print(
            self.stage.coloured(self.wording.outcome(outcome, self.stage.seats), "asked")
        )
        for line in self.wording.standings(outcome, self.stage.seats):
            self.stage.console.print(self.stage.coloured(f"  {line}"))
        if not self.keeper.trouble:
            self.stage.say("log_is", path=self.keeper.path)
            self.stage.say("replay", path=shlex.quote(str(self.keeper.path)))
