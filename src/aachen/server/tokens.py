"""Access tokens: shown once, stored as a hash, compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable

Chance = Callable[[int], bytes]  # that many random bytes; tests pass their own

TOKEN_BYTES = 32
ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
ID_LETTERS = 10

true_chance: Chance = secrets.token_bytes


def make_token(chance: Chance = true_chance) -> str:
    """A new token: 43 letters, digits, - and _."""
    return base64.urlsafe_b64encode(chance(TOKEN_BYTES)).decode().rstrip("=")


def hash_token(token: str) -> str:
    """The stored hash of a token. Tokens are long and random, so a plain hash cannot be inverted by guessing."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str | None, kept: str | None) -> bool:
    """Whether this token is the one whose hash was kept."""
    if token is None or kept is None:
        return False
    return hmac.compare_digest(hash_token(token), kept)


def make_id(chance: Chance = true_chance) -> str:
    """A new id of a table: fifty bits that cannot be guessed."""
    return "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in chance(ID_LETTERS))
