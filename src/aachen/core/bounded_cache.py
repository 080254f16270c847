"""Caches that cannot grow for ever: what was worked out is kept until too much is, and then all is forgotten.

Forgetting everything costs less than keeping count of what is used, and what is needed is soon there again.
"""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def remember(cache: dict[Key, Value], key: Key, value: Value, most: int) -> Value:
    """Keep the value under its key, in a cache of at most so many entries; returns the value."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = value
    return value
