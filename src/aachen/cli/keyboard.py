"""Lines that people type, waited for with or without a time limit."""

from __future__ import annotations

import os
import select
import sys
import time
from contextlib import suppress
from typing import Final

MOST_BYTES: Final = 4096


class Keyboard:
    """Lines that a person types, or that come through a pipe; a line may be waited for so long and no longer."""

    def __init__(self) -> None:
        self._rest = b""  # read from a pipe and not asked for yet

    def ask(self, prompt: str) -> str:
        """The next line; EOFError when there is none."""
        if sys.stdin.isatty() or _number() is None:
            with suppress(ImportError):
                import readline  # noqa: F401 - lines can be edited
            return input(prompt)
        _show(prompt)
        line = self._read_line(None)
        assert line is not None
        return line

    def ask_within(self, prompt: str, seconds: float) -> str | None:
        """The next line, or nothing if none comes in time; where that cannot be known, the wait has no end."""
        if _number() is None or os.name == "nt":
            return self.ask(prompt)
        _show(prompt)
        line = self._read_line(time.monotonic() + seconds)
        if line is None:
            _forget_half_a_line()
            _show("\n")
        return line

    def _read_line(self, until: float | None) -> str | None:
        """A whole line from the file itself: what Python has read ahead could not be waited for."""
        number = _number()
        assert number is not None
        while b"\n" not in self._rest:
            wait = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([number], [], [], wait)[0]:
                return None
            read = os.read(number, MOST_BYTES)
            if not read:
                if not self._rest:
                    raise EOFError
                self._rest += b"\n"
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")


def _number() -> int | None:
    """The number that the system knows standard input by, if it is a file of the system."""
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return None


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _forget_half_a_line() -> None:
    """What was begun when the time ran out is no answer to the next question."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
