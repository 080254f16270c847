"""`aachen play`: a game at this terminal, with people at one keyboard and bots."""

from __future__ import annotations

import argparse
import os
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
from rich.text import Text

from aachen.bots import BOTS, make_bot
from aachen.cli.arguments import Say, whole_number
from aachen.cli.clock import AskWithin, Hourglass, Keyboard, Now
from aachen.cli.files import opened, read_json, read_lines, read_text
from aachen.cli.keep import Keeper, game_of, games_folder, go_on, latest_unfinished, new_path
from aachen.cli.ring_stage import RingStage
from aachen.cli.signs import console_for
from aachen.cli.stage import Ask, Manners, Sitter, Stage
from aachen.cli.table import Table
from aachen.cli.typed import Unclear, fold
from aachen.cli.voice import fault_sentence, wording_of
from aachen.core.contract import Position
from aachen.core.errors import BadInput
from aachen.core.log import AnyGame, Plain, Record, read_header
from aachen.core.luck import SeededLuck
from aachen.core.replay import MOST_SIGNS, replay
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.board import USUAL_HOURGLASS
from aachen.games.carolingi.variant import BASE, SCENARIO, VARIANTS
from aachen.locales import LANGUAGES, catalogue

PERSON: Final = "person"
MODULES: Final = ("anarchy",)  # what may be added to any variant (7)
HOURGLASS: Final = "hourglass"
AS_THE_BOARD_SAYS: Final = float("inf")  # --hourglass without seconds; nobody can type it
USUAL_BOT: Final = "greedy"
ADVISER: Final = list(BOTS)[-1]  # whom a hint comes from: they are listed by their strength
USUAL_PLAYERS: Final = {"carolingi": 3, "carolus": 2}
MOST_PLAYERS: Final = 8
LATEST: Final = ""  # --resume without a file
USUAL_DELAY: Final = 0.4
MOST_DELAY: Final = 60.0
MOST_SEED: Final = 2**32
BAD_INPUT: Final = 2


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Who plays what, where it is kept and how it looks."""
    parser.add_argument("game", nargs="?", choices=list(GAMES), help=say("argument.game"))
    parser.add_argument("--players", metavar="N", help=say("argument.players"))
    parser.add_argument("--seats", metavar="A,B,…", help=say("argument.seats"))
    parser.add_argument("--variant", metavar="|".join(VARIANTS), help=say("argument.variant"))
    parser.add_argument("--module", action="append", metavar="|".join(MODULES), help=say("argument.module"))
    parser.add_argument(
        "--hourglass",
        nargs="?",
        type=int,
        const=AS_THE_BOARD_SAYS,
        metavar="N",
        help=say("argument.hourglass", usual=USUAL_HOURGLASS),
    )
    parser.add_argument("--last-year", type=int, metavar="N", help=say("argument.last_year"))
    parser.add_argument("--seed", type=whole_number(0), metavar="N", help=say("argument.seed"))
    parser.add_argument("--board", metavar=say("cli.file.name"), help=say("argument.board"))
    parser.add_argument("--position", metavar=say("cli.show.name"), help=say("argument.position"))
    parser.add_argument(
        "--resume", nargs="?", const=LATEST, metavar=say("cli.file.name"), help=say("argument.resume")
    )
    parser.add_argument("--save", metavar=say("cli.file.name"), help=say("argument.save"))
    parser.add_argument("--plain", action="store_true", help=say("argument.plain"))
    parser.add_argument("--no-colour", "--no-color", action="store_true", help=say("argument.no_colour"))
    parser.add_argument("--delay", type=float, metavar="N", help=say("argument.delay"))


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
        host.refuse(unclear)
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
        self.language: str = args.language
        self.game = GAMES[args.game or next(iter(GAMES))]
        self.folder = games_folder(os.environ)
        self.seed = args.seed if args.seed is not None else secrets.randbelow(MOST_SEED)

    def say(self, key: str, **facts: object) -> None:
        """A line of ours, before a board has words of its own."""
        text = Text(self._words(f"play.{key}", facts))
        self.console.print(text, soft_wrap="path" in facts)

    def _words(self, key: str, facts: Mapping[str, object]) -> str:
        """A sentence of ours; a game may say it in its own way."""
        words = catalogue(self.language)
        own = key.replace("play.", f"play.{self.game.name}.", 1)
        return words.say(own if words.has(own) else key, **facts)

    def refuse(self, unclear: Unclear) -> None:
        """Say what cannot be understood, and what would be right."""
        text = Text(self._words(unclear.key, unclear.facts), style="refused")
        self.console.print(text, soft_wrap="path" in unclear.facts)

    def play(self) -> int:
        """A new game, a game from a position, or one that is resumed."""
        args = self.args
        self._check_rules()
        if (
            args.resume is None
            and self.at_terminal
            and all(each is None for each in (args.players, args.seats, args.position, args.board))
        ):
            self._greet()
        if self.args.resume is not None:
            return self._resume()
        return self._begin()

    # The start menu

    def _greet(self) -> None:
        """A few questions; Enter accepts each answer that stands in brackets."""
        self.console.print(Text("\n  Aachen", style="bold"))
        self.say("enter_accepts")
        self.console.print()
        if self.args.lang is None:
            self._ask_language()
        if self._wants_to_resume():
            return
        rules = (self.args.variant, self.args.module, self.args.hourglass)
        if self.args.game is None and all(each is None for each in rules):
            self._ask_game()
        title = catalogue(self.language).say(f"game.{self.game.name}")
        self.console.print(Text(f"\n  {title}", style="bold"))
        self.say("welcome_814" if self.args.variant == SCENARIO else "welcome")
        if self.game.name == "carolingi" and all(each is None for each in rules):
            self._ask_variant()
        self._ask_players()
        self._ask_seats()

    def _answer(self, key: str, **facts: object) -> str:
        self.say(key, **facts)
        return self.asks.ask("> ").strip()

    def _ask_language(self) -> None:
        answer = self._answer("ask_language", language=self.language).lower()[:2]
        self.language = answer if answer in LANGUAGES else self.language

    def _wants_to_resume(self) -> bool:
        path = latest_unfinished(self.folder)
        if path is None:
            return False
        when = datetime.fromtimestamp(path.stat().st_mtime)
        game = catalogue(self.language).say(f"game.{game_of(path)}")
        answer = self._answer("ask_resume", game=game, when=f"{when:%Y-%m-%d %H:%M}").lower()
        if answer and catalogue(self.language).say("play.yes").startswith(answer[0]):
            self.args.resume = str(path)
            return True
        return False

    def _ask_game(self) -> None:
        """One of the games, by its number or by its name."""
        say = catalogue(self.language).say
        titles = {str(at): (name, say(f"game.{name}")) for at, name in enumerate(GAMES, 1)}
        listed = ", ".join(f"{number} {title}" for number, (_, title) in titles.items())
        while True:
            answer = self._answer("ask_game", games=listed) or "1"
            called = [
                name
                for name, title in titles.values()
                if "".join(fold(title)).startswith("".join(fold(answer)))
            ]
            if answer in titles or len(called) == 1:
                self.game = GAMES[titles[answer][0] if answer in titles else called[0]]
                return
            self.say("bad_game", given=answer, games=listed)

    def _ask_variant(self) -> None:
        """Which rules, and which modules with them: "advanced anarchy"."""
        say = catalogue(self.language).say
        known = {name: {name, *fold(say(f"variant.{name}"))} for name in VARIANTS}
        known |= {name: {name, *fold(say(f"module.{name}"))} for name in (*MODULES, HOURGLASS)}
        facts = {
            "variants": ", ".join(say(f"variant.{name}") for name in VARIANTS),
            "modules": ", ".join(say(f"module.{name}") for name in (*MODULES, HOURGLASS)),
        }
        while True:
            answer = self._answer("ask_variant", usual=say(f"variant.{BASE}"), **facts)
            found = [[name for name in known if _is_called(word, known[name])] for word in fold(answer)]
            chosen = [names[0] for names in found if len(names) == 1]
            variants = [name for name in chosen if name in VARIANTS]
            if len(chosen) == len(found) and len(variants) < 2 and (found or not answer):
                self.args.variant = variants[0] if variants else BASE
                self.args.module = [name for name in chosen if name in MODULES]
                self.args.hourglass = AS_THE_BOARD_SAYS if HOURGLASS in chosen else None
                return
            self.say("bad_variant", given=answer, **facts)

    def _ask_players(self) -> None:
        possible, usual = possible_players(self.game), USUAL_PLAYERS[self.game.name]
        while True:
            limits = {"least": possible[0], "most": possible[-1]}
            answer = self._answer("ask_players", players=usual, **limits) or str(usual)
            if answer.isdecimal() and int(answer) in possible:
                self.args.players = answer
                return
            self.say("bad_players", given=answer, **limits)

    def _ask_seats(self) -> None:
        players = int(self.args.players)
        usual = ",".join([PERSON] + [USUAL_BOT] * (players - 1))
        while True:
            answer = self._answer("ask_seats", seats=usual, bots=", ".join(BOTS)) or usual
            try:
                parse_seats(answer, players)
            except Unclear as unclear:
                self.refuse(unclear)
                continue
            self.args.seats = answer
            return

    # Beginning

    def _check_rules(self) -> None:
        """A game that is resumed, or begins at a position, has its rules already; the sand may run longer."""
        args = self.args
        for module in args.module or []:
            if module not in MODULES:
                raise Unclear("play.bad_module", given=module, known=", ".join(MODULES))
        if args.resume is None and args.position is None:
            return
        given = {"--variant": args.variant, "--module": args.module}
        named = [name for name, value in given.items() if value is not None]
        if named:
            raise Unclear("play.rules_are_fixed", options=", ".join(named))

    def _begin(self) -> int:
        options = self._options()
        position = self._position(options)
        players = len(position.seats()) if position is not None else options.players
        seconds = _hourglass(options) if position is None else self._seconds(position)
        seats = parse_seats(self.args.seats, players) if self.args.seats else usual_seats(players)
        colours = self._seat_names(options, position)
        names: Plain = {colour: name or who for colour, (who, name) in zip(colours, seats)}
        keeper = self._keeper()
        luck = SeededLuck(self.seed)
        if position is None:
            record = Record.begin(self.game, options, luck, keeper.store, names)
        else:
            options = options if self.args.board else None  # a position says itself how many play
            record = Record.begin_at(self.game, position, options, keeper.store, names)
        table = self._table(record, luck, seats, keeper, options, seconds)
        self._introduce(table)
        table.stage.tell(record.events)
        return table.run()

    def _seat_names(self, options: Any, position: Position | None) -> list[str]:
        """The names of the seats."""
        begun: Position = position if position is not None else self.game.empty(options)
        return begun.seats()

    def _position(self, options: Any) -> Position | None:
        """The position to begin at, if one is given."""
        given = self.args.position
        if given is None:
            return None
        text = read_text(given[1:]) if given.startswith("@") else given
        position: Position = self.game.read(text, options if self.args.board else None)
        return position

    def _options(self) -> Any:
        named: dict[str, object] = {"players": self._players()}
        if self.args.last_year is not None:
            named["last_year"] = self.args.last_year
        if self.args.variant is not None:
            named["variant"] = self.args.variant
        if self.args.module:
            named["anarchy"] = True
        if self.args.board is not None:
            named["board"] = read_json(self.args.board)
        if self.args.hourglass == AS_THE_BOARD_SAYS:
            named["hourglass"] = (
                boards.parse(named["board"]).hourglass if "board" in named else USUAL_HOURGLASS
            )
        elif self.args.hourglass is not None:
            named["hourglass"] = self.args.hourglass
        return self.game.options(named)

    def _players(self) -> int:
        given = self.args.players
        named = None if self.args.seats is None else self.args.seats.count(",") + 1
        if given is None:
            return named or USUAL_PLAYERS[self.game.name]
        if not (given.isdecimal() and len(given) < 3):
            possible = possible_players(self.game)
            raise Unclear("play.bad_players", given=given, least=possible[0], most=possible[-1])
        if named is not None and named != int(given):
            raise Unclear("play.seats_and_players")
        return int(given)

    def _keeper(self) -> Keeper:
        if self.args.save is None:
            return Keeper(new_path(self.folder, self.game.name, datetime.now()))
        path = Path(self.args.save).expanduser()
        if path.exists():
            raise Unclear("play.file_exists", path=path)
        return Keeper(path)

    def _table(
        self,
        record: Record,
        luck: SeededLuck,
        seats: list[tuple[str, str]],
        keeper: Keeper,
        options: Any,
        seconds: int,
    ) -> Table:
        delay = self.args.delay if self.args.delay is not None else USUAL_DELAY if self.at_terminal else 0.0
        asks = self.asks
        hourglass = Hourglass(seconds, asks.now)
        manners = Manners(
            self.args.plain,
            min(max(0.0, delay), MOST_DELAY),
            asks.ask,
            asks.sleep,
            asks.ask_within,
            hourglass,
        )
        sitters = [
            Sitter(who, name, None if who == PERSON else make_bot(who, self.seed + 1 + at, options))
            for at, (who, name) in enumerate(seats)
        ]
        wording = wording_of(self.language, record.position)
        make = RingStage if self.game.name == "carolus" else Stage
        stage = make(sitters, wording, self.console, manners, record.position.view(None))
        return Table(record, luck, keeper, stage, make_bot(ADVISER, self.seed, options))

    def _seconds(self, position: Position, agreed: int = 0) -> int:
        """How long the sand runs: as is wished now, or as agreed; 0 if the game is played without."""
        view: Mapping[str, Any] = position.view(None)
        if "variant" not in view or not view["variant"]["hourglass"]:
            if self.args.hourglass:
                raise Unclear("play.rules_are_fixed", options="--hourglass")
            return 0
        wished = self.args.hourglass
        return agreed or USUAL_HOURGLASS if wished in (None, AS_THE_BOARD_SAYS) else int(wished)

    def _introduce(self, table: Table) -> None:
        """Which rules, who sits where, and where the game is kept."""
        self._tell_rules(table)
        for colour, sitter in zip(table.stage.seats, table.stage.sitters):
            who = sitter.name or (table.wording.say("play.seat_person") if sitter.bot is None else sitter.who)
            table.stage.say("plays", seat=table.wording.seat(colour), who=who)
        if table.keeper.trouble:
            table.tell_trouble()
        else:
            table.stage.say("kept", path=table.keeper.path)
        if table.stage.people:
            table.stage.say("type_help")

    def _tell_rules(self, table: Table) -> None:
        rules = table.record.position.view(None).get("variant")
        if not isinstance(rules, dict):
            return
        say = table.wording.say
        named = [say(f"variant.{rules['name']}")]
        named += [say(f"module.{name}") for name in (*MODULES, HOURGLASS) if rules[name]]
        if named != [say(f"variant.{BASE}")]:
            table.stage.say("rules", rules=", ".join(named))

    # Resuming

    def _resume(self) -> int:
        path = self._path_to_resume()
        lines = self._checked_lines(path)
        if lines is None:
            return 1
        keeper = Keeper(path)
        self.game = GAMES[read_header(lines[0]).game]
        record, events = go_on(lines, self.game, keeper)
        names = cast("Mapping[str, object]", record.header.names)
        players = len(record.position.seats())
        seats = (
            parse_seats(self.args.seats, players)
            if self.args.seats
            else seats_of(names, record.position.seats())
        )
        named = record.header.options
        options = None if named is None else self.game.options(named)
        seconds = self._seconds(record.position, _hourglass(options))
        table = self._table(record, SeededLuck(self.seed), seats, keeper, options, seconds)
        self._introduce(table)
        table.stage.remember(events)
        table.stage.say("resumed" if record.position.to_act() else "was_over", number=record.seq)
        return table.run()

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
        for step in replay(lines, GAMES):
            if not step.faults:
                continue
            if step.faults[0].code == "log_cut_off" and step.line > 1:
                self._cut(path, lines)
                return [line.rstrip("\n") for line in lines]
            for fault in step.faults:
                self.say("line_fault", path=path, line=step.line, fault=fault_sentence(self.language, fault))
            return None
        return [line.rstrip("\n") for line in lines]

    def _cut(self, path: Path, lines: list[str]) -> None:
        cut = lines.pop()
        self.say("cut_off", path=path)
        with suppress(OSError), path.open("r+b") as file:
            file.seek(-len(cut.encode("utf-8", "surrogateescape")), os.SEEK_END)
            file.truncate()


def possible_players(game: AnyGame) -> list[int]:
    """The numbers of players that can play this game."""
    found = []
    for players in range(1, MOST_PLAYERS + 1):
        with suppress(BadInput):
            game.options({"players": players})
            found.append(players)
    return found


def _hourglass(options: Any) -> int:
    """How many seconds the sand runs in the agreed rules; 0 is none."""
    return int(getattr(options, "hourglass", 0))


def _is_called(word: str, names: set[str]) -> bool:
    return any(name.startswith(word) for name in names)


def usual_seats(players: int) -> list[tuple[str, str]]:
    """One person against bots."""
    return [(PERSON, "")] + [(USUAL_BOT, "")] * (players - 1)


def parse_seats(text: str, players: int) -> list[tuple[str, str]]:
    """Who sits where, from "person:Anna,greedy,random": kind and name."""
    seats = []
    for word in text.split(","):
        who, _, name = word.strip().partition(":")
        name = "".join(sign for sign in name.strip() if sign.isprintable())[:20]
        if who != PERSON and (who not in BOTS or name):
            raise Unclear("play.bad_seat", given=word.strip(), known=", ".join(BOTS))
        if name in BOTS:
            raise Unclear("play.bad_name", given=name)
        seats.append((who, name))
    if len(seats) != players:
        raise Unclear("play.bad_seat_count", given=len(seats), players=players)
    return seats


def seats_of(names: Mapping[str, object], colours: list[str]) -> list[tuple[str, str]]:
    """Who sat where, from the first line of a log."""
    seats = []
    for colour in colours:
        name = names.get(colour)
        if isinstance(name, str) and name in BOTS:
            seats.append((name, ""))
        else:
            seats.append((PERSON, name if isinstance(name, str) and name != PERSON else ""))
    return seats
