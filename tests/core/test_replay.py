"""A replay follows a sound log to its end, and stops at the very line that is damaged."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.random_games import GAME, begin, play_on, text

from aachen.core.errors import BadInput, BadLine
from aachen.core.luck import SeededLuck
from aachen.core.replay import MOST_SIGNS, Step, replay, resume
from aachen.games import GAMES

RECORD = play_on(begin(4, 3), undo=0.8)
LINES = text(RECORD)


def steps(lines):
    """All steps of a replay."""
    return list(replay(lines, GAMES))


def changed(number, **keys):
    """The log with other values on one line, counted from 1."""
    data = json.loads(LINES[number - 1]) | keys
    return [*LINES[: number - 1], json.dumps(data) + "\n", *LINES[number:]]


def line_with(key, many=0):
    """The number of the first line where this list is longer than so many, or where the key is at all."""
    for number, line in enumerate(LINES[1:], 2):
        value = json.loads(line).get(key)
        if value is not None and (not isinstance(value, list) or len(value) > many):
            return number
    raise AssertionError(key)


def test_a_sound_log_is_followed_to_its_end():
    done = steps(LINES)

    assert [step.line for step in done] == list(range(1, len(LINES) + 1))
    assert [step.faults for step in done if step.faults] == []
    assert done[-2].position.write() == RECORD.position.write()
    assert done[-1].outcome == json.loads(LINES[-1])["outcome"]


def test_a_step_tells_who_did_what_and_what_happened():
    number = line_with("luck")
    step, data = steps(LINES)[number - 1], json.loads(LINES[number - 1])

    assert (step.seq, step.seat, step.action, step.luck) == (
        data["seq"],
        data["seat"],
        data["action"],
        data["luck"],
    )
    assert "tile_drawn" in [event.kind for event in step.events]
    assert step.position.digest() == data["digest"]


def test_a_game_that_is_still_running_is_sound():
    assert [step.fault for step in steps(LINES[:20]) if step.fault] == []


@pytest.mark.parametrize("number", [1, 2, 17, len(LINES) - 1])
def test_a_wrong_digest_is_found_at_its_line(number):
    done = steps(changed(number, digest="0" * 16))

    assert [step.line for step in done if step.faults] == [number]
    assert (done[-1].line, done[-1].fault.code) == (number, "log_other_digest")
    assert len(done) == number


SECOND = json.loads(LINES[1])
DRAWING = line_with("luck")
UNDONE = line_with("undo")


@pytest.mark.parametrize(
    ("lines", "number", "code"),
    [
        ([], 1, "log_empty"),
        (["\n"], 1, "line_blank"),
        ([*LINES[:9], "\n", *LINES[9:]], 10, "line_blank"),
        ([*LINES[:9], "garbage\n", *LINES[9:]], 10, "line_not_json"),
        ([*LINES[:9], LINES[9][:30]], 10, "log_cut_off"),
        ([*LINES[:9], "\udc80\n"], 10, "line_not_json"),
        ([*LINES[:9], '{"\udc80":1}\n'], 10, "line_not_text"),
        ([*LINES[:9], " " * MOST_SIGNS + "\n"], 10, "line_too_long"),
        ([*LINES[:9], *LINES[10:]], 10, "log_wrong_seq"),
        ([*LINES[:9], LINES[8], *LINES[9:]], 10, "log_wrong_seq"),
        ([*LINES, LINES[-1]], len(LINES) + 1, "log_after_end"),
        ([*LINES[:9], LINES[-1]], 10, "log_not_over"),
        (changed(len(LINES), outcome={}), len(LINES), "log_other_outcome"),
        (changed(1, aachen="log/9"), 1, "log_unknown_format"),
        (changed(1, game="chess"), 1, "unknown_game"),
        (changed(1, rules="0"), 1, "log_unknown_rules"),
        (changed(1, seats=["red", "blue", "yellow"]), 1, "log_other_seats"),
        (changed(1, names={"pink": "Eve"}), 1, "log_bad_names"),
        (changed(1, options={"players": 3, "speed": 1}), 1, "option_unknown"),
        (changed(1, luck=[]), 1, "luck_missing"),
        (changed(1, luck=[["palace", "red"], ["palace", "red"]]), 1, "luck_impossible"),
        (changed(1, position="time: 2000 noon"), 1, "luck_left_over"),
        (changed(1, position="nonsense", luck=[]), 1, "text_subject_unknown"),
        (changed(2, seat="pink"), 2, "no_such_seat"),
        (changed(2, action={"do": "dance"}), 2, "action_unknown"),
        (changed(2, action={"do": "done"}), 2, "log_refused"),
        (changed(2, luck=[["tile", "event"]]), 2, "luck_left_over"),
        (changed(2, luck=["tile"]), 2, "luck_unknown"),
        (changed(2, comment="!"), 2, "unknown_key"),
        (changed(DRAWING, luck=[]), DRAWING, "luck_missing"),
        (changed(DRAWING, luck=[["card", "hessen"]]), DRAWING, "luck_other_question"),
        (changed(UNDONE, undo=0), UNDONE, "undo_too_far"),
        (changed(UNDONE, undo=-1), UNDONE, "undo_too_far"),
    ],
)
def test_a_fault_is_told_at_its_line_and_what_is_before_is_given(lines, number, code):
    *before, last = steps(lines)

    assert (last.line, last.fault.code) == (number, code)
    assert [step.line for step in before if not step.faults] == list(range(1, number))


def test_a_refused_action_names_its_rule():
    step = steps(changed(2, action={"do": "done"}))[-1]

    assert step.refusal.code == "wrong_moment"
    assert step.fault.facts["section"] == step.refusal.section


def test_a_log_of_another_board_carries_it():
    board = dict(GAMES["carolingi"].options({"players": 2}).board.source, name="Another")
    record = _on_board(board)

    assert json.loads(record.lines[0])["options"]["board"]["name"] == "Another"
    assert [step.fault for step in steps(text(record)) if step.fault] == []


def _on_board(board):
    from aachen.core.log import Record
    from aachen.core.luck import SeededLuck

    game = GAMES["carolingi"]
    record = Record.begin(game, game.options({"players": 2, "board": board}), SeededLuck(1))
    return play_on(record, 30)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 19), st.integers(0, 10_000), st.characters())
def test_no_damage_to_a_line_crashes_a_replay(number, at, sign):
    """Whatever one letter is changed to, there is a fault or the same game: never an exception."""
    line = LINES[number]
    at %= len(line)
    lines = [*LINES[:number], line[:at] + sign + line[at + 1 :], *LINES[number + 1 : 20]]
    done = list(replay(lines, GAMES))

    assert done[-1].faults or len(done) == 20


def test_a_stored_log_goes_on_as_if_it_had_never_stopped():
    for entries in (0, 1, 7, 20, RECORD.seq):
        stayed = play_on(begin(4, 3), entries, undo=0.8)
        kept: list[str] = []
        seen: list[Step] = []
        resumed = resume(GAME, text(stayed), kept.extend, seen.append)

        assert (resumed.seq, resumed.draws, resumed.lines) == (stayed.seq, stayed.draws, stayed.lines)
        assert (resumed.undoable(), resumed.is_closed) == (stayed.undoable(), stayed.is_closed)
        assert (resumed.position.write(), kept) == (stayed.position.write(), [])
        assert [step.line for step in seen] == list(range(1, len(stayed.lines) + 1))
        before = len(stayed.lines)
        play_on(resumed, entries + 9, seed=2, undo=0.5)
        play_on(stayed, entries + 9, seed=2, undo=0.5)

        assert resumed.lines == stayed.lines
        assert kept == stayed.lines[before:]


def test_the_draws_of_a_game_are_all_the_answers_in_its_log():
    answers = sum(len(json.loads(line).get("luck", [])) for line in LINES)

    assert RECORD.draws == answers > 100


@pytest.mark.parametrize(
    ("lines", "number", "code"),
    [
        ([], 1, "log_empty"),
        (changed(17, digest="0" * 16), 17, "log_other_digest"),
        (changed(2, action={"do": "done"}), 2, "log_refused"),
        ([*LINES[:9], LINES[9][:30]], 10, "log_cut_off"),
    ],
)
def test_a_damaged_log_does_not_go_on(lines, number, code):
    with pytest.raises(BadLine) as wrong:
        resume(GAME, lines)

    assert (wrong.value.line, wrong.value.faults[0].code) == (number, code)


def test_nothing_is_played_after_the_end():
    resumed = resume(GAME, LINES)
    with pytest.raises(BadInput) as wrong:
        resumed.play(0, 0, SeededLuck(1))

    assert resumed.is_closed
    assert [fault.code for fault in wrong.value.faults] == ["log_after_end"]
