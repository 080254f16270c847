"""`aachen show POSITION`: a position drawn on the terminal."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rich.text import Text

from aachen.cli.arguments import Say
from aachen.cli.files import read_json, read_text
from aachen.cli.game_argument import add_game_option, game_of
from aachen.core.contract import Options, Position
from aachen.core.errors import BadInput
from aachen.core.log import AnyGame
from aachen.core.replay import read_seat
from aachen.titles import TITLES
from aachen.titles.sentences import wording_of

MOST_PLAYERS = 8


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """The position and whose eyes to see it with."""
    parser.add_argument("position", metavar=say("cli.show.name"), help=say("cli.show.position"))
    parser.add_argument("--seat", metavar=say("cli.seat.name"), help=say("cli.seat"))
    add_game_option(parser, say("cli.game"))
    parser.add_argument("--board", metavar=say("cli.file.name"), help=say("cli.board"))
    parser.add_argument("--text", action="store_true", help=say("cli.show.text"))
    parser.add_argument("--plain", action="store_true", help=say("cli.plain"))


def run(args: argparse.Namespace) -> int:
    """Read the position, then draw it."""
    text = _text(args.position)
    game = game_of(text, args.game)
    options = None if args.board is None else options_on_board(game, read_json(args.board))
    position = game.read(text, options)
    viewer = None if args.seat is None else read_seat(position, args.seat)
    if args.text:
        sys.stdout.write(position.write_block() if viewer is None else _seen_text(position, viewer))
    else:
        draw(position, args.language, viewer, args.plain)
    return 0


def _text(given: str) -> str:
    """The text itself, `-` for standard input, or @ and the name of a file."""
    return read_text(given.removeprefix("@")) if given == "-" or given.startswith("@") else given


def _seen_text(position: Position, viewer: int) -> str:
    return "\n".join(str(position.view(viewer)["line"]).split("; ")) + "\n"


def draw(position: Position, language: str, viewer: int | None, plain: bool) -> None:
    """The board as the viewer sees it, and who is to act."""
    from aachen.titles.terminal.console import console_for

    view = position.view(viewer)
    wording = wording_of(language, position)
    console = console_for(sys.stdout, plain=plain)
    TITLES[str(view["game"])].show(view, wording, console, plain)
    console.print(Text(wording.prompt({**view, "viewer": None})))


def options_on_board(game: AnyGame, board: object) -> Options:
    """Options with this board; the position itself says how many play, so any number that can will do."""
    options: dict[str, Any] = {"board": board}
    for players in range(2, MOST_PLAYERS):
        try:
            return game.options(options | {"players": players})  # type: ignore[no-any-return]
        except BadInput as wrong:
            if any(fault.code != "players_not_possible" for fault in wrong.faults):
                raise
    return game.options(options)  # type: ignore[no-any-return]
