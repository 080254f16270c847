"""How a database file is replaced by a restored one, so that at no moment there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from aachen.core.errors import bad
from aachen.storage.backup_file import has_table, make_private, sync
from aachen.storage.sqlite import check_is_ours, connect
from aachen.storage.sqlite_file import close_to_others

PART: Final = 1 << 20  # bytes of a file that are copied at once


def keep(path: Path, other: Path) -> None:
    """Give the file a second name, in place of whatever has it: at no moment is there no file of the first name."""
    new = other.with_name(f"{other.name}.part")
    new.unlink(missing_ok=True)
    try:
        os.link(path, new)
    except OSError:  # not every file system can
        make_private(new)
        with path.open("rb") as source, new.open("wb") as target:
            while part := source.read(PART):
                target.write(part)
        sync(new)
    os.replace(new, other)


def settle(path: Path, replace: bool) -> None:
    """Refuse to replace tables unasked; what is in the write-ahead log goes into the file."""
    connection = connect(str(path))
    try:
        check_is_ours(connection, path)
        is_used = (
            has_table(connection, "sheet") and connection.execute("SELECT 1 FROM sheet LIMIT 1").fetchone()
        )
        if is_used and not replace:
            raise bad("store_not_empty", path=str(path))
        close_to_others(path)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        connection.close()
