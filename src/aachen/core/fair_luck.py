"""Verifiable luck: every draw is derived from a secret that the server committed to before the game.

`docs/fair-luck.md` explains the scheme, byte by byte, and says what it proves and what not.
Nothing here chooses a secret: that is done outside, with true chance.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Final

from aachen.core.errors import BadInput, Fault, bad
from aachen.core.luck import Luck

SCHEME: Final = "aachen luck 1"
COMMITMENT_DOMAIN: Final = b"aachen luck 1 commitment"
KEY_DOMAIN: Final = b"aachen luck 1 key"
DRAW_DOMAIN: Final = b"aachen luck 1 draw"

SECRET_BYTES: Final = 32
COMMITMENT_BYTES: Final = 32
MOST_ENTROPY: Final = 64  # bytes of one seat
MOST_TABLE: Final = 200  # signs in the name of a table
NUMBERS: Final = 1 << 64  # as many as eight bytes can tell apart

FAIR_KEYS: Final = ("scheme", "table", "commitment", "entropy")
FORMER: Final = "former"  # may be left out
HEX_DIGITS: Final = "0123456789abcdef"


# ---- The scheme ----------------------------------------------------------------------------------


def field(content: bytes) -> bytes:
    """A part of a message with its length before it, so that no two messages look alike."""
    return len(content).to_bytes(4, "big") + content


def commitment_to(secret: bytes, table: str) -> bytes:
    """What the server publishes before anybody sits; it binds the secret and tells nothing of it."""
    return hashlib.sha256(field(COMMITMENT_DOMAIN) + field(table.encode()) + field(secret)).digest()


def luck_key(secret: bytes, table: str, entropy: list[tuple[str, bytes]]) -> bytes:
    """What all draws of a table follow from: the secret, and what the players added, in seat order."""
    message = field(KEY_DOMAIN) + field(table.encode())
    for seat, added in entropy:
        message += field(seat.encode()) + field(added)
    return hmac.digest(secret, message, "sha256")


def draw_index(key: bytes, number: int, question: str, size: int) -> int:
    """Which of `size` things draw `number` takes, counted from 0; all are exactly equally likely.

    A number beyond the last full round of `size` would favour the first things, so another is taken.
    """
    fair = NUMBERS - NUMBERS % size
    asked = field(DRAW_DOMAIN) + number.to_bytes(8, "big")
    attempt = 0
    while True:
        message = asked + attempt.to_bytes(4, "big") + field(question.encode())
        found = int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")
        if found < fair:
            return found % size
        attempt += 1


class FairLuck(Luck):
    """Luck whose answers follow from a key and from how many were given before.

    Make one for every move, from the number of draws in the log:
    then a move that could not be stored, or a server that was stopped, draws the same again.
    """

    def __init__(self, key: bytes, draws: int = 0) -> None:
        self.key = key
        self.draws = draws

    def pick(self, question: str, among: list[int]) -> int:
        """The draw's thing, counted in ascending order: how the rules happened to list them is no matter."""
        self.draws += 1
        return sorted(among)[draw_index(self.key, self.draws, question, len(among))]


# ---- In the header of a log ----------------------------------------------------------------------


class Fair:
    """What was promised and added before the game: table, commitment, and entropy by seat.

    `former` are commitments that were published for the same table and replaced before the game began.
    """

    def __init__(
        self,
        table: str,
        commitment: bytes,
        entropy: Mapping[str, bytes] | None = None,
        former: Sequence[bytes] = (),
    ) -> None:
        self.table = table
        self.commitment = commitment
        self.entropy: dict[str, bytes] = dict(entropy) if entropy is not None else {}
        self.former: list[bytes] = list(former)

    def as_dict(self) -> dict[str, object]:
        """The promise as plain data; bytes are hexadecimal, and what says nothing is left out."""
        added = {seat: content.hex() for seat, content in self.entropy.items()}
        data: dict[str, object] = {
            "scheme": SCHEME,
            "table": self.table,
            "commitment": self.commitment.hex(),
            "entropy": added,
        }
        return data | {"former": [each.hex() for each in self.former]} if self.former else data

    def renewed(self, commitment: bytes) -> Fair:
        """The promise of the same table with another secret; what the players added stays."""
        return Fair(self.table, commitment, self.entropy)

    def is_kept_by(self, secret: bytes) -> bool:
        """Whether this is the secret that was promised."""
        return hmac.compare_digest(commitment_to(secret, self.table), self.commitment)

    def key(self, secret: bytes, seats: list[str]) -> bytes:
        """What the draws follow from; `seats` are all seats of the game in their order."""
        assert all(seat in seats for seat in self.entropy), "entropy comes from seats of the game"
        entropy = [(seat, self.entropy[seat]) for seat in seats if seat in self.entropy]
        return luck_key(secret, self.table, entropy)


def promise(secret: bytes, table: str) -> Fair:
    """The promise of a new table, before anybody has added to it."""
    return Fair(table, commitment_to(secret, table))


def read_fair(data: Mapping[str, object], seats: list[str]) -> Fair:
    """The promise in a header; raises BadInput naming every fault."""
    scheme = data.get("scheme")
    if scheme != SCHEME:
        raise bad("fair_unknown_scheme", "fair.scheme", given=str(scheme), known=SCHEME)
    faults = [Fault("missing_key", f"fair.{key}", {"key": key}) for key in FAIR_KEYS if key not in data]
    known = (*FAIR_KEYS, FORMER)
    faults += [Fault("unknown_key", f"fair.{key}", {"key": key}) for key in data if key not in known]
    if faults:
        raise BadInput(faults)
    table = data["table"]
    if not isinstance(table, str) or not 0 < len(table) <= MOST_TABLE:
        raise bad("fair_bad_table", "fair.table", most=MOST_TABLE)
    commitment = read_commitment(data["commitment"], "fair.commitment")
    return Fair(table, commitment, _read_entropy(data["entropy"], seats), _read_former(data))


def _read_entropy(data: object, seats: list[str]) -> dict[str, bytes]:
    if not isinstance(data, dict) or not all(seat in seats for seat in data):
        raise bad("fair_bad_seats", "fair.entropy", seats=seats)
    return {seat: read_bytes(added, f"fair.entropy.{seat}", 1, MOST_ENTROPY) for seat, added in data.items()}


def _read_former(data: Mapping[str, object]) -> list[bytes]:
    former = data.get(FORMER, [])
    if not isinstance(former, list):
        raise bad("bad_hex", "fair.former", least=COMMITMENT_BYTES, most=COMMITMENT_BYTES)
    return [read_commitment(each, f"fair.former[{at}]") for at, each in enumerate(former)]


def read_commitment(data: object, where: str) -> bytes:
    """A published commitment."""
    return read_bytes(data, where, COMMITMENT_BYTES, COMMITMENT_BYTES)


def read_secret(data: object) -> bytes:
    """A revealed secret."""
    return read_bytes(data, "secret", SECRET_BYTES, SECRET_BYTES)


def read_bytes(data: object, where: str, least: int, most: int) -> bytes:
    """So many bytes, given in lower-case hexadecimal digits."""
    if isinstance(data, str) and len(data) % 2 == 0 and least <= len(data) // 2 <= most:
        if all(digit in HEX_DIGITS for digit in data):
            return bytes.fromhex(data)
    raise bad("bad_hex", where, least=least, most=most)
