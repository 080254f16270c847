"""The shape of JSON data: which keys, which kinds of values, how many, within which limits. Every fault is named.

Two ways to say what is wanted: `check_keys` for a flat object, and checks put together from `table`, `list_of`,
`whole` and the like for a whole document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, cast

from aachen.core.errors import Fact, Fault

Plain = dict[str, object]

JSON_NAMES: Final[dict[type, str]] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "list",
    dict: "object",
    type(None): "null",
}
MOST_SIGNS: Final = 60  # of what was found, in a fault


class FaultList(list[Fault]):
    """The faults found so far."""

    def add(self, code: str, where: str, **facts: Fact) -> None:
        """One more."""
        self.append(Fault(code, where, facts))


def json_name(value: object) -> str:
    """What JSON calls a value of this kind."""
    return JSON_NAMES.get(type(value), "other")


def clip(text: str) -> str:
    """A text that is not too long for a fault."""
    return text if len(text) <= MOST_SIGNS else text[: MOST_SIGNS - 1] + "…"


def described(value: object) -> str:
    """A value in a fault: a text itself, of anything else the kind."""
    return clip(value) if isinstance(value, str) else json_name(value)


def join_place(where: str, key: str) -> str:
    return f"{where}.{clip(key)}" if where else clip(key)


def children(value: object, where: str) -> Iterator[tuple[str, str, object]]:
    """Key, place and value of everything directly inside a list or an object."""
    if isinstance(value, list):
        for at, entry in enumerate(value):
            yield "", f"{where}[{at}]", entry
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key, join_place(where, str(key)), entry


def section_of(where: str) -> str:
    """The key at the top under which a place lies."""
    return re.split(r"[.\[]", where, maxsplit=1)[0]


# ---- A flat object -------------------------------------------------------------------------------

Kinds = tuple[type | None, ...]  # None stands for null


def check_keys(data: Plain, wanted: Mapping[str, Kinds], optional: Mapping[str, Kinds]) -> list[Fault]:
    """Every fault in the keys of an object and in the kinds of their values."""
    faults = [Fault("missing_key", key, {"key": key}) for key in wanted if key not in data]
    for key, value in data.items():
        kinds = wanted.get(key) or optional.get(key)
        if kinds is None:
            faults.append(Fault("unknown_key", key, {"key": key}))
        elif not _is_any(value, kinds):
            expected = ", ".join("null" if kind is None else json_name(kind()) for kind in kinds)
            faults.append(Fault("wrong_type", key, {"expected": expected, "found": json_name(value)}))
    return faults


def _is_any(value: object, kinds: Kinds) -> bool:
    """Whether the value is of one of these kinds exactly: true is no whole number."""
    return any(value is None if kind is None else type(value) is kind for kind in kinds)


# ---- A whole document ----------------------------------------------------------------------------

Check = Callable[[object, str, FaultList], None]


def is_kind(kind: type, value: object, where: str, faults: FaultList) -> bool:
    """Whether the value has this type exactly: true is no whole number."""
    if type(value) is kind:
        return True
    faults.add("wrong_type", where, expected=JSON_NAMES[kind], found=json_name(value))
    return False


def anything(value: object, where: str, faults: FaultList) -> None:
    """Anything goes."""


def string(value: object, where: str, faults: FaultList) -> None:
    is_kind(str, value, where, faults)


def json_object(value: object, where: str, faults: FaultList) -> None:
    is_kind(dict, value, where, faults)


def whole(least: int, most: int) -> Check:
    def check(value: object, where: str, faults: FaultList) -> None:
        if is_kind(int, value, where, faults) and not least <= cast(int, value) <= most:
            faults.add("out_of_range", where, least=least, most=most, found=value)

    return check


def number(least: int, most: int) -> Check:
    def check(value: object, where: str, faults: FaultList) -> None:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            faults.add("wrong_type", where, expected="number", found=json_name(value))
        elif not least <= value <= most:
            faults.add("out_of_range", where, least=least, most=most, found=value)

    return check


def one_of(*allowed: str) -> Check:
    def check(value: object, where: str, faults: FaultList) -> None:
        if is_kind(str, value, where, faults) and value not in allowed:
            faults.add("not_one_of", where, found=described(value), allowed=list(allowed))

    return check


def list_of(check_entry: Check, least: int = 0, most: int = 1000) -> Check:
    def check(value: object, where: str, faults: FaultList) -> None:
        if not is_kind(list, value, where, faults):
            return
        found = len(cast(list[object], value))
        if not least <= found <= most:
            faults.add("wrong_length", where, least=least, most=most, found=found)
            return
        for _, place, entry in children(value, where):
            check_entry(entry, place, faults)

    return check


def table(required: dict[str, Check], optional: dict[str, Check] | None = None) -> Check:
    """An object with these keys and no others, except keys that begin with x-."""
    known = required | (optional or {})

    def check(value: object, where: str, faults: FaultList) -> None:
        if not is_kind(dict, value, where, faults):
            return
        for key in required:
            if key not in cast(dict[str, object], value):
                faults.add("missing_key", where, key=key)
        for key, place, entry in children(value, where):
            if key in known:
                known[key](entry, place, faults)
            elif not key.startswith("x-"):
                faults.add("unknown_key", place, key=clip(key))

    return check
