"""`aachen engine`: the protocol for programs, JSON lines in and out. See docs/engine-protocol.md."""

from __future__ import annotations

import argparse
import sys
from typing import BinaryIO

from aachen.cli.arguments import Say
from aachen.core.dialogue import MOST_SIGNS, Dialogue
from aachen.core.errors import Fault
from aachen.core.json_lines import write_object
from aachen.core.json_shapes import Plain
from aachen.games import GAMES
from aachen.locales.faults import fault_sentence
from aachen.titles.sentences import Sentences


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """The engine has no arguments of its own."""


def run(args: argparse.Namespace) -> int:
    """Answer requests until there are no more."""
    talk(Dialogue(GAMES, Sentences(), args.language), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def talk(dialogue: Dialogue, requests: BinaryIO, answers: BinaryIO) -> None:
    """One answer for each line, at once."""
    while not dialogue.is_over:
        line = _next_line(requests)
        if line is None:
            return
        try:
            answer = dialogue.answer_line(line)
        except Exception:
            fault = Fault("crashed")
            error = fault.as_dict() | {"sentence": fault_sentence(dialogue.language, fault)}
            _send(answers, {"id": None, "ok": False, "error": error})
            raise
        _send(answers, answer)


def _next_line(requests: BinaryIO) -> str | None:
    """The next line; of one that is too long only so much that it is seen to be."""
    line = requests.readline(MOST_SIGNS + 2)
    if not line:
        return None
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = requests.readline(MOST_SIGNS)
    if len(line) > MOST_SIGNS:
        return " " * (MOST_SIGNS + 1)
    return line.decode("utf-8", errors="surrogateescape").rstrip("\r\n")


def _send(answers: BinaryIO, answer: Plain) -> None:
    answers.write(write_object(answer).encode("utf-8") + b"\n")
    answers.flush()
