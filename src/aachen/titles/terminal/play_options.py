"""What may be agreed before a game at the terminal: arguments of `aachen play`, and questions of the start menu."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any, Protocol

from aachen.core.contract import Position

Say = Callable[..., str]


class StartMenu(Protocol):
    """The questions before a game; keys are those of the catalogue after "play."."""

    def words(self, key: str, /, **facts: object) -> str:
        """Any sentence of the title's catalogue, by its whole key."""

    def say(self, key: str, **facts: object) -> None:
        """Print a sentence."""

    def answer(self, key: str, **facts: object) -> str:
        """Print a question; what is typed."""


class PlayOptions:
    """A title without arguments of its own."""

    def add_arguments(self, parser: ArgumentParser, say: Say) -> None:
        """Its arguments of the command."""

    def check(self, args: Namespace) -> None:
        """Raise Unclear for an argument that makes no sense."""

    def is_chosen(self, args: Namespace) -> bool:
        """Whether arguments are given that make sense for this game alone."""
        return False

    def rules_given(self, args: Namespace) -> list[str]:
        """The arguments among those given that choose rules: a game that is resumed has its rules already."""
        return []

    def named(self, args: Namespace, options: dict[str, Any]) -> dict[str, Any]:
        """The options of the game that the arguments choose, beside those already named."""
        return {}

    def ask(self, args: Namespace, menu: StartMenu) -> None:
        """Ask in the start menu which rules are played, and put the answer into the arguments."""

    def welcome(self, args: Namespace) -> str:
        """The key of the sentence that opens the start menu."""
        return "welcome"

    def rules(self, position: Position, say: Say) -> str:
        """Which rules are played, if they are worth telling."""
        return ""

    def seconds(self, args: Namespace, position: Position, agreed: int) -> int:
        """The time for a choice at a table that is resumed or begins at a position; 0 is no limit."""
        return 0

    def agreed_seconds(self, options: Any) -> int:
        """The time for a choice by the agreed options; 0 is no limit."""
        return 0
