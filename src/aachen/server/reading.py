"""Messages from outside: what is not exactly as described is refused, with what is wrong and where."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from aachen.core.errors import BadInput, Fault, bad

AnyMessage = TypeVar("AnyMessage")

KINDS = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "array": "list",
    "object": "object",
    "null": "null",
}


def read_message(body: bytes | str, kind: type[AnyMessage] | Any) -> AnyMessage:
    """The message in a body; BadInput says where it is not one."""
    try:
        message: AnyMessage = msgspec.json.decode(body, type=kind)
        return message
    except msgspec.ValidationError as wrong:
        raise BadInput([_fault(str(wrong))]) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise bad("body_not_json") from None


def _fault(told: str) -> Fault:
    """What msgspec found, in our codes."""
    what, _, place = told.partition(" - at ")
    where = place.strip("`").removeprefix("$").removeprefix(".")
    for pattern, make in PATTERNS:
        found = re.match(pattern, what)
        if found:
            fault: Fault = make(where, *found.groups())
            return fault
    return Fault("bad_value", where)


def _key(code: str) -> Any:
    return lambda where, key: Fault(code, f"{where}.{key}".lstrip("."), {"key": key})


def _wrong_type(where: str, expected: str, found: str) -> Fault:
    facts = {"expected": _kinds(expected), "found": _kinds(found)}
    return Fault("wrong_type", where, dict(facts))


def _kinds(told: str) -> str:
    return ", ".join(KINDS.get(kind, "other") for kind in told.split(" | "))


def _bound(code: str) -> Any:
    return lambda where, bound: Fault(code, where, {"bound": int(bound)})


PATTERNS: list[tuple[str, Any]] = [
    (r"Object missing required field `(\w+)`", _key("missing_key")),
    (r"Object contains unknown field `(.+)`", _key("unknown_key")),
    (r"Expected `([^`]+)`, got `([^`]+)`", _wrong_type),
    (r"Expected `\w+` of length >= (\d+)", _bound("too_short")),
    (r"Expected `\w+` of length <= (\d+)", _bound("too_long")),
    (r"Expected `\w+` >= (-?\d+)", _bound("too_small")),
    (r"Expected `\w+` <= (-?\d+)", _bound("too_large")),
    (
        r"Invalid (?:enum )?value '?([^']*)'?",
        lambda where, given: Fault("not_a_choice", where, {"given": given}),
    ),
]
