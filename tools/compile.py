"""Compiles the hot modules with mypyc, from the unchanged sources, into `build/compiled`.

Run it with the environment's Python: `make compile`.
To use the result: PYTHONPATH=build/compiled .venv/bin/aachen …
The sources lie beside the compiled modules there, for data files, tracebacks and everything not hot.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path

from aachen.titles import BUILT_IN, TITLES

# The modules to compile, as globs below src/aachen. A glob that finds nothing is an error.
HOT = (
    "bots/budget.py",
    "bots/weight_set.py",
    "bots/halving.py",
    "bots/plan.py",
    "bots/quick_luck.py",
    "bots/search.py",
    "core/bounded_cache.py",
    "core/common_luck.py",
    "core/events.py",
    "core/fair_luck.py",
    "core/luck.py",
    "core/named_actions.py",
    "core/numbers_as_bytes.py",
    "core/outcome.py",
    "core/patch.py",
    "core/playout.py",
    "core/statements.py",
    *(glob for title in BUILT_IN for glob in TITLES[title].compiled),
)

# Of those, the ones left alone: package files have nothing to gain, and a board is read once per game.
COLD = (
    "**/__init__.py",
    "games/*/board.py",
)

# Where everything a hot module may import lies; tools/check_imports.py holds it to that.
ENGINE = ("bots", "core", "games")

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "aachen"
BUILD = ROOT / "build"

# What runs in the temporary copy. One group, so that calls between modules are C calls.
# That group is one long C file; the small file that stands for each module is compiled beside it.
SETUP = """
import os
import sys
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify(sys.argv[1:], opt_level="3", debug_level="0", multi_file=False, separate=False)
if sys.platform == "linux":  # calls between our own functions need not expect that somebody replaces them
    for module in modules:
        module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition"]
setup(
    name="aachen",
    packages=[],
    ext_modules=modules,
    script_args=["build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)],
)
"""


class CannotCompile(Exception):
    """Says why, for a person."""


def main() -> int:
    """Compile, unless what lies there is up to date."""
    try:
        BUILD.mkdir(exist_ok=True)
        with open(BUILD / "compile.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            compile_tree(SOURCE, BUILD)
    except CannotCompile as why:
        print(why, file=sys.stderr)
        return 1
    return 0


def compile_tree(source: Path, build: Path, hot: Iterable[str] = HOT) -> None:
    """Bring the compiled tree up to date: the slow half only if the engine changed."""
    modules = hot_modules(source, hot)
    extensions, tree = build / "extensions", build / "compiled"
    engine = digest(engine_files(source), modules)
    if not is_stamped(extensions, engine):
        started = time.monotonic()
        build_extensions(source, modules, extensions)
        (extensions / "stamp").write_text(engine)
        print(
            f"Compiled {len(modules)} modules with mypyc in {time.monotonic() - started:.0f} s.", flush=True
        )
    everything = digest(files_below(source), [engine])
    if not is_stamped(tree, everything):
        assemble(source, extensions, tree)
        (tree / "stamp").write_text(everything)


def extensions_for_this_python() -> Path:
    """A folder with the compiled modules for the Python that runs this: the one of `make compile`, or another beside it."""
    modules = hot_modules(SOURCE, HOT)
    wanted = digest(engine_files(SOURCE), modules)
    own = BUILD / "release" / f"extensions-{sys.implementation.cache_tag}"
    for folder in (BUILD / "extensions", own):
        if is_stamped(folder, wanted):
            return folder
    build_extensions(SOURCE, modules, own)
    (own / "stamp").write_text(wanted)
    return own


def hot_modules(source: Path, hot: Iterable[str]) -> list[str]:
    """The modules to compile, as paths below the source; missing ones are an error."""
    found: set[Path] = set()
    for glob in hot:
        matches = set(source.glob(glob))
        if not matches:
            raise CannotCompile(
                f"tools/compile.py names {glob}, but there is no such module in {source.name}."
            )
        found |= matches
    cold = {path for glob in COLD for path in source.glob(glob)}
    return sorted(path.relative_to(source).as_posix() for path in found - cold)


# --- what is up to date?


def is_stamped(directory: Path, wanted: str) -> bool:
    """Whether a finished result for these very files lies there."""
    stamp = directory / "stamp"
    return stamp.exists() and stamp.read_text() == wanted


def digest(files: list[Path], words: list[str]) -> str:
    """One number for the files, the compiler, this Python and the given words."""
    result = hashlib.sha256()
    for word in (sys.version, version("mypy"), SETUP, *words):
        result.update(word.encode() + b"\0")
    for path in files:
        result.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return result.hexdigest()


def engine_files(source: Path) -> list[Path]:
    """All modules that can change what the hot modules compile to."""
    return [path for room in ENGINE for path in files_below(source / room) if path.suffix == ".py"]


def files_below(directory: Path) -> list[Path]:
    """All files of the sources, in a stable order."""
    return sorted(path for path in directory.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


# --- making it


def build_extensions(source: Path, modules: list[str], extensions: Path) -> None:
    """Compile in a temporary copy and keep only the extension modules."""
    with tempfile.TemporaryDirectory(prefix="aachen-compile-") as name:
        workshop = Path(name)
        copy_sources(source, workshop / "aachen")
        (workshop / "make.py").write_text(SETUP)
        run_mypyc(workshop, [f"aachen/{module}" for module in modules])
        insist_on_extensions(workshop, modules)
        keep_extensions(workshop, extensions)


def run_mypyc(workshop: Path, modules: list[str]) -> None:
    """Run mypyc and the C compiler; on failure, show everything they said."""
    # No path from outside: mypy must see the copy, not the sources it was made from.
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")
    }
    done = subprocess.run(
        [sys.executable, "make.py", *modules],
        cwd=workshop,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        raise CannotCompile(f"{done.stdout.rstrip()}\n\nmypyc could not compile the engine: see above.")


def insist_on_extensions(workshop: Path, modules: list[str]) -> None:
    """Prove that Python, given the choice, now loads the compiled module in every case."""
    names = ["aachen." + module.removesuffix(".py").replace("/", ".") for module in modules]
    probe = "import importlib, sys\nfor name in sys.argv[1:]: print(importlib.import_module(name).__file__)"
    done = subprocess.run(
        [sys.executable, "-c", probe, *names], cwd=workshop, capture_output=True, text=True, errors="replace"
    )
    if done.returncode != 0:
        raise CannotCompile(f"{done.stderr.rstrip()}\n\nThe compiled engine cannot be imported: see above.")
    plain = [path for path in done.stdout.splitlines() if not path.endswith(tuple(EXTENSION_SUFFIXES))]
    if plain:
        raise CannotCompile("These modules were not compiled:\n" + "\n".join(plain))


def keep_extensions(workshop: Path, extensions: Path) -> None:
    """Move the compiled modules out of the temporary copy."""
    shutil.rmtree(extensions, ignore_errors=True)
    for path in sorted(workshop.rglob("*")):
        place = path.relative_to(workshop)
        if path.name.endswith(tuple(EXTENSION_SUFFIXES)) and place.parts[0] != "build":
            (extensions / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, extensions / place)


def assemble(source: Path, extensions: Path, tree: Path) -> None:
    """Lay the sources and the compiled modules side by side: Python takes the compiled ones."""
    fresh = tree.with_name(f"{tree.name}.new")  # a game may be running on the old one
    shutil.rmtree(fresh, ignore_errors=True)
    copy_sources(source, fresh / "aachen")
    shutil.copytree(extensions, fresh, dirs_exist_ok=True, ignore=shutil.ignore_patterns("stamp"))
    shutil.rmtree(tree, ignore_errors=True)
    fresh.rename(tree)


def copy_sources(source: Path, target: Path) -> None:
    """Copy the package without what Python left there."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))


if __name__ == "__main__":
    sys.exit(main())
