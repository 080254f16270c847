"""The search on games so small that the right answer is known."""

import pytest

from aachen.bots.budget import Budget
from aachen.bots.plan import Plan
from aachen.bots.quick_luck import QuickLuck
from aachen.bots.search import Search, SearchGame, Tuning
from aachen.core.luck import SeededLuck


def searched(search_game, rounds=2000, seed=1, seat=0, **tuning):
    search = Search(search_game, seat, SeededLuck(seed), Tuning(**tuning))
    search.run(Budget(rounds=rounds))
    return search


class Heap:
    """Take one to three of a heap; whoever takes the last wins."""

    def __init__(self, left):
        self.left = left
        self.turn = 0

    def to_act(self):
        return [self.turn] if self.left else []

    def play(self, seat, code, luck, tell=None):
        self.left -= code
        self.turn = 1 - seat


class HeapField(SearchGame):
    """A planner that knows nothing: everything promises the same, the smallest first."""

    def __init__(self, left):
        self.left = left

    def world(self, luck):
        return Heap(self.left)

    def key(self, pos, seat):
        return pos.left

    def plans(self, pos, seat):
        return [Plan([number], 0.5) for number in range(1, min(3, pos.left) + 1)]

    def values(self, pos, luck):
        return [0.5, 0.5] if pos.left else [float(pos.turn == 1), float(pos.turn == 0)]


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_a_search_finds_the_only_winning_move(left):
    assert searched(HeapField(left), width=3).plans()[0].codes == [left % 4]


def test_a_lost_position_has_no_chance_and_a_won_one_is_nearly_certain():
    assert searched(HeapField(8), width=3).plans()[0].chance < 0.15
    assert searched(HeapField(9), width=3).plans()[0].chance > 0.85


class Secret:
    """Both choose in secret at once; what it brings is read off a table."""

    def __init__(self, payoff):
        self.payoff = payoff
        self.chosen = [-1, -1]

    def to_act(self):
        return [seat for seat in (0, 1) if self.chosen[seat] < 0]

    def play(self, seat, code, luck, tell=None):
        self.chosen[seat] = code


class SecretField(SearchGame):
    def __init__(self, payoff):
        self.payoff = payoff

    def world(self, luck):
        return Secret(self.payoff)

    def key(self, pos, seat):
        return 0

    def plans(self, pos, seat):
        number = len(self.payoff) if seat == 0 else len(self.payoff[0])
        return [Plan([code], 0.5) for code in range(number)]

    def values(self, pos, luck):
        mine = self.payoff[pos.chosen[0]][pos.chosen[1]]
        return [mine, 1 - mine]


STONE_PAPER_SCISSORS = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
# The first is played twice as often as the second by both who play it well.
UNEVEN_PENNIES = [[0.5, 0.6], [0.7, 0.5]]


def shares(search):
    return [part / sum(search.root.mix) for part in search.root.mix]


def test_choices_in_secret_are_mixed_so_that_nobody_can_answer_them():
    mix = shares(searched(SecretField(STONE_PAPER_SCISSORS), rounds=6000, width=3))

    assert all(abs(part - 1 / 3) < 0.08 for part in mix)


def test_an_uneven_game_is_mixed_unevenly():
    """By hand: the row player is as well off with either column at 2/3 of the first row."""
    mix = shares(searched(SecretField(UNEVEN_PENNIES), rounds=6000, width=2))

    assert abs(mix[0] - 2 / 3) < 0.1


def test_the_choice_is_drawn_from_the_mix():
    drawn = {
        searched(SecretField(STONE_PAPER_SCISSORS), rounds=300, seed=seed, width=3).plans()[0].codes[0]
        for seed in range(20)
    }

    assert drawn == {0, 1, 2}


def test_it_is_told_how_often_each_plan_is_meant_to_be_chosen():
    """The first of an uneven game two times in three, whichever was drawn this time."""
    search = searched(SecretField(UNEVEN_PENNIES), rounds=3000, width=2)
    text = {plan.codes[0]: share for plan, share in zip(search.plans(), search.shares(), strict=True)}

    assert abs(text[0] - 2 / 3) < 0.1
    assert abs(sum(text.values()) - 1) < 1e-9


def test_what_was_only_tried_is_told_as_never_chosen():
    search = searched(SecretField([[0.9, 0.9], [0.1, 0.1]]), rounds=300, width=2)

    assert search.shares() == [1.0, 0.0]


def test_an_open_choice_is_not_left_to_chance():
    assert searched(HeapField(5), rounds=50).shares() == []


class Cup:
    """A coin lies under one of two cups. Seat 0 names a cup, or takes the safe way."""

    def __init__(self, coin):
        self.coin = coin
        self.named = -1

    def to_act(self):
        return [] if self.named >= 0 else [0]

    def play(self, seat, code, luck, tell=None):
        self.named = code


SAFE = 2


class CupField(SearchGame):
    def world(self, luck):
        return Cup(luck.below(2))

    def key(self, pos, seat):
        return 0

    def plans(self, pos, seat):
        return [Plan([code], 0.5) for code in (0, 1, SAFE)]

    def values(self, pos, luck):
        mine = 0.6 if pos.named == SAFE else float(pos.named == pos.coin)
        return [mine, 1 - mine]


def test_a_search_does_not_know_what_its_seat_cannot_see():
    """Whoever looked under the cups would win always; a guess wins half the time, the safe way six of ten."""
    best = searched(CupField(), width=3).plans()[0]

    assert best.codes == [SAFE]
    assert abs(best.chance - 0.6) < 0.02


class ManyField(CupField):
    """Everything wins nothing, except what the planner put last."""

    def world(self, luck):
        return Cup(0)

    def key(self, pos, seat):
        return 0

    def plans(self, pos, seat):
        return [Plan([code], 0.5 - code / 1000) for code in range(40)]

    def values(self, pos, luck):
        return [float(pos.named == 39), 0.0]


def test_plans_are_opened_in_the_planners_order_and_all_of_them_in_time():
    few, many = searched(ManyField(), rounds=100, width=1), searched(ManyField(), rounds=3000, width=1)

    assert len(few.plans()) < 15
    assert few.plans()[0].codes != [39]
    assert many.plans()[0].codes == [39]


def test_a_search_can_be_repeated():
    once, again = searched(HeapField(10), rounds=500), searched(HeapField(10), rounds=500)

    assert (once.root.counts, once.root.totals) == (again.root.counts, again.root.totals)


def test_a_search_stops_when_its_choice_is_settled():
    search = searched(HeapField(3), rounds=10_000, width=3)

    assert search.plans()[0].codes == [3]
    assert search.rounds < 10_000


def test_one_plan_alone_needs_no_thought():
    assert searched(HeapField(1)).rounds == 1


def test_quick_luck_is_about_even_in_streams_and_over_them():
    over = [QuickLuck(stream).below(6) for stream in range(6000)]
    stream = QuickLuck(7)
    within = [stream.below(6) for _ in range(6000)]

    assert all(850 < over.count(side) < 1150 for side in range(6))
    assert all(850 < within.count(side) < 1150 for side in range(6))


def test_neighbouring_streams_go_their_own_ways():
    pairs = {(QuickLuck(stream).below(6), QuickLuck(stream + 1).below(6)) for stream in range(600)}

    assert len(pairs) == 36


@pytest.mark.parametrize("budget", [Budget(work=0.02), Budget(wall=0.02)], ids=["work", "wall"])
def test_a_budget_of_time_ends_a_search(budget):
    search = Search(SecretField(STONE_PAPER_SCISSORS), 0, SeededLuck(1))
    budget.begin()
    search.run(budget)

    assert search.rounds > 0


def test_a_budget_says_how_much_of_it_is_used():
    budget = Budget(rounds=200, work=1000.0)

    assert budget.share(50) == 0.25
    assert not budget.is_spent(199)
    assert budget.is_spent(200)
