"""The locks: complete, hashed, in step with pyproject.toml, and free of addresses."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WANTED = {
    "boot": (ROOT / "requirements" / "boot.in").read_text().split(),
    "play": PROJECT["dependencies"],
    "test": [
        *PROJECT["dependencies"],
        *PROJECT["optional-dependencies"]["test"],
        *PROJECT["optional-dependencies"]["train"],
        *PROJECT["optional-dependencies"]["env"],
    ],
    "compile": PROJECT["optional-dependencies"]["compile"],
    "train": PROJECT["optional-dependencies"]["train"],
    "env": PROJECT["optional-dependencies"]["env"],
    "map": PROJECT["optional-dependencies"]["map"],
}


def pins(kind):
    """The locked version of every package of one lock."""
    text = (ROOT / "requirements" / f"{kind}.txt").read_text()
    return {
        canonicalize_name(name): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.M)
    }


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_names_no_host(lock):
    assert "://" not in lock.read_text()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_pin_has_a_hash(lock):
    entries = re.split(r"^(?=\w)", lock.read_text(), flags=re.M)[1:]

    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("kind", WANTED)
def test_a_lock_holds_what_was_asked_for(kind):
    locked = pins(kind)
    for requirement in map(Requirement, WANTED[kind]):
        version = locked.get(canonicalize_name(requirement.name))

        assert version is not None, f"{requirement.name} is not locked: run make lock"
        assert requirement.specifier.contains(version), f"{requirement} is locked at {version}: run make lock"


def test_the_test_lock_holds_everything_that_players_get():
    """So an environment for tests is an environment for play."""
    assert pins("play").items() <= pins("test").items()


def test_the_installer_and_the_tests_agree_on_shared_packages():
    boot, test = pins("boot"), pins("test")

    assert {name: boot[name] for name in boot.keys() & test} == {
        name: test[name] for name in boot.keys() & test
    }
