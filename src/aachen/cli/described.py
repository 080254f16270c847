"""All commands with all their options as plain data, for completion scripts and the manual page."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aachen.cli.arguments import Say
from aachen.cli.program import NAME, STARTED_AS


@dataclass(frozen=True)
class DescribedOption:
    """One argument: an option, or a positional without names."""

    names: tuple[str, ...]
    value: str  # how its value is called; empty if it takes none
    choices: tuple[str, ...]
    about: str


@dataclass(frozen=True)
class DescribedCommand:
    """A command with its arguments, and the commands below it."""

    name: str
    about: str
    options: list[DescribedOption] = field(default_factory=list)
    commands: list[DescribedCommand] = field(default_factory=list)


def described(say: Say) -> DescribedCommand:
    """The whole program."""
    from aachen.cli import build_parser

    with _called_by_name():
        parser = build_parser([], say, every=True)
        return _command(parser, NAME, parser.description or "")


@contextmanager
def _called_by_name() -> Iterator[None]:
    """What is read later, and elsewhere, names the program and not how it was started this time."""
    before = os.environ.get(STARTED_AS)
    os.environ[STARTED_AS] = NAME
    try:
        yield
    finally:
        del os.environ[STARTED_AS]
        if before is not None:
            os.environ[STARTED_AS] = before


def _command(parser: argparse.ArgumentParser, name: str, about: str) -> DescribedCommand:
    found = DescribedCommand(name, about)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            abouts = {each.dest: each.help or "" for each in action._choices_actions}
            found.commands.extend(
                _command(below, word, abouts.get(word, "")) for word, below in action.choices.items()
            )
        elif action.help != argparse.SUPPRESS:
            found.options.append(_option(parser, action))
    return found


def _option(parser: argparse.ArgumentParser, action: argparse.Action) -> DescribedOption:
    choices = tuple(str(each) for each in action.choices or ())
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    takes_value = action.nargs != 0
    value = (metavar or "|".join(choices) or action.dest.upper()) if takes_value else ""
    about = parser._get_formatter()._expand_help(action) if action.help else ""
    return DescribedOption(tuple(action.option_strings), value, choices, about)
