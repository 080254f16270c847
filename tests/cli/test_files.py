"""Files that commands write: wrong targets are refused before anything is played, and a full disk is a plain error."""

import errno
import os
from pathlib import Path

import pytest

from aachen import cli
from aachen.cli import files
from aachen.cli.files import replace_file

REPORT = ["report", "--game", "carolus", "--players", "2", "--games", "1", "--level", "random", "--jobs", "1"]
TRAIN = ["train", "carolus", "--games", "10", "--generations", "1", "--blocks", "0", "--jobs", "1"]
ARENA = ["arena", "--match", "random", "random:seed=2", "--game", "carolus", "--blocks", "1", "--jobs", "1"]


@pytest.fixture
def nothing_is_played(monkeypatch):
    """A command that plays before it looks at its target fails here."""

    def play(*_: object, **__: object) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr("aachen.cli.report_games.play_missing", play)
    monkeypatch.setattr("aachen.cli.training.train", play)


@pytest.mark.parametrize(
    ("command", "option"),
    [(REPORT, "--out"), (TRAIN, "--out"), (TRAIN, "--page")],
    ids=["report --out", "train --out", "train --page"],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_folder_as_the_target_is_refused_before_anything_is_played(
    command, option, language, nothing_is_played, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    text = {"en": "folder is a folder", "de": "folder ist ein Ordner", "fr": "folder est un dossier"}

    assert cli.main(["--lang", language, *command, option, "folder"]) == 2
    assert text[language] in capsys.readouterr().err


def test_a_file_that_may_not_be_written_is_refused_before_anything_is_played(
    nothing_is_played, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    page = Path("page.html")
    page.write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != page)

    assert cli.main(["--lang", "en", *REPORT, "--out", "page.html"]) == 2
    assert "page.html cannot be written" in capsys.readouterr().err


@pytest.fixture
def full_disk(monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "_write", refuse)


@pytest.mark.parametrize(
    "command",
    [[*REPORT, "--out", "page.html"], [*TRAIN, "--out", "w.json"], [*ARENA, "--keep", "logs"]],
    ids=["report", "train", "arena"],
)
def test_a_full_disk_is_said_plainly(command, full_disk, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert cli.main(["--lang", "en", *command]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_what_was_there_stays_when_a_new_file_cannot_be_finished(tmp_path, monkeypatch):
    page = tmp_path / "page.html"
    page.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))

    with pytest.raises(OSError, match="full"):
        replace_file(page, "new")

    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert page.read_text() == "old"


def test_a_pipe_is_written_to_and_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(pipe, "text")

    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert pipe.is_fifo()


def test_weights_to_begin_with_that_are_not_there_are_said_to_be_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert cli.main(["--lang", "en", *TRAIN, "--from", "MISSING"]) == 2
    assert capsys.readouterr().err == "aachen: There is no file MISSING.\n"


def test_a_log_to_be_written_again_is_not_written_to_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["--lang", "en", *ARENA, "--out", "results.jsonl"]) == 0

    assert cli.main(["--lang", "en", "arena", "--again", "results.jsonl:1", "--out", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
