"""What an installation brings along: the entry in the desktop's menu, completion in shells, the manual page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from aachen import cli
from aachen.cli import install_shortcut
from aachen.cli.completion import SCRIPTS
from aachen.cli.described import described
from aachen.cli.manual import manual_page
from aachen.locales import LANGUAGES, catalogue

ROOT = Path(__file__).resolve().parents[2]
ODD = '/a folder/with "quotes", $signs, 100%, `ticks` and \\/aachen'


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed here")


# ---- The menu ------------------------------------------------------------------------------------


def exec_path(entry: str) -> str:
    """The program of an entry, read as desktops read it: first the file's escapes, then the quotes."""
    (line,) = re.findall(r"^Exec=(.*)$", entry, flags=re.MULTILINE)
    value = re.sub(r"\\(.)", r"\1", line)
    quoted = re.match(r'"((?:[^"\\]|\\.)*)" serve$', value)
    assert quoted, value
    return re.sub(r"\\(.)", r"\1", quoted[1]).replace("%%", "%")


def test_an_entry_and_an_icon_are_added_and_removed(data_home, monkeypatch, capsys):
    monkeypatch.setenv("AACHEN_PROGRAM", "'./my games/play'")
    added = cli.main(["--lang", "en", "install-shortcut"])
    entry = (data_home / "applications" / "aachen.desktop").read_text(encoding="utf-8")
    removed = cli.main(["--lang", "en", "install-shortcut", "--remove"])

    assert (added, removed) == (0, 0)
    assert exec_path(entry) == str(Path.cwd() / "my games" / "play")
    assert f"Comment[de]={catalogue('de').say('install.comment')}" in entry
    assert not [path for path in data_home.rglob("*") if path.is_file()]


@needs("desktop-file-validate")
@pytest.mark.parametrize("program", ["/usr/bin/aachen", ODD])
def test_the_entry_is_as_desktops_want_it(tmp_path, program):
    path = tmp_path / "aachen.desktop"
    path.write_text(install_shortcut.desktop_entry(program), encoding="utf-8")
    done = subprocess.run(["desktop-file-validate", str(path)], capture_output=True, text=True, timeout=30)

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_any_path_survives_the_entry():
    assert exec_path(install_shortcut.desktop_entry(ODD)) == ODD


def test_a_folder_that_cannot_be_written_and_another_system_are_told(data_home, monkeypatch, capsys):
    data_home.write_text("in the way")
    unwritable = cli.main(["--lang", "en", "install-shortcut"])
    monkeypatch.setattr("sys.platform", "darwin")
    elsewhere = cli.main(["--lang", "en", "install-shortcut"])

    assert (unwritable, elsewhere) == (2, 2)
    assert "Check the permissions" in (told := capsys.readouterr().err)
    assert "this system is darwin" in told


# ---- Completion ----------------------------------------------------------------------------------

# What is typed, and what must be among the answers.
TYPED = [
    (["inst"], {"install-shortcut"}),
    (["serve", "--li"], {"--listen", "--limit"}),
    (["serve", "--journal", ""], {"error", "warning", "info"}),
    (["completion", ""], {"bash", "zsh", "fish"}),
    (["admin", "mai"], {"maintenance"}),
]


def answered(shell: str, words: list[str], folder: Path) -> set[str]:
    """What a real shell proposes."""
    script = folder / "script"
    script.write_text(SCRIPTS[shell](described(catalogue("fr").say)), encoding="utf-8")
    typed = ["aachen", *words]
    listed = " ".join(f"'{word}'" for word in typed)
    asks = {
        "bash": f"source {script}; COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _aachen;"
        ' printf "%s\\n" "${COMPREPLY[@]}"',
        "zsh": 'compdef() {}; _files() {}; compadd() { shift; print -l -- "$@" };'
        " _describe() { print -l -- ${about%%:*} };"
        f" source {script}; words=({listed}); CURRENT={len(typed)}; _aachen",
        "fish": f"source {script}; complete -C '{' '.join(typed)}'",
    }
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    home = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    done = subprocess.run(
        [shutil.which(shell) or shell, *options, "-c", asks[shell]],
        capture_output=True,
        text=True,
        timeout=60,
        env=home,
        cwd=folder,
    )
    assert done.stderr == ""
    return {line.split("\t")[0] for line in done.stdout.splitlines()}


@pytest.mark.parametrize("shell", [pytest.param(name, marks=needs(name)) for name in SCRIPTS])
def test_a_shell_completes_commands_options_and_values(shell, tmp_path):
    missing = {" ".join(words): wanted - answered(shell, words, tmp_path) for words, wanted in TYPED}

    assert {typed: words for typed, words in missing.items() if words} == {}


def test_every_command_and_option_is_known():
    program = described(catalogue("en").say)
    known = {command.name: command for command in program.commands}

    assert set(known) == set(cli.COMMANDS)
    assert {name for option in known["serve"].options for name in option.names} >= {
        "--listen",
        "--behind-proxy",
    }
    assert "--process" not in {name for option in known["serve"].options for name in option.names}
    for language in LANGUAGES:
        for shell in SCRIPTS:
            assert cli.main(["--lang", language, "completion", shell]) == 0


# ---- The manual ----------------------------------------------------------------------------------


def test_the_manual_in_the_package_is_made_from_this_help():
    """After a change of options: .venv/bin/aachen --lang en manual > docs/aachen.1"""
    assert (ROOT / "docs" / "aachen.1").read_text(encoding="utf-8") == manual_page(catalogue("en").say)


@needs("groff")
@pytest.mark.parametrize("language", LANGUAGES)
def test_man_reads_the_manual_without_a_complaint(language):
    page = manual_page(catalogue(language).say)
    done = subprocess.run(
        ["groff", "-man", "-ww", "-K", "utf8", "-T", "utf8", "-P", "-cbou"],
        input=page,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "--behind-proxy" in done.stdout.replace("‐", "-").replace("−", "-")
    assert catalogue(language).say("cli.backup").split()[0] in done.stdout
