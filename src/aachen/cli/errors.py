"""Faults on the terminal."""

from __future__ import annotations

import sys

from aachen.core.errors import Fault
from aachen.locales.faults import fault_sentence


def print_faults(language: str, faults: list[Fault]) -> None:
    """Every fault on a line of its own, on standard error."""
    for fault in faults:
        print(f"aachen: {fault_sentence(language, fault)}", file=sys.stderr)
