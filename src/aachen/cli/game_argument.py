"""Which game: by its name alone or after --game, the same in every command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from aachen.core.errors import bad
from aachen.core.log import AnyGame
from aachen.games import GAMES


class _NameGame(argparse.Action):
    """Notes the game, wherever it is named; two different ones are refused."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[str] | None,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, "game", None)
        if values is None or values == before:
            return
        if before is not None:
            translate = vars(argparse)["_"]
            raise argparse.ArgumentError(self, translate("not allowed with argument %s") % before)
        namespace.game = values


def add_game(parser: argparse.ArgumentParser, help_text: str) -> None:
    """The game as a word of its own, or after --game."""
    parser.add_argument("game", nargs="?", action=_NameGame, choices=list(GAMES), help=help_text)
    add_game_option(parser, help_text)


def add_game_option(parser: argparse.ArgumentParser, help_text: str) -> None:
    """The game after --game alone, where the word of its own is something else."""
    parser.add_argument("--game", action=_NameGame, choices=list(GAMES), help=help_text)


def first_game() -> str:
    """The game that is meant where none is named."""
    return next(iter(GAMES))


def game_of(text: str, named: str | None) -> AnyGame:
    """The game that a position begins with, or the one that was named; raises BadInput if these are two."""
    first_word = text.partition(":")[0].strip().lower()
    if first_word not in GAMES:
        return GAMES[named or first_game()]
    if named not in (None, first_word):
        raise bad("position_of_other_game", "--game", given=named, known=first_word)
    return GAMES[first_word]
