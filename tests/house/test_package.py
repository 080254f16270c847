"""What a wheel of the project holds, and that it plays where nothing else is installed."""

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest
from tests.house.wheel_kit import built, installed

import build_hook
import release
import wheel_check
from aachen import __version__

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "aachen"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A freshly built wheel."""
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def wheel(path):
    """The names in it."""
    return set(zipfile.ZipFile(path).namelist())


def test_the_wheel_has_the_page_and_plays_a_game_in_a_clean_environment(path, tmp_path):
    wheel_check.check_contents(path)
    programs = installed(path, tmp_path / "clean")

    assert wheel_check.check_installed(programs, "plain") == f"aachen {__version__}, plain Python engine"
    assert len(wheel_check.play_in(programs, "carolus")) > 20


def test_a_wheel_without_its_page_is_found(path, tmp_path):
    poor = tmp_path / path.name
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(poor, "w") as packed:
        for name in whole.namelist():
            if not name.startswith("aachen/web/assets/"):
                packed.writestr(name, whole.read(name))

    with pytest.raises(wheel_check.CheckFailed, match="lacks files of its page"):
        wheel_check.check_contents(poor)


def test_nothing_is_packed_without_the_page(monkeypatch, tmp_path):
    monkeypatch.setattr(build_hook, "ROOT", tmp_path)
    monkeypatch.setattr(build_hook, "PAGE", tmp_path / "src" / "aachen" / "web")

    with pytest.raises(build_hook.CannotPack, match="needs the browser table"):
        build_hook.make_page()


def test_the_version_stands_in_one_place():
    packages = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))

    assert release.the_version() == __version__
    assert "version" not in packages


def test_release_notes_are_taken_from_the_changelog():
    notes = release.release_notes(__version__)

    assert notes.startswith(f"# Aachen {__version__}\n")
    assert "### Server" in notes


def test_a_python_behind_shims_that_lead_nowhere_is_found(monkeypatch, tmp_path):
    """As with pyenv: a shim for every version stands first on the path, and starts none that is not chosen."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    shim = tmp_path / "shims" / f"python{version}"
    own = tmp_path / "versions" / f"{version}.1" / "bin"
    for folder in (shim.parent, own):
        folder.mkdir(parents=True)
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    (own / shim.name).symlink_to(os.path.realpath(sys.executable))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(shim.parent))
    monkeypatch.setenv("AACHEN_PYTHONS", f"{version},3.99")
    release.installed_pythons.cache_clear()
    try:
        found = release.installed_pythons()
    finally:
        release.installed_pythons.cache_clear()

    assert found == [version]


def test_every_module_and_data_file_is_in_the_wheel(wheel):
    """Boards and sentences are data: a wheel without them installs well and then fails."""
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".json") or path.name == "py.typed"
    }

    assert wanted - wheel == set()


def test_the_manual_page_is_in_the_wheel(wheel):
    assert [name for name in wheel if name.endswith(".data/data/share/man/man1/aachen.1")]


def test_nothing_but_the_package_is_in_the_wheel(wheel):
    assert {name for name in wheel if not name.startswith(("aachen/", "aachen-0"))} == set()
