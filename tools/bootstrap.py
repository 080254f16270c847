"""Makes the environment in `.venv` that everything here runs in. Needs nothing but Python itself.

Two kinds: `play` holds what a player needs, `test` adds what a developer needs.
When a kind is ready, a stamp lies in `.venv`; as long as it fits, nothing is done and nothing is said.
`python3 tools/bootstrap.py test` makes the environment and stops there.
"""

import errno
import hashlib
import importlib.util
import os
import shlex
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from old_python import refuse_old_python

try:
    import fcntl
except ImportError:  # Windows: two set-ups at the same moment are not kept apart there
    fcntl = None  # type: ignore[assignment]

refuse_old_python(sys.version_info[:2])

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
LOCK = ROOT / ".setup.lock"

# What each kind of environment can stand in for: the test lock holds everything the play lock holds.
STANDS_FOR = {"play": ("play",), "test": ("play", "test")}

# What must not reach an installer: other places to install to, other places to import from.
STRAYS = "PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE PIP_TARGET PIP_PREFIX CONDA_PREFIX".split()

# Signs, in the words of pip, uv and apt, that the network is to blame.
NETWORK_SIGNS = (
    "name resolution",
    "newconnectionerror",
    "connection refused",
    "connection error",
    "error sending request",
    "dns error",
    "failed to fetch",
    "unable to fetch",
    "unable to locate package",
    "network is unreachable",
    "timed out",
    "no matching distribution",
    "temporary failure resolving",
    "could not resolve",
    "enotfound",
    "eai_again",
    "econnrefused",
    "etimedout",
)


def play(arguments: list[str]) -> NoReturn:
    """Become `aachen`, with `serve` as the command when none is given."""
    make_ready("play")
    if needs_the_browser_table(arguments):
        from web import make_bundle  # it leans on this module

        make_bundle()
    os.environ["AACHEN_PROGRAM"] = launcher(sys.argv[0])
    import compiled_engine

    environment, news = compiled_engine.prepare(arguments, BIN / "python")
    if news:
        say(news)
    become(BIN / "aachen", arguments or ["serve"], environment)


def launcher(typed: str) -> str:
    """What was typed to start this, so that printed commands can be typed too; `python3 play` is `./play`."""
    return shlex.quote(typed if os.path.dirname(typed) else os.path.join(os.curdir, typed))


def needs_the_browser_table(arguments: list[str]) -> bool:
    """Whether people will come with browsers; asking for help does not count."""
    is_serving = arguments[:1] in ([], ["serve"], ["host"])
    return is_serving and not {"-h", "--help"} & set(arguments)


def become(program: Path, arguments: list[str], environment: dict[str, str]) -> NoReturn:
    """Run a program of the environment in place of this one.

    The first argument is the full path: a bare name makes a venv's Python forget its venv.
    """
    command = [str(program), *arguments]
    if os.name == "nt":
        sys.exit(subprocess.call(command, env=environment))
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(command[0], command, environment)


def make_ready(kind: str) -> None:
    """Make sure that the environment is there and up to date."""
    if is_ready(kind):
        return
    try:
        with only_one_set_up():
            if not is_ready(kind):
                set_up(kind)
    except OSError as error:
        stop(explain_disk(error))
    except KeyboardInterrupt:
        stop("Set-up was interrupted. Run the same command again to go on.")


# --- is there anything to do?


def is_ready(kind: str) -> bool:
    """Whether a finished environment of this kind lies here, made from these very files."""
    try:
        fits = stamp_file(kind).read_text() == stamp(kind)
    except OSError:
        return False
    return fits and (BIN / "python").exists() and (BIN / "aachen").exists()


def stamp_file(kind: str) -> Path:
    """Where it is written that an environment is finished."""
    return VENV / f"ready-{kind}"


def stamp(kind: str) -> str:
    """A digest of everything an environment depends on: if it changes, set-up runs again."""
    digest = hashlib.sha256()
    for path in (ROOT / "requirements" / "boot.txt", lock_file(kind), ROOT / "pyproject.toml"):
        digest.update(path.read_bytes() + b"\0")
    # The place counts too: a moved environment still points to where it was made.
    digest.update(f"{sys.version}\0{ROOT}".encode())
    return digest.hexdigest()


def lock_file(kind: str) -> Path:
    """The packages of one kind of environment, each with its hashes."""
    return ROOT / "requirements" / f"{kind}.txt"


@contextmanager
def only_one_set_up() -> Iterator[None]:
    """Let one set-up run at a time; the second waits and then finds everything done."""
    with open(LOCK, "w") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another set-up is running here; waiting for it to finish.")
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- the set-up itself


def set_up(kind: str) -> None:
    """Make or mend the environment, step by step."""
    started = time.monotonic()
    say(f"Setting up Aachen in {VENV.name}: needed once, usually well under a minute.")
    tear_up_stamps()
    if not is_sound():
        make_venv()
    install_the_installer()
    install_packages(kind)
    install_aachen()
    for known in STANDS_FOR[kind]:
        stamp_file(known).write_text(stamp(known))
    say(f"Ready after {time.monotonic() - started:.0f} s.")


def tear_up_stamps() -> None:
    """First of all: an environment that is being changed must not look finished."""
    if VENV.is_dir():
        for kind in STANDS_FOR:
            stamp_file(kind).unlink(missing_ok=True)


def is_sound() -> bool:
    """Whether the environment there was made in this place, by this Python, to the end, and still runs."""
    try:
        if birth_certificate().read_text() != birthplace():
            return False
        probe = [str(BIN / "python"), "-c", "import pip"]
        return subprocess.run(probe, capture_output=True, env=clean_environment()).returncode == 0
    except OSError:
        return False


def birth_certificate() -> Path:
    """Where it is written by whom and where the environment was made."""
    return VENV / "made-by"


def birthplace() -> str:
    """This Python and this place: programs in an environment that was moved still point to the old one."""
    return f"{sys.version}\n{VENV}\n"


def make_venv() -> None:
    """Make an empty environment, in place of whatever half-made one lies there."""
    if VENV.exists() or VENV.is_symlink():
        say("  removing an environment that is broken or belongs to another Python")
        remove(VENV)
    if not can_make_venvs():
        fetch_venv_module()
    say("  making the environment")
    # Not the Python of an environment: it might be the very one that was just removed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    run([base, "-m", "venv", str(VENV)], "Python could not make a virtual environment.")
    birth_certificate().write_text(birthplace())


def remove(path: Path) -> None:
    """Remove a directory, or a file or link in its place."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def can_make_venvs() -> bool:
    """Whether Python came whole: Debian keeps a part of it in a package of its own."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def fetch_venv_module() -> None:
    """Install the missing part of Python where that is ours to do, or say who can."""
    package = "python{}.{}-venv".format(*sys.version_info)
    if not (is_root() and shutil.which("apt-get")):
        stop(
            "This Python cannot make virtual environments: its venv or ensurepip module is missing.\n"
            f"On Debian and Ubuntu an administrator can add it with:  apt-get install {package}\n"
            "Then run the same command again."
        )
    say(f"  installing {package}, which this Python lacks")
    trouble = f"The package {package} could not be installed."
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-q"], trouble, quietly)
    run(["apt-get", "install", "-y", "-q", "--no-install-recommends", package], trouble, quietly)
    if not can_make_venvs():
        stop(f"{package} is installed, but {sys.executable} still cannot make virtual environments.")


def is_root() -> bool:
    """Whether we may install system packages."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install_the_installer() -> None:
    """Fetch uv and the build back end with the pip that every environment has."""
    say("  fetching the installer")
    pip = [
        str(BIN / "python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]
    run([*pip, "--require-hashes", "-r", "requirements/boot.txt"], "The installer could not be fetched.")


def install_packages(kind: str) -> None:
    """Install exactly what the lock says, checking every hash."""
    lock = lock_file(kind)
    say(f"  fetching {lock.read_text().count('==')} packages")
    uv_install(["--require-hashes", "-r", str(lock)], "The packages could not be installed.")


def install_aachen() -> None:
    """Put the project itself in the environment, as the files lie here."""
    say("  installing Aachen itself")
    uv_install(["--no-deps", "--no-build-isolation", "--editable", "."], "Aachen could not be installed.")


def uv_install(arguments: list[str], trouble: str) -> None:
    """Install with uv into our environment and no other."""
    uv = [str(BIN / "uv"), "pip", "install", "--quiet", "--python", str(BIN / "python")]
    # Left to itself uv trusts only the authorities it brought along, not those added to this machine.
    certificates = ["--system-certs"] if has_certificates() else []
    run([*uv, *certificates, *arguments], trouble)


def has_certificates() -> bool:
    """Whether this machine has certificate authorities of its own; a very small one has none."""
    places = ssl.get_default_verify_paths()
    directory = Path(places.capath or places.openssl_capath)
    return places.cafile is not None or (directory.is_dir() and any(directory.iterdir()))


# --- running things, and saying what went wrong


def run(
    command: list[str], trouble: str, environment: dict[str, str] | None = None, folder: Path | None = None
) -> None:
    """Run one step of the set-up; its output is shown only when it fails."""
    done = subprocess.run(
        command,
        cwd=folder or ROOT,
        env=environment or clean_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        stop(explain_failure(trouble, done.stdout))


def clean_environment() -> dict[str, str]:
    """The caller's environment without what would lead an installer astray."""
    return {name: value for name, value in os.environ.items() if name not in STRAYS} | {
        "VIRTUAL_ENV": str(VENV),
        "PIP_USER": "0",
        "UV_COMPILE_BYTECODE": "1",  # or every start pays for it again
        "UV_PYTHON_DOWNLOADS": "never",
    }


def explain_failure(trouble: str, output: str) -> str:
    """What the failed command said, at its end, then what failed and what most likely helps."""
    said = "\n".join(f"  | {line}" for line in output.strip().splitlines()[-12:])
    return f"{said}\n{trouble}\n{likely_cause(output.lower())}"


def likely_cause(output: str) -> str:
    """One sentence of advice that fits the output of a failed command."""
    if "no space left" in output:
        return "The disk is full: make room, then run the same command again."
    if "read-only file system" in output or "permission denied" in output:
        return f"Something cannot be written: check the permissions in {ROOT}."
    if "do not match the hashes" in output or "hash mismatch" in output:
        return "A downloaded package is not the one that was recorded, so it was not installed."
    if "certificate" in output:
        return "A secure connection was refused: this machine does not know the certificate it was shown."
    if any(sign in output for sign in NETWORK_SIGNS):
        return "The network seems to be the cause: set-up has to download packages, once. Check it and try again."
    return "Run the same command again; if that does not help, remove the directory .venv first."


def explain_disk(error: OSError) -> str:
    """A sentence for a disk that does not do what set-up needs."""
    data = f"Set-up stopped: {error.strerror or error} ({error.filename or ROOT})."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{data}\nAachen makes its environment inside its own directory and must be allowed to write there."
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{data}\nMake room, then run the same command again."
    return data


def say(sentence: str) -> None:
    """Tell how far set-up is, on the error stream: standard output belongs to the game."""
    print(sentence, file=sys.stderr, flush=True)


def stop(message: str) -> NoReturn:
    """End with a message and a failing exit code."""
    sys.exit(message)


def main(arguments: list[str]) -> None:
    """Make one kind of environment and stop there."""
    if len(arguments) != 1 or arguments[0] not in STANDS_FOR:
        stop("Name the environment to make: python3 tools/bootstrap.py play|test")
    make_ready(arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
