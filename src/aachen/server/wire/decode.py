"""Messages from outside: what is not exactly as described is refused, with what is wrong and where."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from aachen.core.errors import BadInput, Fault, bad
from aachen.core.json_lines import MOST_DEPTH
from aachen.server.messages import Id

AnyMessage = TypeVar("AnyMessage")

BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)  # and strings, to pass over those in them

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
    if _is_deep(body):
        raise bad("too_deep", most=MOST_DEPTH)
    try:
        message: AnyMessage = msgspec.json.decode(body, type=kind)
        return message
    except msgspec.ValidationError as wrong:
        raise BadInput([_fault(str(wrong))]) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise bad("body_not_json") from None


class _WithId(msgspec.Struct):
    """Any message that has a number."""

    id: Id


def message_id(text: str) -> int | None:
    """The id of a message that is not worth decoding; None if it has none."""
    try:
        return msgspec.json.decode(text, type=_WithId).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _is_deep(body: bytes | str) -> bool:
    """Whether lists and objects lie in each other more deeply than in anything we understand."""
    text = body.decode("latin-1") if isinstance(body, bytes) else body
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return False
    depth = 0
    for sign in BRACKETS.findall(text):
        depth += (sign in "[{") - (sign in "]}")
        if depth > MOST_DEPTH:
            return True
    return False


def _fault(error: str) -> Fault:
    """What msgspec found, in our codes."""
    what, _, place = error.partition(" - at ")
    where = place.strip("`").removeprefix("$").removeprefix(".")
    for pattern, make in PATTERNS:
        found = re.match(pattern, what)
        if found:
            return make(where, *found.groups())
    return Fault("bad_value", where)


def _missing(where: str, key: str) -> Fault:
    return Fault("missing_key", _under(where, key), {"key": key})


def _unknown(where: str, key: str) -> Fault:
    return Fault("unknown_key", _under(where, key), {"key": key})


def _under(where: str, key: str) -> str:
    return f"{where}.{key}".lstrip(".")


def _wrong_type(where: str, expected: str, found: str) -> Fault:
    return Fault("wrong_type", where, {"expected": _kinds(expected), "found": _kinds(found)})


def _kinds(names: str) -> str:
    return ", ".join(KINDS.get(kind, "other") for kind in names.split(" | "))


PATTERNS: list[tuple[str, Callable[..., Fault]]] = [
    (r"Object missing required field `(\w+)`", _missing),
    (r"Object contains unknown field `(.+)`", _unknown),
    (r"Expected `([^`]+)`, got `([^`]+)`", _wrong_type),
    (r"Expected `\w+` of length >= (\d+)", lambda where, bound: Fault("too_short", where, {"bound": bound})),
    (r"Expected `\w+` of length <= (\d+)", lambda where, bound: Fault("too_long", where, {"bound": bound})),
    (r"Expected `\w+` >= (-?\d+)", lambda where, bound: Fault("too_small", where, {"bound": bound})),
    (r"Expected `\w+` <= (-?\d+)", lambda where, bound: Fault("too_large", where, {"bound": bound})),
    (
        r"Invalid (?:enum )?value '?([^']*)'?",
        lambda where, given: Fault("not_a_choice", where, {"given": given}),
    ),
]
