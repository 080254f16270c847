"""Checks of the container recipe: linters read it, and where the machine can, the image is built and serves the page.

`make container` builds on the base that the recipe names; `AACHEN_BASE=localhost/base make container` on another one.
`make release` does the same where AACHEN_BASE is set, and only lints otherwise.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from bootstrap import BIN, ROOT, make_ready, say
from wheel_check import CheckFailed

RECIPE = ROOT / "deploy" / "container" / "Containerfile"
COMPOSE = RECIPE.with_name("compose.yaml")
IMAGE = "localhost/aachen-check"
# What compose asks for before it says anything.
SETTINGS = {"AACHEN_NAME": "table.example", "AACHEN_DB_PASSWORD": "none"}
BUILD_SECONDS = 900
BUILDAH = ["buildah", "--storage-driver", "vfs"]

# What is run in a container: the server as the recipe's user, asked for its health and its page.
ASK = """
import re, subprocess
from urllib.request import urlopen
serve = ["aachen", "--lang", "en", "serve", "--no-browser", "--listen", "127.0.0.1:0", "--database", "/data/tables.db"]
server = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
try:
    address = re.search(r"http://[0-9.:]+", server.stdout.readline()).group()
    urlopen(address + "/health/ready", timeout=60).read()
    page = urlopen(address + "/", timeout=60).read().decode()
    assert "/assets/" in page, page
finally:
    server.terminate()
    server.wait(60)
"""


def check_container(programs: Path) -> None:
    """Read both files with the linters beside a Python of ours; build where there is buildah and a base."""
    lint(programs)
    base = os.environ.get("AACHEN_BASE", "")
    if not base or not shutil.which("buildah"):
        say("  container: read by linters, not built (needs buildah, and AACHEN_BASE)")
        return
    build_and_ask(base)


def lint(programs: Path) -> None:
    """Read both files, each with its linter if that is there; podman-compose does nothing without podman."""
    for command in (["hadolint", str(RECIPE)], ["podman-compose", "-f", str(COMPOSE), "config"]):
        program = programs / command[0]
        if not program.exists():
            say(f"  container: there is no {command[0]} here")
        elif command[0] == "podman-compose" and not shutil.which("podman"):
            say("  container: compose.yaml is not read, for there is no podman here")
        else:
            run([str(program), *command[1:]])


def build_and_ask(base: str) -> None:
    """Build the image from the wheels in `dist/`, and serve the page in a container of it."""
    started = time.monotonic()
    other = ["--build-arg", f"BASE={base}"] if base else []
    build = [*BUILDAH, "bud", "--isolation", "chroot", "--network", "host", "--format", "docker", *other]
    run([*build, "-f", str(RECIPE), "-t", IMAGE, str(ROOT)])
    say(f"  container: built in {time.monotonic() - started:.0f} s")
    container = run([*BUILDAH, "from", "--pull-never", IMAGE]).strip()
    try:
        inside = [*BUILDAH, "run", "--isolation", "chroot", "--network", "host", container, "--"]
        run([*inside, "/opt/aachen/bin/python", "-c", ASK])
    finally:
        run([*BUILDAH, "rm", container])
    say("  container: it serves the page")


def run(command: list[str]) -> str:
    """The output of a program that says by its exit code whether it is content."""
    done = subprocess.run(
        command, env=os.environ | SETTINGS, capture_output=True, text=True, timeout=BUILD_SECONDS
    )
    if done.returncode != 0:
        raise CheckFailed(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    """Lint, build and ask; the wheel for all is built first if there is none."""
    make_ready("test")
    try:
        lint(BIN)
        if not shutil.which("buildah"):
            raise CheckFailed("there is no buildah on this machine")
        if not list((ROOT / "dist").glob("*.whl")):
            run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(ROOT / "dist")])
        build_and_ask(os.environ.get("AACHEN_BASE", ""))
    except CheckFailed as why:
        say(f"The container is not fit for use: {why}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
