"""What a wheel of the project holds."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "aachen"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names in a freshly built wheel."""
    target = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (path,) = target.glob("*.whl")
    return set(zipfile.ZipFile(path).namelist())


def test_every_module_and_data_file_is_in_the_wheel(wheel):
    """Boards and sentences are data: a wheel without them installs well and then fails."""
    wanted = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".json") or path.name == "py.typed"
    }

    assert wanted - wheel == set()


def test_nothing_but_the_package_is_in_the_wheel(wheel):
    assert {name for name in wheel if not name.startswith(("aachen/", "aachen-0"))} == set()
