"""What an agent observes: numbers or JSON, and the mask of what is offered."""

from __future__ import annotations

import json
from typing import Any, Final, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from aachen.core.contract import Position
from aachen.core.planes import LARGEST, ActionParts, PlanedPosition, PlaneLayout
from aachen.env.offers import Offer, OfferFeatures, parts_of
from aachen.env.table import GameSettings, SettingError

KINDS: Final = ("tensor", "json")
LONGEST_JSON: Final = 1 << 16  # bytes; what is left after the text is spaces, which JSON allows

NOTHING: Final = np.zeros(0, np.float32)

Observation = dict[str, Any]
Tensor = NDArray[np.uint8]


class Observer:
    """Builds observations of one game and number of players, and the spaces they lie in."""

    def __init__(self, settings: GameSettings, kind: str) -> None:
        if kind not in KINDS:
            raise SettingError(f"observation is one of {', '.join(KINDS)}, not {kind!r}")
        self.kind = kind
        self.action_count = settings.first.action_count()
        self.layout: PlaneLayout | None = None
        self.parts: ActionParts | None = None
        self.features: OfferFeatures | None = None
        if hasattr(settings.first, "planes"):
            planed = cast(PlanedPosition, settings.first)
            self.layout, self.parts = planed.plane_layout(), planed.action_parts()
            self.features = OfferFeatures(self.layout, self.parts)
            self.orders = [
                np.array(self.layout.order(seat), dtype=np.intp) for seat in range(len(settings.seats))
            ]
        elif kind == "tensor":
            raise SettingError(f"{settings.game.name} has no tensors: choose observation='json'")

    def space(self) -> spaces.Dict:
        """Where observations lie."""
        mask = spaces.Box(0, 1, (self.action_count,), np.int8)
        if self.kind == "json":
            text = spaces.Box(0, LARGEST, (LONGEST_JSON,), np.uint8)
            return spaces.Dict({"observation": text, "action_mask": mask})
        assert self.layout is not None
        box = spaces.Box(0, LARGEST, (self.layout.size,), np.uint8)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def observe(self, position: Position, seat: int) -> Observation:
        """What the seat may know, and what it may do."""
        if self.kind == "json":
            seen: Any = self.json_bytes(position, seat)
        else:
            seen = self.tensor(position, seat)
        return {"observation": seen, "action_mask": self.mask(position, seat)}

    def offers(self, position: Position, seat: int) -> list[Offer]:
        """What the seat may do, with names, parts and features; nothing if it is not asked."""
        if seat not in position.to_act():
            return []
        codes = position.offers(seat)
        if self.features is None:
            features = [NOTHING] * len(codes)
        else:
            tensor = self.tensor(position, seat)
            features = [self.features.of(position, code, tensor) for code in codes]
        return [
            Offer(code, position.name_action(code), parts_of(self.parts, code), found)
            for code, found in zip(codes, features, strict=True)
        ]

    def json_bytes(self, position: Position, seat: int) -> Tensor:
        """The seat's view: `json.loads(observation.tobytes())` reads it."""
        text = json.dumps(position.view(seat), separators=(",", ":")).encode()
        assert len(text) <= LONGEST_JSON, f"a view of {len(text)} bytes"
        return np.frombuffer(text.ljust(LONGEST_JSON), np.uint8)

    def tensor(self, position: Position, seat: int) -> Tensor:
        """The numbers of the layout, the seat's own first."""
        written = cast(PlanedPosition, position).planes(seat)
        return np.frombuffer(written, np.uint8).take(self.orders[seat])

    def mask(self, position: Position, seat: int) -> NDArray[np.int8]:
        """1 for every code that is offered now."""
        mask = np.zeros(self.action_count, np.int8)
        if seat in position.to_act():
            mask[position.offers(seat)] = 1
        return mask


def scales(layout: PlaneLayout) -> NDArray[np.float32]:
    """What to multiply a tensor by so that most of its numbers lie between 0 and 1."""
    return np.concatenate([np.full(plane.size, 1.0 / plane.most, np.float32) for plane in layout.planes])
