"""The file of weights: whatever is wrong with it is said with its place."""

import json

import pytest

from aachen.arena.training import weights_file
from aachen.core.errors import BadInput

GOOD = {"base.2": {"features": ["leudes", "missi"], "weights": [0.5, -1], "command": "aachen train"}}


def faults_of(folder, text):
    """The faults that are found in a file with this text, besides that it is no file of weights."""
    path = folder / "weights.json"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        weights_file.read(str(path))
    first, *others = caught.value.faults

    assert (first.code, first.facts) == ("weights_broken", {"path": str(path)})
    return [(fault.code, fault.where) for fault in others]


def test_a_file_is_read_with_everything_that_is_noted_in_it(tmp_path):
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(GOOD))

    assert weights_file.read(str(path)) == GOOD


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        ([], [("wrong_type", "")]),
        ({"a": 1}, [("wrong_type", "a")]),
        ({"a": {}}, [("missing_key", "a"), ("missing_key", "a")]),
        ({"a": {"features": ["x"], "weights": []}}, [("wrong_length", "a.weights")]),
        ({"a": {"features": [], "weights": [1]}}, [("wrong_length", "a.weights")]),
        ({"a": {"features": ["x", 2], "weights": [1, True]}}, [("wrong_type", "a.features[1]"), ("wrong_type", "a.weights[1]")]),
        ({"a": {"features": ["x"], "weights": [float("nan")]}}, [("out_of_range", "a.weights[0]")]),
        ({"a": {"features": "x", "weights": "y"}}, [("wrong_type", "a.features"), ("wrong_type", "a.weights")]),
    ],
)  # fmt: skip
def test_every_fault_is_named_with_its_place(tmp_path, data, faults):
    assert faults_of(tmp_path, json.dumps(data)) == faults


def test_what_is_no_json_is_no_file_of_weights(tmp_path):
    assert faults_of(tmp_path, "{") == []
