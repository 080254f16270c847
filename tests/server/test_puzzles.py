"""Puzzles over HTTP: the list, attempts, and the answer only for whoever has solved one or gives up."""

from __future__ import annotations

import pytest
from tests.server.kit import asking

from aachen.puzzles import puzzles_of

PUZZLE = next(puzzle for puzzle in puzzles_of("carolus") if len(puzzle.actions) > 1)
PATH = f"/api/puzzles/{PUZZLE.name}"


@pytest.fixture
def client(tmp_path):
    with asking(tmp_path) as found:
        yield found


def test_all_puzzles_are_listed_without_their_answers(client):
    listed = client.get("/api/puzzles").json()["puzzles"]

    assert len(listed) == sum(len(puzzles_of(game)) for game in ("carolus", "carolingi"))
    assert not {"actions", "position", "reasons"} & set(listed[0])


def test_an_attempt_shows_the_table_and_no_answer(client):
    screen = client.post(PATH, json={"actions": PUZZLE.actions[:1]}).json()

    assert screen["view"]["viewer"] == PUZZLE.seat
    assert [entry["by"] for entry in screen["entries"]] == [PUZZLE.seat]
    assert screen["answer"] is None


def test_whoever_solves_it_gets_the_answer(client):
    screen = client.post(PATH, json={"actions": PUZZLE.actions}).json()

    assert (screen["is_done"], screen["is_solved"]) == (True, True)
    assert screen["answer"]["best"]["actions"] == PUZZLE.actions


def test_a_wrong_attempt_is_told_to_be_wrong_and_shows_no_answer(client):
    screen = client.post(PATH, json={"actions": PUZZLE.other}).json()

    assert (screen["is_solved"], screen["answer"]) == (False, None)


def test_whoever_gives_up_gets_the_answer(client):
    assert client.post(PATH, json={"reveal": True}).json()["answer"]["reasons"]


def test_what_is_forbidden_is_refused_with_its_section_and_changes_nothing(client):
    screen = client.post(PATH, json={"actions": [{"do": "advance", "steps": 5}]}).json()

    assert screen["refusal"]["section"].startswith("CM")
    assert screen["entries"] == []


def test_previews_come_with_an_attempt(client):
    (offer, *_) = client.post(PATH, json={}).json()["view"]["offers"]

    (preview,) = client.post(PATH, json={"previews": [offer]}).json()["previews"]

    assert preview["events"]


def test_a_puzzle_that_is_not_there_and_actions_that_mean_nothing_are_refused(client):
    assert client.post("/api/puzzles/none", json={}).status_code == 404
    assert client.post(PATH, json={"actions": [{"do": "fly"}]}).status_code == 422


def test_a_seat_sees_nothing_hidden_of_the_others(client):
    """The view of a puzzle is the seat's own, made from a position in which all it cannot see is dealt anew."""
    puzzle = puzzles_of("carolingi")[0]
    view = client.post(f"/api/puzzles/{puzzle.name}", json={}).json()["view"]

    start = puzzle.start()
    assert view == start.view(puzzle.seat_number(start))
    assert view["viewer"] == puzzle.seat
