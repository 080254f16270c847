"""Checks of a wheel: what it holds, and whether it plays a game and serves the page where nothing else is installed."""

import json
import os
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path
from urllib.request import urlopen

PATIENCE = 60
BOTS = ["--players", "2", "--seats", "greedy,greedy", "--seed", "814", "--plain", "--save", "game.log"]


class CheckFailed(Exception):
    """Says what is wrong, for a person."""


def check_contents(wheel: Path) -> None:
    """The page with everything its first file asks for, and nothing that is not ours."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        if "aachen/web/index.html" not in names:
            raise CheckFailed(f"{wheel.name} has no page")
        page = packed.read("aachen/web/index.html").decode()
    missing = {name for name in asked_for(page) if f"aachen/web{name}" not in names}
    if missing:
        raise CheckFailed(f"{wheel.name} lacks files of its page: {sorted(missing)}")
    strange = {name for name in names if not re.match(r"aachen[/-]|[0-9a-f]+__mypyc\.", name)}
    if strange:
        raise CheckFailed(f"{wheel.name} has files that are not ours: {sorted(strange)[:5]}")


def asked_for(page: str) -> list[str]:
    """The scripts and styles that a page names."""
    return re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)


def play_in(programs: Path, game: str) -> list[str]:
    """Play a game of bots with the `aachen` that is installed there; the digests of all its positions."""
    with tempfile.TemporaryDirectory() as home:
        run(programs, ["play", game, *BOTS], home)
        lines = (Path(home) / "game.log").read_text(encoding="utf-8").splitlines()
    return [digest for line in lines if (digest := json.loads(line).get("digest"))]


def check_installed(programs: Path, kind: str) -> str:
    """The engine is of the kind it should be, and the server shows its page; what `--version` says."""
    with tempfile.TemporaryDirectory() as home:
        version = run(programs, ["--version"], home).strip()
        if ("compiled" in version) != (kind == "compiled"):
            raise CheckFailed(f"the engine should be {kind}, but --version says: {version}")
        serve = ["serve", "--no-browser", "--listen", "127.0.0.1:0", "--database", f"{home}/tables.db"]
        server = subprocess.Popen(
            [str(programs / "aachen"), "--lang", "en", *serve],
            cwd=home,
            env=bare(home),
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            check_page(server)
        finally:
            server.terminate()
            server.wait(PATIENCE)
    return version


def check_page(server: "subprocess.Popen[str]") -> None:
    """The start page and all it asks for are answered."""
    assert server.stdout is not None
    opened = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
    if opened is None:
        raise CheckFailed("the installed server did not open")
    with urlopen(f"{opened.group()}/", timeout=PATIENCE) as answer:
        wanted = asked_for(answer.read().decode())
    if not wanted:
        raise CheckFailed("the start page asks for no script")
    for name in wanted:
        with urlopen(f"{opened.group()}{name}", timeout=PATIENCE) as answer:
            answer.read()


def run(programs: Path, arguments: list[str], home: str) -> str:
    """What the installed `aachen` says, in a folder of its own and without anything of ours on the path."""
    done = subprocess.run(
        [str(programs / "aachen"), "--lang", "en", *arguments],
        cwd=home,
        env=bare(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
    )
    if done.returncode != 0:
        raise CheckFailed(f"aachen {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def bare(home: str) -> dict[str, str]:
    """An environment in which nothing but the installation itself can be found."""
    return {
        "HOME": home,
        "PATH": os.defpath,
        "LC_ALL": "C.UTF-8",
        "XDG_DATA_HOME": home,
        "XDG_STATE_HOME": home,
    }
