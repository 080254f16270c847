"""The ladder: published games come out again, a bot of one's own is rated against the field, answers find weaknesses."""

import json
from math import log10
from pathlib import Path

import pytest

import list_ladder
from aachen import cli
from aachen.arena.contestant import read_contestant
from aachen.arena.exploit import ExploitTask, exploits_of, play_exploit
from aachen.arena.ladder import (
    FIELD,
    field_plan,
    ladder_of,
    newcomer_plans,
    published,
    rate_newcomer,
    read_ladder,
    same_blocks,
    tables,
)
from aachen.arena.plan import play_number, seating
from aachen.cli import ladder as command
from aachen.core.errors import BadInput

from .kit import league, result

ALWAYS_THE_SAME = {"random", "planner@1"}  # bots that never change


def made_up(plan, blocks, best):
    """Games in which whoever comes first in `best` wins."""
    found = []
    for number in range(1, blocks * plan.games_of_block + 1):
        names = [each.name for each in seating(plan, number)]
        places = [1 + sorted(names, key=best.index).index(name) for name in names]
        found.append(result(plan, number, places, players=names))
    return found


def field_of_three():
    plan = league("random", "greedy", "planner", players=2)
    found = ladder_of(plan, made_up(plan, 6, ["planner", "greedy", "random"]))
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "players"), tables())
def test_every_ladder_rates_the_whole_field_within_its_intervals(game, players):
    ladder = published(game, players)
    assert ladder is not None
    ratings = [rung.rating for rung in ladder.rungs]

    assert {rung.name for rung in ladder.rungs} == set(FIELD)
    assert all(rating.low <= rating.points <= rating.high for rating in ratings)
    assert ratings == sorted(ratings, key=lambda rating: -rating.points)
    assert sum(rating.points for rating in ratings) == pytest.approx(0, abs=1)
    assert ladder.games == len(ladder.blocks) * field_plan(game, players).games_of_block


def test_both_games_are_published():
    assert {game for game, players in tables() if published(game, players)} == {"carolingi", "carolus"}


def test_the_published_games_of_bots_that_never_change_come_out_again():
    """Ratings hold a digest of each game's end; the first game of two frozen bots is played once more."""
    stored = json.loads(Path(__file__).with_name("ladder_games.json").read_text("utf-8"))
    plan = field_plan(stored["game"], stored["players"])

    assert {each.name for each in seating(plan, stored["number"])} == ALWAYS_THE_SAME
    assert play_number(plan, stored["number"]).digest == stored["digest"]


def test_blocks_that_came_out_otherwise_are_counted():
    plan = league("random", "greedy", "planner", players=2)
    games = made_up(plan, 3, ["planner", "greedy", "random"])
    former = ladder_of(plan, games)
    games[-1].digest = "other"

    now = ladder_of(plan, games)
    assert former is not None
    assert now is not None
    assert same_blocks(now, former) == 2


def test_whoever_wins_as_often_as_somebody_of_the_field_is_rated_like_that():
    ladder = field_of_three()
    bot = read_contestant("random:seed=3")
    order = {"random": [bot.name, "random"], "greedy": ["greedy", bot.name], "planner": ["planner", bot.name]}
    played = [(plan, made_up(plan, 6, order[plan.names[1]])) for plan in newcomer_plans(ladder, bot)]
    rating = rate_newcomer(ladder, played)

    assert ladder.rating("random").points < rating.points < ladder.rating("greedy").points
    assert rating.low < rating.points < rating.high


def test_the_rating_of_a_newcomer_explains_its_results_best():
    """Against one rival of rating r who wins three games of four: the odds are three to one, and one game each more."""
    ladder = field_of_three()
    bot = read_contestant("random:seed=3")
    (plan,) = [plan for plan in newcomer_plans(ladder, bot) if plan.names[1] == "greedy"]
    games = made_up(plan, 4, [bot.name, "greedy"])[:6] + made_up(plan, 4, ["greedy", bot.name])[6:]
    won = 6 + 1
    lost = 2 + 1
    expected = ladder.rating("greedy").points + 400 * log10(won / lost)

    assert rate_newcomer(ladder, [(plan, games)]).points == pytest.approx(expected, abs=0.01)


def test_a_bot_of_the_field_is_no_newcomer():
    with pytest.raises(BadInput, match="ladder_in_field"):
        newcomer_plans(field_of_three(), read_contestant("greedy"))


def test_an_answer_wins_more_than_the_bot_itself_would():
    """Random play gives everything away: whoever answers it at either seat wins."""
    found = [play_exploit(ExploitTask("carolus", 2, read_contestant("random"), seed)) for seed in (1, 2)]
    white, black = exploits_of("carolus", 2, found)

    assert (white.seat, black.seat) == ("white", "black")
    assert white.response.mean == black.response.mean == 1.0
    assert white.gain.mean + black.gain.mean == pytest.approx(1.0)


def ask(capsys, *words):
    code = cli.main(["ladder", "--jobs", "1", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def small(monkeypatch):
    """A ladder of two quick bots."""
    monkeypatch.setattr("aachen.arena.ladder.FIELD", ("random", "random:seed=3"))


def test_the_field_is_rated_recorded_and_found_again(capsys, monkeypatch, small, tmp_path):
    monkeypatch.setattr(command, "published", lambda *_: None)
    words = ["--table", "carolus-2", "--blocks", "2", "--results", str(tmp_path), "--record", str(tmp_path)]
    code, out, _ = ask(capsys, *words)
    (data,) = json.loads((tmp_path / "carolus.json").read_text("utf-8"))

    assert code == 0
    assert "4 games in 2 blocks" in out
    assert "No ratings have been published" in out

    monkeypatch.setattr(command, "published", lambda *_: read_ladder(data))
    code, out, _ = ask(capsys, *words)

    assert code == 0
    assert "2 of 2 blocks are, move for move" in out

    monkeypatch.setattr(command, "published", lambda *_: read_ladder(data | {"blocks": ["0", "0"]}))
    code, out, _ = ask(capsys, *words)

    assert code == 1
    assert "0 of 2 blocks" in out
    assert "The games differ" in out


def test_a_bot_is_rated_on_the_command_line(capsys, monkeypatch):
    ladder = field_of_three()
    few = {**ladder.as_dict(), "game": "carolus", "rungs": ladder.as_dict()["rungs"][-1:]}

    monkeypatch.setattr(command, "published", lambda *_: read_ladder(few))
    code, out, _ = ask(capsys, "--table", "carolus-2", "--bot", "random:seed=7", "--blocks", "2", "--json")
    ((bot,),) = [each["bots"] for each in json.loads(out)]

    assert code == 0
    assert (bot["name"], bot["games"]) == ("random:seed=7", 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--table", "chess-2"], "no ladder for chess-2"),
        (["--table", "carolus-2", "--bot", "greedy"], "in the published field"),
        (["--exploit", "search:work=1"], "may play differently"),
    ],
)
def test_what_makes_no_sense_is_refused(capsys, words, said):
    code, _, err = ask(capsys, *words)

    assert code == 2
    assert said in err


def test_the_page_holds_the_published_ratings():
    text = list_ladder.PAGE.read_text("utf-8")

    assert text == list_ladder.page(text)
    assert text.count("\n### ") == 3


def test_nothing_is_played_where_one_table_has_no_ratings_yet(capsys, monkeypatch):
    """One of two tables is published: the other is named at once."""
    known = published("carolus", 2)
    monkeypatch.setattr(command, "published", lambda game, players: known if game == "carolus" else None)
    code, _, err = ask(capsys, "--table", "carolus-2,carolingi-2", "--bot", "random:seed=7", "--blocks", "1")

    assert code == 2
    assert "carolingi-2" in err
    assert "/" not in err.split("carolingi-2")[0]
