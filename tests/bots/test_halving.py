"""Sequential halving on choices whose right answer is known."""

import pytest

from aachen.bots.budget import Budget
from aachen.bots.halving import SURE_FROM, Halving, HalvingGame
from aachen.bots.plan import Plan
from aachen.bots.quick_luck import QuestionLuck, QuickLuck
from aachen.core.luck import SeededLuck


class Urns(HalvingGame):
    """Plans that are worth so much on the mean; luck is common to all but for a part of each plan's own."""

    def __init__(self, worths, promises=None, own=0.1, trust=0.0):
        self.worths, self.own, self.trust = worths, own, trust
        self.promises = promises or [0.5] * len(worths)
        self.tried = [0] * len(worths)
        self.streams: list[list[int]] = [[] for _ in worths]

    def plans(self, luck):
        return [Plan([number], promise) for number, promise in enumerate(self.promises)]

    def prior(self):
        return self.trust

    def begin_world(self, stream):
        self.common = 0.3 * (QuickLuck(stream).fraction() - 0.5)

    def value(self, plan, stream):
        number = plan.codes[0]
        self.tried[number] += 1
        self.streams[number].append(stream)
        return (
            self.worths[number] + self.common + self.own * (QuickLuck(stream * 8 + number).fraction() - 0.5)
        )


def halved(urns, rounds=400, seed=1):
    found = Halving(urns, SeededLuck(seed))
    found.run(Budget(rounds=rounds))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_the_best_plan_is_found(seed):
    found = halved(Urns([0.40, 0.42, 0.46, 0.41, 0.39, 0.43]), seed=seed)

    assert found.plans()[0].codes == [2]
    assert found.plans()[0].chance == pytest.approx(0.46, abs=0.06)
    chances = [plan.chance for plan in found.plans()]
    assert chances == sorted(chances, reverse=True)


def test_plans_that_were_dropped_took_no_more_rounds():
    urns = Urns([0.40, 0.42, 0.46, 0.41, 0.39, 0.455])
    halved(urns)

    assert urns.tried[2] > 1.5 * min(urns.tried)
    assert sorted(urns.tried)[-1] == urns.tried[2]


def test_what_is_clear_ends_before_its_time():
    found = halved(Urns([0.2, 0.6, 0.3], own=0.02))

    assert found.plans()[0].codes == [1]
    assert found.rounds == 3 * SURE_FROM


def test_all_plans_are_tried_in_the_same_worlds():
    urns = Urns([0.41, 0.4, 0.42])
    halved(urns, rounds=9)

    longest = max(urns.streams, key=len)
    assert len(set(longest)) == len(longest) >= 3
    assert all(streams == longest[: len(streams)] for streams in urns.streams)


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_a_budget_is_kept_and_something_is_chosen(rounds):
    urns = Urns([0.4, 0.5, 0.6])
    found = halved(urns, rounds=rounds)

    assert found.rounds == sum(urns.tried) == rounds
    assert found.plans()


def test_without_a_choice_nothing_is_tried():
    found = halved(Urns([0.4], promises=[0.7]))

    assert (found.rounds, found.plans()[0].chance) == (0, 0.7)


def test_where_rounds_show_no_difference_the_planner_decides():
    assert halved(Urns([0.4, 0.4], promises=[0.3, 0.5], own=0.0, trust=0.3)).plans()[0].codes == [1]


def test_a_draw_more_of_one_kind_changes_no_other():
    one, other = QuestionLuck(7), QuestionLuck(7)
    one.pick("card", list(range(100)))

    assert [one.pick("tile", list(range(100))) for _ in range(9)] == [
        other.pick("tile", list(range(100))) for _ in range(9)
    ]
