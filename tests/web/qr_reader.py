"""Reads a small QR code (ISO/IEC 18004): versions 1 to 3, level M, bytes; nothing is damaged, so nothing is mended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

FORMAT_MASK = 0b101010000010010
LEVEL_M = 0b00
BYTES = 0b0100
Square = list[list[bool]]

# By mask number, for column x and row y.
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda x, y: (y + x) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (y + x) % 3 == 0,
    lambda x, y: (y // 2 + x // 3) % 2 == 0,
    lambda x, y: y * x % 2 + y * x % 3 == 0,
    lambda x, y: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda x, y: ((y + x) % 2 + y * x % 3) % 2 == 0,
)


def square_of(path: str, size: int) -> Square:
    """The modules of a drawing that has a little square `Mx yh1v1h-1z` for each dark one, and a rim of four."""
    dark = {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    return [[(x, y) in dark for x in range(size)] for y in range(size)]


def read(square: Square) -> str:
    """The text of a code."""
    size = len(square)
    assert size in (21, 25, 29), f"a square of {size} is no small QR code"
    level, mask = _format(square)
    assert level == LEVEL_M, f"the level of correction is {level}"
    bits = (square[y][x] ^ MASKS[mask](x, y) for x, y in _path(size))
    assert _number(bits, 4) == BYTES, "the text is not written in bytes"
    return bytes(_number(bits, 8) for _ in range(_number(bits, 8))).decode()


def _number(bits: Iterator[bool], length: int) -> int:
    """The next bits as a number."""
    return int("".join("01"[bit] for bit in islice(bits, length)), 2)


def _format(square: Square) -> tuple[int, int]:
    """The level of correction and the mask, beside the upper left eye."""
    places = [(x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(8, y) for y in (7, 5, 4, 3, 2, 1, 0)]
    text = _number(iter([square[y][x] for x, y in places]), 15) ^ FORMAT_MASK
    return text >> 13, text >> 10 & 0b111


def _path(size: int) -> Iterator[tuple[int, int]]:
    """The places of the bits: up and down in columns of two, from the right, around everything that is fixed."""
    rights = [*range(size - 1, 6, -2), 5, 3, 1]
    for number, right in enumerate(rights):
        rows = range(size) if number % 2 else range(size - 1, -1, -1)
        for y in rows:
            for x in (right, right - 1):
                if not _is_fixed(x, y, size):
                    yield x, y


def _is_fixed(x: int, y: int, size: int) -> bool:
    """Whether a place belongs to an eye, a ruler, the format or the alignment mark."""
    in_eye = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    in_mark = size > 21 and abs(x - (size - 7)) <= 2 and abs(y - (size - 7)) <= 2
    return in_eye or in_mark or x == 6 or y == 6
