"""Runs the tests: plain Python first, then the engine's tests again on the compiled engine.

`./test`                    everything
`./test PATH -k WORD ...`   any arguments for pytest: plain Python only
`./test --compiled ...`     the compiled half only, with arguments for pytest or without
"""

import json
import os
import shutil
import subprocess

from bootstrap import BIN, ROOT, is_root, make_ready, say
from compiled_engine import what_compiling_lacks

PYTHON = str(BIN / "python")
COMPILED = ROOT / "build" / "compiled"
COMPILE = str(ROOT / "tools" / "compile.py")
IN_IDLE_TIME = ["nice", "-n", "19"] if shutil.which("nice") else []

# What the compiled half runs: everything that plays by the rules, and the proof that it is compiled.
ENGINE_TESTS = (
    "tests/core",
    "tests/games",
    "tests/conformance",
    "tests/golden",
    "tests/arena/test_playing.py",
    "tests/bots/test_choices.py",
    "tests/server/table",
    "tests/server/test_acting.py",
    "tests/house/test_compiled_run.py",
    "tests/house/test_compiled_wheel.py",
)

# Any of these can run the browser's tests; on Debian the first is a package.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_PACKAGES = ["chromium", "fonts-liberation"]

# A browser on a busy machine may miss a moment that a test waits for: so many such tests get a second run, alone.
BROWSER_TESTS = "tests/web"
MOST_AGAIN = 3

# More workers than this cost more to start than they save.
WORKERS = min(os.cpu_count() or 1, 8)
SPREAD = ["-n", str(WORKERS), "--dist", "worksteal", "--durations", "40"]


def main(arguments: list[str]) -> int:
    """Run what was asked for; 0 only if all of it passed."""
    make_ready("test")
    if arguments[:1] == ["--compiled"]:
        return run_compiled(arguments[1:])
    if arguments:
        return run_plain(arguments)
    return run_everything()


def run_everything() -> int:
    """Both halves; the second runs even if the first failed, so that one run tells all."""
    fetch_browser()
    lacking = what_compiling_lacks()
    if not lacking:
        compile_meanwhile()
    plain = run_plain(SPREAD)
    if plain != 0 and are_of_browser(failed_before()):
        say("\nOnly tests in a browser failed: they run once more by themselves. A second failure counts.")
        plain = run_plain(["--last-failed", "--last-failed-no-failures", "none", BROWSER_TESTS])
    if not has_browser():
        say("\nThe tests in a browser were SKIPPED: there is no chromium on this machine.")
    if lacking:
        say(f"\nThe compiled half was SKIPPED: {lacking}. The plain half above is complete.")
        return plain
    compiled = run_compiled([])
    say(f"\nPlain Python: {verdict(plain)}. Compiled engine: {verdict(compiled)}.")
    return plain or compiled


def compile_meanwhile() -> None:
    """Compile the engine in moments that the plain half leaves free; the compiled half waits for it.

    What it says is not shown: if it fails, the compiled half compiles again and shows why.
    """
    subprocess.Popen(
        [*IN_IDLE_TIME, PYTHON, COMPILE],
        cwd=ROOT,
        env=plain_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def failed_before() -> list[str]:
    """The names of the tests that failed when they last ran."""
    kept = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return list(json.loads(kept.read_text("utf-8"))) if kept.exists() else []


def are_of_browser(tests: list[str]) -> bool:
    """Whether a few tests in a browser failed and nothing else: a machine at its limits can do that to them."""
    return 0 < len(tests) <= MOST_AGAIN and all(test.startswith(BROWSER_TESTS + "/") for test in tests)


def fetch_browser() -> None:
    """Install chromium where that is ours to do; without it the tests in a browser are skipped."""
    if has_browser() or not (is_root() and shutil.which("apt-get")):
        return
    say("Installing chromium for the tests in a browser, once.")
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update", "-q"], ["install", "-y", "-q", "--no-install-recommends", *BROWSER_PACKAGES]):
        subprocess.run(["apt-get", *step], env=quietly, stdout=subprocess.DEVNULL)


def has_browser() -> bool:
    """Whether something here can run the tests in a browser."""
    return any(shutil.which(browser) for browser in BROWSERS)


def run_plain(arguments: list[str]) -> int:
    """The tests on the sources as they are."""
    return pytest(arguments, plain_environment())


def run_compiled(arguments: list[str]) -> int:
    """The engine's tests, or those asked for, on the compiled engine."""
    say("\nCompiled half: the engine's tests again, on the engine compiled by mypyc.")
    built = subprocess.call([PYTHON, COMPILE], cwd=ROOT)
    if built != 0:
        return built
    return pytest(arguments or [*SPREAD, *engine_tests()], compiled_environment())


def pytest(arguments: list[str], environment: dict[str, str]) -> int:
    """Run pytest from the root of the project."""
    return subprocess.call([PYTHON, "-m", "pytest", *arguments], cwd=ROOT, env=environment)


def engine_tests() -> list[str]:
    """The engine's tests that are there."""
    return [path for path in ENGINE_TESTS if (ROOT / path).exists()]


def plain_environment() -> dict[str, str]:
    """The caller's environment, without a path that could bring in another aachen."""
    return {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "AACHEN_COMPILED")
    }


def compiled_environment() -> dict[str, str]:
    """The compiled tree comes before the sources, and the tests are told to insist on it."""
    return plain_environment() | {"PYTHONPATH": str(COMPILED), "AACHEN_COMPILED": "1"}


def verdict(code: int) -> str:
    """An exit code as a word."""
    return "passed" if code == 0 else "FAILED"
