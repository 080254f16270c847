"""What may be agreed before a game: variant, modules, hourglass, the last year."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any, Final

from aachen.core.contract import Position
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.board_limits import USUAL_HOURGLASS
from aachen.games.carolingi.variant import BASE, SCENARIO, VARIANTS
from aachen.titles.terminal.numbers import whole_number
from aachen.titles.terminal.play_options import PlayOptions, Say, StartMenu
from aachen.titles.terminal.reader import Unclear, fold

MODULES: Final = ("anarchy",)  # what may be added to any variant (7)
HOURGLASS: Final = "hourglass"
AS_THE_BOARD_SAYS: Final = float("inf")  # --hourglass without seconds; nobody can type it


class CarolingiOptions(PlayOptions):
    """The arguments and questions of this game."""

    def add_arguments(self, parser: ArgumentParser, say: Say) -> None:
        """Which rules, and how long."""
        parser.add_argument("--variant", metavar="|".join(VARIANTS), help=say("argument.variant"))
        parser.add_argument(
            "--module", action="append", metavar="|".join(MODULES), help=say("argument.module")
        )
        parser.add_argument(
            "--hourglass",
            nargs="?",
            type=whole_number(0),
            const=AS_THE_BOARD_SAYS,
            metavar="N",
            help=say("argument.hourglass", usual=USUAL_HOURGLASS),
        )
        parser.add_argument("--last-year", type=whole_number(1), metavar="N", help=say("argument.last_year"))

    def check(self, args: Namespace) -> None:
        """A module that does not exist is not ignored."""
        for module in args.module or []:
            if module not in MODULES:
                raise Unclear("play.bad_module", given=module, known=", ".join(MODULES))

    def is_chosen(self, args: Namespace) -> bool:
        """Whether a variant, a module or the hourglass is named."""
        return any(each is not None for each in (args.variant, args.module, args.hourglass))

    def rules_given(self, args: Namespace) -> list[str]:
        """Variant and modules; the sand of a game that is resumed may run longer."""
        given = {"--variant": args.variant, "--module": args.module}
        return [name for name, value in given.items() if value is not None]

    def named(self, args: Namespace, options: dict[str, Any]) -> dict[str, Any]:
        """The options that the arguments choose."""
        named: dict[str, Any] = {}
        if args.last_year is not None:
            named["last_year"] = args.last_year
        if args.variant is not None:
            named["variant"] = args.variant
        if args.module:
            named["anarchy"] = True
        if args.hourglass == AS_THE_BOARD_SAYS:
            board = options.get("board")
            named[HOURGLASS] = USUAL_HOURGLASS if board is None else boards.parse(board).hourglass
        elif args.hourglass is not None:
            named[HOURGLASS] = args.hourglass
        return named

    def ask(self, args: Namespace, menu: StartMenu) -> None:
        """Which rules, and which modules with them: "advanced anarchy"; not asked if arguments say it."""
        if self.is_chosen(args):
            return
        say = menu.words
        known = {name: {name, *fold(say(f"variant.{name}"))} for name in VARIANTS}
        known |= {name: {name, *fold(say(f"module.{name}"))} for name in (*MODULES, HOURGLASS)}
        facts = {
            "variants": ", ".join(say(f"variant.{name}") for name in VARIANTS),
            "modules": ", ".join(say(f"module.{name}") for name in (*MODULES, HOURGLASS)),
        }
        chosen = None
        while chosen is None:
            text = menu.answer("ask_variant", usual=say(f"variant.{BASE}"), **facts)
            chosen = _chosen(text, known)
            if chosen is None:
                menu.say("bad_variant", given=text, **facts)
        args.variant = next((name for name in chosen if name in VARIANTS), BASE)
        args.module = [name for name in chosen if name in MODULES]
        args.hourglass = AS_THE_BOARD_SAYS if HOURGLASS in chosen else None

    def welcome(self, args: Namespace) -> str:
        """Scenario 814 has a welcome of its own."""
        return "welcome_814" if args.variant == SCENARIO else "welcome"

    def rules(self, position: Position, say: Say) -> str:
        """The variant and the modules, unless it is the base game alone."""
        rules: Any = position.view(None)["variant"]
        named = [say(f"variant.{rules['name']}")]
        named += [say(f"module.{name}") for name in (*MODULES, HOURGLASS) if rules[name]]
        return "" if named == [say(f"variant.{BASE}")] else ", ".join(named)

    def seconds(self, args: Namespace, position: Position, agreed: int) -> int:
        """How long the sand runs: as is wished now, or as agreed; 0 if the game is played without."""
        view: Mapping[str, Any] = position.view(None)
        if not view["variant"]["hourglass"]:
            if args.hourglass:
                raise Unclear("play.rules_are_fixed", options="--hourglass")
            return 0
        wished = args.hourglass
        return agreed or USUAL_HOURGLASS if wished in (None, AS_THE_BOARD_SAYS) else int(wished)

    def agreed_seconds(self, options: Any) -> int:
        """How many seconds the sand runs in the agreed rules; 0 is none."""
        return 0 if options is None else int(options.hourglass)


def _chosen(text: str, known: Mapping[str, set[str]]) -> list[str] | None:
    """The rules that are meant, or None if something is not understood or two variants are named."""
    found = [[name for name in known if _is_called(word, known[name])] for word in fold(text)]
    chosen = [names[0] for names in found if len(names) == 1]
    variants = [name for name in chosen if name in VARIANTS]
    is_clear = len(chosen) == len(found) and len(variants) < 2 and bool(found or not text)
    return chosen if is_clear else None


def _is_called(word: str, names: set[str]) -> bool:
    return any(name.startswith(word) for name in names)
