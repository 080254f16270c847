"""The benchmark's own arithmetic, and a former commit as a contestant."""

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
