"""The log as data: lines that can be read again, and a record that is never half done."""

import json
import re
from pathlib import Path

import pytest
from tests.core.random_games import GAME, begin, options, play_on, text

from aachen.core.errors import BadInput
from aachen.core.json_lines import MOST_DEPTH, read_object
from aachen.core.log import Record
from aachen.core.log_lines import Closing, Entry, Header, Undo, read_header, read_line, write_line
from aachen.core.luck import SeededLuck
from aachen.core.replay import replay
from aachen.games import GAMES

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "log-format.md"


def codes(call, *arguments):
    """The codes of the faults that a call finds."""
    with pytest.raises(BadInput) as wrong:
        call(*arguments)
    return [fault.code for fault in wrong.value.faults]


@pytest.mark.parametrize(
    "line",
    [
        Entry(3, "red", {"do": "settle", "missi": 2}, [["tile", "event"]], "0123456789abcdef"),
        Undo(4, 2, "0123456789abcdef"),
        Closing({"ending": "time"}),
    ],
)
def test_a_line_is_read_as_it_was_written(line):
    assert read_line(write_line(line)) == line


def test_a_header_is_read_as_it_was_written():
    header = Header("carolingi", "1", {"players": 2}, ["red"], [], "f" * 16, {"red": "Åse"}, "carolingi: …")

    assert read_header(write_line(header)) == header
    assert "Åse" in write_line(header)
    assert "\n" not in write_line(header)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "line_blank"),
        ("  \t", "line_blank"),
        ("hello", "line_not_json"),
        ('{"seq":', "line_not_json"),
        ("[1]", "wrong_type"),
        ("7", "wrong_type"),
        ('{"a":1,"a":2}', "duplicate_key"),
        ('{"a":NaN}', "bad_number"),
        ('{"a":-Infinity}', "bad_number"),
        ('{"a":1e999}', "bad_number"),
        ('{"a":' + "9" * 5000 + "}", "bad_number"),
        ('{"a":"\\ud800"}', "line_not_text"),
        ('{"\udcff":1}', "line_not_text"),
        ("[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1), "too_deep"),
        ("[" * 200_000, "too_deep"),
    ],
)
def test_a_line_that_is_no_object_is_refused(line, code):
    assert codes(read_object, line) == [code]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"seq": 1}, ["missing_key", "missing_key", "missing_key", "missing_key"]),
        ({"seq": True, "undo": 0, "digest": ""}, ["wrong_type"]),
        ({"seq": 1, "undo": 0, "digest": "", "why": 1}, ["unknown_key"]),
        ({"outcome": []}, ["wrong_type"]),
    ],
)
def test_every_wrong_key_of_a_line_is_named(line, found):
    assert codes(read_line, json.dumps(line)) == found


def test_a_header_without_options_needs_a_position():
    header = write_line(Header("carolingi", "1", None, [], [], ""))

    assert codes(read_header, header) == ["missing_key"]


def test_a_header_of_another_format_is_refused_before_anything_else():
    assert codes(read_header, '{"aachen":"log/2","whatever":1}') == ["log_unknown_format"]
    assert codes(read_header, "{}") == ["log_unknown_format"]


def test_a_finished_game_ends_with_its_outcome():
    record = play_on(begin())
    outcome = record.position.outcome()

    assert outcome is not None
    assert json.loads(record.lines[-1]) == {"outcome": outcome.as_dict(["red", "yellow"])}
    assert len(record.lines) == 1 + record.seq + 1


def test_every_line_is_stored_in_order_and_only_once():
    stored: list[str] = []
    record = play_on(begin(store=stored.extend), 40, undo=0.5)

    assert stored == record.lines


def test_a_move_that_cannot_be_stored_has_not_happened():
    is_full = False

    def store(lines):
        if is_full:
            raise OSError("no space left")

    record = play_on(begin(store=store), 5)
    before = (record.position.write(), record.seq, record.lines[:], record.undoable())
    is_full = True
    seat = record.position.to_act()[0]
    with pytest.raises(OSError, match="no space"):
        record.play(seat, record.position.offers(seat)[0], SeededLuck(1))

    assert (record.position.write(), record.seq, record.lines, record.undoable()) == before


def test_an_undo_brings_back_the_position_and_stays_in_the_log():
    record = begin(3, 3)
    tried = 0
    for seed in range(200):
        play_on(record, record.seq + 1, seed)
        if record.undoable():
            tried += 1
            to = record.undoable()[0]
            lines = record.undo(to)

            assert read_line(lines[0]) == Undo(record.seq, to, record.position.digest())
            assert record.lines[-1:] == lines
    assert tried > 5
    assert [step.fault for step in replay(text(record), GAMES) if step.fault] == []


def test_an_undo_never_crosses_a_draw_or_another_seats_act():
    record = begin()
    for seat in (0, 1):
        assert record.undoable() == []

        record.play(seat, record.position.offers(seat)[0], SeededLuck(2))

    assert record.undoable() == []
    assert codes(record.undo, 1) == ["undo_too_far"]
    assert record.seq == 2


def test_a_game_can_begin_at_a_position():
    there = play_on(begin(), 30).position
    record = play_on(Record.begin_at(GAME, there), 50)
    steps = list(replay(text(record), GAMES))

    assert read_header(record.lines[0]).position == there.write()
    assert [step.fault for step in steps if step.fault] == []


def test_the_record_of_a_position_leaves_that_position_alone():
    there = play_on(begin(), 30).position
    before = there.write()
    play_on(Record.begin_at(GAME, there), 50)

    assert there.write() == before


def test_the_documented_example_is_a_log():
    """The digests depend on the board and are left out there; everything else must be as it says."""
    found = re.search(r"```log\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    lines = found[1].splitlines()
    header = read_header(lines[0])
    position = GAME.new(options(), _script(header.luck))
    seats = position.seats()
    for line in lines[1:]:
        entry = read_line(line)
        assert isinstance(entry, Entry)
        action = position.read_action(entry.action)
        assert position.refusal(seats.index(entry.seat), action) is None
        luck = _script(entry.luck)
        position.play(seats.index(entry.seat), action, luck)

        assert luck.said == len(luck.script)


def _script(named):
    from aachen.core.replay import read_script

    return read_script(GAME.empty(options()), named)


def test_the_documented_example_says_all_options_but_the_boards_digest():
    found = re.search(r"```log\n(.*?)\n", DOCUMENT.read_text(encoding="utf-8"))
    assert found is not None
    data = options().as_dict()
    data.pop("board_digest", None)

    assert json.loads(found[1])["options"] == data


def test_a_tile_laid_under_the_hourglass_is_never_taken_back() -> None:
    """It reveals nothing, but C47 lets nobody take it back."""
    game = GAMES["carolingi"]
    record = Record.begin(game, game.options({"players": 2, "hourglass": 60}), SeededLuck(1))
    record.play(0, record.position.read_action({"do": "lay", "tile": "influence"}), SeededLuck(1))

    assert codes(record.undo, 0) == ["undo_too_far"]


def test_the_documented_answers_of_luck_are_all_there_are() -> None:
    """Each can be read in its game, with all modules, and is written as the page has it."""
    from aachen.games.carolingi import luck_names as luck_of_carolingi
    from aachen.games.carolus import luck_names as luck_of_carolus

    parts = DOCUMENT.read_text(encoding="utf-8").split("Of Carolus Magnus:")
    chosen = {"carolingi": {"anarchy": True}, "carolus": {}}
    asked = {"carolingi": luck_of_carolingi.QUESTIONS, "carolus": luck_of_carolus.QUESTIONS}
    for part, (name, plain) in zip(parts, chosen.items(), strict=True):
        rows = "\n".join(line for line in part.splitlines() if line.startswith('| `["'))
        answers = [json.loads(found) for found in re.findall(r"`(\[.*?\])`", rows)]
        position = GAMES[name].empty(GAMES[name].options(plain))

        assert [position.name_luck(*position.read_luck(answer)) for answer in answers] == answers
        assert {answer[0] for answer in answers} == set(asked[name])
