"""Verifies the luck of a recorded game: every draw is derived from the secret and compared with the log."""

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
class Renewed:
    """A commitment that replaced the one before it, because the stored game had fallen back."""

    fair: Fair
    seq: int  # the entry after which it did
    drawn: int  # draws before it
    former_secret: bytes


@dataclass(slots=True)
class Verification:
    """What was found out about a log."""

    fair: Fair
    seats: list[str]
    position: Position  # the last one
    last: Step  # the last line that was read; it may carry a fault
    draws: list[NumberedDraw] = field(default_factory=list)
    secret: bytes | None = None
    renewals: list[Renewed] = field(default_factory=list)
    is_kept: bool = False  # the secret is the promised one, and so is each that was replaced
    proven: int = 0  # draws that follow from the secret, before the first that does not
    expected: int | None = None  # what the first draw that does not follow should have been
    began_at_position: bool = False  # the log begins with a given position, not with the set-up

    def is_fair(self) -> bool:
        """The promise was kept, and every draw of a sound log follows from it."""
        return self.is_kept and self.proven == len(self.draws) and not self.last.faults

    def is_complete(self) -> bool:
        """All that was drawn in this game is in the log: it goes from the set-up to an end.

        Of a game that began at a given position, as a continued one does, nobody knows how that came about;
        and where the stored game has fallen back, draws that were lost are not in the log.
        """
        return not self.began_at_position and not self.renewals and self.is_over()

    def is_over(self) -> bool:
        """The log has its last line."""
        is_secret_last = self.last.secret is not None and self.last.renewal is None
        return self.last.outcome is not None or is_secret_last

    def chapters(self, secret: bytes) -> list[tuple[Fair, bytes, int]]:
        """Each promise, its secret, and how many draws come before it; `secret` is that of the last one."""
        fairs = [self.fair, *(each.fair for each in self.renewals)]
        secrets = [*(each.former_secret for each in self.renewals), secret]
        starts = [0, *(each.drawn for each in self.renewals)]
        return list(zip(fairs, secrets, starts, strict=True))


def verify(steps: Iterable[Step], secret: bytes | None = None) -> Verification:
    """The verdict on a replay; a secret that the log does not reveal may be given.

    Raises BadInput if there is nothing to compare: no promise, or no secret in a sound log.
    """
    verification = _read(steps)
    revealed = verification.last.secret if verification.is_over() else None
    if secret is not None and revealed is not None and secret != revealed:
        raise bad("fair_other_secret", "secret")
    verification.secret = revealed if secret is None else secret
    if verification.secret is not None:
        _derive(verification, verification.secret)
    elif not verification.last.faults:
        raise bad("fair_no_secret")
    return verification


def _read(steps: Iterable[Step]) -> Verification:
    """All draws of the log, up to its end or its first fault."""
    verification: Verification | None = None
    for step in steps:
        if verification is None:
            verification = _begin(step)
        verification.last = step
        if step.position is not None:
            verification.position = step.position
        if step.renewal is not None and step.secret is not None:
            drawn = len(verification.draws)
            verification.renewals.append(Renewed(step.renewal, step.seq, drawn, step.secret))
        for draw in step.draws:
            verification.draws.append(NumberedDraw(len(verification.draws) + 1, step.line, draw))
    if verification is None:
        raise bad("log_empty")
    return verification


def _begin(step: Step) -> Verification:
    if step.header is None or step.position is None:
        raise BadLine(step.line, step.faults)
    if step.fair is None:
        raise bad("fair_nothing_promised")
    verification = Verification(step.fair, step.header.seats, step.position, step)
    verification.began_at_position = step.header.position is not None
    return verification


def _derive(verification: Verification, secret: bytes) -> None:
    """Draw again, as far as the answers agree."""
    chapters = verification.chapters(secret)
    verification.is_kept = all(fair.is_kept_by(kept) for fair, kept, _ in chapters)
    lucks = {start: FairLuck(fair.key(kept, verification.seats), start) for fair, kept, start in chapters}
    luck = lucks[0]
    for each in verification.draws:
        luck = lucks.get(each.number - 1, luck)
        expected = luck.pick(each.draw.question, each.draw.among)
        if expected != each.draw.answer:
            verification.expected = expected
            return
        verification.proven += 1
