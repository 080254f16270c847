"""Files of results: they outlive interruptions, and nothing foreign gets in."""

import json
from pathlib import Path

import pytest
from tests.arena.kit import comparable, league, match

from aachen.arena.plan import Unit, play_unit
from aachen.arena.pool import WorkerDied
from aachen.arena.results import ResultsFile, read_results
from aachen.arena.running import make_again, play_here, play_missing
from aachen.bots import BOTS, Bot
from aachen.core.errors import BadInput
from aachen.server.records import ImportedLog, read_record

FULL = Path("/dev/full")


def run(plan, path, blocks, jobs=1):
    book = ResultsFile(plan, path)
    played = sum(len(results) for results in play_missing(book, blocks, jobs))
    book.close()
    return played


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "new" / "results.jsonl"
    run(match(), path, 3)
    return path


def test_a_file_is_read_as_it_was_written(path):
    found = read_results(path)

    assert found.plan == match()
    assert sorted(found.results) == [1, 2, 3, 4, 5, 6]
    assert found.good == path.stat().st_size


def test_a_finished_file_is_left_as_it_is(path):
    before = path.read_bytes()

    assert run(match(), path, 3) == 0
    assert path.read_bytes() == before


def test_more_blocks_go_on_where_the_file_ends(path, tmp_path):
    played = run(match(), path, 5)
    run(match(), tmp_path / "other", 5)

    assert played == 4
    assert comparable(read_results(path).results.values()) == comparable(
        read_results(tmp_path / "other").results.values()
    )


@pytest.mark.parametrize("cut", [1, 150, 700, 1000])
def test_whatever_an_interruption_tore_is_played_again(path, cut):
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    played = run(match(), path, 3)

    assert played in (2, 4)
    assert comparable(read_results(path).results.values()) == comparable(_results(whole, path))


def _results(whole, path):
    path.with_suffix(".whole").write_bytes(whole)
    return read_results(path.with_suffix(".whole")).results.values()


def test_a_torn_first_line_is_written_again(path):
    path.write_bytes(path.read_bytes()[:40])

    assert run(match(), path, 3) == 6


def test_an_empty_file_is_begun(tmp_path):
    (tmp_path / "empty").touch()

    assert run(match(), tmp_path / "empty", 1) == 2


@pytest.mark.parametrize(
    ("plan", "keys"),
    [
        (match(seed=2), ["seed"]),
        (match("random:seed=1"), ["contestants"]),
        (match(players=3), ["options"]),
        (league("random", "random:seed=3", players=2), ["kind"]),
    ],
)
def test_another_plan_may_not_go_on_with_a_file(path, plan, keys):
    before = path.read_bytes()
    with pytest.raises(BadInput) as wrong:
        ResultsFile(plan, path)

    assert [(fault.code, fault.facts["key"]) for fault in wrong.value.faults] == [
        ("arena_other_plan", key) for key in keys
    ]
    assert path.read_bytes() == before


def test_a_file_of_other_bots_can_be_shown_but_not_gone_on_with(path):
    head, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([damaged(head, code="other"), *rest]))
    found = read_results(path)

    assert (found.plan.code, len(found.results)) == ("other", 6)
    with pytest.raises(BadInput, match="arena_other_plan"):
        ResultsFile(match(), path)


def damaged(line, **changes):
    return json.dumps(json.loads(line) | changes).encode() + b"\n"


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda lines: [*lines[:2], b"{}\n", *lines[2:]], "missing_key"),
        (lambda lines: [*lines[:2], b"nonsense\n", *lines[2:]], "line_not_json"),
        (lambda lines: [*lines[:2], b"\xff\n", *lines[2:]], "arena_bad_line"),
        (lambda lines: [*lines, lines[1]], "arena_bad_line"),
        (lambda lines: [*lines[:-1], damaged(lines[-1], number=0)], "arena_bad_line"),
        (lambda lines: [*lines[:-1], damaged(lines[-1], block=7)], "arena_bad_line"),
        (lambda lines: [*lines[:-1], damaged(lines[-1], players=["a", "b"])], "arena_bad_line"),
        (lambda lines: [*lines[:-1], damaged(lines[-1], places=[1])], "arena_bad_line"),
        (lambda lines: [*lines[:-1], damaged(lines[-1], places=[1, "2"])], "arena_bad_line"),
        (lambda lines: [*lines[:-1], damaged(lines[-1], extra=1)], "unknown_key"),
        (lambda lines: [damaged(lines[0], aachen="log/1"), *lines[1:]], "arena_no_results"),
        (lambda lines: [damaged(lines[0], kind="cup"), *lines[1:]], "arena_bad_line"),
        (lambda lines: [damaged(lines[0], contestants=["chess"]), *lines[1:]], "bot_unknown"),
        (lambda lines: [b"\n"], "line_blank"),
        (lambda lines: [], "arena_no_results"),
    ],
)
def test_damage_is_told_and_not_repaired(path, damage, code):
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))

    with pytest.raises(BadInput) as wrong:
        read_results(path)
    assert code in {fault.code for fault in wrong.value.faults}


def test_a_file_that_is_not_there_or_no_file_is_told(tmp_path):
    with pytest.raises(BadInput, match="file_missing"):
        read_results(tmp_path / "none")
    with pytest.raises(BadInput, match="file_is_folder"):
        read_results(tmp_path)
    with pytest.raises(BadInput, match="file_is_folder"):
        ResultsFile(match(), tmp_path)


def test_a_file_another_run_writes_to_is_refused_and_left_alone(path):
    before = path.read_bytes()
    running = ResultsFile(match(), path)

    with pytest.raises(BadInput, match="arena_file_in_use"):
        ResultsFile(match(), path)
    assert path.read_bytes() == before

    running.close()
    assert run(match(), path, 4) == 2


def test_a_refused_file_is_free_again(path):
    with pytest.raises(BadInput, match="arena_other_plan"):
        ResultsFile(match(seed=7), path)

    assert run(match(), path, 4) == 2


@pytest.mark.skipif(not FULL.exists(), reason="no disk that is always full")
def test_a_full_disk_is_told():
    book = ResultsFile(match(), None)
    results = play_unit(match(), Unit(0, 0))
    with open(FULL, "wb", 0) as book._file, pytest.raises(BadInput, match="file_unwritable"):
        book.add(results)


def test_any_game_of_a_file_can_be_made_again(path):
    found = read_results(path)
    again = make_again(found, 5)

    assert comparable([again]) == comparable([found.results[5]])
    assert json.loads(again.log[-1])["outcome"]["ending"] == again.ending
    assert json.loads(again.log[0])["names"] == {"red": "random", "yellow": "random:seed=3"}
    assert isinstance(read_record("".join(line + "\n" for line in again.log)), ImportedLog)


def test_a_game_that_comes_out_otherwise_today_is_told(path):
    found = read_results(path)
    found.results[5].digest = "other"

    with pytest.raises(BadInput, match="arena_other_game"):
        make_again(found, 5)
    with pytest.raises(BadInput, match="arena_no_such_game"):
        make_again(found, 99)


# ---- Processes -----------------------------------------------------------------------------------


def test_two_processes_play_the_same_games_as_one():
    plan = match()
    units = [Unit(block, 0) for block in range(4)]
    here = [result for results in play_here(plan, units, 1) for result in results]
    spread = [result for results in play_here(plan, units, 2) for result in results]

    assert comparable(spread) == comparable(here)


class Fatal:
    """Ends the process it is made in."""

    def __init__(self):
        import os

        os._exit(3)

    def begin(self, position, events): ...

    def see(self, position, seat, action, events): ...

    def facts(self):
        return {}


def test_a_process_that_vanishes_is_told_and_what_was_done_is_kept(tmp_path):
    plan = match()
    book = ResultsFile(plan, tmp_path / "results.jsonl")
    book.add(play_unit(plan, Unit(0, 0)))
    with pytest.raises(WorkerDied):
        list(play_missing(book, 3, 2, watch=Fatal))
    book.close()

    assert sorted(read_results(tmp_path / "results.jsonl").results) == [1, 2]


# ---- Contestants with a clock --------------------------------------------------------------------


def test_games_under_a_clock_keep_their_moves_and_can_be_made_again(tmp_path, monkeypatch):
    monkeypatch.setitem(BOTS, "search", BOTS["random"])
    run(match("search:work=0.5"), tmp_path / "results.jsonl", 1)
    found = read_results(tmp_path / "results.jsonl")
    monkeypatch.setitem(BOTS, "search", Sleeper)
    again = make_again(found, 2)

    assert len(found.results[2].moves) == 2 * found.results[2].actions
    assert again.digest == found.results[2].digest
    assert again.log[-1].startswith('{"outcome"')


class Sleeper(Bot):
    """Must not be asked."""

    def course(self, view, budget=None):
        raise AssertionError("nobody has to think")
