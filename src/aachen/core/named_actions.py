"""Actions by name: `{"do": "march", "from": …}`, read for any game that lists the parts of its actions in a table.

Every part that cannot be understood is a fault that says what would be possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aachen.core.errors import bad

Parts = tuple[tuple[str, str], ...]  # of an action: key and what it names


def parts_of(named: Mapping[str, object], table: Mapping[str, Parts]) -> list[tuple[str, str, object]]:
    """Key, kind and value of every part, in the order of the table; exactly those parts must be given."""
    do = named.get("do")
    if not isinstance(do, str) or do not in table:
        raise bad("action_unknown", "action.do", given=str(do), known=list(table))
    wanted = table[do]
    for key in named:
        if key != "do" and key not in [part for part, _ in wanted]:
            raise bad("action_extra_part", f"action.{key}", action=do, part=key)
    for key, _ in wanted:
        if key not in named:
            raise bad("action_missing_part", f"action.{key}", action=do, part=key)
    return [(key, kind, named[key]) for key, kind in wanted]


def read_word(fault: str, where: str, given: object, known: Sequence[str]) -> int:
    """The place of a word among those known."""
    if not isinstance(given, str) or given not in known:
        raise bad(fault, where, given=str(given), known=list(known))
    return known.index(given)


def read_number(where: str, given: object, least: int, most: int) -> int:
    """A whole number within limits."""
    if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
        raise bad("action_number", where, given=str(given), least=least, most=most)
    return given
