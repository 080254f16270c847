"""Patches: the difference of two pieces of plain data (JSON), and how to apply it.

A patch is JSON itself (docs/server-protocol.md):

- an object goes deeper: into the keys of an object, or into the places of an array, counted from 0;
- `[]` removes the key;
- `[value]` puts the value there;
- `[at, count, insert, …]` replaces `count` characters or items from `at` on by `insert`, any number of times;
  places are those of the old value, in ascending order.

Applying a patch gives the new data to the byte: new keys come after the old ones, and where that would not be
their order the whole object is replaced. Values are compared as Python compares them, for the sake of speed:
whoever makes the data never changes 1 into true or 1.0, nor the order of keys alone.
"""

from __future__ import annotations

from typing import Final

Patch = dict[str, object] | list[object]
Data = dict[str, object]

LEAST_SPLICED: Final = 40  # characters of a string that is not simply replaced
SEPARATOR: Final = "; "  # between two statements of a position's line


def diff(old: object, new: object) -> Patch | None:
    """The patch that makes the old data the new, or None if they are the same."""
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        return _diff_objects(old, new)
    if isinstance(old, list) and isinstance(new, list):
        return _diff_arrays(old, new)
    if isinstance(old, str) and isinstance(new, str):
        return _diff_strings(old, new)
    return [new]


def _diff_objects(old: Data, new: Data) -> Patch:
    changes: Data = {}
    for key, value in new.items():
        if key not in old:
            changes[key] = [value]
        elif old[key] != value:
            changes[key] = diff(old[key], value)
    if list(old) != list(new):
        if not _keeps_order(old, new):
            return [new]
        for key in old:
            if key not in new:
                changes[key] = []
    return changes


def _keeps_order(old: Data, new: Data) -> bool:
    """Whether removing the keys that are gone and adding the new ones at the end gives the new order."""
    kept = [key for key in old if key in new]
    return kept == list(new)[: len(kept)]


def _diff_arrays(old: list[object], new: list[object]) -> Patch:
    if len(old) == len(new):
        changes: Data = {}
        for at, value in enumerate(new):
            if old[at] != value:
                changes[str(at)] = diff(old[at], value)
        if 2 * len(changes) <= len(new):
            return changes
    return _splice_array(old, new)


def _splice_array(old: list[object], new: list[object]) -> Patch:
    """Replace what lies between the same items at the beginning and the same items at the end."""
    most = min(len(old), len(new))
    first = 0
    while first < most and old[first] == new[first]:
        first += 1
    last = 0
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    if first + last == 0:
        return [new]
    return [first, len(old) - first - last, new[first : len(new) - last]]


def _diff_strings(old: str, new: str) -> Patch:
    """Long strings are compared statement by statement; others are replaced."""
    if len(old) < LEAST_SPLICED or not (
        old.isascii() and new.isascii()
    ):  # or places would depend on the encoding
        return [new]
    places = _places(old)
    splices: list[object] = []
    missing = ""  # statements that the old string does not have here
    at = 0
    for statement in new.split(SEPARATOR):
        place = places.get(statement, -1)
        if place < at:
            missing += statement + SEPARATOR
            continue
        _splice(splices, at, old[at:place], missing)
        missing = ""
        at = place + len(statement) + len(SEPARATOR)
    if at == 0:
        return [new]
    _splice(
        splices, at - len(SEPARATOR), old[at - len(SEPARATOR) :], (SEPARATOR + missing)[: -len(SEPARATOR)]
    )
    return splices


def _places(line: str) -> dict[str, int]:
    """Where each statement of a line begins."""
    places: dict[str, int] = {}
    at = 0
    for statement in line.split(SEPARATOR):
        places.setdefault(statement, at)
        at += len(statement) + len(SEPARATOR)
    return places


def _splice(splices: list[object], at: int, old: str, new: str) -> None:
    """Replace a part of a string, without what is the same at its beginning and its end."""
    if old == new:
        return
    most = min(len(old), len(new))
    first = 0
    while first < most and old[first] == new[first]:
        first += 1
    last = 0
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    splices += [at + first, len(old) - first - last, new[first : len(new) - last]]


# ---- Applying a patch ----------------------------------------------------------------------------


def apply(old: object, patch: Patch) -> object:
    """The new data; the old is left as it is, and shares with the new what is the same in both."""
    if isinstance(patch, list):
        return patch[0] if len(patch) == 1 else _apply_splices(old, patch)
    if isinstance(old, list):
        items = old[:]
        for place, change in patch.items():
            items[int(place)] = _applied(items[int(place)], change)
        return items
    assert isinstance(old, dict)
    data: Data = dict(old)
    for key, change in patch.items():
        if change == []:
            del data[key]
        else:
            data[key] = _applied(data.get(key), change)
    return data


def _applied(old: object, patch: object) -> object:
    assert isinstance(patch, dict | list)
    return apply(old, patch)


def _apply_splices(old: object, splices: list[object]) -> object:
    assert isinstance(old, str | list)
    parts, done = [], 0
    for which in range(0, len(splices), 3):
        at, count = splices[which], splices[which + 1]
        assert isinstance(at, int)
        assert isinstance(count, int)
        parts += [old[done:at], splices[which + 2]]
        done = at + count
    parts.append(old[done:])
    if isinstance(old, str):
        return "".join(str(part) for part in parts)
    return [item for part in parts if isinstance(part, list) for item in part]


# ---- Data laid over other data -------------------------------------------------------------------


def overlay(base: Data, own: Data) -> Data:
    """The base with what is laid over it: objects are merged key by key, everything else is replaced."""
    merged: Data = dict(base)
    for key, value in own.items():
        under = merged.get(key)
        if isinstance(value, dict) and isinstance(under, dict):
            merged[key] = overlay(under, value)
        else:
            merged[key] = value
    return merged


def diff_overlaid(base: tuple[Data, Data, Patch | None], own: tuple[Data, Data]) -> Patch | None:
    """What changed between two overlays, where the patch between their bases is known already.

    Only what lies under the overlays is compared; the rest of the patch is that of the bases.
    """
    old_base, new_base, patch = base
    old_own, new_own = own
    if patch is None and old_own == new_own:
        return None
    if isinstance(patch, list) or list(old_base) != list(new_base) or list(old_own) != list(new_own):
        return diff(overlay(old_base, old_own), overlay(new_base, new_own))
    known: Data = patch or {}
    changes: Data = dict(known)
    for key, value in new_own.items():
        old, old_under, under = old_own[key], old_base.get(key), new_base.get(key)
        if isinstance(old, dict) and isinstance(old_under, dict):
            if isinstance(value, dict) and isinstance(under, dict):
                change = diff_overlaid((old_under, under, _patch_at(known, key)), (old, value))
            else:
                change = diff(overlay(old_under, old), value)
        elif isinstance(value, dict) and isinstance(under, dict):
            change = diff(old, overlay(under, value))
        else:
            change = diff(old, value)
        if change is not None:
            changes[key] = change
        else:
            changes.pop(key, None)
    return changes if changes else None


def _patch_at(patch: Data, key: str) -> Patch | None:
    found = patch.get(key)
    return found if isinstance(found, dict | list) else None
