"""`aachen admin`, `export`, `delete` and `retention`, on SQLite and PostgreSQL, as an operator types them."""

import io
import json
import os
import sqlite3
import sys
import zipfile

import pytest
from tests.cli.operate_kit import Filled, asked, place_of
from tests.storage.conftest import postgres  # noqa: F401

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


def english(capsys, *words):
    return asked(["--lang", "en", *words], capsys)


def test_tables_are_listed_closed_freed_muted_and_their_host_is_renewed(place, filled, capsys):
    table = filled.kept["running"].table
    seat = next(iter(filled.kept["running"].seats))
    at = ["--database", place]
    _, listed, _ = english(capsys, "admin", "list", *at)
    _, running, _ = english(capsys, "admin", "list", "--state", "running", *at)
    text = [
        english(capsys, "admin", "mute", table, seat, *at),
        english(capsys, "admin", "unmute", table, seat, *at),
        english(capsys, "admin", "renew-host", table, *at),
        english(capsys, "admin", "free", table, seat, *at),
        english(capsys, "admin", "close", table, *at),
        english(capsys, "admin", "close", table, *at),
    ]
    _, closed, _ = english(capsys, "admin", "list", "--state", "closed", *at)

    assert len(listed.splitlines()) == 8
    assert f"{seat}=Ada Lovelace" in next(line for line in running.splitlines() if table in line)
    assert [code for code, _, _ in text] == [0, 0, 0, 0, 0, 2]
    assert f"/t/{table}#host=" in text[2][1]
    assert table in closed
    assert english(capsys, "check", *at)[0] == 0


def test_bans_and_maintenance_are_notes_for_all_servers(place, capsys):
    at = ["--database", place]
    text = [
        english(capsys, "admin", "ban", "192.0.2.7", *at),
        english(capsys, "admin", "ban", "2001:db8::7", *at),
        english(capsys, "admin", "bans", *at),
        english(capsys, "admin", "unban", "192.0.2.7", *at),
        english(capsys, "admin", "bans", *at),
        english(capsys, "admin", "maintenance", "on", *at),
        english(capsys, "admin", "maintenance", "off", *at),
    ]

    assert [code for code, _, _ in text] == [0] * 7
    assert [text[2][1], text[4][1]] == ["192.0.2.7/32\n2001:db8::/64\n", "2001:db8::/64\n"]
    assert "Games still running: 3" in text[5][1]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["admin"], "missing: ACTION"),
        (["admin", "dance"], "'dance'"),
        (["admin", "ban", "the moon"], "neither an IP address"),
        (["admin", "close", "nobody"], "table"),
        (["admin", "mute", "RUNNING", "pink"], "pink"),
        (["delete", "--table", "x"], "--yes"),
        (["delete"], "--table"),
        (["export", "out", "--table", "x", "--name", "y"], "--name"),
        (["retention"], "--keep-finished"),
        (["retention", "--keep-chat", "-1"], "--keep-chat"),
    ],
)
def test_what_does_not_fit_is_said(filled, tmp_path, capsys, monkeypatch, words, text):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    place, running = filled.copy(tmp_path), filled.kept["running"].table
    words = [running if word == "RUNNING" else word for word in words]
    if len(words) > 1 and words[1] != "dance":
        words += ["--database", place]
    code, out, err = english(capsys, *words)

    assert (code, out) == (2, "")
    assert text in err
    assert "Traceback" not in err


def test_a_table_is_exported_without_secrets_unless_they_are_asked_for(place, filled, tmp_path, capsys):
    running, finished = filled.kept["running"].table, filled.kept["finished"].table
    at = ["--database", place]
    for name, words in {
        "plain": ["--table", running],
        "secret": ["--table", running, "--with-secrets"],
        "over.zip": ["--table", finished],
    }.items():
        assert english(capsys, "export", str(tmp_path / name), *words, *at)[0] == 0
    plain = {path.name: path.read_text() for path in (tmp_path / "plain" / running).iterdir()}
    secret = {path.name: path.read_text() for path in (tmp_path / "secret" / running).iterdir()}
    with zipfile.ZipFile(tmp_path / "over.zip") as archive:
        over = archive.namelist()
        log = archive.read(f"{finished}/log.jsonl").decode()

    assert sorted(plain) == ["chat.json", "sheet.json"]
    assert len(json.loads(plain["chat.json"])) == 4
    assert json.loads(plain["sheet.json"])["fair"]["secret"] is None
    assert "token" not in plain["sheet.json"]
    assert sorted(secret) == ["chat.json", "log.jsonl", "sheet.json"]
    assert json.loads(secret["sheet.json"])["secret"]
    assert over == [f"{finished}/sheet.json", f"{finished}/chat.json", f"{finished}/log.jsonl"]
    assert log == filled.kept["finished"].log
    assert os.stat(tmp_path / "over.zip").st_mode & 0o077 == 0


def test_a_person_gets_their_chat_and_what_they_saw_and_nobody_elses(place, filled, tmp_path, capsys):
    running = filled.kept["running"]
    out, at = tmp_path / "ada", ["--database", place]
    assert english(capsys, "export", str(out), "--name", "Ada Lovelace", *at)[0] == 0
    texts = {str(path.relative_to(out)): path.read_text() for path in out.rglob("*.json*")}
    seat = next(iter(running.seats))
    assert english(capsys, "export", str(tmp_path / "none"), "--name", "Nobody", *at)[0] == 1

    assert {name.split("/")[0] for name in texts} == {running.table, filled.kept["named"].table}
    assert "hello from Ada Lovelace" in texts[f"{running.table}/chat.json"]
    assert "hello from Grace" not in "".join(texts.values())
    story = texts[f"{running.table}/seen-{seat}.jsonl"].splitlines()
    assert json.loads(story[0])["eyes"] == seat
    assert not (tmp_path / "none").exists()


def test_a_person_is_deleted_and_every_game_is_still_sound(place, filled, tmp_path, capsys):
    at = ["--database", place]
    done = english(capsys, "delete", "--name", "Ada Lovelace", "--yes", *at)
    again = english(capsys, "delete", "--name", "Ada Lovelace", "--yes", *at)
    backup = tmp_path / "after.backup"
    english(capsys, "backup", str(backup), *at)
    left = b"".join(
        bytes(value) if isinstance(value, bytes) else str(value).encode()
        for name in ("sheet", "entry", "chat")
        for row in sqlite3.connect(backup).execute(f"SELECT * FROM {name}")
        for value in row
    )

    assert done[:2] == (0, "Names and chat messages were removed from 2 tables.\n")
    assert again[0] == 1
    assert b"Ada" not in left
    assert b"hello from Grace" in left
    assert english(capsys, "check", *at)[:2] == (0, "8 tables checked, 0 unreadable.\n")


BROKEN = [
    "UPDATE sheet SET body = '{' WHERE id = ?",
    "UPDATE entry SET lines = x'fffe' WHERE id = ? AND seq = 2",
]


@pytest.mark.parametrize("damage", BROKEN, ids=["sheet", "entry"])
def test_of_a_table_that_cannot_be_read_a_person_is_told_so_and_nothing_is_passed_over(
    filled, tmp_path, capsys, damage
):
    """What is removed or exported of a person would else be called all there is."""
    place, running, named = filled.copy(tmp_path), filled.kept["running"].table, filled.kept["named"].table
    with sqlite3.connect(place) as database:
        assert database.execute(damage, (running,)).rowcount == 1
    at, ada = ["--database", place], ["--name", "Ada Lovelace"]
    seat = next(iter(filled.kept["running"].seats))
    refused = [
        english(capsys, *words, *at)
        for words in (
            ["admin", "close", running],
            ["admin", "mute", running, seat],
            ["export", str(tmp_path / "table"), "--table", running],
        )
    ]
    exported = english(capsys, "export", str(tmp_path / "ada"), *ada, *at)
    deleted = english(capsys, "delete", *ada, "--yes", *at)
    again = english(capsys, "delete", *ada, "--yes", *at)

    for code, out, err in refused:
        assert (code, out) == (2, "")
        assert f"The table {running} cannot be read" in err
    for code, out, _ in (exported, deleted, again):
        assert code == 1
        assert out.startswith(f"The table {running} could not be read and was left out")
    assert [path.name for path in (tmp_path / "ada").iterdir()] == [named]
    assert "removed from 1 table." in deleted[1]
    assert "nothing about this" in again[1]


def test_a_table_is_deleted_by_the_holder_of_yes(place, filled, capsys):
    table, at = filled.kept["finished"].table, ["--database", place]

    assert english(capsys, "delete", "--table", table, "--yes", *at)[0] == 0
    assert english(capsys, "delete", "--table", table, "--yes", *at)[0] == 1
    assert english(capsys, "check", *at)[1] == "7 tables checked, 0 unreadable.\n"


@pytest.mark.parametrize(("answer", "left"), [("no", 8), ("", 8), ("yes", 7)])
def test_a_person_at_the_keyboard_is_asked_first(filled, tmp_path, capsys, monkeypatch, answer, left):
    place = filled.copy(tmp_path)
    keyboard = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(keyboard, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", keyboard)
    english(capsys, "delete", "--table", filled.kept["finished"].table, "--database", place)

    assert english(capsys, "check", "--database", place)[1].startswith(f"{left} tables checked")


def test_retention_counts_first_and_then_deletes(place, capsys):
    words = ["--keep-finished", "10", "--keep-abandoned", "10", "--keep-chat", "5", "--database", place]
    trial = english(capsys, "retention", "--dry-run", *words)
    done = english(capsys, "retention", *words)
    again = english(capsys, "retention", *words)

    assert trial[:2] == (
        0,
        "Would be deleted: finished tables 4, abandoned tables 4, chat messages 4.\n",
    )
    assert done[1].startswith("Deleted: finished tables 4, abandoned tables 4, ")
    assert again[1] == "Deleted: finished tables 0, abandoned tables 0, chat messages 0.\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_exists_in_every_language(filled, tmp_path, capsys, language):
    place, table = filled.copy(tmp_path), filled.kept["running"].table
    seat = next(iter(filled.kept["running"].seats))
    commands = [
        ["admin", "list"],
        ["admin", "mute", table, seat],
        ["admin", "unmute", table, seat],
        ["admin", "renew-host", table],
        ["admin", "free", table, seat],
        ["admin", "close", table],
        ["admin", "ban", "192.0.2.7"],
        ["admin", "bans"],
        ["admin", "unban", "192.0.2.7"],
        ["admin", "maintenance", "on"],
        ["admin", "maintenance", "off"],
        ["export", str(tmp_path / "out"), "--name", "Grace"],
        ["delete", "--name", "Grace", "--yes"],
        ["delete", "--table", table, "--yes"],
        ["retention", "--keep-finished", "0", "--dry-run"],
        ["retention", "--keep-finished", "0"],
    ]
    text = [asked(["--lang", language, *each, "--database", place], capsys) for each in commands]

    assert [(code, err) for code, _, err in text] == [(0, "")] * len(commands)
    assert all(out for _, out, _ in text)
    assert asked(["--lang", language, "admin", "ban", "--help"], capsys)[0] == 0
