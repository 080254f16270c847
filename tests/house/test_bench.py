"""The benchmark's own arithmetic, and a former commit as a contestant."""

import json
import os
import socket
import subprocess
import sys
from importlib import import_module

import pytest

from bootstrap import ROOT

sys.path.insert(0, str(ROOT / "bench"))
figures, former, roster = (import_module(name) for name in ("figures", "former", "roster"))


def test_the_interval_of_a_median_leaves_out_what_95_percent_allow():
    eleven = figures.summarise(range(1, 12))
    three = figures.summarise([3.0, 1.0, 2.0])

    assert eleven.sure == (2, 10)
    assert three.sure == (1.0, 3.0)


def test_every_entry_of_ours_is_measured_against_the_former_commit():
    before = former.entries_for(roster.ENTRIES)
    targets = former.targets_for([*roster.ENTRIES, *before])

    assert {entry.contestant for entry in before} == {f"former-{name}" for name in roster.OURS}
    assert [(target.ours, target.theirs) for target in targets] == [
        (former.present(entry.name), entry.name) for entry in before
    ]


@pytest.fixture
def repository(tmp_path):
    def git(*arguments):
        subprocess.run(
            ["git", "-c", "user.name=x", "-c", "user.email=x@x", *arguments], cwd=tmp_path, check=True
        )

    git("init", "-q")
    (tmp_path / "file").write_text("old")
    git("add", "file")
    git("commit", "-qm", "old")
    (tmp_path / "file").write_text("new")
    return tmp_path


def test_a_former_commit_is_checked_out_as_it_was_and_removed_again(repository):
    with former.checked_out(repository, "HEAD") as before:
        found = (before.root / "file").read_text()

    assert found == "old"
    assert not before.root.exists()


def test_a_commit_that_is_not_there_is_named_as_such(repository):
    with pytest.raises(former.NoSuchRevision), former.checked_out(repository, "nowhere"):
        pass


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="players and server are kept on cores of their own"
)
@pytest.mark.skipif(not hasattr(socket, "send_fds"), reason="several processes need Unix sockets")
def test_the_load_on_our_server_is_measured_from_beginning_to_end(tmp_path):
    out = tmp_path / "results" / "load.json"
    brief = "--tables 2 --interval 0.2 --seconds 1 --warm-up 0.1 --crowds 2 --crowd 2 --turns 1"
    command = [sys.executable, "bench/load/run.py", *brief.split(), "--builds", "plain", "--no-peer"]
    done = subprocess.run([*command, "--out", str(out)], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(out.read_text())
    runs = [*found["steady"], *found["flat_out"], *found["processes"]]
    assert [(run["tables"], run["moves"] > 0) for run in runs] == [(2, True)] * 4
    assert [run["failed"] for run in runs[1:]] == [0] * 3  # who waits for every screen is refused nothing
    busy = [(run["processor"] >= run["busiest"], run["busiest"] > 0) for run in runs[1:]]
    assert busy == [(True, True)] * 3


def test_what_was_measured_before_a_crash_is_kept(tmp_path, monkeypatch):
    load = import_module("load.run")
    out = tmp_path / "load.json"
    monkeypatch.setattr(load, "is_built", lambda console, build: True)
    monkeypatch.setattr(load, "measure_steady", lambda build, args: {"who": build})
    monkeypatch.setattr(load, "measure_flat_out", lambda *given: 1 / 0)
    monkeypatch.setattr(load.gc, "disable", lambda: None)
    with pytest.raises(ZeroDivisionError):
        load.main(["--builds", "plain", "--out", str(out)])

    assert json.loads(out.read_text())["steady"] == [{"who": "plain"}]
