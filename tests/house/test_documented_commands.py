"""Every command that the documentation shows is run, with smaller numbers where it would play for minutes.

Those of the README are run by `test_readme.py`, those for operators by `tests/cli/test_host_document.py`, servers by
`tests/cli/test_serve.py` and `tests/cli/test_host.py`. Here are all others, page by page in the order of the page.
Three pages take minutes even so: `make soak` runs them.
"""

import io
import json
import os
import shutil

import pytest
from tests.core.fair_games import finished
from tests.house.test_docs import ROOT, SHOWN

from aachen import cli

# Pages whose commands other tests run.
ELSEWHERE = {"README.md", "host.md", "package.md", "notifications.md"}
# What needs another machine, or writes into the sources; `make test-ray` and `tools/list_ladder.py` use them.
LEFT_OUT = ("--ray", "podman", "--record", "serve")
# Numbers that say how much is played.
SMALLER = {
    "--blocks": "1",
    "--games": "2",
    "--generations": "1",
    "--climb": "1",
    "--samples": "2",
    "--elders": "1",
    "--memory": "1",
}
IN_SOAKS = {"ladder.md", "puzzles.md", "train.md"}
PAGES = sorted({page.name for page, words in SHOWN} - ELSEWHERE)
UNDECIDED = 3  # the exit code of a sequential test after so few games


def smaller(words: list[str]) -> list[str]:
    """The command with smaller numbers."""
    out = [SMALLER.get(before, word) for before, word in zip(["", *words], words)]
    out = [word.replace(".jsonl:17", ".jsonl:1").replace("rounds=400", "rounds=2") for word in out]
    if words[0] == "train":  # which needs a few more, and goes on with a file that is there
        more = {"--games": "10"} | ({"--blocks": "10"} if "--climb" in words else {})
        out = [more.get(before, word) for before, word in zip(["", *out], out)]
        out[out.index("--out") + 1] = f"weights-{len(words)}.json"
    if words[0] in ("ladder", "train") and not {"--blocks", "--forecast"} & set(words):
        out += ["--blocks", "1"]
    if words[0] in ("arena", "ladder", "train", "report", "puzzles", "dataset") and "--again" not in words:
        out += ["--jobs", "1"]
    return ["--lang", "en", *out]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A reader's folder: a board, a saved game and a bot of their own, and the sources where a command names them."""
    board = json.loads((ROOT / "src/aachen/games/carolingi/boards/carolingi.json").read_text("utf-8"))
    for name in ("my", "mine"):
        (tmp_path / f"{name}.json").write_text(json.dumps({**board, "name": name}), "utf-8")
    for name in ("game.jsonl", "my-game.log"):
        (tmp_path / name).write_text("".join(finished("carolus", {"players": 2}).lines()), "utf-8")
    shutil.copy(ROOT / "docs/examples/mybot.py", tmp_path / "mybot.py")
    (tmp_path / "mybot.py").chmod(0o755)
    (tmp_path / "src").symlink_to(ROOT / "src")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody is at the keyboard
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def needs_minutes(name):
    """A page that only soaks run."""
    skipped = name in IN_SOAKS and os.environ.get("AACHEN_SOAK") != "1"
    return pytest.param(name, marks=pytest.mark.skipif(skipped, reason="takes minutes: make soak runs it"))


@pytest.mark.parametrize("name", [needs_minutes(page) for page in PAGES])
def test_the_commands_of_a_page_work(name, folder, capsys):
    commands = [words for page, words in SHOWN if page.name == name]
    found = {}
    for words in commands:
        if not any(part in " ".join(words) for part in LEFT_OUT):
            code = cli.main(smaller(words))
            is_fine = code == 0 or (code == UNDECIDED and "--sprt" in words)
            found[" ".join(words)] = (is_fine, code, capsys.readouterr().err)

    assert {line: text for line, text in found.items() if not text[0]} == {}
