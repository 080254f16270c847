"""Analysis of a recorded game: each seat's chances after every entry, its decisions, turning points, and the part of luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from aachen.bots.bot import View
from aachen.bots.mind import Mind
from aachen.bots.minds import MINDS
from aachen.bots.review import ReviewedDecision, review_decision
from aachen.bots.thinker import partners
from aachen.core.contract import Position
from aachen.core.luck import SeededLuck
from aachen.core.replay import Step, read_actor
from aachen.games.versions import replay_any, rules_of

TRIES: Final = 12  # other answers of luck that an entry is compared with
WORLDS: Final = 4  # positions that are made up to evaluate a view
SIGNS: Final = 4  # digits of a chance that are worth telling
MOST_TURNS: Final = 5
MOST_MISTAKES: Final = 12
LEAST_TURN: Final = 0.06  # a change of one side's chance that is worth a mark …
NEIGHBOURS: Final = 2  # … unless a greater one is as near as this
LEAD: Final = 0.03  # a side leads when it is so far ahead of who led before


class Evaluation:
    """One moment: each seat's chance, how much of the last change of it luck has brought, and which side acted."""

    __slots__ = ("chances", "luck", "side")

    def __init__(self, chances: list[float], luck: list[float], side: list[int] | None = None) -> None:
        self.chances = chances
        self.luck = luck
        self.side = side or []  # the seats on whose behalf the entry was made; nobody's if that is not known


class TurningPoint:
    """An entry after which the game was another: whose chance changed most, by how much, and by how much luck."""

    __slots__ = ("change", "luck", "seat", "seq")

    def __init__(self, seq: int, seat: int, change: float, luck: float) -> None:
        self.seq = seq
        self.seat = seat
        self.change = change
        self.luck = luck


# ---- Evaluating -------------------------------------------------------------------------------------


class GameAnalysis:
    """A whole log, evaluated as far as somebody asks."""

    def __init__(self, mind: Mind, steps: Sequence[Step]) -> None:
        self.mind = mind
        self.steps = steps  # one for each entry, the set-up first
        self._sides: list[list[int]] = []  # of each seat, itself and its partners

    def evaluate_range(self, first: int, count: int) -> list[Evaluation]:
        """The evaluations of so many entries, from this one on."""
        return [self.evaluate(seq) for seq in range(first, min(first + count, len(self.steps)))]

    def review_range(self, first: int, count: int) -> list[ReviewedDecision | None]:
        """For each of so many entries the decision that begins there, reviewed, or None."""
        return [self.decision(seq) for seq in range(first, min(first + count, len(self.steps)))]

    def decision(self, seq: int) -> ReviewedDecision | None:
        """The decision that begins with this entry; None if it goes on there, was taken back or was forced."""
        end = self._ends.get(seq)
        step = self.steps[seq]
        if end is None or step.action is None:
            return None
        before = self._position(seq - 1)
        seat = read_actor(before, step.seat)
        actions = [self.steps[at].action for at in range(seq, end + 1)]
        codes = [before.read_action(action) for action in actions if action is not None]
        return review_decision(self.mind, before, self._side(step), seat, codes, seq, end)

    @cached_property
    def _ends(self) -> dict[int, int]:
        """The last entry of each decision that counts, by its first one."""
        found: dict[int, int] = {}
        first = 0
        for seq in self._standing():
            step = self.steps[seq]
            if step.action is None or step.seat not in self._position(0).seats():
                first = 0
                continue
            goes_on = first and self.steps[seq - 1].seat == step.seat and found[first] == seq - 1
            if not goes_on or self._is_decided(seq - 1):
                first = seq
            found[first] = seq
        return found

    def _is_decided(self, seq: int) -> bool:
        """Whether a decision ended with this entry: luck came in, another seat chooses, or a turn was over."""
        step, position = self.steps[seq], self._position(seq)
        if step.luck or self.mind.is_between_turns(position):
            return True
        return position.to_act() != [read_actor(position, step.seat)]

    def _standing(self) -> list[int]:
        """The entries that were not taken back."""
        found: list[int] = []
        for seq, step in enumerate(self.steps):
            if step.undo is not None:
                found = [each for each in found if each <= step.undo]
            else:
                found.append(seq)
        return found

    def evaluate(self, seq: int) -> Evaluation:
        """How things stand after an entry; within a turn they stand as they did before it."""
        step, at = self.steps[seq], self._last_turn(seq)
        chances = self.mind.forecast(self._position(at))
        if seq == 0 or step.action is None or not step.luck or at < seq:
            return Evaluation(_rounded(chances), [0.0] * len(chances), self._side(step))
        before = self._position(seq - 1)
        usual = self._usual(before, read_actor(before, step.seat), before.read_action(step.action))
        luck = [chance - each for chance, each in zip(chances, usual, strict=True)]
        return Evaluation(_rounded(chances), _rounded(luck), self._side(step))

    def _side(self, step: Step) -> list[int]:
        """The seats that win with the one that acted."""
        if step.action is None:
            return []
        start = self._position(0)
        if not self._sides:
            view = start.view(None)
            self._sides = [partners(view, seat) for seat in range(len(start.seats()))]
        return self._sides[read_actor(start, step.seat)]

    def _last_turn(self, seq: int) -> int:
        """The last entry up to this one after which no turn was half done."""
        while seq > 0 and not self.mind.is_between_turns(self._position(seq)):
            seq -= 1
        return seq

    def _position(self, seq: int) -> Position:
        position = self.steps[seq].position
        assert position is not None
        return position

    def _usual(self, before: Position, seat: int, action: int) -> list[float]:
        """The chances that the action would have led to on average, whatever luck had answered."""
        totals = [0.0] * len(before.seats())
        for seed in range(TRIES):
            after = before.copy()
            after.play(seat, action, SeededLuck(seed))
            totals = [total + chance for total, chance in zip(totals, self.mind.forecast(after), strict=True)]
        return [total / TRIES for total in totals]


def analyse_log(lines: Iterable[str]) -> GameAnalysis:
    """A log, to be evaluated by the rules it names."""
    return analyse_steps(replay_any([f"{line}\n" for line in lines]))


def analyse_steps(steps: Iterable[Step]) -> GameAnalysis:
    """The steps of a sound log, to be evaluated; its last line is no entry."""
    entries: list[Step] = []
    for step in steps:
        assert not step.faults, f"the log is sound: {step.faults}"
        if step.outcome is None and step.secret is None:
            entries.append(step)
    header = entries[0].header
    assert header is not None
    return GameAnalysis(MINDS[header.game], entries)


def evaluate_view(view: View, options: Any = None, rules: str | None = None) -> Evaluation:
    """What one viewer could think of everybody's chances: the mean of some positions that fit the view."""
    game, mind = rules_of(str(view["game"]), rules), MINDS[str(view["game"])]
    totals: list[float] = []
    for seed in range(WORLDS):
        chances = mind.forecast(game.from_view(view, SeededLuck(seed), options))
        totals = [
            total + chance for total, chance in zip(totals or [0.0] * len(chances), chances, strict=True)
        ]
    return Evaluation(_rounded([total / WORLDS for total in totals]), [0.0] * len(totals))


def _rounded(numbers: list[float]) -> list[float]:
    return [round(number, SIGNS) for number in numbers]


# ---- What a reader wants to know -----------------------------------------------------------------


def turns(evaluations: Sequence[Evaluation]) -> list[TurningPoint]:
    """The entries that changed most, in their order; of neighbours only the greatest."""
    found: list[TurningPoint] = []
    for turn in sorted(_changes(evaluations), key=lambda turn: (-abs(turn.change), turn.seq)):
        if len(found) == MOST_TURNS or abs(turn.change) < LEAST_TURN:
            break
        if all(abs(turn.seq - other.seq) > NEIGHBOURS for other in found):
            found.append(turn)
    return sorted(found, key=lambda turn: turn.seq)


def _changes(evaluations: Sequence[Evaluation]) -> list[TurningPoint]:
    changes = []
    for seq in range(1, len(evaluations)):
        before, now = evaluations[seq - 1].chances, evaluations[seq]
        moved = [chance - old for chance, old in zip(now.chances, before, strict=True)]
        seat = max(range(len(moved)), key=lambda seat: (abs(moved[seat]), moved[seat]))
        changes.append(TurningPoint(seq, seat, round(moved[seat], SIGNS), now.luck[seat]))
    return changes


def leads(evaluations: Sequence[Evaluation]) -> list[tuple[int, int]]:
    """Since which entry which seat has led; a lead by a hair does not count as a change."""
    found: list[tuple[int, int]] = []
    for seq, evaluation in enumerate(evaluations):
        chances = evaluation.chances
        first = max(range(len(chances)), key=chances.__getitem__)
        rest = chances[found[-1][1]] if found else sorted(chances)[-2]
        if chances[first] >= rest + LEAD:
            found.append((seq, first))
    return found


def total_luck(evaluations: Sequence[Evaluation]) -> list[float]:
    """What luck brought each seat in all, in chances."""
    return _rounded([sum(column) for column in zip(*(each.luck for each in evaluations), strict=True)])


class Breakdown:
    """What became of one seat's chance: at the start, by luck, by its own side's play, by the others' play, at the end."""

    __slots__ = ("end", "luck", "others", "own", "start")

    def __init__(self, start: float, luck: float, own: float, others: float, end: float) -> None:
        self.start = start
        self.luck = luck
        self.own = own
        self.others = others
        self.end = end


def breakdowns(evaluations: Sequence[Evaluation]) -> list[Breakdown]:
    """For each seat; the parts add up to the whole change."""
    luck = total_luck(evaluations)
    first, last = evaluations[0].chances, evaluations[-1].chances
    found = []
    for seat in range(len(first)):
        own = 0.0
        for before, now in pairwise(evaluations):
            if seat in now.side:
                own += now.chances[seat] - before.chances[seat] - now.luck[seat]
        others = last[seat] - first[seat] - luck[seat] - own
        found.append(Breakdown(first[seat], luck[seat], round(own, SIGNS), round(others, SIGNS), last[seat]))
    return found


def mistakes(reviewed: Iterable[ReviewedDecision]) -> list[ReviewedDecision]:
    """The decisions that lost most, in the order of the game."""
    found = [each for each in reviewed if each.is_mistake()]
    found.sort(key=lambda each: -each.loss)
    return sorted(found[:MOST_MISTAKES], key=lambda each: each.seq)
