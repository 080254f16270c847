"""Rebuilds a disk as it may look after a power cut, from a recording of everything that was done to it.

What was synced is there. Of what was not, each write is there, or lost, or torn at a sector; a truncation is done or not.
Not modelled: directory entries that are lost, and writes that reach the disk in parts that were never written.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HEAD = struct.Struct("<cHqI")  # as in recorder.c
SECTOR = 512  # bytes that a disk writes all or nothing
ACKNOWLEDGED = "acknowledged"
NOT_ON_DISK = ("-shm", ".lock")  # SQLite rebuilds the one, and the other is empty


@dataclass(slots=True)
class Operation:
    """One thing that was done to a file: w write, t truncate, s sync, u unlink."""

    kind: str
    file: str
    offset: int = 0
    data: bytes = b""


def read_operations(recording: Path) -> list[Operation]:
    """Everything that was recorded, in order."""
    raw, at, found = recording.read_bytes(), 0, []
    while at < len(raw):
        kind, path_length, offset, length = HEAD.unpack_from(raw, at)
        at += HEAD.size
        name = Path(raw[at : at + path_length].decode()).name
        at += path_length
        found.append(Operation(kind.decode(), name, offset, raw[at : at + length]))
        at += length
    return found


@dataclass
class Disk:
    """Files as they are on the disk, and what was done to them since they were last synced."""

    files: dict[str, bytearray] = field(default_factory=dict)
    pending: dict[str, list[Operation]] = field(default_factory=dict)
    acknowledged: bytearray = field(default_factory=bytearray)

    def do(self, operation: Operation) -> None:
        """Note one operation."""
        name = operation.file
        if name == ACKNOWLEDGED:
            self.acknowledged += operation.data
        elif name.endswith(NOT_ON_DISK):
            return
        elif operation.kind == "u":
            self.files.pop(name, None)
            self.pending.pop(name, None)
        elif operation.kind == "s":
            content = self.files.setdefault(name, bytearray())
            for each in self.pending.pop(name, []):
                apply(content, each)
        else:
            self.pending.setdefault(name, []).append(operation)

    def cut(self, chance: random.Random) -> dict[str, bytes]:
        """The files after a power cut now."""
        after = {name: bytearray(content) for name, content in self.files.items()}
        for name, operations in self.pending.items():
            content = after.setdefault(name, bytearray())
            kept = chance.choice((0.1, 0.5, 0.9))  # a disk that had written little, half, or nearly all of it
            for operation in operations:
                for part in surviving(operation, chance, kept):
                    apply(content, part)
        return {name: bytes(content) for name, content in after.items()}


def surviving(operation: Operation, chance: random.Random, kept: float) -> Iterator[Operation]:
    """What is left of an operation that was not synced: all, nothing, or, of a long write, some sectors."""
    if chance.random() > kept:
        return
    if operation.kind == "t" or chance.random() < 0.7:
        yield operation
        return
    for start in range(0, len(operation.data), SECTOR):
        if chance.random() < 0.5:
            data = operation.data[start : start + SECTOR]
            yield Operation("w", operation.file, operation.offset + start, data)


def apply(content: bytearray, operation: Operation) -> None:
    """Change a file as the operation did."""
    if operation.kind == "t":
        if len(content) > operation.offset:
            del content[operation.offset :]
        else:
            content.extend(bytes(operation.offset - len(content)))
        return
    if len(content) < operation.offset:
        content.extend(bytes(operation.offset - len(content)))
    content[operation.offset : operation.offset + len(operation.data)] = operation.data


def cuts(operations: list[Operation], number: int, seed: int) -> Iterator[tuple[dict[str, bytes], list[str]]]:
    """Disks after cuts at moments of chance, each with what had been acknowledged before it."""
    chance = random.Random(seed)
    moments = sorted(chance.randrange(len(operations) + 1) for _ in range(number))
    disk, done = Disk(), 0
    for moment in moments:
        for operation in operations[done:moment]:
            disk.do(operation)
        done = moment
        yield disk.cut(chance), disk.acknowledged.decode().splitlines()
