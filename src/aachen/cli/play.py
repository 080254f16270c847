"""`aachen play`: a game at this terminal, with people at one keyboard and bots."""

from __future__ import annotations

import argparse
import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from rich.console import Console

from aachen.bots import ADVISER, Bot, make_bot
from aachen.cli.arguments import Say
from aachen.cli.files import opened, read_json, read_lines, read_text
from aachen.cli.game_argument import add_game, game_of
from aachen.cli.game_loop import GameLoop
from aachen.cli.keyboard import Keyboard
from aachen.cli.saves import SaveFile, games_folder, latest_unfinished, new_path, resume_log
from aachen.cli.seats import PERSON, Seats, parse_seats, seats_of, usual_seats
from aachen.cli.start_menu import Questions, named_options
from aachen.core.contract import Position
from aachen.core.errors import bad
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame, Record
from aachen.core.log_lines import read_header
from aachen.core.luck import SeededLuck
from aachen.core.replay import MOST_SIGNS
from aachen.games.versions import replay_any, rules_of
from aachen.locales.faults import fault_sentence
from aachen.titles import TITLES
from aachen.titles.sentences import wording_of
from aachen.titles.terminal.console import console_for
from aachen.titles.terminal.numbers import decimal_number, whole_number
from aachen.titles.terminal.reader import Unclear
from aachen.titles.terminal.table_screen import Ask, AskWithin, ScreenSettings, SeatedPlayer
from aachen.titles.terminal.timer import Now, Timer
from aachen.titles.title import Title

FIXED_BY_SAVE: Final = ("players", "seed", "board", "position", "save")
LATEST: Final = ""  # --resume without a file
USUAL_DELAY: Final = 0.4
MOST_DELAY: Final = 60.0
MOST_SEED: Final = 2**32
BAD_INPUT: Final = 2


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Who plays what, where it is kept and how it looks; titles add arguments of their own."""
    add_game(parser, say("argument.game"))
    parser.add_argument("--players", metavar="N", help=say("argument.players"))
    parser.add_argument("--seats", metavar="A,B,…", help=say("argument.seats"))
    for title in TITLES.values():
        title.play_options().add_arguments(parser, title.catalogue(say("cli.language_code")).say)
    parser.add_argument("--seed", type=whole_number(0), metavar="N", help=say("argument.seed"))
    parser.add_argument("--board", metavar=say("cli.file.name"), help=say("argument.board"))
    parser.add_argument("--position", metavar=say("cli.show.name"), help=say("argument.position"))
    parser.add_argument(
        "--resume", nargs="?", const=LATEST, metavar=say("cli.file.name"), help=say("argument.resume")
    )
    parser.add_argument("--save", metavar=say("cli.file.name"), help=say("argument.save"))
    parser.add_argument("--plain", action="store_true", help=say("argument.plain"))
    parser.add_argument("--no-colour", "--no-color", action="store_true", help=say("argument.no_colour"))
    parser.add_argument("--delay", type=decimal_number(0), metavar="N", help=say("argument.delay"))


def run(
    args: argparse.Namespace,
    console: Console | None = None,
    ask: Ask | None = None,
    sleep: Callable[[float], None] = time.sleep,
    at_terminal: bool | None = None,
    ask_within: AskWithin | None = None,
    now: Now = time.monotonic,
) -> int:
    """Set the table and play."""
    if at_terminal is None:
        at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    console = console or console_for(sys.stdout, args.no_colour, args.plain)
    keyboard = Keyboard()
    asks = Asks(ask or keyboard.ask, ask_within or keyboard.ask_within, sleep, now)
    host = Host(args, console, asks, at_terminal)
    try:
        return host.play()
    except Unclear as unclear:
        host.menu.refuse(unclear)
        return BAD_INPUT
    except (EOFError, KeyboardInterrupt):  # in the menu: no game has begun
        console.print()
        return 0


@dataclass(frozen=True)
class Asks:
    """How people are asked and how time passes; a test brings its own."""

    ask: Ask
    ask_within: AskWithin
    sleep: Callable[[float], None]
    now: Now


class Host:
    """Sees to it that everything is on the table before the game begins."""

    def __init__(self, args: argparse.Namespace, console: Console, asks: Asks, at_terminal: bool) -> None:
        self.args = args
        self.console = console
        self.asks = asks
        self.at_terminal = at_terminal
        self.folder = games_folder(os.environ)
        self.menu = Questions(args, console, asks.ask, self.folder)
        self.game: AnyGame = self.title.game
        self.seed = args.seed if args.seed is not None else secrets.randbelow(MOST_SEED)

    @property
    def title(self) -> Title:
        """What is played."""
        return self.menu.title

    def play(self) -> int:
        """A new game, a game from a position, or one that is resumed."""
        args = self.args
        self._check_rules()
        self._check_resuming()
        if (
            args.resume is None
            and self.at_terminal
            and all(each is None for each in (args.players, args.seats, args.position, args.board))
        ):
            self.menu.greet()
        if self.args.resume is not None:
            return self._resume()
        self.game = self.title.game
        return self._begin()

    # Beginning

    def _check_rules(self) -> None:
        """A game that is resumed, or begins at a position, has its rules already."""
        every = [title.play_options() for title in TITLES.values()]
        for options in every:
            options.check(self.args)
        if self.args.resume is None and self.args.position is None:
            return
        named = [name for options in every for name in options.rules_given(self.args)]
        if named:
            raise Unclear("play.rules_are_fixed", options=", ".join(named))

    def _check_resuming(self) -> None:
        """A game that is resumed has its players, its luck and its file already."""
        if self.args.resume is None:
            return
        given = [name for name in FIXED_BY_SAVE if getattr(self.args, name) is not None]
        if given:
            raise Unclear("play.resumed_already_has", options=", ".join(f"--{name}" for name in given))

    def _begin(self) -> int:
        text = self._position_text()
        if text is not None:
            self.game = game_of(text, self.args.game)
            self.menu.title = TITLES[self.game.name]
        options = self._options()
        position = None if text is None else self._position(text, options)
        players = len(position.seats()) if position is not None else options.players
        seconds = self._agreed_seconds(options) if position is None else self._seconds(position)
        seats = parse_seats(self.args.seats, players) if self.args.seats else usual_seats(players)
        first = position if position is not None else self.game.empty(options)
        names: Plain = {seat: name or who for seat, (who, name) in zip(first.seats(), seats)}
        saves = self._save_file()
        luck = SeededLuck(self.seed)
        if position is None:
            record = Record.begin(self.game, options, luck, saves.store, names)
        else:
            options = options if self.args.board else None  # a position says itself how many play
            record = Record.begin_at(self.game, position, options, saves.store, names)
        loop = self._loop(record, luck, seats, saves, options, seconds)
        self._introduce(loop)
        loop.screen.tell(record.events)
        return loop.run()

    def _position_text(self) -> str | None:
        """The position to begin at, if one is given."""
        given = self.args.position
        return read_text(given[1:]) if given is not None and given.startswith("@") else given

    def _position(self, text: str, options: Any) -> Position:
        """The position; raises Unclear if another number of players was asked for."""
        position: Position = self.game.read(text, options if self.args.board else None)
        players = len(position.seats())
        if self.args.players is not None and self._players() != players:
            raise Unclear("play.position_has_players", given=self._players(), players=players)
        return position

    def _options(self) -> Any:
        named: dict[str, object] = {"players": self._players()}
        if self.args.board is not None:
            named["board"] = read_json(self.args.board)
        return self.game.options(named_options(self.args, named))

    def _players(self) -> int:
        given = self.args.players
        named = None if self.args.seats is None else self.args.seats.count(",") + 1
        if given is None:
            return named or self.title.usual_players
        if not re.fullmatch("[0-9]{1,2}", given):
            possible = self.title.players()
            raise Unclear("play.bad_players", given=given, least=possible[0], most=possible[-1])
        if named is not None and named != int(given):
            raise Unclear("play.seats_and_players")
        return int(given)

    def _save_file(self) -> SaveFile:
        if self.args.save is None:
            return SaveFile(new_path(self.folder, self.game.name, datetime.now()))
        path = Path(self.args.save).expanduser()
        if path.exists():
            raise Unclear("play.file_exists", path=path)
        return SaveFile(path)

    def _loop(
        self, record: Record, luck: SeededLuck, seats: Seats, saves: SaveFile, options: Any, seconds: int
    ) -> GameLoop:
        players = [
            SeatedPlayer(who, name, None if who == PERSON else self._bot(who, 1 + at, options))
            for at, (who, name) in enumerate(seats)
        ]
        wording = wording_of(self.menu.language, record.position)
        opening = record.position.view(None)
        screen = self.title.table_screen(players, wording, self.console, self._settings(seconds), opening)
        return GameLoop(self.title, record, luck, saves, screen, self._bot(ADVISER, 0, options))

    def _settings(self, seconds: int) -> ScreenSettings:
        delay = self.args.delay if self.args.delay is not None else USUAL_DELAY if self.at_terminal else 0.0
        asks = self.asks
        return ScreenSettings(
            self.args.plain,
            min(max(0.0, delay), MOST_DELAY),
            asks.ask,
            asks.sleep,
            asks.ask_within,
            Timer(seconds, asks.now),
        )

    def _bot(self, level: str, number: int, options: Any) -> Bot:
        """A bot that plays by the rules of this game, which may be earlier ones."""
        return make_bot(level, self.seed + number, options, self.game.rules_version)

    def _agreed_seconds(self, options: Any) -> int:
        return self.title.play_options().agreed_seconds(options)

    def _seconds(self, position: Position, agreed: int = 0) -> int:
        """The time for a choice: as is wished now, or as agreed; arguments of other titles do not fit here."""
        for title in TITLES.values():
            given = [] if title is self.title else sorted(title.play_options().named(self.args, {}))
            if given:
                options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
                raise Unclear("play.rules_are_fixed", options=options)
        return self.title.play_options().seconds(self.args, position, agreed)

    def _introduce(self, loop: GameLoop) -> None:
        """Which rules, who sits where, and where the game is saved."""
        screen, wording = loop.screen, loop.wording
        rules = self.title.play_options().rules(loop.record.position, wording.say)
        if rules:
            screen.say("rules", rules=rules)
        for seat, player in zip(screen.seats, screen.players):
            who = player.name or (wording.say("play.seat_person") if player.bot is None else player.who)
            screen.say("plays", seat=wording.seat(seat), who=who)
        screen.introduce()
        if loop.saves.trouble:
            loop.tell_trouble()
        else:
            screen.say("kept", path=loop.saves.path)
        if screen.people:
            screen.say("type_help")

    # Resuming

    def _resume(self) -> int:
        path = self._path_to_resume()
        lines = self._checked_lines(path)
        if lines is None:
            return 1
        saves = SaveFile(path)
        header = read_header(lines[0])
        if self.args.game not in (None, header.game):
            raise bad("log_of_other_game", "--game", given=self.args.game, known=header.game)
        self.menu.title = TITLES[header.game]
        self.game = rules_of(header.game, header.rules)
        record, events = resume_log(lines, self.game, saves)
        names = cast("Mapping[str, object]", record.header.names)
        colours = record.position.seats()
        seats = parse_seats(self.args.seats, len(colours)) if self.args.seats else seats_of(names, colours)
        named = record.header.options
        options = None if named is None else self.game.options(named)
        seconds = self._seconds(record.position, self._agreed_seconds(options))
        loop = self._loop(record, SeededLuck(self.seed), seats, saves, options, seconds)
        self._introduce(loop)
        loop.screen.remember(events)
        loop.screen.say("resumed" if record.position.to_act() else "was_over", number=record.seq)
        return loop.run()

    def _path_to_resume(self) -> Path:
        if self.args.resume != LATEST:
            return Path(self.args.resume).expanduser()
        path = latest_unfinished(self.folder)
        if path is None:
            raise Unclear("play.nothing_to_resume", path=self.folder)
        return path

    def _checked_lines(self, path: Path) -> list[str] | None:
        """All lines of a sound log; a last line that was cut off is left out, in the file too."""
        with opened(str(path)) as file:
            lines = list(read_lines(file, MOST_SIGNS))
        for step in replay_any(lines):
            if not step.faults:
                continue
            if step.faults[0].code == "log_cut_off" and step.line > 1:
                self._cut(path, lines)
                break
            for fault in step.faults:
                sentence = fault_sentence(self.menu.language, fault)
                self.menu.say("line_fault", path=path, line=step.line, fault=sentence)
            return None
        return [line.rstrip("\n") for line in lines]

    def _cut(self, path: Path, lines: list[str]) -> None:
        cut = lines.pop()
        self.menu.say("cut_off", path=path)
        with suppress(OSError), path.open("r+b") as file:
            file.seek(-len(cut.encode("utf-8", "surrogateescape")), os.SEEK_END)
            file.truncate()
