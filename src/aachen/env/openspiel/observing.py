"""What a seat sees of a state, as OpenSpiel's observers give it: tensors and strings."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from aachen.core.contract import Position
from aachen.env.observing import Observer
from aachen.env.table import GameSettings

SETTING_UP = "setting up"


class SpielObserver:
    """One kind of observation.

    Before the first position is set up there is nothing to see.
    While luck is asked, a seat sees the position before.
    """

    def __init__(self, settings: GameSettings, kind: Any) -> None:
        self.kind = kind
        self._observer = observer = observer_of(settings)
        self._seats = settings.seats
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if observer.layout is not None and own and kind.public_info:
            self.tensor = np.zeros(observer.layout.size, np.float32)
            self.dict = {"info_state" if kind.perfect_recall else "observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Write what the player knows into the tensor."""
        if self.tensor is None:
            return
        reached = state.node.reached
        self.tensor[:] = 0 if reached is None else self._observer.tensor(reached.position, player)

    def string_from(self, state: Any, player: int) -> str:
        """What the player knows, as text; with perfect recall, a fingerprint of all it has seen and done."""
        reached = state.node.reached
        if reached is None:
            return SETTING_UP
        if self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return str(reached.position.write())
        own = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if self.kind.perfect_recall and own:
            return f"{self._seats[player]} {reached.memory(player).hex()}"
        if not self.kind.public_info:
            return secrets(reached.position, player) if own else ""
        return line(reached.position, player if own else None)


@lru_cache(maxsize=64)
def observer_of(settings: GameSettings) -> Observer:
    """What makes tensors of a game; one without planes has strings only."""
    return Observer(settings, "tensor" if hasattr(settings.first, "planes") else "json")


def line(position: Position, viewer: int | None) -> str:
    """The position as one line of text, as far as the viewer may know it."""
    view = position.view(viewer)
    return str(view["line"]) if "line" in view else json.dumps(view, separators=(",", ":"))


def secrets(position: Position, seat: int) -> str:
    """The statements of the line that only this seat can make."""
    known = set(line(position, None).split("; "))
    return "; ".join(part for part in line(position, seat).split("; ") if part not in known)
