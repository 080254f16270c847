"""Every command of the chapter on operating in docs/how-to/host.md is run as it is printed."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.operate_kit import Filled, asked

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = (ROOT / "docs" / "how-to" / "host.md").read_text(encoding="utf-8").partition("## Operate")[2]
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", CHAPTER, flags=re.DOTALL)
    for line in block.strip().splitlines()
]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    return Filled(tmp_path_factory.mktemp("filled"))


def test_the_chapter_has_every_command_for_operators():
    named = {line.split()[1] for line in COMMANDS}

    assert named == {"backup", "check", "restore", "retention", "export", "delete", "admin", "upgrade"}


def test_every_command_works_one_after_the_other(filled, data_home, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (data_home / "aachen").mkdir(parents=True)
    filled.copy(data_home / "aachen")
    running = filled.kept["running"]
    text = {}
    for line in COMMANDS:
        if "retention" in line and "--dry-run" not in line:
            continue  # it would delete the tables of the commands after it; tests/cli/test_admin.py runs it
        table = running.table if "delete" not in line else filled.kept["finished"].table
        words = [
            word.replace("TABLE", table).replace("SEAT", list(running.seats)[-1])
            for word in shlex.split(line)
        ]
        text[line] = asked(["--lang", "en", *words[1:]], capsys)

    assert {line: (code, err) for line, (code, _, err) in text.items() if code != 0} == {}
