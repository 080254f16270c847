"""How this program was started: commands that are printed can be typed as they stand."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping

NAME = "aachen"
STARTED_AS = "AACHEN_PROGRAM"  # set by `./play`, which becomes this program


def program() -> str:
    """What to type to run this program again, from the same folder."""
    return program_of(sys.argv[0], os.environ)


def shown_program() -> str:
    """The same in a help text, where argparse gives the percent sign a meaning."""
    return program().replace("%", "%%")


def program_of(started_as: str, environment: Mapping[str, str]) -> str:
    """The launcher if there is one; the bare name if that finds the same file; otherwise the path that was typed."""
    if environment.get(STARTED_AS):
        return environment[STARTED_AS]
    name = os.path.basename(started_as)
    if started_as.endswith(os.path.join(NAME, "__main__.py")):
        return f"{shlex.quote(_short_python())} -m {NAME}"
    if name.removesuffix(".exe") != NAME:
        return NAME
    found = shutil.which(NAME, path=environment.get("PATH", ""))
    is_found = found is not None and os.path.realpath(found) == os.path.realpath(started_as)
    return NAME if is_found else shlex.quote(_from_here(started_as))


def _short_python() -> str:
    """The bare name of this Python if the path finds it."""
    name = os.path.basename(sys.executable)
    return name if shutil.which(name) == sys.executable else sys.executable


def _from_here(path: str) -> str:
    """A path below the current folder as seen from there."""
    here = os.getcwd() + os.sep
    return path.removeprefix(here)
