"""Builds the browser table: from `web/` into `src/aachen/web`, when that is missing or older than its sources.

`python3 tools/web.py` builds if needed; `python3 tools/web.py --check` only says whether it is needed.
Node 20 or newer does the work; a machine without it gets one inside `.venv`, from PyPI.
When a bundle is finished a stamp lies beside it; as long as it fits, nothing is done and nothing is said.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bootstrap import BIN, ROOT, clean_environment, make_ready, only_one_set_up, run, say, stop, uv_install

SOURCES = ROOT / "web"
LOCALES = ROOT / "src" / "aachen" / "locales"
TITLES = ROOT / "src" / "aachen" / "titles"
BUNDLE = ROOT / "src" / "aachen" / "web"
STAMP = BUNDLE / "stamp.txt"
WORKSHOP = ROOT / "build" / "web"  # where a bundle is made before it takes the old one's place
MODULES = SOURCES / "node_modules"
MODULES_STAMP = MODULES / ".aachen-stamp"
NODE_LOCK = ROOT / "requirements" / "node.txt"
OLDEST_NODE = 20

TERMINAL = "The terminal needs none of this: ./play play"


class Node(NamedTuple):
    """A Node that can build: the two programs, and where they lie."""

    node: str
    npm: str
    folder: str


def make_bundle() -> None:
    """Make sure that the bundle is there and made from these very sources."""
    if is_fresh():
        return
    try:
        with only_one_set_up():
            if not is_fresh():
                build()
    except KeyboardInterrupt:
        stop("Building was interrupted. Run the same command again to go on.")


def make_modules() -> Node:
    """Make sure that Node and everything of `package-lock.json` is there, for tests that need no bundle."""
    with only_one_set_up():
        node = find_node() or fetch_node()
        fetch_modules(node, with_tests=True)
        return node


# --- is there anything to do?


def is_fresh() -> bool:
    """Whether a finished bundle lies there, made from these sources."""
    try:
        return STAMP.read_text() == stamp() and (BUNDLE / "index.html").is_file()
    except OSError:
        return False


def stamp() -> str:
    """A digest of everything the bundle is made of."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """The files a bundle is made of, in a lasting order."""
    for folder, folders, names in os.walk(SOURCES):
        folders[:] = sorted(name for name in folders if name != "node_modules")
        yield from (Path(folder) / name for name in sorted(names) if not name.endswith(".test.ts"))
    yield from sorted(LOCALES.glob("*/*.json"))
    yield from sorted(TITLES.glob("*/locales/*/*.json"))


# --- building


def build() -> None:
    """Fetch what building takes, once, and build."""
    started = time.monotonic()
    say("Building the browser table: needed once, and after changes.")
    fresh = stamp()  # taken first: what is changed meanwhile makes the bundle old again
    node = find_node() or fetch_node()
    fetch_modules(node)
    say("  building")
    vite = [node.node, str(MODULES / "vite" / "bin" / "vite.js"), "build", "--logLevel", "warn"]
    command = [*vite, "--outDir", str(WORKSHOP), "--emptyOutDir"]
    run_node(command, node, f"The browser table could not be built. {TERMINAL}")
    (WORKSHOP / STAMP.name).write_text(fresh)
    put_in_place()
    say(f"The browser table is ready after {time.monotonic() - started:.0f} s.")


def put_in_place() -> None:
    """Let the new bundle take the old one's place at once: somebody may be playing with it."""
    old = WORKSHOP.with_name("web-before")
    shutil.rmtree(old, ignore_errors=True)
    if BUNDLE.exists():
        BUNDLE.rename(old)
    WORKSHOP.rename(BUNDLE)
    shutil.rmtree(old, ignore_errors=True)


def fetch_modules(node: Node, with_tests: bool = False) -> None:
    """Install exactly what the lock says, and run none of its scripts; nothing is done when it is there already.

    What only the page's tests and checks need is left out unless it is asked for.
    """
    lock = hashlib.sha256((SOURCES / "package-lock.json").read_bytes()).hexdigest()
    whole, needed = f"{lock} with tests", lock
    there = MODULES_STAMP.read_text() if MODULES_STAMP.is_file() else ""
    if there == whole or (there == needed and not with_tests):
        return
    say("  fetching what the page's tests take" if with_tests else "  fetching what building takes")
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    run_node(
        [node.npm, "ci", "--ignore-scripts", *([] if with_tests else ["--omit=dev"]), *quiet],
        node,
        f"The tools for building could not be fetched. {TERMINAL}",
    )
    MODULES_STAMP.write_text(whole if with_tests else needed)


def run_node(command: list[str], node: Node, trouble: str) -> None:
    """Run a step with this Node before any other."""
    path = os.pathsep.join((node.folder, os.environ.get("PATH", "")))
    run(command, trouble, clean_environment() | {"PATH": path, "NO_COLOR": "1"}, SOURCES)


def find_node() -> Node | None:
    """A Node that is new enough: the machine's own, or the one we fetched."""
    for folder in (None, str(BIN)):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm and version_of(node) >= OLDEST_NODE:
            return Node(node, npm, str(Path(node).parent))
    return None


def version_of(node: str) -> int:
    """The first number of a Node's version, or 0 if it does not run."""
    try:
        data = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    except OSError:
        return 0
    found = re.match(r"v(\d+)", data)
    return int(found.group(1)) if found else 0


def fetch_node() -> Node:
    """Put a Node into our environment: a package of PyPI brings it whole."""
    say(f"  fetching Node, which this machine lacks (or has older than {OLDEST_NODE})")
    uv_install(["--require-hashes", "-r", str(NODE_LOCK)], f"Node could not be fetched. {TERMINAL}")
    node = find_node()
    if node is None:
        stop(f"Node was fetched, but it does not run here. {TERMINAL}")
    return node


def main(arguments: list[str]) -> int:
    """Build, or only say whether building is needed."""
    if arguments == ["--check"]:
        fresh = is_fresh()
        say("The bundle is up to date." if fresh else "The bundle is missing or older than its sources.")
        return 0 if fresh else 1
    make_ready("play")
    make_bundle()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
