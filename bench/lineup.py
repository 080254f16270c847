"""Bring the contestants to the start: build, install, start one process each, and note who is missing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import former
import peers
from child import Child, ContestantError, clean_environment, reason_in
from former import Former
from roster import OURS, Entry

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CONTESTANTS = HERE / "contestants"
COMPILER = ROOT / "tools" / "compile.py"
SOURCE = ROOT / "src"
COMPILED = ROOT / "build" / "compiled"
BUILD_LIMIT = 1800

Say = Callable[[str], None]


@dataclass
class Lineup:
    """The contestants that started, and why the others did not."""

    children: dict[str, Child] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def peers(self) -> list[tuple[str, Child]]:
        return [
            (name, child)
            for name, child in self.children.items()
            if name not in OURS and not former.is_former(name)
        ]

    def offers(self, entry: Entry) -> bool:
        """Whether the contestant runs and knows the request: a former commit need not have the library's loop."""
        child = self.children.get(entry.contestant)
        return child is not None and entry.request in child.about["requests"]

    def drop(self, contestant: str, reason: str) -> None:
        self.missing[contestant] = reason
        child = self.children.pop(contestant, None)
        if child:
            child.close()

    def close(self) -> None:
        for child in self.children.values():
            child.close()


def prepare(entries: Iterable[Entry], say: Say, before: Former | None = None) -> dict[str, str]:
    """Build and install what these entries need; returns the reason for each contestant that cannot run."""
    missing: dict[str, str] = {}
    wanted = {entry.contestant for entry in entries}
    steps = [*STEPS, (COMPILED_BEFORE, f"compiling {before.commit}", before.compile)] if before else STEPS
    for contestants, what, work in steps:
        concerned = wanted & contestants
        if not concerned:
            continue
        say(what)
        try:
            remark = work()
        except (ContestantError, peers.InstallError, OSError) as trouble:
            missing.update(dict.fromkeys(concerned, str(trouble)))
            continue
        if remark:
            say(remark)
    return missing


def compile_ours() -> None:
    """Run the project's own compiling tool, so that the compiled tree is the source of this minute."""
    if not COMPILER.exists():
        raise ContestantError(f"{COMPILER.relative_to(ROOT)} is not there")
    try:
        done = subprocess.run(
            [sys.executable, str(COMPILER)],
            cwd=ROOT,
            env=clean_environment({}),
            capture_output=True,
            text=True,
            timeout=BUILD_LIMIT,
        )
    except subprocess.TimeoutExpired as trouble:
        raise ContestantError(f"not compiled within {BUILD_LIMIT} seconds") from trouble
    if done.returncode:
        raise ContestantError(f"cannot be compiled: {reason_in(done.stderr) or reason_in(done.stdout)}")


COMPILED_NOW = {name for name, (_, build) in OURS.items() if build == "compiled"}

STEPS: list[tuple[set[str], str, Callable[[], str | None]]] = [
    (COMPILED_NOW, "compiling our engine", compile_ours),
    ({"spiel", "catan", "zoo"}, "installing the Python peers", peers.install_python),
    ({"reducer"}, "installing the JavaScript peer", peers.install_node),
]


COMPILED_BEFORE = {former.PREFIX + name for name in COMPILED_NOW}


def line_up(
    entries: Iterable[Entry], missing: dict[str, str], say: Say, before: Former | None = None
) -> Lineup:
    """Start one process per contestant."""
    lined = Lineup(missing=dict(missing))
    for contestant in dict.fromkeys(entry.contestant for entry in entries):
        if contestant in missing:
            continue
        say(f"starting {contestant}")
        try:
            lined.children[contestant] = start(contestant, before)
        except ContestantError as trouble:
            lined.missing[contestant] = str(trouble)
    return lined


def start(contestant: str, before: Former | None = None) -> Child:
    if before is not None and former.is_former(contestant):
        return before.start(former.present(contestant))
    if contestant in OURS:
        return start_ours(contestant)
    if contestant == "reducer":
        return Child([shutil.which("node") or "node", str(CONTESTANTS / "reducer.js")], peers.NODE_HOME)
    return Child([str(peers.python()), str(CONTESTANTS / f"{contestant}.py")], CONTESTANTS)


def start_ours(contestant: str) -> Child:
    """The same script on either tree; it must really have loaded the tree that its name says."""
    game, build = OURS[contestant]
    tree = COMPILED if build == "compiled" else SOURCE
    command = [sys.executable, str(CONTESTANTS / "ours.py"), game]
    child = Child(command, CONTESTANTS, {"PYTHONPATH": str(tree)})
    if child.about["compiled"] != (build == "compiled"):
        child.close()
        raise ContestantError(f"{tree.relative_to(ROOT)} does not hold the {build} engine")
    return child
