"""The compiled engine for `./play`: taken where it fits the sources, else built in the background while people play.

Run as a program it is the build itself: with the lowest priority, once for the same sources, and never in anybody's way.
AACHEN_PLAIN=1 turns all of it off.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: the engine stays plain there
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LOWEST_PRIORITY = 19
TABLES = ("serve", "host", "play")  # commands that are worth a build

STARTED = "Compiling the engine in the background: from the next start on Aachen answers faster."
FAILED = "The engine could not be compiled, so Aachen runs in plain Python; build/compile.log tells why."


def what_compiling_lacks() -> str:
    """What this machine lacks for compiling, or nothing."""
    configured = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not any(shutil.which(compiler) for compiler in (configured, "cc", "gcc", "clang")):
        return "there is no C compiler on this machine"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "the C headers of this Python are not installed (python3-dev on Debian)"
    return ""


def prepare(arguments: list[str], python: Path) -> tuple[dict[str, str], str]:
    """The environment that `aachen` is to run in, and what there is to say; may start the build."""
    environment = dict(os.environ)
    if fcntl is None or environment.get("AACHEN_PLAIN") or what_compiling_lacks():
        return environment, ""
    wanted = fingerprint()
    if read(BUILD / "compiled" / "fits.txt") == wanted:
        paths = [str(BUILD / "compiled"), environment.get("PYTHONPATH", "")]
        return environment | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}, ""
    if (arguments or ["serve"])[0] not in TABLES or is_being_built():
        return environment, ""
    if read(BUILD / "failed.txt") == wanted:
        return environment, tell_once(wanted)
    start(python)
    return environment, STARTED


def tell_once(wanted: str) -> str:
    """That the build has failed; not a second time for the same sources."""
    if read(BUILD / "told.txt") == wanted:
        return ""
    (BUILD / "told.txt").write_text(wanted)
    return FAILED


def fingerprint() -> str:
    """A digest of what the engine is made from: names, sizes and times of its sources, and this Python."""
    digest = hashlib.sha256(sys.version.encode())
    sources = [
        path for path in (ROOT / "src").rglob("*") if "__pycache__" not in path.parts and path.is_file()
    ]
    for path in (*sorted(sources), ROOT / "tools" / "compile.py", ROOT / "requirements" / "compile.txt"):
        found = path.stat()
        digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def read(path: Path) -> str:
    """A small file, or nothing."""
    try:
        return path.read_text()
    except OSError:
        return ""


def is_being_built() -> bool:
    """Whether a build is under way."""
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "background.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def start(python: Path) -> None:
    """Start the build; it goes on when the game that started it ends."""
    subprocess.Popen(
        [str(python), str(ROOT / "tools" / "compiled_engine.py")],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


# ---- The build -----------------------------------------------------------------------------------


def main() -> int:
    """Build, unless somebody else does; what came of it is written down for the next start."""
    os.nice(LOWEST_PRIORITY)
    with open(BUILD / "background.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return 0
        wanted = fingerprint()
        if build():
            (BUILD / "compiled" / "fits.txt").write_text(wanted)
            return 0
        (BUILD / "failed.txt").write_text(wanted)
        return 1


def build() -> bool:
    """Fetch the compiler's Python half if it is missing, and compile; all that is said goes into a file."""
    commands = [[sys.executable, str(ROOT / "tools" / "compile.py")]]
    if not has_mypyc():
        uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", sys.executable]
        commands.insert(0, [*uv, "--require-hashes", "-r", str(ROOT / "requirements" / "compile.txt")])
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with open(BUILD / "compile.log", "w") as log:
        for command in commands:
            if subprocess.call(command, cwd=ROOT, env=environment, stdout=log, stderr=log) != 0:
                return False
    return True


def has_mypyc() -> bool:
    """Whether this environment can compile already."""
    return subprocess.call([sys.executable, "-c", "import mypyc, setuptools"], stderr=subprocess.DEVNULL) == 0


if __name__ == "__main__":
    sys.exit(main())
