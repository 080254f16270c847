"""One game between bots: the same seeds make the same game, and it can be looked at afterwards."""

import pytest

from aachen.arena.contestant import Contestant, read_contestant, read_contestants
from aachen.arena.playing import Keep, Player, play_again, play_game, seated
from aachen.bots.bot import Bot, offers_of
from aachen.core.errors import BadInput
from aachen.core.replay import replay
from aachen.games import GAMES

CAROLINGI = GAMES["carolingi"]
SHORT = {"players": 2, "last_year": 830}


def game(seed=1, names=("random", "random"), watcher=None, keep=None, **rules):
    options = CAROLINGI.options(SHORT | rules)
    players = seated([Contestant(name) for name in names], seed, options)
    return play_game(CAROLINGI, options, seed, players, watcher, keep)


def untimed(result):
    """All but the seconds."""
    return {key: value for key, value in result.as_dict().items() if key != "work"}


def test_the_same_seed_makes_the_same_game():
    assert untimed(game(5)) == untimed(game(5))
    assert game(5).digest != game(6).digest


def test_a_result_says_what_was_played_and_by_whom():
    result = game(5)

    assert (result.game, result.rules) == ("carolingi", CAROLINGI.rules_version)
    assert result.players == ["random", "random"]
    assert result.options["last_year"] == 830
    assert sorted(result.places) == [1, 2]
    assert sum(result.shares()) == 1.0
    assert sum(result.thoughts) == result.actions


def test_keeping_the_log_changes_nothing_and_replays():
    kept = game(5, keep=Keep(log=True))
    last = list(replay((line + "\n" for line in kept.log), GAMES))[-1]

    assert untimed(kept) == untimed(game(5))
    assert last.faults == []
    assert last.outcome is not None


def test_a_game_is_made_again_from_its_moves_without_a_thought():
    output = game(5, keep=Keep(moves=True))
    again = play_again(CAROLINGI, output)

    assert again.digest == output.digest
    assert again.thoughts == [0, 0]
    assert again.log[0].startswith('{"aachen":"log/1"')


def test_moves_that_lead_elsewhere_are_refused():
    output = game(5, keep=Keep(moves=True))
    output.moves = output.moves[:-2]

    with pytest.raises(BadInput, match="arena_other_game"):
        play_again(CAROLINGI, output)


def test_the_sand_of_an_hourglass_never_runs_out():
    result = game(5, hourglass=60, keep=Keep(log=True))

    assert not any('"seat":"table"' in line for line in result.log)


class Stubborn(Bot):
    """Plans to do its first offer again and again."""

    def course(self, view, budget=None):
        return offers_of(view)[:1] * 3


def test_the_rest_of_a_course_falls_away_when_it_is_not_offered_any_more():
    options = CAROLINGI.options(SHORT)
    result = play_game(CAROLINGI, options, 3, [Player(Stubborn(seat), "stubborn") for seat in range(2)])

    assert sum(result.thoughts) <= result.actions


class Cheat(Bot):
    """Does what is never offered to anybody."""

    def course(self, view, budget=None):
        return [{"do": "sand"}]


def test_a_bot_that_chooses_what_was_not_offered_is_a_bug():
    options = CAROLINGI.options(SHORT)

    with pytest.raises(AssertionError, match="not offered"):
        play_game(CAROLINGI, options, 3, [Player(Cheat(seat), "cheat") for seat in range(2)])


class Count:
    """Counts what it sees."""

    def __init__(self):
        self.seen = []

    def begin(self, position, events):
        self.seen.append(len(events))

    def see(self, position, seat, action, events):
        self.seen.append(len(events))

    def facts(self):
        return {"steps": len(self.seen), "events": sum(self.seen)}


def test_a_watcher_sees_every_action_and_its_facts_are_kept():
    result = game(5, watcher=Count())
    logged = game(5, watcher=Count(), keep=Keep(log=True))

    assert result.facts["steps"] == result.actions + 1
    assert result.facts == logged.facts
    assert result.facts["events"] > result.actions


@pytest.mark.parametrize("text", ["greedy", "random:seed=0", "greedy:seed=12345678"])
def test_a_contestant_is_read_as_it_is_written(text):
    assert read_contestant(text).name == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("chess", "bot_unknown"),
        ("", "bot_unknown"),
        ("greedy:rounds=400", "contestant_has_no_budget"),
        ("greedy:depth=4", "contestant_unknown_key"),
        ("greedy:seed=1:seed=2", "duplicate_key"),
        ("greedy:seed=-1", "contestant_bad_number"),
        ("greedy:work=nan", "contestant_bad_number"),
        ("greedy:work=inf", "contestant_bad_number"),
        ("greedy:wall=0", "contestant_bad_number"),
        ("greedy:rounds=1.5", "contestant_bad_number"),
        ("greedy:rounds", "contestant_bad_number"),
    ],
)
def test_a_contestant_that_makes_no_sense_is_a_clear_fault(text, code):
    with pytest.raises(BadInput) as wrong:
        read_contestant(text, "--match")

    assert [(fault.code, fault.where) for fault in wrong.value.faults] == [(code, "--match")]


def test_a_contestant_may_not_be_named_twice():
    with pytest.raises(BadInput, match="contestant_twice"):
        read_contestants(["greedy", "random", "greedy"])


def test_budgets_are_part_of_the_name_and_of_every_thought():
    contestant = Contestant("search", rounds=1234567, work=0.25, wall=2.0)
    budget = contestant.budget()

    assert contestant.name == "search:rounds=1234567:work=0.25:wall=2"
    assert budget is not None
    assert (budget.rounds, budget.work, budget.wall) == (1234567, 0.25, 2.0)
    assert Contestant("greedy").budget() is None
