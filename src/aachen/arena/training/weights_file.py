"""The file of weights: one set after the other, and by which command.

Numbers are rounded before they are written and before they are played with,
so that the same command makes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import cast

from aachen.core.errors import BadInput, Fault, bad
from aachen.core.json_shapes import (
    FaultList,
    children,
    is_kind,
    join_place,
    list_of,
    number,
    string,
)

DIGITS = 4
LARGEST = 1_000_000  # what a weight may be at the most, whichever its sign
Plain = dict[str, object]


def rounded(weights: list[float]) -> list[float]:
    """Weights as they are written; never minus nothing."""
    return [round(weight, DIGITS) + 0.0 for weight in weights]


def read(path: str) -> dict[str, Plain]:
    """The weight sets of a file; raises BadInput if it is no such file."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise bad("file_missing", path=path) from None
    except IsADirectoryError:
        raise bad("file_is_folder", path=path) from None
    except OSError:
        raise bad("file_unreadable", path=path) from None
    except ValueError:
        raise bad("weights_broken", path=path) from None
    if faults := _faults_in(data):
        raise BadInput([Fault("weights_broken", "", {"path": path}), *faults])
    return cast("dict[str, Plain]", data)


def _faults_in(data: object) -> FaultList:
    """What is wrong with the content of a file, each with its place."""
    faults = FaultList()
    if is_kind(dict, data, "", faults):
        for _, where, weight_set in children(data, ""):
            _check_weight_set(weight_set, where, faults)
    return faults


def _check_weight_set(data: object, where: str, faults: FaultList) -> None:
    """Names of features, and as many numbers; whatever else is noted there is for people."""
    if not is_kind(dict, data, where, faults):
        return
    weight_set = cast("Plain", data)
    for key in ("features", "weights"):
        if key not in weight_set:
            faults.add("missing_key", where, key=key)
    if "features" not in weight_set or "weights" not in weight_set:
        return
    features, weights = weight_set["features"], weight_set["weights"]
    list_of(string)(features, join_place(where, "features"), faults)
    wanted = len(features) if isinstance(features, list) else 0
    list_of(number(-LARGEST, LARGEST), wanted, wanted)(weights, join_place(where, "weights"), faults)


def weights_for(features: list[str], weight_set: Plain) -> list[float]:
    """The weights of these features, by their names; a feature that was unknown then weighs nothing."""
    names, weights = weight_set["features"], weight_set["weights"]
    assert isinstance(names, list)
    assert isinstance(weights, list)
    known = dict(zip(names, weights, strict=True))
    return [float(known.get(feature, 0.0)) for feature in features]


def as_text(weight_sets: dict[str, Plain]) -> str:
    """The text of a file: one line for each feature, so that changes can be read."""
    return json.dumps(weight_sets, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def digest(*parts: str) -> str:
    """A fingerprint of what was played."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
