"""One line of JSON: an object as compact text, and text as an object, and everything else is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from aachen.core.errors import BadInput, Fault, bad
from aachen.core.json_shapes import Plain, json_name

MOST_DEPTH = 40  # how deeply lists and objects may lie in each other


def write_object(data: Mapping[str, object]) -> str:
    """Plain data as one compact line, without the line's end."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_object(text: str) -> Plain:
    """The object on a line; anything else is bad input."""
    if not text.strip():
        raise bad("line_blank")
    twice: list[str] = []
    try:
        data = json.loads(text, object_pairs_hook=_noting(twice), parse_float=_number, parse_constant=_number)
    except json.JSONDecodeError as fault:
        raise bad("line_not_json", column=fault.colno) from None
    except RecursionError:
        raise bad("too_deep", most=MOST_DEPTH) from None
    except ValueError:  # a number of more digits than Python reads
        raise bad("bad_number") from None
    _examine(data)
    if twice:
        raise BadInput([Fault("duplicate_key", "", {"key": key}) for key in twice])
    if not isinstance(data, dict):
        raise bad("wrong_type", "", expected="object", found=json_name(data))
    return data


def _noting(twice: list[str]) -> Callable[[list[tuple[str, object]]], Plain]:
    """Builds objects, and notes keys that are given twice."""

    def build(pairs: list[tuple[str, object]]) -> Plain:
        data = dict(pairs)
        if len(data) < len(pairs):
            keys = [key for key, _ in pairs]
            twice.extend(key for key in data if keys.count(key) > 1)
        return data

    return build


def _number(digits: str) -> float:
    """A number with a fraction; NaN and what is too large to be one are refused."""
    number = float(digits)
    if not abs(number) < float("inf"):
        raise ValueError(digits)
    return number


def _examine(data: object) -> None:
    """Refuse what is nested too deeply, and half characters that no file can hold."""
    layer = [data]
    for _ in range(MOST_DEPTH):
        inside: list[object] = []
        for each in layer:
            if isinstance(each, dict):
                inside += each
                inside += each.values()
            elif isinstance(each, list):
                inside += each
            elif isinstance(each, str) and not _is_text(each):
                raise bad("line_not_text")
        if not inside:
            return
        layer = inside
    raise bad("too_deep", most=MOST_DEPTH)


def _is_text(text: str) -> bool:
    return text.isascii() or not re.search("[\ud800-\udfff]", text)
