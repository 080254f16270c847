"""A sequential test (SPRT) of whether one bot is better than another, evaluated after every block.

A generalised sequential probability ratio test on the scores of blocks (for two seats: pentanomial).
Nothing is assumed of how the scores are spread:
for either hypothesis it takes the likeliest spread that has the mean in question.
"""

from __future__ import annotations

from math import log

ERROR = 0.05  # how often either wrong answer may come out
TRACE = 1e-3  # of a block: what was never seen is not impossible
HALVINGS = 80

BETTER = "better"
NOT_BETTER = "not_better"
UNDECIDED = "undecided"


class Gate:
    """Takes the scores of blocks one by one, in the order of the plan, until it knows."""

    def __init__(self, worse: float, better: float) -> None:
        """Is the true score rather `better` than `worse`? Both are shares of one."""
        self.worse = worse
        self.better = better
        self.bound = log((1 - ERROR) / ERROR)  # what the evidence has to reach, upwards or downwards
        self.evidence = 0.0  # logarithm of the ratio of likelihoods
        self.answer = UNDECIDED
        self.blocks = 0
        self._seen: dict[float, float] = {0.0: TRACE, 1.0: TRACE}

    def take(self, score: float) -> None:
        """One block more; what comes after the answer does not count."""
        if self.answer != UNDECIDED:
            return
        self.blocks += 1
        value = round(score, 9)
        self._seen[value] = self._seen.get(value, 0.0) + 1
        self.evidence = self._evidence()
        if abs(self.evidence) >= self.bound:
            self.answer = BETTER if self.evidence > 0 else NOT_BETTER

    def _evidence(self) -> float:
        """How much likelier the scores are if `better` is the truth than if `worse` is, as a logarithm."""
        whole = sum(self._seen.values())
        spread = [(value, number / whole) for value, number in sorted(self._seen.items())]
        if_worse, if_better = likeliest(spread, self.worse), likeliest(spread, self.better)
        return self.blocks * sum(
            weight * log(high / low) for (_, weight), high, low in zip(spread, if_better, if_worse)
        )

    def as_dict(self) -> dict[str, object]:
        """As plain data."""
        return {
            "worse": self.worse,
            "better": self.better,
            "answer": self.answer,
            "evidence": round(self.evidence, 4),
            "bound": round(self.bound, 4),
            "blocks": self.blocks,
        }


def likeliest(spread: list[tuple[float, float]], mean: float) -> list[float]:
    """Of all spreads with that mean, the one under which the seen one is likeliest: weights, value by value.

    Each weight is divided by 1 + t · (value - mean), with the one t for which the mean comes out right.
    """
    low = -1 / (spread[-1][0] - mean)
    high = 1 / (mean - spread[0][0])
    for _ in range(HALVINGS):
        t = (low + high) / 2
        if sum(weight * (value - mean) / (1 + t * (value - mean)) for value, weight in spread) > 0:
            low = t
        else:
            high = t
    return [weight / (1 + low * (value - mean)) for value, weight in spread]
