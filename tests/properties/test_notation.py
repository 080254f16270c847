"""Positions as text: what is written reads back, and what is not understood is named, never a crash."""

import json
import random
from collections.abc import Callable
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from tests.properties.strategies import GAME, MANY, PROFILE, games, play_on, seeds

from aachen.core.errors import BadInput, Fault

WORDS = [
    *"red yellow blue green gangs counters forest palace hessen normandie champagne tuscia slot hunger surplus".split(),
    *"ready later missi leudes nobiles trophies hand inactive fresh swapped influence peace no_action battle".split(),
    *"winter autumn 830 839 0 1 2 3 7 99 9999 -1 ? ?3 keep event time option parts lost in last known drawn".split(),
    *"taken gave since active unseen acting: placing: swapping: starving: over: sealed: declarer: contest:".split(),
    *"bag: bag open: yes set aside: roads: ready: red tiles: court: used: card : ; , # ! é ٣".split(),
]


@PROFILE
@given(games())
def test_what_is_written_reads_back(position):
    """Print, parse, print: the same, as a line and as a block."""
    line, block = position.write(), position.write_block()

    assert GAME.read(line).write() == line
    assert GAME.read(block).write() == line
    assert GAME.read(block).write_block() == block


@MANY
@given(games(), st.data())
def test_a_changed_text_is_a_sound_position_or_bad_input(position, data):
    """Words deleted, replaced and added: it reads into a position to play on from, or every fault is named."""
    words = position.write().replace(",", " ,").replace(";", " ;").split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        word = data.draw(st.sampled_from(WORDS + words))
        how = data.draw(st.sampled_from(["delete", "replace", "insert"]))
        words[at : at + (how != "insert")] = [] if how == "delete" else [word]
        words = words or [""]
    read_or_refuse(" ".join(words), data.draw(seeds()))


@MANY
@given(games(), st.data())
def test_statements_left_out_or_doubled_are_filled_or_named(position, data):
    """Whole statements deleted, moved and said twice."""
    statements = position.write().split("; ")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(statements) - 1))
        statement = statements.pop(at)
        if data.draw(st.booleans()):
            statements.insert(data.draw(st.integers(0, len(statements))), statement)
        statements = statements or [""]
    read_or_refuse("\n".join(statements), data.draw(seeds()))


@MANY
@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join)), seeds())
@example("", 0)
@example("carolingi: players 99", 0)
def test_any_text_is_read_or_named(text, seed):
    """Whatever comes from outside."""
    read_or_refuse(text, seed)


def reading(read: Callable[[Any], Any], given: object) -> tuple[Any, list[Fault]]:
    """What was read, or the faults in it."""
    try:
        return read(given), []
    except BadInput as wrong:
        return None, wrong.faults or [Fault("")]


def read_or_refuse(text: str, seed: int) -> None:
    """Bad input, or a sound position that writes back and that one can play on from."""
    position, faults = reading(GAME.read, text)
    if faults:
        assert all(fault.code for fault in faults)
        json.dumps([fault.as_dict() for fault in faults])
        return
    assert position.check() == []
    assert GAME.read(position.write()).write() == position.write()
    for seat in range(len(position.seats())):
        assert all(position.refusal(seat, code) is None for code in position.offers(seat))
    assert all(position.offers(seat) for seat in position.to_act())
    play_on(position, random.Random(seed), 6)
    assert position.check() == []


@PROFILE
@given(
    games(),
    st.recursive(
        st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    ),
)
def test_any_named_action_or_luck_is_read_or_named(position, named):
    """The same for what programs send."""
    for read in (position.read_luck, lambda x: position.read_action(x if isinstance(x, dict) else {"do": x})):
        assert all(fault.code for fault in reading(read, named)[1])


@PROFILE
@given(games(), st.data())
def test_a_changed_action_is_read_or_named(position, data):
    """Parts of a real action replaced by anything."""
    named = dict(position.name_action(data.draw(st.integers(0, position.action_count() - 1))))
    key = data.draw(st.sampled_from([*named, "nonsense"]))
    junk = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.sampled_from(WORDS))
    )
    named[key] = data.draw(junk)
    code, faults = reading(position.read_action, named)

    assert all(fault.code for fault in faults)
    assert faults or position.read_action(position.name_action(code)) == code
