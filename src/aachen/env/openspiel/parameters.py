"""Options of a game as OpenSpiel's parameters: numbers, words and yes or no, each with a default.

A word that looks like a number would be read as one: it gets a `v` in front.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aachen.titles import TITLES

USUAL_NUMBER: Final = 0  # of an option whose default depends on the others


def defaults_of(game: str) -> dict[str, Any]:
    """All parameters of a game with their defaults."""
    title = TITLES[game]
    found: dict[str, Any] = {"players": title.usual_players}
    for name, form in title.options_form().items():
        found[name] = USUAL_NUMBER if "by_variant" in form else _word(form["default"])
    return found


def options_from(game: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the game that these parameters stand for."""
    forms = TITLES[game].options_form()
    options = {}
    for name, given in parameters.items():
        form = forms.get(name, {})
        if "by_variant" in form and given == USUAL_NUMBER:
            continue
        words = {_word(value): value for value in form.get("among", [])}
        options[name] = words.get(given, given)
    return options


def _word(value: Any) -> Any:
    return f"v{value}" if isinstance(value, str) and value.isdigit() else value
