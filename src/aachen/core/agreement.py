"""Whether options that somebody names are true of a position that somebody sets up."""

from __future__ import annotations

from collections.abc import Mapping

from aachen.core.contract import Position
from aachen.core.errors import BadInput, Fault


def check_agreement(named: Mapping[str, object], position: Position, where: str = "options") -> None:
    """Raise BadInput for every option that is named and that the position contradicts.

    What the position does not settle, such as the seconds of a clock, may be anything.
    """
    settled = position.settled_options()
    faults = [
        Fault(
            "option_contradicts_position",
            f"{where}.{key}",
            {"given": _text(given), "known": _text(settled[key])},
        )
        for key, given in named.items()
        if key in settled and not _agrees(given, settled[key])
    ]
    if faults:
        raise BadInput(faults)


def _text(value: object) -> str:
    """A value as it is written in a request."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _agrees(given: object, settled: object) -> bool:
    """A yes agrees with every value but none: the hourglass is named by its seconds."""
    if isinstance(settled, bool):
        return bool(given) == settled
    return str(given) == str(settled)
