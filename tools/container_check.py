"""Checks of the container recipe: linters read it, and where the machine can, the image is built.

`AACHEN_BASE=localhost/base make release` builds on another base than the one that the recipe names.
"""

import os
import shutil
import subprocess
from pathlib import Path

from bootstrap import ROOT, say
from wheel_check import CheckFailed

RECIPE = ROOT / "deploy" / "container" / "Containerfile"
COMPOSE = RECIPE.with_name("compose.yaml")
IMAGE = "localhost/aachen-check"
# What compose asks for before it says anything.
SETTINGS = {"AACHEN_NAME": "table.example", "AACHEN_DB_PASSWORD": "none"}
BUILD_SECONDS = 900


def check_container(programs: Path) -> None:
    """Read both files with the linters beside a Python of ours; build where there is buildah and a base."""
    lint([str(programs / "hadolint"), str(RECIPE)])
    lint([str(programs / "podman-compose"), "-f", str(COMPOSE), "config"])
    base = os.environ.get("AACHEN_BASE", "")
    if not base or not shutil.which("buildah"):
        say("  container: read by linters, not built (needs buildah, and AACHEN_BASE)")
        return
    build = ["buildah", "--storage-driver", "vfs", "bud", "--isolation", "chroot", "--network", "host"]
    build += ["--build-arg", f"BASE={base}", "-f", str(RECIPE), "-t", IMAGE, str(ROOT)]
    lint(build)
    say("  container: built")


def lint(command: list[str]) -> None:
    """Run a program that says by its exit code whether it is content."""
    done = subprocess.run(
        command, env=os.environ | SETTINGS, capture_output=True, text=True, timeout=BUILD_SECONDS
    )
    if done.returncode != 0:
        raise CheckFailed(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
