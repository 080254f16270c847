"""Files that the user names, to read or to write; whatever is wrong with them is a fault, not a crash."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from aachen.core.errors import bad

MOST_BYTES = 10_000_000


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file of that name, or standard input for "-"."""
    if name == "-":
        yield sys.stdin.buffer
        return
    path = Path(name)
    try:
        if path.is_dir():
            raise bad("file_is_folder", path=name)
        file = path.open("rb")
    except FileNotFoundError:
        raise bad("file_missing", path=name) from None
    except (OSError, ValueError):
        raise bad("file_unreadable", path=name) from None
    with file:
        yield file


def read_text(name: str) -> str:
    """All of a text file in UTF-8."""
    with opened(name) as file:
        try:
            raw = file.read(MOST_BYTES + 1)
        except OSError:
            raise bad("file_unreadable", path=name) from None
    if len(raw) > MOST_BYTES:
        raise bad("file_too_large", path=name, most=MOST_BYTES)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise bad("not_utf8", path=name, byte=fault.start) from None


def read_json(name: str) -> object:
    """The JSON in a text file."""
    try:
        data: object = json.loads(read_text(name))
    except json.JSONDecodeError as fault:
        raise bad("not_json", name, line=fault.lineno, column=fault.colno) from None
    except RecursionError:
        raise bad("too_deep", name, most=1000) from None
    except ValueError:
        raise bad("bad_number", name) from None
    return data


def read_lines(file: BinaryIO, most: int) -> Iterator[str]:
    """Line by line with its end; bytes that are no UTF-8 stay recognisable, a line too long comes in part."""
    while line := file.readline(most + 1):
        yield line.decode("utf-8", errors="surrogateescape")


def check_target(name: str) -> None:
    """Bad input unless a file of that name can be written; asked before long work, so that none is done in vain."""
    path = Path(name)
    if path.is_dir():
        raise bad("file_is_folder", path=name)
    if path.exists() and not os.access(path, os.W_OK):
        raise bad("file_unwritable", path=name)
    check_folder(str(path.absolute().parent))


def write_file(name: str, text: str) -> None:
    """Write a file, or say that it cannot be written."""
    try:
        replace_file(Path(name), text)
    except (OSError, ValueError):
        raise bad("file_unwritable", path=name) from None


def replace_file(path: Path, text: str) -> None:
    """All of it or nothing: a reader never sees half a file, and the old one stays if there is no room."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():  # a device or a pipe is written to, never replaced
        _write(path, text)
        return
    draft = path.with_name(f"{path.name}.half")
    try:
        _write(draft, text)
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError, ValueError):
            draft.unlink()
        raise


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


def write_lines(name: str, lines: list[str]) -> None:
    """A file of these lines, all of them or none."""
    write_file(name, "".join(f"{line}\n" for line in lines))


def check_folder(name: str) -> None:
    """Bad input unless files can be written in a folder of that name; it need not exist yet."""
    path = Path(name).absolute()
    while not path.exists() and path != path.parent:
        path = path.parent
    if not path.is_dir() or not os.access(path, os.W_OK | os.X_OK):
        raise bad("folder_unwritable", path=name)
