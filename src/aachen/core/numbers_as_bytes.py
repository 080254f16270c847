"""Many small numbers as few bytes: what games use to hand on what a seat may know."""

from __future__ import annotations

from aachen.core.errors import BadInput, Fault


def as_bytes(numbers: list[int]) -> bytes:
    """Each number from -1 up, seven bits a byte; the highest bit says that the number goes on."""
    found = bytearray()
    for number in numbers:
        left = number + 1
        while left > 127:
            found.append(left & 127 | 128)
            left >>= 7
        found.append(left)
    return bytes(found)


def from_bytes(source: bytes) -> list[int]:
    """The numbers; an unfinished one at the end is left out."""
    numbers: list[int] = []
    number = shift = 0
    for byte in source:
        if byte < 128:
            numbers.append((number | byte << shift) - 1)
            number = shift = 0
        else:
            number |= (byte & 127) << shift
            shift += 7
    return numbers


class ByteReader:
    """Takes the numbers out again, one after the other; raises BadInput where there are too few."""

    def __init__(self, source: bytes) -> None:
        self.numbers = from_bytes(source)
        self.at = 0

    def next(self) -> int:
        """The next number."""
        return self.some(1)[0]

    def some(self, count: int) -> list[int]:
        """The next few numbers."""
        first = self.at
        self.at += count
        if count < 0 or self.at > len(self.numbers):
            raise BadInput([Fault("view_without_line", "view")])
        return self.numbers[first : self.at]

    def pile(self) -> list[int]:
        """A list after its length."""
        return self.some(self.next())
