"""Patches of plain data: what changed, applied, is the new data; and overlays are compared like what they make."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aachen.core import patch


def sorted_keys(data):
    return {key: data[key] for key in sorted(data)}


# Keys come in one order and every key has one type, as in views.
LEAVES = st.one_of(st.none(), st.integers(0, 3), st.sampled_from(["", "red", "blue"]))
LINES = st.lists(st.sampled_from([f"statement {at}: {'x' * at}" for at in range(9)]), max_size=9).map(
    "; ".join
)


def values(most):
    return st.recursive(
        LEAVES | LINES,
        lambda inner: (
            st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abcdef"), inner).map(sorted_keys)
        ),
        max_leaves=most,
    )


VALUES = values(30)
OBJECTS = st.dictionaries(st.sampled_from("abcdef"), values(5)).map(sorted_keys)


def payload(data):
    return json.dumps(data)


@given(VALUES, VALUES)
def test_a_patch_makes_the_old_data_the_new_to_the_byte(old, new):
    change = patch.diff(old, new)
    was = payload(old)

    assert payload(old if change is None else patch.apply(old, json.loads(payload(change)))) == payload(new)
    assert payload(old) == was


@given(OBJECTS, OBJECTS, OBJECTS, OBJECTS)
def test_overlays_are_compared_like_what_they_make(old_base, new_base, old_own, new_own):
    old, new = patch.overlay(old_base, old_own), patch.overlay(new_base, new_own)
    bases = (old_base, new_base, patch.diff(old_base, new_base))
    change = patch.diff_overlaid(bases, (old_own, new_own))

    assert payload(old if change is None else patch.apply(old, change)) == payload(new)


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, None),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": [3]}),
        ({"a": 1, "b": 2}, {"a": 1}, {"b": []}),
        ({"a": 1}, {"a": 1, "b": None}, {"b": [None]}),
        ({"b": 1}, {"a": 1, "b": 1}, [{"a": 1, "b": 1}]),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": []}}}, {"a": {"b": {"c": [[]]}}}),
        ([1, 2, 3, 4], [1, 2, 5, 4], {"2": [5]}),
        ([1, 2, 3], [1, 4, 5, 3], [1, 1, [4, 5]]),
        ([1, 2], [], [[]]),
        ("red", "blue", ["blue"]),
        ("time: 832; " + "x" * 40, "time: 833; " + "x" * 40, [8, 1, "3"]),
        ("x" * 40 + "; last: 1", "x" * 40, [40, 9, ""]),
    ],
)
def test_what_a_patch_looks_like(old, new, change):
    assert patch.diff(old, new) == change
