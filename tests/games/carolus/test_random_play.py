"""Random play: nothing is made or lost at any step, and games come to every ending."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import outcome, seen, winners

from aachen.core.luck import SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options, Position


def games(players: int, seed: int):
    """Every position of a random game."""
    luck = SeededLuck(seed)
    board = carolus.new(Options(players), luck)
    yield board
    while board.to_act():
        seat = board.to_act()[0]
        board.play(seat, luck.pick("test", board.offers(seat)), luck)
        yield board


def everything(board: Position):
    """All that a position consists of, also what its text and its bytes leave out because it follows."""
    ring = board.paladins, board.size, board.owner, board.castles, board.regions, board.emperor, board.puts
    pieces = board.centre, board.court, board.reserve, board.holder, board.castles_left
    return ring, pieces, board.discs, board.shown, board.placing, board.playing, board.round, board.phase


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bytes_for_bots_bring_back_the_whole_position(players):
    for board in games(players, seed=7):
        again = carolus.GAME.from_knowledge(board.knowledge(None), SeededLuck(1))

        assert everything(again) == everything(board)
        assert again.check() == []


def paladins(board: Position) -> dict[str, int]:
    """Every paladin there is, by clan, counted on the view and not by the engine."""
    view = seen(board)
    total = dict(view["centre"])
    piles = [each["paladins"] for each in view["ring"]]
    piles += [each[pile] for each in view["courts"].values() for pile in ("paladins", "reserve")]
    for pile in piles:
        for clan, number in pile.items():
            total[clan] += number
    return total


def castles(board: Position) -> dict[str, int]:
    """Every castle there is, by side."""
    view = seen(board)
    total = {side: standing["left"] for side, standing in view["victory"].items()}
    for each in view["ring"]:
        if each["owner"] is not None:
            total[each["owner"]] += each["castles"]
    return total


@pytest.mark.parametrize(("players", "goal"), [(2, 10), (3, 8), (4, 10)])
@pytest.mark.parametrize("seed", range(4))
def test_paladins_castles_discs_and_territories_are_the_same_at_every_step(players, goal, seed):
    for board in games(players, seed):
        view = seen(board)

        assert set(paladins(board).values()) == {40}
        assert set(castles(board).values()) == {goal}
        assert sorted(t for each in view["ring"] for t in each["territories"]) == list("abcdefghijklmno")
        assert all(
            sorted(court["discs"] + court["discs_laid"]) == [1, 2, 3, 4, 5]
            for court in view["courts"].values()
        )
        assert sum(each["emperor"] for each in view["ring"]) == 1
        assert board.check() == []


@pytest.mark.parametrize(
    ("players", "seed", "ending", "first"),
    [
        (2, 0, "goal", ["white"]),
        (2, 231, "regions", ["black"]),
        (2, 159, "rounds", ["black"]),
        (3, 0, "goal", ["grey"]),
        (3, 43, "regions", ["white", "grey"]),
        (3, 60, "rounds", ["black"]),
        (4, 0, "goal", ["black", "ebony"]),
        (4, 75, "regions", ["black", "ebony"]),
        (4, 9, "rounds", ["white", "ivory"]),
    ],
)
def test_random_games_come_to_every_ending(players, seed, ending, first):
    """One game for each way to end and each number of players; the three-player one is shared."""
    *_, last = games(players, seed)

    assert outcome(last).ending == ending
    assert winners(last) == first


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_foretold_of_every_stop_comes_true(players):
    """Over a whole game, each stop that is offered is tried on a copy and compared with the view."""
    for board in games(players, 5):
        if seen(board)["phase"] != "advancing":
            continue
        seat = board.to_act()[0]
        for code, foretold in zip(board.offers(seat), seen(board)["stops"], strict=True):
            after = board.copy()
            after.play(seat, code, SeededLuck(0))
            there = next(each for each in seen(after)["ring"] if foretold["region"] in each["territories"])

            assert (there["owner"], there["castles"]) == (foretold["side"], foretold["castles"])
            assert len(seen(after)["ring"]) == foretold["regions"]
            assert seen(after)["ending"] == foretold["ends"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_while_discs_are_laid_the_screen_tells_what_every_disc_would_reach(players):
    """Each stop is what it would be with the same pieces on the table once the Emperor may move."""
    reached = 0
    for board in games(players, 5):
        screen = seen(board)
        if screen["phase"] != "laying":
            assert screen["reachable"] == []
            continue
        assert screen["stops"] == []
        assert [each["steps"] for each in screen["reachable"]] == list(
            range(1, min(5, len(screen["ring"])) + 1)
        )
        offered = seen(with_discs_laid(board))["stops"]
        assert offered == screen["reachable"][: len(offered)]
        reached += len(offered)
    assert reached > 10


def with_discs_laid(board):
    """The position once everybody has laid the largest disc that is left."""
    after = board.copy()
    while seen(after)["phase"] == "laying":
        seat = after.to_act()[0]
        after.play(seat, after.offers(seat)[-1], SeededLuck(0))
    return after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_steps_of_a_region_lead_the_emperor_there(players):
    """Over a whole game: the region of every stop has its steps, and the Emperor's own is a lap away."""
    for board in games(players, 6):
        screen = seen(board)
        steps = {each["region"]: each["steps"] for each in screen["ring"]}
        if screen["emperor"] is None:
            assert set(steps.values()) == {None}
            continue
        assert sorted(steps.values()) == list(range(1, len(steps) + 1))
        assert steps[screen["emperor"]] == len(steps)
        for stop in screen["stops"] + screen["reachable"]:
            assert steps[stop["region"]] == stop["steps"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_lead_is_over_the_best_other_court(players):
    """Over a whole game: nobody else has more than the court would have without its lead."""
    for board in games(players, 7):
        courts = seen(board)["courts"]
        for seat, court in courts.items():
            for clan, lead in court["leads"].items():
                best = max(each["paladins"].get(clan, 0) for name, each in courts.items() if name != seat)
                assert court["paladins"].get(clan, 0) == best + lead
