"""The places a land keeps for its pieces: a palace or crown, six followers, two counters and several gangs."""

from typing import Any

from .shapes import rounded

CUBE, GANG, COUNTER, PALACE = 15, 15, 18, 30  # pixels that a piece of scale 1 takes

Point = tuple[float, float]


def _grid(x: float, y: float, count: int, columns: int, step: float) -> list[Point]:
    return [(x + (i % columns) * step, y + (i // columns) * step) for i in range(count)]


# Forms of a block, as places about its middle. `number` is where a figure is written when
# more gangs lie in the land than there are places: one gang, and how many, beside it.
BLOCKS: dict[str, dict[str, Any]] = {
    "wide": {
        "size": (108, 54),
        "palace": (-38, -9),
        "cubes": _grid(-9, -19, 6, 3, 17),
        "counters": [(44, -18), (44, 2)],
        "gangs": _grid(-34, 19, 5, 5, 17),
        "number": (-17, 19),
    },
    "square": {
        "size": (76, 76),
        "palace": (-21, -21),
        "cubes": _grid(-25, 8, 6, 3, 17),
        "counters": [(8, -28), (28, -28)],
        "gangs": [(8, -9), (25, -9), (29, 8), (29, 25)],
        "number": (25, -9),
    },
    "tall": {
        "size": (54, 106),
        "palace": (-11, -36),
        "cubes": _grid(-17, -5, 6, 3, 17),
        "counters": [(17, -43), (17, -23.5)],
        "gangs": _grid(-17, 29, 6, 3, 16),
        "number": (-1, 29),
    },
    "band": {
        "size": (142, 40),
        "palace": (-55, 0),
        "cubes": _grid(-29, -8.5, 6, 3, 17),
        "counters": [(25, -9.5), (25, 9.5)],
        "gangs": _grid(45, -8.5, 4, 2, 17),
        "number": (62, -8.5),
    },
}


def places(form: str, scale: float, at: Point) -> dict[str, Any]:
    """Where everything lies in a land whose block has this form, scale and middle."""
    block = BLOCKS[form]

    def place(point: Point) -> list[float]:
        return rounded(at[0] + point[0] * scale, at[1] + point[1] * scale)

    width, height = (side * scale for side in block["size"])
    found: dict[str, Any] = {"scale": scale, "form": form}
    found |= {"palace": place(block["palace"]), "gang_number": place(block["number"])}
    found |= {kind: [place(point) for point in block[kind]] for kind in ("cubes", "counters", "gangs")}
    return found | {"box": rounded(at[0] - width / 2, at[1] - height / 2, width, height)}
