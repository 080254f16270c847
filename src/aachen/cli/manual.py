"""`aachen manual`: the manual page, made from the help of every command: `aachen manual | man -l -`."""

from __future__ import annotations

import argparse

from aachen import __version__
from aachen.cli.arguments import Say
from aachen.cli.described import DescribedCommand, DescribedOption, described
from aachen.locales import catalogue


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Nothing to choose."""


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    print(manual_page(catalogue(args.language).say), end="")
    return 0


def manual_page(say: Say) -> str:
    """The page in roff, for man."""
    program = described(say)
    lines = [
        f'.TH AACHEN 1 "" "Aachen {__version__}"',
        f".SH {_text(say('manual.name'))}",
        f"aachen \\- {_text(say('manual.about'))}",
        f".SH {_text(say('manual.synopsis'))}",
        ".B aachen",
        f".RI [ {_text(say('manual.options'))} ]",
        f".I {_text(say('cli.command'))}",
        ".RI [ \\&... ]",
        f".SH {_text(say('manual.description'))}",
        _text(program.about),
        *_listed(program.options),
        f".SH {_text(say('manual.commands'))}",
    ]
    for command in program.commands:
        lines += _section(command, "aachen")
    lines += [f".SH {_text(say('manual.exit'))}", _text(say("manual.exit.codes"))]
    lines += [f".SH {_text(say('manual.files'))}", _text(say("manual.files.data"))]
    return "\n".join(lines) + "\n"


def _section(command: DescribedCommand, before: str) -> list[str]:
    title = f"{before} {command.name}"
    lines = [f'.SS "{_text(title)}"', _text(command.about), *_listed(command.options)]
    for below in command.commands:
        lines += _section(below, title)
    return lines


def _listed(options: list[DescribedOption]) -> list[str]:
    lines: list[str] = []
    for option in options:
        names = ", ".join(f"\\fB{_text(name)}\\fR" for name in option.names)
        value = f"\\fI{_text(option.value)}\\fR" if option.value else ""
        lines += [".TP", " ".join(part for part in (names, value) if part), _text(option.about) or "\\&"]
    return lines


def _text(text: str) -> str:
    """A text in which nothing is taken for a request, and hyphens can be copied."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ").replace('"', "\\(dq")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
