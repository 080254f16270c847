"""`aachen backup`, `restore` and `check`, on SQLite and PostgreSQL, as an operator types them."""

import os
import sqlite3
import stat
from typing import Any

import pytest
from tests.cli.operate_kit import Filled, asked, place_of
from tests.server.test_damage import SHEETS_PAGE, break_page
from tests.storage.conftest import postgres  # noqa: F401

from aachen import cli
from aachen.locales import LANGUAGES


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    return Filled(tmp_path_factory.mktemp("filled"))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, filled, tmp_path):
    return place_of(request, filled, tmp_path)


@pytest.fixture(autouse=True)
def _old_umask():
    mask = os.umask(0o022)
    yield
    os.umask(mask)


def test_a_backup_is_restored_and_passes_the_check(place, tmp_path, capsys):
    backup, new = str(tmp_path / "a.backup"), str(tmp_path / "new.db")

    assert asked(["--lang", "en", "backup", backup, "--database", place], capsys)[0] == 0
    assert stat.S_IMODE(os.stat(backup).st_mode) == 0o600
    code, text, _ = asked(["--lang", "en", "restore", backup, "--database", new], capsys)
    assert (code, text) == (0, "8 tables were restored.\n")
    code, text, err = asked(["--lang", "en", "check", "--database", new], capsys)
    assert (code, text, err) == (0, "8 tables checked, 0 unreadable.\n", "")
    assert asked(["--lang", "en", "check", "--database", place], capsys)[0] == 0


def test_a_backup_replaces_nothing_unasked_and_leaves_no_part(filled, tmp_path, capsys):
    place, file = filled.copy(tmp_path), tmp_path / "a.backup"
    file.write_text("precious")
    first = asked(["--lang", "en", "backup", str(file), "--database", place], capsys)
    kept = file.read_text()
    second = asked(["--lang", "en", "backup", str(file), "--replace", "--database", place], capsys)

    assert (first[0], "--replace" in first[2], kept) == (2, True, "precious")
    assert second[0] == 0
    assert file.read_bytes().startswith(b"SQLite")
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["backup", "FOLDER"], "is a folder"),
        (["backup", "FOLDER/nowhere/a.backup"], "cannot be written"),
        (["backup", "FOLDER/x", "--database", "FOLDER/none.db"], "There is no Aachen database"),
        (["restore", "FOLDER/none"], "There is no file"),
        (["check", "--database", "FOLDER/none.db"], "There is no Aachen database"),
        (["check", "--database", "mysql://x"], "not a database address"),
    ],
)
def test_what_cannot_be_done_is_said(filled, tmp_path, capsys, command, text):
    place = filled.copy(tmp_path)
    command = [word.replace("FOLDER", str(tmp_path)) for word in command]
    if "--database" not in command:
        command += ["--database", place]
    code, out, err = asked(["--lang", "en", *command], capsys)

    assert (code, out) == (2, "")
    assert text in err
    assert "Traceback" not in err


def break_line(database, table):
    (line,) = database.execute("SELECT lines FROM entry WHERE id = ? AND seq = 2", (table,)).fetchone()
    line = line.replace(b'"digest":"', b'"digest":"0')
    database.execute("UPDATE entry SET lines = ? WHERE id = ? AND seq = 2", (line, table))


DAMAGE: dict[str, tuple[Any, str]] = {
    "digest": (break_line, "unreadable from line 3 of its log on"),
    "entry": ("DELETE FROM entry WHERE id = ? AND seq = 1", "entry 1 is missing"),
    "sheet": ("UPDATE sheet SET body = '{' WHERE id = ?", "cannot be read"),
    "version": ("UPDATE sheet SET version = 77 WHERE id = ?", "another table or version"),
    "text": ("UPDATE entry SET lines = x'fffe' WHERE id = ? AND seq = 2", "cannot be read"),
    "chat": ("DELETE FROM chat WHERE id = ? AND number = 1", "chat messages are missing"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_an_unreadable_table_is_listed_with_the_reason_and_the_others_are_sound(
    filled, tmp_path, capsys, kind
):
    place, table = filled.copy(tmp_path), filled.kept["running"].table
    work, text = DAMAGE[kind]
    with sqlite3.connect(place) as database:
        if callable(work):
            work(database, table)
        else:
            assert database.execute(work, (table,)).rowcount == 1
    code, out, _ = asked(["--lang", "en", "check", "--database", place], capsys)

    assert code == 1
    assert out.splitlines()[-1] == "8 tables checked, 1 unreadable."
    assert text in out.splitlines()[0]
    assert table in out.splitlines()[0]


def test_a_broken_page_is_found(filled, tmp_path, capsys):
    place = filled.copy(tmp_path)
    with open(place, "r+b") as file:
        file.seek(4096 * 6)
        file.write(b"\x5a" * 4096)
    code, out, err = asked(["--lang", "en", "check", "--database", place], capsys)

    assert (code, err) == (1, "")
    assert "The database is damaged" in out


def test_tables_in_a_broken_page_are_named_and_the_others_are_checked(filled, tmp_path, capsys):
    place, table = filled.copy(tmp_path), filled.kept["running"].table
    break_page(tmp_path, table, *SHEETS_PAGE)
    at = ["--database", place]
    code, out, _ = asked(["--lang", "en", "check", *at], capsys)
    _, listed, _ = asked(["--lang", "en", "admin", "list", *at], capsys)
    exported = asked(["--lang", "en", "export", str(tmp_path / "ada"), "--name", "Ada Lovelace", *at], capsys)
    unread = {line.partition("\t")[0] for line in listed.splitlines() if line.endswith("\t?")}
    checked = f"8 tables checked, {len(unread)} unreadable."

    assert table in unread
    assert (code, out.splitlines()[-1]) == (1, checked)
    assert {each for each in unread if f"{each}: " in out} == unread
    assert {each for each in unread if f"The table {each} could not be read" in exported[1]} == unread
    assert exported[0] == 1
    assert len(listed.splitlines()) == 8


def test_what_can_be_read_of_a_damaged_database_is_saved_and_restored(filled, tmp_path, capsys):
    place, table = filled.copy(tmp_path), filled.kept["running"].table
    break_page(tmp_path, table, *SHEETS_PAGE)
    backup, new = str(tmp_path / "a.backup"), str(tmp_path / "new.db")
    whole = asked(["--lang", "en", "backup", backup, "--database", place], capsys)
    code, out, _ = asked(["--lang", "en", "backup", backup, "--readable", "--database", place], capsys)
    restored = asked(["--lang", "en", "restore", backup, "--database", new], capsys)
    checked = asked(["--lang", "en", "check", "--database", new], capsys)
    left_out = {name for name in stored(filled.folder / "tables.db") if f"The table {name} could not" in out}

    assert (whole[0], "backup --readable" in whole[2]) == (2, True)
    assert (code, restored[0], checked[0]) == (1, 0, 0)
    assert table in left_out
    before = stored(filled.folder / "tables.db")
    assert stored(new) == {name: rows for name, rows in before.items() if name not in left_out}
    assert 0 < len(stored(new)) < 8


def stored(place):
    """The lines of every table."""
    with sqlite3.connect(place) as database:
        names = [name for (name,) in database.execute("SELECT id FROM sheet")]
        entries = "SELECT seq, lines FROM entry WHERE id = ? ORDER BY seq"
        found = {name: database.execute(entries, (name,)).fetchall() for name in names}
    database.close()
    return found


def test_only_the_tables_that_are_named_are_checked(filled, tmp_path, capsys):
    place, table = filled.copy(tmp_path), filled.kept["finished"].table
    code, out, err = asked(["--lang", "en", "check", table, "nobody", "--database", place], capsys)

    assert (code, out) == (0, "1 table checked, 0 unreadable.\n")
    assert "nobody: there is no such table" in err


@pytest.mark.parametrize("language", LANGUAGES)
def test_operators_are_told_in_their_language(filled, tmp_path, capsys, language):
    place = filled.copy(tmp_path)
    with sqlite3.connect(place) as database:
        break_line(database, filled.kept["running"].table)
    file = str(tmp_path / "a.backup")
    commands = [["backup", file], ["backup", file], ["restore", file], ["check"]]
    text = [asked(["--lang", language, *each, "--database", place], capsys) for each in commands]

    assert [code for code, _, _ in text] == [0, 2, 2, 1]
    assert all(out + err for _, out, err in text)


def test_a_restore_asks_for_an_empty_database(place, filled, capsys):
    refused = asked(["--lang", "en", "restore", str(filled.backup()), "--database", place], capsys)
    done = asked(["--lang", "en", "restore", str(filled.backup()), "--replace", "--database", place], capsys)

    assert (refused[0], "--replace" in refused[2]) == (2, True)
    assert done[:2] == (0, "8 tables were restored.\n")


def test_the_database_of_the_user_is_used_if_none_is_named(filled, data_home, tmp_path, capsys):
    (data_home / "aachen").mkdir(parents=True)
    filled.copy(data_home / "aachen")

    assert cli.main(["check"]) == 0
    assert "8" in capsys.readouterr().out
