"""Common random numbers: games on one seed share their luck as long as possible, so that they can be compared."""

from __future__ import annotations

import hashlib

from aachen.core.luck import Luck, SeededLuck


def seed_of(words: str) -> int:
    """A seed that hangs on these words and on nothing else."""
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


class CommonLuck(Luck):
    """Luck with a stream of its own for each kind of question.

    Games on one seed then meet the same luck as long as possible:
    a die more or less in one of them does not change which tiles are drawn.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: dict[str, SeededLuck] = {}

    def pick(self, question: str, among: list[int]) -> int:
        """The next answer of that question's stream."""
        stream = self._streams.get(question)
        if stream is None:
            stream = self._streams[question] = SeededLuck(seed_of(f"luck {self.seed} {question}"))
        return stream.pick(question, among)
