"""Command-line parsing in the reader's language: argparse's messages are translated."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

Say = Callable[..., str]

# What argparse says to users, and our key for it.
MESSAGES: dict[str, str] = {
    "usage: ": "args.usage",
    "%(prog)s: error: %(message)s\n": "args.error",
    "%(prog)s: warning: %(message)s\n": "args.warning",
    "%(heading)s:": "args.heading",
    " (default: %(default)s)": "args.default",
    "positional arguments": "args.positional",
    "options": "args.options",
    "subcommands": "args.subcommands",
    "show this help message and exit": "args.help",
    "show program's version number and exit": "args.version",
    "argument %(argument_name)s: %(message)s": "args.argument",
    "unrecognized arguments: %s": "args.unrecognized",
    "ambiguous option: %(option)s could match %(matches)s": "args.ambiguous",
    "invalid choice: %(value)r (choose from %(choices)s)": "args.choice",
    "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)": "args.choice",
    "invalid %(type)s value: %(value)r": "args.value",
    "needs a whole number from %(least)s on, not %(value)r": "args.whole_number",
    "needs a number from %(least)s on, not %(value)r": "args.decimal_number",
    "needs a number from 0 to 1, not %(value)r": "args.share",
    "needs whole numbers with commas between them, not %(value)r": "args.whole_numbers",
    "unknown parser %(parser_name)r (choices: %(choices)s)": "args.parser",
    "expected one argument": "args.one",
    "expected at most one argument": "args.at_most_one",
    "expected at least one argument": "args.at_least_one",
    "expected %s argument": "args.number",
    "expected %s arguments": "args.number",
    "the following arguments are required: %s": "args.required",
    "one of the arguments %s is required": "args.one_of",
    "not allowed with argument %s": "args.not_with",
    "ignored explicit argument %r": "args.ignored",
    "unexpected option string: %s": "args.unexpected",
    "can't open '%(filename)s': %(error)s": "args.open",
}


class Parser(argparse.ArgumentParser):
    """A parser that shows the usage and the error, and where help is available."""

    def error(self, message: str) -> NoReturn:
        """Say what was wrong; exit code 2."""
        self.print_usage(sys.stderr)
        prefix = argparse.__dict__["_"]("%(prog)s: error: %(message)s\n")
        self.exit(2, prefix % {"prog": self.prog, "message": message})


@contextmanager
def speaking(say: Say) -> Iterator[None]:
    """Within this context argparse's messages are translated by `say`."""
    words = vars(argparse)
    one, many = words["_"], words["ngettext"]

    def translate(message: str) -> str:
        return say(MESSAGES[message]) if message in MESSAGES else message

    words["_"] = translate
    words["ngettext"] = lambda single, plural, number: translate(single if number == 1 else plural)
    try:
        yield
    finally:
        words["_"], words["ngettext"] = one, many
