"""The two commands: when set-up runs, and what it says when it cannot."""

import ast
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap
from old_python import NEEDED, refuse_old_python

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A project directory of our own, with locks and a finished-looking environment of kind test."""
    root = tmp_path / "a house with spaces"
    venv = root / ".venv"
    (root / "requirements").mkdir(parents=True)
    (venv / "bin").mkdir(parents=True)
    for name in ("requirements/boot.txt", "requirements/play.txt", "requirements/test.txt", "pyproject.toml"):
        (root / name).write_text(f"{name} as it was\n")
    for program in ("python", "aachen"):
        (venv / "bin" / program).write_text("")
    monkeypatch.setattr(bootstrap, "ROOT", root)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    monkeypatch.setattr(bootstrap, "BIN", venv / "bin")
    monkeypatch.setattr(bootstrap, "LOCK", root / ".setup.lock")
    for kind in ("play", "test"):
        bootstrap.stamp_file(kind).write_text(bootstrap.stamp(kind))
    return root


def put_a_python_that_runs(house):
    """Something that passes for the environment's Python, whatever it is asked."""
    python = house / ".venv" / "bin" / "python"
    python.write_text("#!/bin/sh\nexit 0\n")
    python.chmod(0o755)


def test_nothing_is_done_or_said_when_everything_is_ready(house, monkeypatch, capfd):
    monkeypatch.setattr(bootstrap, "set_up", lambda kind: pytest.fail("set up again"))

    bootstrap.make_ready("play")
    bootstrap.make_ready("test")

    assert capfd.readouterr() == ("", "")
    assert not bootstrap.LOCK.exists()


@pytest.mark.parametrize("name", ["requirements/boot.txt", "requirements/test.txt", "pyproject.toml"])
def test_a_changed_file_makes_set_up_run_again(house, name):
    (house / name).write_text("changed\n")

    assert not bootstrap.is_ready("test")


def test_a_change_for_developers_leaves_players_alone(house):
    (house / "requirements" / "test.txt").write_text("changed\n")

    assert bootstrap.is_ready("play")


def test_another_python_makes_set_up_run_again(house, monkeypatch):
    monkeypatch.setattr(sys, "version", "3.99.0 (a day in the future)")

    assert not bootstrap.is_ready("play")


def test_a_moved_project_makes_set_up_run_again(house, monkeypatch):
    moved = house.with_name("elsewhere")
    house.rename(moved)
    monkeypatch.setattr(bootstrap, "ROOT", moved)
    monkeypatch.setattr(bootstrap, "VENV", moved / ".venv")
    monkeypatch.setattr(bootstrap, "BIN", moved / ".venv" / "bin")

    assert not bootstrap.is_ready("play")


@pytest.mark.parametrize("program", ["python", "aachen"])
def test_a_stamp_without_its_programs_is_not_believed(house, program):
    (house / ".venv" / "bin" / program).unlink()

    assert not bootstrap.is_ready("play")


def test_a_half_made_environment_is_not_sound(house):
    """It has a Python that runs, but it was never finished."""
    put_a_python_that_runs(house)

    assert not bootstrap.is_sound()


def test_an_environment_whose_python_is_gone_is_not_sound(house):
    """It was finished, but then the Python behind it was removed."""
    bootstrap.birth_certificate().write_text(bootstrap.birthplace())
    (house / ".venv" / "bin" / "python").unlink()
    (house / ".venv" / "bin" / "python").symlink_to("nowhere")

    assert not bootstrap.is_sound()


def test_the_environment_of_another_place_is_not_sound(house):
    """Its Python runs, but its programs would call the Python where it was before."""
    put_a_python_that_runs(house)
    bootstrap.birth_certificate().write_text(bootstrap.birthplace())
    assert bootstrap.is_sound()

    bootstrap.birth_certificate().write_text(bootstrap.birthplace().replace("spaces", "arches"))
    assert not bootstrap.is_sound()


def test_a_broken_environment_is_removed_before_a_new_one_is_made(house, monkeypatch):
    ran = []

    def note(command, trouble, environment=None):
        assert not bootstrap.VENV.exists()
        ran.append(command)
        bootstrap.VENV.mkdir()

    monkeypatch.setattr(bootstrap, "run", note)
    monkeypatch.setattr(bootstrap, "can_make_venvs", lambda: True)

    bootstrap.make_venv()

    assert [["-m", "venv", str(bootstrap.VENV)]] == [command[1:] for command in ran]


def test_a_file_in_the_place_of_the_environment_is_no_obstacle(house, monkeypatch):
    bootstrap.remove(house / ".venv")
    (house / ".venv").write_text("not an environment")
    monkeypatch.setattr(bootstrap, "run", lambda command, trouble, environment=None: bootstrap.VENV.mkdir())
    monkeypatch.setattr(bootstrap, "can_make_venvs", lambda: True)

    bootstrap.tear_up_stamps()
    bootstrap.make_venv()

    assert bootstrap.birth_certificate().exists()


def test_an_interrupted_set_up_leaves_no_stamp(house, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    (house / "pyproject.toml").write_text("changed\n")
    monkeypatch.setattr(bootstrap, "is_sound", lambda: True)
    monkeypatch.setattr(bootstrap, "install_the_installer", interrupt)

    with pytest.raises(SystemExit, match="interrupted"):
        bootstrap.make_ready("play")
    assert not bootstrap.stamp_file("play").exists()
    assert not bootstrap.stamp_file("test").exists()


def test_who_comes_second_waits_and_finds_everything_done(house, monkeypatch):
    """The lock is held by another process, which finishes the environment before it lets go."""
    (house / "pyproject.toml").write_text("changed\n")
    monkeypatch.setattr(bootstrap, "set_up", lambda kind: pytest.fail("set up twice"))
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl, sys\n"
            "lock = open(sys.argv[1], 'w'); fcntl.flock(lock, fcntl.LOCK_EX)\n"
            "print('held', flush=True); sys.stdin.readline()\n"
            "open(sys.argv[2], 'w').write(sys.argv[3])",
            str(bootstrap.LOCK),
            str(bootstrap.stamp_file("play")),
            bootstrap.stamp("play"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "held\n"
    # We are about to wait: only then may the other finish.
    release = holder.stdin
    monkeypatch.setattr(bootstrap, "say", lambda sentence: (release.write("\n"), release.flush()))

    bootstrap.make_ready("play")

    holder.communicate()
    assert holder.returncode == 0


# --- refusals


def test_old_pythons_are_refused_in_plain_words():
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.10"):
        refuse_old_python((3, 10))


def test_new_pythons_are_welcome():
    refuse_old_python(NEEDED)
    refuse_old_python((4, 0))


@pytest.mark.parametrize("name", ["play", "test", "tools/old_python.py"])
def test_an_old_python_can_read_as_far_as_the_refusal(name):
    """A syntax error would be the first thing its user sees."""
    source = (ROOT / name).read_text()

    ast.parse(source, feature_version=(3, 4))
    assert not [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.JoinedStr, ast.AnnAssign))
    ]


def test_a_missing_venv_module_is_named_to_who_cannot_install_it(monkeypatch):
    monkeypatch.setattr(bootstrap, "is_root", lambda: False)

    with pytest.raises(SystemExit, match=r"apt-get install python3\.\d+-venv"):
        bootstrap.fetch_venv_module()


def test_a_directory_that_cannot_be_written_is_named(house, monkeypatch):
    def refuse():
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(bootstrap.LOCK))

    (house / "pyproject.toml").write_text("changed\n")
    monkeypatch.setattr(bootstrap, "only_one_set_up", refuse)

    with pytest.raises(SystemExit, match=r"(?s)Permission denied.*must be allowed to write"):
        bootstrap.make_ready("play")


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("WARNING: Retrying: Temporary failure in name resolution", "network"),
        ("error: Failed to fetch: dns error", "network"),
        ("cause: invalid peer certificate: UnknownIssuer", "does not know the certificate"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        (
            "THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE",
            "not the one that was recorded",
        ),
        ("Segmentation fault", "remove the directory .venv"),
    ],
)
def test_a_failed_step_says_what_helps_and_what_was_said(output, advice):
    shown = bootstrap.explain_failure("The packages could not be installed.", output)

    assert shown.startswith(f"  | {output}\nThe packages could not be installed.\n")
    assert advice in shown


def test_a_failing_command_stops_set_up_with_its_output(house):
    with pytest.raises(SystemExit, match=r"(?s)out of cubes.*No luck\."):
        bootstrap.run([sys.executable, "-c", "import sys; sys.exit('out of cubes')"], "No luck.")


def test_the_installers_are_kept_from_going_astray(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPATH", "elsewhere")

    clean = bootstrap.clean_environment()

    assert "PYTHONDONTWRITEBYTECODE" not in clean
    assert "PYTHONPATH" not in clean
    assert clean["UV_PYTHON_DOWNLOADS"] == "never"


def test_the_environments_python_knows_its_environment(tmp_path, monkeypatch):
    """Run by a bare name, a venv's Python would be the machine's: the first argument must be the path."""

    def note(program, arguments, environment):
        raise SystemExit(" ".join([program, *arguments, *environment]))

    monkeypatch.setattr(os, "execve", note)
    python = str(tmp_path / "python")

    with pytest.raises(SystemExit) as ended:
        bootstrap.become(tmp_path / "python", ["-m", "pytest"], {"HOME": "/"})
    assert ended.value.code == f"{python} {python} -m pytest HOME"
