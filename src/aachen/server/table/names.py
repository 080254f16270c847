"""Names and texts that people give."""

from __future__ import annotations


def clean(text: str) -> str:
    """The text without control and formatting characters: they could reorder what others read."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


def clean_name(name: str | None) -> str | None:
    """A cleaned name; None if nothing is left of it."""
    return None if name is None else clean(name) or None
