"""Numbers on the command line: what does not fit is refused with what would."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

MOST_SIGNS = 60  # of what was given, in an error

# Digits of other scripts and "nan" are numbers to Python, and typing errors to us.
WHOLE = re.compile("-?[0-9]{1,30}")
DECIMAL = re.compile(r"-?([0-9]{1,18}(\.[0-9]{0,18})?|\.[0-9]{1,18})(e-?[0-9]{1,2})?")


def whole_number(least: int) -> Callable[[str], int]:
    """Reads a whole number that is not below `least`."""

    def read(text: str) -> int:
        if not WHOLE.fullmatch(text) or int(text) < least:
            raise _wrong("needs a whole number from %(least)s on, not %(value)r", text, least)
        return int(text)

    return read


def whole_numbers(text: str) -> list[int]:
    """Reads whole numbers with commas between them."""
    words = text.split(",")
    if not all(WHOLE.fullmatch(word) for word in words):
        raise _wrong("needs whole numbers with commas between them, not %(value)r", text)
    return [int(word) for word in words]


def decimal_number(least: float) -> Callable[[str], float]:
    """Reads a number, perhaps with a fraction, that is not below `least`."""

    def read(text: str) -> float:
        if not DECIMAL.fullmatch(text) or float(text) < least:
            raise _wrong("needs a number from %(least)s on, not %(value)r", text, least)
        return float(text)

    return read


def share(text: str) -> float:
    """Reads a number from 0 to 1."""
    if not DECIMAL.fullmatch(text) or not 0.0 <= float(text) <= 1.0:
        raise _wrong("needs a number from 0 to 1, not %(value)r", text)
    return float(text)


def _wrong(message: str, text: str, least: float = 0) -> argparse.ArgumentTypeError:
    """What would fit, in the language that argparse speaks now."""
    translate = vars(argparse)["_"]
    text = text if len(text) <= MOST_SIGNS else text[:MOST_SIGNS] + "…"
    return argparse.ArgumentTypeError(translate(message) % {"least": least, "value": text})
