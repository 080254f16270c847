"""Whether an SQLite file is whole, still the one that was opened, and why it cannot be used."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from aachen.core.errors import BadInput, bad
from aachen.storage.store import StoreDamaged, StoreFailed

MAGIC: Final = b"SQLite format 3\0"  # the header of every such file
PRIVATE: Final = 0o600
LEAST_SQLITE = (3, 35, 0)  # of March 2021; nothing older is tested


def check_library(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> None:
    """Refuse a library of SQLite that is older than what the store is tested with."""
    if version < LEAST_SQLITE:
        found, least = (".".join(map(str, each)) for each in (version, LEAST_SQLITE))
        raise bad("sqlite_too_old", given=found, least=least)


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file with broken pages, before anything is written on top of them."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise bad("store_damaged", path=str(path), reason=" ".join(found.split()))


def is_damage(fault: sqlite3.Error) -> bool:
    """Whether a page of the file is damaged; the others can still be read."""
    return (getattr(fault, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_CORRUPT


def as_failure(fault: sqlite3.Error) -> StoreFailed:
    """The error that is reported."""
    return (StoreDamaged if is_damage(fault) else StoreFailed)(str(fault))


class FileWatch:
    """Notices that the file was removed, moved or replaced while it is open.

    The system lets a process write on to a file that has no name any more; with its end all of it is gone.
    """

    def __init__(self, path: Path) -> None:
        self._known: dict[Path, tuple[int, int] | None] = {
            path: identity(path),
            path.with_name(f"{path.name}-wal"): None,  # comes into being with the first write
        }

    def check(self) -> None:
        """Raise sqlite3.OperationalError if a file is no longer where it was."""
        for path, known in self._known.items():
            found = identity(path)
            if known is None:
                self._known[path] = found
            elif found != known:
                raise sqlite3.OperationalError(f"{path.name} was moved or removed")


def identity(path: Path) -> tuple[int, int] | None:
    """What a file is, whatever it is called; None if there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise sqlite3.OperationalError(str(fault)) from None
    return found.st_dev, found.st_ino


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Whatever goes wrong with the file is told with its name."""
    try:
        yield
    except (OSError, sqlite3.Error, BadInput) as fault:
        raise as_bad_input(fault, path) from None


def as_bad_input(fault: OSError | sqlite3.Error | BadInput, path: Path) -> BadInput:
    """Why the file cannot be used, for the person who named it."""
    if isinstance(fault, BadInput):
        return fault
    if isinstance(fault, OSError):
        if isinstance(fault, PermissionError):
            return bad("store_not_permitted", path=str(path))
        return bad("store_unusable", path=str(path), reason=fault.strerror or str(fault))
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return bad("store_in_use", path=str(path))
    if code == sqlite3.SQLITE_NOTADB:
        return bad("store_not_a_database", path=str(path))
    if code == sqlite3.SQLITE_CORRUPT:
        return bad("store_damaged", path=str(path), reason=str(fault))
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return bad("store_not_permitted", path=str(path))
    return bad("store_unusable", path=str(path), reason=str(fault))


def find_or_make(path: Path) -> None:
    """Make the file if there is none; anything but a database in its place is left as it is.

    Only before this process connects to it: closing a file gives up all locks that the process has on it (POSIX),
    and another program would take SQLite's other files away, for nobody seems to use them.
    """
    if not path.parent.is_dir():
        raise bad("store_folder_missing", path=str(path.parent))
    if path.is_dir():
        raise bad("store_is_folder", path=str(path))
    file = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    try:
        if os.read(file, len(MAGIC)) not in (b"", MAGIC):
            raise bad("store_not_a_database", path=str(path))
    finally:
        os.close(file)


def close_to_others(path: Path) -> None:
    """Tables hold secrets: not everybody may read them. SQLite gives its other files the same permissions."""
    mode = path.stat().st_mode
    if mode & 0o007:
        with suppress(PermissionError):  # a file that belongs to somebody else
            path.chmod(mode & 0o770)


def take_lock(path: Path) -> sqlite3.Connection:
    """Hold a lock until this process ends, however it ends.

    A second, empty database is locked, because SQLite knows how to lock files on every platform.
    """
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute(
            "PRAGMA journal_mode = MEMORY"
        )  # there is nothing to take back, and no file for it is wanted
        lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        lock.close()
        raise
    return lock
