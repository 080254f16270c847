"""The file of weights: one set after the other, and by which command.

Numbers are rounded before they are written and before they are played with,
so that the same command makes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from aachen.core.errors import bad

DIGITS = 4
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
    if not isinstance(data, dict) or not all(_is_weight_set(weight_set) for weight_set in data.values()):
        raise bad("weights_broken", path=path)
    return data


def _is_weight_set(data: object) -> bool:
    """Names of features, and as many numbers."""
    if not isinstance(data, dict):
        return False
    features, weights = data.get("features"), data.get("weights")
    if not isinstance(features, list) or not isinstance(weights, list) or len(features) != len(weights):
        return False
    return all(isinstance(weight, int | float) for weight in weights)


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
