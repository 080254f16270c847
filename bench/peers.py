"""Install the engines we compare with, in a folder of their own, from pinned and hashed lists."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from child import reason_in

HERE = Path(__file__).resolve().parent
HOME = HERE / ".peers"
PYTHON_HOME = HOME / "python"
NODE_HOME = HOME / "node"
REQUIREMENTS = HERE / "peers.txt"
NODE_FILES = [HERE / "node" / name for name in ("package.json", "package-lock.json", ".npmrc")]
INSTALL_LIMIT = 900


class InstallError(Exception):
    """Why an environment could not be made, in one line."""


def python() -> Path:
    return PYTHON_HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install_python() -> str | None:
    """Make the Python peers' environment, unless it already holds this list; returns a remark if any."""
    return once(PYTHON_HOME, [REQUIREMENTS], fill_python)


def install_node() -> str | None:
    """Make the JavaScript peer's folder, unless it already holds this list."""
    return once(NODE_HOME, NODE_FILES, fill_node)


def once(home: Path, inputs: list[Path], fill: Callable[[], str | None]) -> str | None:
    """A complete installation is stamped and kept; one with a remark is tried again next time."""
    stamp = home / "installed"
    wanted = fingerprint(inputs)
    if stamp.exists() and stamp.read_text() == wanted:
        return None
    stamp.unlink(missing_ok=True)
    remark = fill()
    if remark is None:
        stamp.write_text(wanted)
    return remark


def fingerprint(inputs: list[Path]) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in inputs:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def fill_python() -> str | None:
    """All at once; if one package has no build for this machine, the others one by one."""
    uv = find_uv()
    venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=uv is None).create(PYTHON_HOME)
    try:
        run([*installer(uv), "--require-hashes", "-r", str(REQUIREMENTS)])
    except InstallError as trouble:
        if not install_one_by_one(uv):
            raise
        return f"not all Python peers could be installed: {trouble}"
    return None


def install_one_by_one(uv: str | None) -> int:
    """How many pinned packages could be installed; a peer that misses one will say so when it starts."""
    done = 0
    single = HOME / "single.txt"
    for block in pinned_blocks(REQUIREMENTS.read_text(encoding="utf-8")):
        single.write_text(block, encoding="utf-8")
        try:
            run([*installer(uv), "--no-deps", "--require-hashes", "-r", str(single)])
            done += 1
        except InstallError:
            continue
    single.unlink(missing_ok=True)
    return done


def pinned_blocks(text: str) -> list[str]:
    """Each pinned package of a requirements file with its hashes."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [block for block in re.split(r"\n(?=\S)", "\n".join(lines)) if "==" in block]


def find_uv() -> str | None:
    return shutil.which("uv", path=str(Path(sys.executable).parent))


def installer(uv: str | None) -> list[str]:
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", str(python())]
    return [str(python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def fill_node() -> None:
    """npm alone; there is one package to get."""
    npm = shutil.which("npm")
    if not (npm and shutil.which("node")):
        raise InstallError("node and npm are not on this machine")
    shutil.rmtree(NODE_HOME, ignore_errors=True)
    NODE_HOME.mkdir(parents=True)
    for path in NODE_FILES:
        shutil.copy(path, NODE_HOME)
    run([npm, "install", "--ignore-scripts", "--no-audit", "--no-fund"], folder=NODE_HOME)


def run(command: list[str], folder: Path = HERE) -> None:
    """Run an installer; its last line is the reason when it fails."""
    environment = {**os.environ, "UV_COMPILE_BYTECODE": "1", "UV_PYTHON_DOWNLOADS": "never"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=INSTALL_LIMIT
        )
    except subprocess.TimeoutExpired as trouble:
        raise InstallError(f"not installed within {INSTALL_LIMIT} seconds") from trouble
    except OSError as trouble:
        raise InstallError(f"cannot run {command[0]}: {trouble.strerror}") from trouble
    if done.returncode:
        raise InstallError(reason_in(done.stderr) or f"installer ended with exit code {done.returncode}")
