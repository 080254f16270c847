"""Games as files: stories of running games, and what may come in."""

from __future__ import annotations

import json
import random

import pytest

from aachen.core.errors import BadInput
from aachen.core.events import Event
from aachen.core.log import Record
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server.messages import Frame
from aachen.server.records import (
    ImportedLog,
    ImportedStory,
    StoryHeader,
    read_record,
    supposed_position,
    write_story,
)

SETTINGS: list[tuple[str, dict[str, object]]] = [
    ("carolingi", {"players": 3}),
    ("carolingi", {"players": 4, "variant": "advanced", "anarchy": True}),
    ("carolingi", {"players": 2, "variant": "814", "hourglass": 30}),
    ("carolus", {"players": 4}),
]


def a_game(name: str, options: dict[str, object], moves: int, viewer: int | None) -> tuple[Record, str]:
    """A random game of so many moves: its record, and its story as a viewer saw it."""
    game = GAMES[name]
    luck, chance = SeededLuck(5), random.Random(7)
    record = Record.begin(game, game.options(options), luck)
    frames = [_frame(record, None, record.events, viewer)]
    for _ in range(moves):
        if not record.position.to_act():
            break
        seat = chance.choice(record.position.to_act())
        move = record.play(seat, chance.choice(record.position.offers(seat)), luck)
        frames.append(_frame(record, record.position.seats()[seat], move.events, viewer))
    seats = record.position.seats()
    eyes = None if viewer is None else seats[viewer]
    header = StoryHeader(name, game.rules_version, record.header.options, seats, {seats[0]: "A"}, eyes)
    return record, write_story(header, frames)


def _frame(record: Record, by: str | None, events: list[Event], viewer: int | None) -> Frame:
    data = [event.seen_by(viewer) for event in events]
    return Frame(record.seq, by, data, record.position.view(viewer), [])


def faults(text: str) -> list[tuple[str, str]]:
    """The codes and places of what is wrong with a file."""
    with pytest.raises(BadInput) as wrong:
        read_record(text)
    return [(fault.code, fault.where) for fault in wrong.value.faults]


@pytest.mark.parametrize(("name", "options"), SETTINGS)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_story_comes_back_as_it_went_out(name: str, options: dict[str, object], viewer: int | None) -> None:
    record, text = a_game(name, options, 60, viewer)

    story = read_record(text)

    assert isinstance(story, ImportedStory)
    assert len(story.seen) == record.seq + 1
    assert json.loads(json.dumps(record.position.view(viewer))) == story.seen[-1].view


@pytest.mark.parametrize(("name", "options"), SETTINGS)
def test_a_log_comes_in_finished_or_not(name: str, options: dict[str, object]) -> None:
    record, _ = a_game(name, options, 40, None)

    log = read_record("\n".join(record.lines) + "\n")

    assert isinstance(log, ImportedLog)
    assert record.lines == log.lines
    assert (record.position.outcome() is not None) == log.finished


def test_a_view_that_nobody_can_have_seen_is_refused() -> None:
    _, text = a_game("carolingi", {"players": 3}, 10, 0)
    lines = text.splitlines()
    seen = json.loads(lines[5])
    seen["view"]["lands"]["normandie"]["gangs"] += 1
    lines[5] = json.dumps(seen)

    assert faults("\n".join(lines)) == [("story_bad_view", "6: view")]


def test_a_view_with_something_added_is_refused() -> None:
    _, text = a_game("carolus", {"players": 2}, 10, 0)
    lines = text.splitlines()
    seen = json.loads(lines[3])
    seen["view"]["script"] = "<script>alert(1)</script>"
    lines[3] = json.dumps(seen)

    assert faults("\n".join(lines)) == [("story_bad_view", "4: view")]


@pytest.mark.parametrize(
    "event", [3, {}, {"event": "conjured"}, {"event": "undone"}, {"event": "undone", "to": 1, "by": "me"}]
)
def test_an_event_that_does_not_happen_is_refused(event: object) -> None:
    _, text = a_game("carolus", {"players": 2}, 10, 0)
    lines = text.splitlines()
    seen = json.loads(lines[3])
    seen["events"] = [event]
    lines[3] = json.dumps(seen)

    assert faults("\n".join(lines)) == [("story_bad_event", "4: events")]


def test_lines_out_of_order_are_refused() -> None:
    _, text = a_game("carolus", {"players": 2}, 10, 0)
    lines = text.splitlines()
    del lines[4]

    assert faults("\n".join(lines)) == [("log_wrong_seq", "5: seq")]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ("record_empty", "")),
        ("hello", ("line_not_json", "1")),
        ("[]", ("wrong_type", "1")),
        ('{"aachen":"log/9"}', ("log_unknown_format", "1: aachen")),
        ("{}\n" * 30_000, ("record_too_long", "")),
        ("[" * 5000, ("too_deep", "1")),
    ],
)
def test_what_is_no_game_is_refused_with_its_reason(text: str, fault: tuple[str, str]) -> None:
    assert [fault] == faults(text)


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("game", "chess", ("unknown_game", "1: game")),
        ("rules", "0", ("log_unknown_rules", "1: rules")),
        ("eyes", "nobody", ("no_such_seat", "1: eyes")),
        ("names", {"nobody": "A"}, ("log_bad_names", "1: names")),
        ("seats", 3, ("wrong_type", "1: seats")),
        ("digest", "x", ("unknown_key", "1: digest")),
        ("options", {"players": 99}, ("players_not_possible", "1: players")),
    ],
)
def test_a_wrong_header_is_refused_with_its_reason(key: str, value: object, fault: tuple[str, str]) -> None:
    _, text = a_game("carolus", {"players": 2}, 3, 0)
    first, *rest = text.splitlines()
    header = json.loads(first) | {key: value}

    assert fault in faults("\n".join([json.dumps(header), *rest]))


def test_a_moment_of_a_running_game_is_dealt_anew() -> None:
    game = GAMES["carolingi"]
    record, _ = a_game("carolingi", {"players": 3}, 4, None)
    view = record.position.view(0)

    supposed = {
        supposed_position(
            game, record.header.options and game.options(record.header.options), view, SeededLuck(n)
        ).write()
        for n in range(20)
    }

    assert len(supposed) > 1


@pytest.mark.parametrize(("name", "options"), SETTINGS)
def test_a_position_as_text_comes_in_as_one_moment(name, options):
    record, _ = a_game(name, options, 25, None)
    block = record.position.write_block().replace("\n", "  # a remark\n", 1)
    imported = read_record(block)

    assert isinstance(imported, ImportedLog)
    assert imported.header.position == record.position.write()
    assert (imported.last, imported.finished) == (0, False)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_one_viewer_saw_comes_in_with_their_eyes_and_tells_nothing_more(viewer):
    record, _ = a_game("carolingi", {"players": 3}, 25, viewer)
    view = record.position.view(viewer)
    imported = read_record("\n".join(str(view["line"]).split("; ")))

    assert "?" in str(view["line"])
    assert isinstance(imported, ImportedStory)
    assert imported.header.eyes == (None if viewer is None else record.position.seats()[viewer])
    assert imported.seen[0].view == {key: value for key, value in view.items() if key != "offers"}


def test_marks_written_by_hand_are_shown_to_spectators_only():
    record, _ = a_game("carolingi", {"players": 2}, 10, None)
    line = str(record.position.view(None)["line"])
    by_hand = "; ".join(each for each in line.split("; ") if not each.startswith("discard"))
    imported = read_record(by_hand)

    assert isinstance(imported, ImportedStory)
    assert imported.header.eyes is None
    assert "?" in str(imported.seen[0].view["line"])


def test_an_impossible_position_is_refused_with_its_faults():
    assert faults("carolus: players 2\nnonsense: 1")
    assert faults("carolingi: players 3, board 0123456789abcdef")[0][0] == "text_other_board"
