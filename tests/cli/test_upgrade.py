"""`aachen upgrade`: a backup first, then the schema, then every table."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.cli.operate_kit import Filled, asked

from aachen.storage import backup_file, sqlite, sqlite_operator


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    return Filled(tmp_path_factory.mktemp("filled"))


@pytest.fixture
def newer(monkeypatch):
    """A version of Aachen with one more step of the schema than the database has."""
    last = sqlite.STEPS[-1]
    step = "CREATE TABLE later (number INTEGER)"
    steps = type(sqlite.STEPS)([*sqlite.STEPS, step if isinstance(last, str) else type(last)([step])])
    for module in (sqlite, sqlite_operator, backup_file):
        monkeypatch.setattr(module, "STEPS", steps)
    return len(steps)


def schema(path: str) -> int:
    connection = sqlite3.connect(path)
    try:
        found: int = connection.execute("SELECT version FROM schema").fetchone()[0]
        return found
    finally:
        connection.close()


def test_a_database_is_backed_up_migrated_and_checked(filled, newer, tmp_path, capsys):
    database, backup = filled.copy(tmp_path), tmp_path / "before.backup"
    before = schema(database)
    code, out, err = asked(["--lang", "en", "upgrade", str(backup), "--database", database], capsys)

    assert (code, err) == (0, "")
    assert (before, schema(database)) == (newer - 1, newer)
    assert backup.stat().st_size > 1000
    assert out.splitlines()[-1] == "The database is up to date. You can start the server."


def test_nothing_is_changed_without_a_backup(filled, newer, tmp_path, capsys):
    database, backup = filled.copy(tmp_path), tmp_path / "before.backup"
    backup.write_text("of last year")
    code, _, err = asked(["--lang", "en", "upgrade", str(backup), "--database", database], capsys)

    assert code == 2
    assert "already exists" in err
    assert schema(database) == newer - 1
    assert Path(backup).read_text() == "of last year"


def test_what_cannot_be_read_afterwards_is_told(filled, tmp_path, capsys):
    database, backup = filled.copy(tmp_path), tmp_path / "before.backup"
    connection = sqlite3.connect(database)
    connection.execute("UPDATE sheet SET body = x'00' WHERE id = ?", (filled.kept["running"].table,))
    connection.commit()
    connection.close()
    code, out, _ = asked(["--lang", "en", "upgrade", str(backup), "--database", database], capsys)

    assert code == 1
    assert out.splitlines()[-1].endswith(f"The state before the upgrade is in {backup}.")
