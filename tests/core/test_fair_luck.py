"""Promised luck: what the page says is what is computed, all things are equally likely, and nothing can be changed."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.fair_games import SECRET, Table, changed, finished

from aachen.core.errors import BadInput
from aachen.core.fair_luck import (
    Fair,
    FairLuck,
    commitment_to,
    draw_index,
    luck_key,
    promise,
    read_fair,
    read_secret,
)
from aachen.core.log import Record
from aachen.core.log_lines import Header, read_header, write_line
from aachen.core.luck import SeededLuck
from aachen.core.replay import read_script, replay, resume
from aachen.core.verify import Verification, verify
from aachen.games import GAMES, carolingi

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fair-luck.md").read_text(encoding="utf-8")
BOARD = Path(carolingi.__file__).parent / "boards" / "carolingi.json"
KEY = luck_key(SECRET, "a table", [])

PLAYED: list[tuple[str, dict[str, object]]] = [
    ("carolingi", {"players": 2, "last_year": 831}),
    ("carolingi", {"players": 4, "last_year": 830, "anarchy": True}),
    ("carolingi", {"players": 3, "last_year": 830, "variant": "advanced"}),
    ("carolingi", {"players": 2, "last_year": 830, "hourglass": 60}),
    ("carolingi", {"players": 2, "variant": "814"}),
    ("carolus", {"players": 2}),
    ("carolus", {"players": 3}),
    ("carolus", {"players": 4}),
]


def verified(lines: list[str], secret: bytes | None = None) -> Verification:
    """What `aachen verify` finds out."""
    return verify(replay(lines, GAMES), secret)


def codes(call: Any, *arguments: Any) -> list[str]:
    """The codes of the faults that a call finds."""
    with pytest.raises(BadInput) as wrong:
        call(*arguments)
    return [fault.code for fault in wrong.value.faults]


# ---- The page


def vectors() -> dict[str, str]:
    """The named values of the page."""
    part = PAGE.partition("## Test vectors")[2].partition("Draws with")[0]
    return dict(re.findall(r"^\| ([^|]+) \| `(.+)` \|$", part, flags=re.MULTILINE))


def test_the_vectors_of_the_page_are_what_is_computed() -> None:
    data = vectors()
    secret, table = bytes.fromhex(data["secret"]), data["table"]
    fair = promise(secret, table)

    assert data["commitment"] == fair.commitment.hex()
    assert data["key without entropy"] == fair.key(secret, ["red", "yellow"]).hex()
    fair.entropy = {seat: bytes.fromhex(data[f"entropy of `{seat}`"]) for seat in ("yellow", "red")}

    assert data["key with entropy"] == fair.key(secret, ["red", "yellow"]).hex()


def test_the_draws_of_the_page_are_what_is_computed() -> None:
    key = bytes.fromhex(vectors()["key with entropy"])
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (\d+) \| (\d+) \|$", PAGE, flags=re.MULTILINE)

    assert len(rows) == 9
    for number, question, things, place in rows:
        assert int(place) == draw_index(key, int(number), question, int(things))


def test_the_program_of_the_page_agrees_with_ours(tmp_path: Path) -> None:
    """And finds a draw that was changed: it is no program that always agrees."""
    table = finished("carolus", {"players": 3})
    trial = verified(table.lines())
    draws = [json.dumps(draw.as_dict(trial.position)) for draw in trial.draws]
    program = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)[0]

    def run_program(lines: list[str], listed: list[str]) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "log").write_text("".join(lines))
        (tmp_path / "draws").write_text("\n".join(listed))
        command = [sys.executable, "-c", program, str(tmp_path / "log"), str(tmp_path / "draws")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    good = run_program(table.lines(), draws)

    assert (good.stdout, good.stderr) == (f"{len(draws)} draws follow from the promised secret.\n", "")
    data = json.loads(draws[0])
    data["among"].append(data["among"].pop(0))

    assert "draw 1 differs" in run_program(table.lines(), [json.dumps(data), *draws[1:]]).stderr
    assert (
        "not the secret"
        in run_program(changed(table.lines(), len(table.lines()), secret="00" * 32), draws).stderr
    )


def test_the_page_lists_things_in_the_order_that_counts() -> None:
    """Every question that these games ask, against the page's words."""
    tiles = re.findall(r"`(\w+)`", PAGE.partition("| `tile` |")[2].partition("\n")[0])
    clans = re.findall(r"`(\w+)`", PAGE.partition("| `paladin`, `die` |")[2].partition("\n")[0])
    board = json.loads(BOARD.read_text(encoding="utf-8"))
    order = {
        "tile": tiles,
        "problem": tiles,
        "card": [*[land["id"] for land in board["lands"]], "hunger", "anarchy", "rebellion"],
        "emperor": list("abcdefghijklmno"),
        "die": clans,
        "paladin": clans,
    }
    asked = set()
    for game, options in PLAYED:
        table = Table(game, options).play_on(60)
        trial = verified(table.lines(), SECRET)
        for draw in trial.draws:
            data: Any = draw.as_dict(trial.position)
            seats = table.record.header.seats
            places = [place_of(thing, seats, order) for thing in data["among"]]
            asked.add(data["question"])

            assert places == sorted(places)
    assert asked == {"palace", "tile", "card", "follower", "problem", "emperor", "paladin", "die", "first"}


def place_of(thing: list[Any], seats: list[str], order: dict[str, list[str]]) -> tuple[int, int]:
    """Where the page puts a thing among the others."""
    question, *names = thing
    if question in ("palace", "follower", "first"):
        return seats.index(names[0]), 0
    if names == ["event"]:
        return len(seats), 0
    if question == "tile":
        return seats.index(names[0]), order["tile"].index(names[1])
    return order[question].index(names[0]), 0


# ---- Equally likely


@pytest.mark.parametrize("size", [2, 3, 6, 7, 10, 27])
def test_all_things_are_equally_likely(size: int) -> None:
    """Chi-square of fixed draws, at one chance in ten thousand; and of pairs of neighbours."""
    draws = [draw_index(KEY, number, "tile", size) for number in range(1, 6001)]
    pairs = [first * size + second for first, second in zip(draws[::2], draws[1::2], strict=True)]

    assert chi_square(draws, size) < limit(size - 1)
    assert chi_square(pairs, size * size) < limit(size * size - 1)


def chi_square(found: list[int], kinds: int) -> float:
    """How far the counts are from equal ones."""
    expected = len(found) / kinds
    return sum((found.count(kind) - expected) ** 2 / expected for kind in range(kinds))


def limit(freedom: int) -> float:
    """What chi-square exceeds once in ten thousand times (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.719 * spread**0.5) ** 3)


def test_a_bias_would_be_found() -> None:
    """The measure itself works: seven things by the remainder of three bits are not equally likely."""
    biased = [draw_index(KEY, number, "tile", 8) % 7 for number in range(1, 6001)]

    assert chi_square(biased, 7) > limit(6)


def test_a_number_beyond_the_last_full_round_is_never_used() -> None:
    """With so many things nearly every second number is; taken all the same, they would favour the first half."""
    size = 2**63 + 1
    places = [draw_index(KEY, number, "tile", size) for number in range(1, 2001)]

    assert all(0 <= place < size for place in places)
    assert chi_square([place * 10 // size for place in places], 10) < limit(9)


def test_things_listed_twice_are_twice_as_likely_and_the_order_does_not_matter() -> None:
    once = [FairLuck(KEY, number).pick("tile", [9, 4, 4]) for number in range(6000)]
    again = [FairLuck(KEY, number).pick("tile", [4, 9, 4]) for number in range(6000)]

    assert once == again
    assert abs(once.count(4) - 4000) < 4 * (6000 * 2 / 9) ** 0.5  # four times the spread


def test_every_part_of_the_question_changes_the_draw() -> None:
    def draws(key: bytes = KEY, question: str = "tile", start: int = 0) -> list[int]:
        luck = FairLuck(key, start)
        return [luck.pick(question, list(range(1000))) for _ in range(5)]

    other = [
        draws(),
        draws(question="card"),
        draws(luck_key(SECRET, "b table", [])),
        draws(luck_key(bytes(32), "a table", [])),
        draws(luck_key(SECRET, "a table", [("red", b"\x00")])),
        draws(luck_key(SECRET, "a table", [("blue", b"\x00")])),
        draws(luck_key(SECRET, "a table", [("red", b"\x00\x00")])),
        draws(commitment_to(SECRET, "a table")),
    ]

    assert len({tuple(each) for each in other}) == len(other)
    assert draws(start=2)[:3] == draws()[2:]


def test_no_two_messages_look_alike() -> None:
    """Letters that move from one part to the next make another message."""
    keys = [
        luck_key(SECRET, "ab", [("c", b"d")]),
        luck_key(SECRET, "a", [("bc", b"d")]),
        luck_key(SECRET, "ab", [("cd", b"e")]),
        luck_key(SECRET, "ab", [("c", b"de")]),
        luck_key(SECRET, "ab", [("c", b"d"), ("e", b"f")]),
        luck_key(SECRET, "ab", [("e", b"f"), ("c", b"d")]),
    ]

    assert len(set(keys)) == len(keys)


# ---- Whole games


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(PLAYED),
    st.integers(0, 2**32),
    st.integers(0, 120),
    st.binary(min_size=32, max_size=32),
    st.booleans(),
)
def test_every_game_with_promised_luck_is_found_fair(
    played: tuple[str, dict[str, object]], seed: int, entries: int, secret: bytes, from_text: bool
) -> None:
    """With undoing, with restarts, from set-up or from a position; and the secret of another table does not fit."""
    table = Table(*played, secret=secret)
    table.play_on(entries // 2, seed)
    if from_text and table.record.position.outcome() is None:
        table.go_on_from_text()
    table.play_on(entries, seed + 1, undo=0.3, restart=0.05)
    trial = verified(table.lines(), secret)
    other = bytes([secret[0] ^ 1]) + secret[1:]

    assert trial.is_fair()
    assert len(trial.draws) == table.record.draws == trial.proven
    if not table.record.is_closed:
        assert not verified(table.lines(), other).is_kept


@pytest.mark.parametrize(("game", "options"), PLAYED)
def test_a_finished_game_reveals_its_secret(game: str, options: dict[str, object]) -> None:
    table = finished(game, options)
    trial = verified(table.lines())

    assert (trial.is_fair(), trial.is_over(), trial.secret) == (True, True, SECRET)
    assert SECRET.hex() not in "".join(table.lines()[:-1])


def test_a_position_played_to_and_one_read_from_its_text_draw_the_same() -> None:
    for game, options in PLAYED:
        played = Table(game, options).play_on(25)
        if played.record.position.outcome() is not None:
            continue
        read = Table(game, options).play_on(25).go_on_from_text()
        read.record.draws = played.record.draws
        read.record.seq = played.record.seq
        before = len(played.record.lines)
        played.play_on(40, seed=9)
        read.play_on(40, seed=9)

        assert played.record.lines[before:] == read.record.lines[1:]


def test_a_move_that_could_not_be_stored_draws_the_same_again() -> None:
    full = [False]

    def store(lines: list[str]) -> None:
        if full[0]:
            raise OSError("disk full")

    table = Table("carolus", {"players": 2}, store=store)
    stayed = Table("carolus", {"players": 2}).play_on(40)
    for number in range(40):
        full[0] = number % 3 == 0
        if full[0]:
            with pytest.raises(OSError, match="disk full"):
                table.play_on(1, seed=number)
            full[0] = False
    table.play_on(40)

    assert table.record.lines == stayed.record.lines


def test_a_killed_server_draws_the_same_again() -> None:
    """It knows the stored lines and the secret, and nothing else."""
    stayed = Table("carolingi", {"players": 3}).play_on(60)
    for entries in (0, 10, 30):
        killed = Table("carolingi", {"players": 3}).play_on(60)
        stored = stayed.record.lines[: entries + 1]
        killed.record = resume(killed.game, stored)
        for line in stayed.record.lines[entries + 1 :]:
            data = json.loads(line)
            position = killed.record.position
            seat, action = position.seats().index(data["seat"]), position.read_action(data["action"])
            killed.record.play(seat, action, killed.luck(), SECRET)

        assert stayed.record.lines == killed.record.lines


def test_a_game_that_is_given_up_reveals_its_secret_and_takes_no_more_entries() -> None:
    table = Table("carolus", {"players": 2}).play_on(10)
    lines = table.record.reveal(SECRET)
    trial = verified(table.lines())

    assert lines == [json.dumps({"secret": SECRET.hex()}, separators=(",", ":"))]
    assert (trial.is_fair(), trial.last.outcome) == (True, None)
    assert codes(table.record.play, 0, 0, table.luck()) == ["log_after_end"]
    assert codes(table.record.undo, 0) == ["log_after_end"]
    again = resume(table.game, table.record.lines)

    assert again.is_closed
    assert codes(again.reveal, SECRET) == ["log_after_end"]


def test_what_was_proposed_has_not_happened() -> None:
    table = Table("carolus", {"players": 2}).play_on(7)
    before = (table.record.seq, table.record.draws, table.record.position.write(), table.record.lines[:])
    record = table.record
    seat = record.position.to_act()[0]
    moves = [
        record.propose(seat, action, table.luck(), SECRET) for action in record.position.offers(seat)[:3]
    ]
    record.propose_reveal(SECRET)

    assert before == (record.seq, record.draws, record.position.write(), record.lines)
    record.adopt(moves[1])

    assert (record.seq, record.lines[-1:]) == (8, moves[1].lines)
    with pytest.raises(AssertionError, match="something else has happened"):
        record.adopt(moves[0])


def test_only_the_promised_secret_is_ever_written() -> None:
    table = Table("carolus", {"players": 2})
    game = GAMES["carolus"]
    unpromised = Record.begin(game, game.options({}), SeededLuck(1))
    with pytest.raises(AssertionError, match="not the promised secret"):
        table.record.reveal(bytes(32))
    with pytest.raises(AssertionError, match="no luck was promised"):
        unpromised.reveal(SECRET)

    assert len(table.record.lines) == len(unpromised.lines) == 1


def test_a_game_that_is_over_as_it_begins_is_closed_with_its_outcome() -> None:
    """Somebody goes on from the last position of a finished game."""
    table = finished("carolus", {"players": 2}).go_on_from_text()
    table.record.reveal(SECRET)
    trial = verified(table.lines())

    assert (trial.is_fair(), len(table.lines()), trial.last.outcome is not None) == (True, 2, True)


# ---- Changed afterwards

FINISHED = finished("carolus", {"players": 3}).lines()
LAST = len(FINISHED)
HEADER = json.loads(FINISHED[0])
DRAWING = next(number for number in range(2, LAST) if json.loads(FINISHED[number - 1]).get("luck"))


def fair_with(**keys: object) -> dict[str, object]:
    """The promise with other values."""
    return {key: value for key, value in {**HEADER["fair"], **keys}.items() if value is not None}


def test_a_log_that_was_not_changed_is_fair() -> None:
    assert verified(FINISHED).is_fair()


@pytest.mark.parametrize(
    "fair",
    [
        fair_with(table="another"),
        fair_with(commitment="00" * 32),
        fair_with(entropy={}),
        fair_with(entropy=HEADER["fair"]["entropy"] | {"white": "03"}),
        fair_with(entropy=HEADER["fair"]["entropy"] | {"grey": "03"}),
    ],
)
def test_a_promise_that_was_changed_is_found(fair: dict[str, object]) -> None:
    assert not verified(changed(FINISHED, 1, fair=fair)).is_fair()


def test_a_secret_that_was_changed_is_found_even_with_its_own_commitment() -> None:
    """Who changes both has kept a promise, but not with these draws."""
    other = commitment_to(bytes(32), HEADER["fair"]["table"]).hex()
    lines = changed(FINISHED, LAST, secret="00" * 32)
    trial = verified(changed(lines, 1, fair=fair_with(commitment=other)))

    assert not verified(lines).is_kept
    assert (trial.is_kept, trial.is_fair()) == (True, False)
    assert trial.proven < 10


def test_draws_that_were_changed_with_all_their_digests_are_found_at_the_first() -> None:
    """A log that is sound by the rules: only one throw was not the promised one."""
    table = Table("carolus", {"players": 3}).play_on(20)
    record = table.record
    while True:
        seat = record.position.to_act()[0]
        action = record.position.offers(seat)[0]
        right = record.propose(seat, action, table.luck(), SECRET).luck
        if ["die", "red"] in right:
            break
        record.play(seat, action, table.luck(), SECRET)
    at = right.index(["die", "red"])
    first = record.draws + at + 1
    wrong = [*right[:at], ["die", "blue"], *right[at + 1 :]]
    record.play(seat, action, read_script(record.position, wrong), SECRET)
    trial = verified(table.play_on(5000).lines())

    assert (trial.is_kept, trial.last.faults, trial.is_over(), trial.is_fair()) == (True, [], True, False)
    assert (trial.proven, trial.draws[trial.proven].number) == (first - 1, first)
    assert trial.expected is not None
    assert trial.position.name_luck("die", trial.expected) == ["die", "red"]


OTHER = {
    "options": {"players": 4},
    "seats": ["white", "black"],
    "luck": [],
    "action": {"do": "nothing"},
    "seq": 1_000_000,
    "undo": 1_000_000,
    "outcome": {},
}
UNDONE = next(number for number in range(2, LAST) if "undo" in json.loads(FINISHED[number - 1]))


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (number, key)
        for number in (1, 2, DRAWING, UNDONE, LAST)
        for key, value in json.loads(FINISHED[number - 1]).items()
        if value != [] and key != "fair"
    ],
)
def test_whatever_is_changed_in_a_line_is_found(number: int, key: str) -> None:
    lines = changed(FINISHED, number, **{key: OTHER.get(key, "another")})
    try:
        is_fair = verified(lines).is_fair()
    except BadInput:
        is_fair = False

    assert not is_fair


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([], "log_empty"),
        (changed(FINISHED, 1, fair=None), "fair_nothing_promised"),
        (changed(FINISHED, LAST, secret=None), "fair_no_secret"),
        (FINISHED[:-1], "fair_no_secret"),
        (changed(FINISHED, 1, fair=fair_with(scheme="aachen luck 2")), "fair_unknown_scheme"),
        (changed(FINISHED, 1, fair=fair_with(scheme=None)), "fair_unknown_scheme"),
        (changed(FINISHED, 1, fair=fair_with(table="")), "fair_bad_table"),
        (changed(FINISHED, 1, fair=fair_with(table=None)), "missing_key"),
        (changed(FINISHED, 1, fair=fair_with(more=1)), "unknown_key"),
        (changed(FINISHED, 1, fair=fair_with(commitment="00")), "bad_hex"),
        (changed(FINISHED, 1, fair=fair_with(commitment="G" * 64)), "bad_hex"),
        (changed(FINISHED, 1, fair=fair_with(entropy={"white": ""})), "bad_hex"),
        (changed(FINISHED, 1, fair=fair_with(entropy={"white": "00" * 65})), "bad_hex"),
        (changed(FINISHED, 1, fair=fair_with(entropy={"white": 7})), "bad_hex"),
        (changed(FINISHED, 1, fair=fair_with(entropy={"pink": "00"})), "fair_bad_seats"),
        (changed(FINISHED, 1, fair=fair_with(entropy=[])), "fair_bad_seats"),
        (changed(FINISHED, 1, fair="yes"), "wrong_type"),
    ],
)
def test_what_cannot_be_verified_says_why(lines: list[str], code: str) -> None:
    assert codes(verified, lines) == [code]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (changed(FINISHED, LAST, secret="00"), "bad_hex"),
        (changed(FINISHED, LAST, outcome=None), "missing_key"),
        ([*FINISHED, FINISHED[-1]], "log_after_end"),
        ([*FINISHED[:20], '{"secret":"' + "00" * 32 + '"}\n', FINISHED[20]], "log_after_end"),
        ([*FINISHED[:9], FINISHED[9][:30]], "log_cut_off"),
    ],
)
def test_a_fault_in_the_log_is_not_fair(lines: list[str], code: str) -> None:
    trial = verified(lines)
    faults = [fault.code for fault in trial.last.faults]

    assert (faults, trial.is_fair()) == ([code], False)


def test_a_secret_where_nothing_was_promised_is_refused() -> None:
    lines = changed(FINISHED, 1, fair=None)
    faults = [fault.code for step in replay(lines, GAMES) for fault in step.faults]

    assert faults == ["fair_nothing_promised"]


def test_up_to_a_fault_the_draws_are_proven_with_a_secret_from_elsewhere() -> None:
    trial = verified([*FINISHED[:40], "garbage\n"], SECRET)

    assert (trial.is_kept, trial.is_fair()) == (True, False)
    assert trial.proven == len(trial.draws) > 40


def test_a_given_secret_must_be_the_revealed_one() -> None:
    assert verified(FINISHED, SECRET).is_fair()
    assert codes(verified, FINISHED, bytes(32)) == ["fair_other_secret"]


def test_the_promise_is_read_as_it_was_written() -> None:
    fair = Fair("Pfalz ü", bytes(32), {"red": b"\x01\x02"})
    header = Header("carolus", "1", {}, ["red"], [], "f" * 16, fair=fair.as_dict())
    data = read_header(write_line(header)).fair
    assert data is not None
    again = read_fair(data, ["red"])

    assert again.as_dict() == fair.as_dict()
    assert read_secret("00" * 32) == bytes(32)
