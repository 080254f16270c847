"""Builds and checks everything that would be uploaded, into `dist/`: `make release`. Nothing is uploaded.

Built: the source distribution, the wheel for every machine, and a compiled wheel for each Python that is found here.
Checked: contents, metadata, and that each wheel, alone in a clean environment, plays the same game and serves the page.
`AACHEN_PYTHONS=3.11,3.13` chooses the Pythons.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from aachen.titles import BUILT_IN
from bootstrap import BIN, ROOT, clean_environment, make_ready, say
from container_check import check_container
from wheel_check import CheckFailed, check_contents, check_installed, play_in

DIST = ROOT / "dist"
BUILD = ROOT / "build" / "release"
UV = str(BIN / "uv")
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
VERSION = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)


def main() -> int:
    """Build, check, and list what could be uploaded."""
    make_ready("test")
    started = time.monotonic()
    try:
        version = the_version()
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        (DIST / "release-notes.md").write_text(release_notes(version), encoding="utf-8")
        build_all()
        check_all()
    except CheckFailed as why:
        say(f"Not fit for release: {why}")
        return 1
    sums = "".join(f"{sha256(path)}  {path.name}\n" for path in packages())
    (DIST / "SHA256SUMS").write_text(sums)
    for path in packages():
        say(f"  {path.stat().st_size / 1e6:6.2f} MB  {path.name}")
    say(f"Ready for upload after {time.monotonic() - started:.0f} s: dist/")
    return 0


def the_version() -> str:
    """The version: it stands in `src/aachen/__init__.py` and nowhere else."""
    found = VERSION.search((ROOT / "src" / "aachen" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise CheckFailed("src/aachen/__init__.py names no version")
    return found.group(1)


def release_notes(version: str) -> str:
    """What the changelog says of this version, or of what is not released yet."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL))
    for title in (version, "Unreleased"):
        if parts.get(title, "").strip():
            return f"# Aachen {version}\n\n{parts[title].strip()}\n"
    raise CheckFailed(f"CHANGELOG.md has nothing about {version}")


# ---- Building ----------------------------------------------------------------------------------------


def build_all() -> None:
    """The source distribution, the wheel for all, and one compiled wheel for each Python."""
    pythons = installed_pythons()
    if not pythons:
        raise CheckFailed("none of the Pythons asked for is installed")
    for at, python in enumerate(pythons):
        tools = environment_for(python, "tools", ROOT / "requirements" / "release.txt")
        if at == 0:
            timed("source distribution", [tools, "-m", "hatchling", "build", "-t", "sdist", "-d", str(DIST)])
            timed("wheel for all", [tools, "-m", "hatchling", "build", "-t", "wheel", "-d", str(DIST)])
        build_compiled(tools, python)


def build_compiled(tools: str, python: str) -> None:
    """A wheel with the compiled engine, made to run on older Linuxes too."""
    with tempfile.TemporaryDirectory() as folder:
        command = [tools, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        timed(f"compiled wheel, Python {python}", command, AACHEN_WHEEL="compiled")
        (wheel,) = Path(folder).glob("*.whl")
        if not sys.platform.startswith("linux"):
            shutil.copy2(wheel, DIST)
            return
        beside = str(Path(tools).parent)
        path = os.pathsep.join((beside, os.environ.get("PATH", "")))
        timed("  its tag", [tools, "-m", "auditwheel", "repair", "-w", str(DIST), str(wheel)], PATH=path)


@cache
def installed_pythons() -> list[str]:
    """The Pythons asked for that are on this machine; those that are not are named."""
    wanted = os.environ.get("AACHEN_PYTHONS", ",".join(PYTHONS)).split(",")
    found = [each for each in wanted if is_installed(each)]
    for each in wanted:
        if each not in found:
            say(f"  Python {each} is not installed here: no compiled wheel for it")
    return found


def is_installed(python: str) -> bool:
    """Whether a Python is on this machine."""
    command = [UV, "python", "find", "--no-python-downloads", "--system", python]
    return subprocess.run(command, capture_output=True, env=os.environ | search_path()).returncode == 0


def search_path() -> dict[str, str]:
    """The path with the Pythons of pyenv themselves: its shims start only those that were chosen."""
    given = os.environ.get("PATH", "").split(os.pathsep)
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    plain = [each for each in given if Path(each).name != "shims"]
    return {"PATH": os.pathsep.join([*plain, *map(str, sorted(root.glob("versions/*/bin")))])}


def environment_for(python: str, name: str, lock: Path) -> str:
    """The Python of a new environment with exactly what a lock says."""
    folder = BUILD / f"{name}-{python}"
    quietly([UV, "venv", "--quiet", "--clear", "--no-python-downloads", "--python", python, str(folder)])
    inside = str(folder / "bin" / "python")
    quietly([UV, "pip", "install", "--quiet", "--python", inside, "--require-hashes", "-r", str(lock)])
    return inside


# ---- Checking ----------------------------------------------------------------------------------------


def check_all() -> None:
    """Contents, metadata, and a game with every wheel on every Python that it is for."""
    tools = str(BUILD / f"tools-{installed_pythons()[0]}" / "bin" / "python")
    timed("metadata", [tools, "-m", "twine", "check", "--strict", *map(str, packages())])
    game = list(BUILT_IN)[-1]
    games: dict[str, list[str]] = {}
    for wheel in sorted(DIST.glob("*.whl")):
        check_contents(wheel)
        for python in pythons_of(wheel):
            inside = environment_for(python, "clean", ROOT / "requirements" / "play.txt")
            quietly([UV, "pip", "install", "--quiet", "--python", inside, "--no-deps", str(wheel)])
            kind = "plain" if wheel.name.endswith("-none-any.whl") else "compiled"
            games[f"{wheel.name} on {python}"] = play_in(Path(inside).parent, game)
            say(f"  {wheel.name} on Python {python}: {check_installed(Path(inside).parent, kind)}")
    first = next(iter(games.values()))
    others = [name for name, digests in games.items() if digests != first]
    if others or len(first) < 2:
        raise CheckFailed(f"the wheels do not play the same game: {others}")
    check_runners(tools)
    check_container(Path(tools).parent)


def pythons_of(wheel: Path) -> list[str]:
    """The Pythons of this machine that a wheel is for."""
    found = re.search(r"-cp3(\d+)-", wheel.name)
    return [f"3.{found.group(1)}"] if found else installed_pythons()


def check_runners(tools: str) -> None:
    """`pipx run` and `uvx` start the wheel for all without an installation."""
    (wheel,) = DIST.glob("*-none-any.whl")
    with tempfile.TemporaryDirectory() as home:
        own = {"PIPX_HOME": home, "PIPX_BIN_DIR": f"{home}/bin", "PIPX_DEFAULT_PYTHON": sys.executable}
        timed("pipx", [tools, "-m", "pipx", "run", "--spec", str(wheel), "aachen", "--version"], **own)
        timed("uvx", [UV, "tool", "run", "--from", str(wheel), "aachen", "--version"], UV_TOOL_DIR=home)


# ---- Tools -------------------------------------------------------------------------------------------


def packages() -> list[Path]:
    """Everything that would be uploaded."""
    return sorted([*DIST.glob("*.whl"), *DIST.glob("*.tar.gz")])


def sha256(path: Path) -> str:
    """The digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def timed(what: str, command: list[str], **environment: str) -> None:
    """Run a step and say how long it took."""
    started = time.monotonic()
    quietly(command, **environment)
    say(f"  {what}: {time.monotonic() - started:.0f} s")


def quietly(command: list[str], **environment: str) -> None:
    """Run a step; its output is shown only when it fails."""
    own = {name: value for name, value in clean_environment().items() if name != "VIRTUAL_ENV"}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=own | search_path() | environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        raise CheckFailed(f"{' '.join(command)}\n{done.stdout}")


if __name__ == "__main__":
    sys.exit(main())
