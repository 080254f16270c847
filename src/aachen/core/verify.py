"""Was the luck of a recorded game fair? Every draw is derived again from the secret and compared with the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from aachen.core.contract import Position
from aachen.core.errors import BadLine, bad
from aachen.core.fair_luck import Fair, FairLuck
from aachen.core.luck import Draw
from aachen.core.replay import Step


@dataclass(slots=True)
class NumberedDraw:
    """A draw of a log: its number from 1 on, and the line where its answer stands."""

    number: int
    line: int
    draw: Draw

    def as_dict(self, position: Position) -> dict[str, object]:
        """In names, as a program needs it to derive the draw again; `among` is in the order that counts."""
        name, draw = position.name_luck, self.draw
        return {
            "draw": self.number,
            "line": self.line,
            "question": draw.question,
            "among": [name(draw.question, thing) for thing in sorted(draw.among)],
            "answer": name(draw.question, draw.answer),
        }


@dataclass(slots=True)
class Trial:
    """What was found out about a log."""

    fair: Fair
    seats: list[str]
    position: Position  # the last one
    last: Step  # the last line that was read; it may carry a fault
    draws: list[NumberedDraw] = field(default_factory=list)
    secret: bytes | None = None
    is_kept: bool = False  # the secret is the promised one
    proven: int = 0  # draws that follow from the secret, before the first that does not
    expected: int | None = None  # what the first draw that does not follow should have been

    def is_fair(self) -> bool:
        """The promise was kept, and every draw of a sound log follows from it."""
        return self.is_kept and self.proven == len(self.draws) and not self.last.faults

    def is_over(self) -> bool:
        """The log has its last line."""
        return self.last.outcome is not None or self.last.secret is not None


def verify(steps: Iterable[Step], secret: bytes | None = None) -> Trial:
    """The verdict on a replay; a secret that the log does not reveal may be given.

    Raises BadInput if there is nothing to compare: no promise, or no secret in a sound log.
    """
    trial = _read(steps)
    revealed = trial.last.secret
    if secret is not None and revealed is not None and secret != revealed:
        raise bad("fair_other_secret", "secret")
    trial.secret = revealed if secret is None else secret
    if trial.secret is not None:
        _derive(trial, trial.secret)
    elif not trial.last.faults:
        raise bad("fair_no_secret")
    return trial


def _read(steps: Iterable[Step]) -> Trial:
    """All draws of the log, up to its end or its first fault."""
    trial: Trial | None = None
    for step in steps:
        if trial is None:
            trial = _begin(step)
        trial.last = step
        if step.position is not None:
            trial.position = step.position
        for draw in step.draws:
            trial.draws.append(NumberedDraw(len(trial.draws) + 1, step.line, draw))
    if trial is None:
        raise bad("log_empty")
    return trial


def _begin(step: Step) -> Trial:
    if step.header is None or step.position is None:
        raise BadLine(step.line, step.faults)
    if step.fair is None:
        raise bad("fair_nothing_promised")
    return Trial(step.fair, step.header.seats, step.position, step)


def _derive(trial: Trial, secret: bytes) -> None:
    """Draw again, as far as the answers agree."""
    trial.is_kept = trial.fair.is_kept_by(secret)
    luck = FairLuck(trial.fair.key(secret, trial.seats))
    for each in trial.draws:
        expected = luck.pick(each.draw.question, each.draw.among)
        if expected != each.draw.answer:
            trial.expected = expected
            return
        trial.proven += 1
