"""Everything short of running the tests: style, layout, types, who may import whom, and names, of Python and of the page.

`make check`, or without make: `python3 tools/check.py`; `--format-page` puts the layout of the page right instead.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bootstrap import BIN, ROOT, make_ready
from web import MODULES, SOURCES, make_modules

CHECKED = ["src", "tools", "tests", "bench"]
CACHES = ROOT / "build" / "check"
ESLINT = MODULES / "eslint" / "bin" / "eslint.js"
PRETTIER = MODULES / "prettier" / "bin" / "prettier.cjs"
SVELTE_CHECK = MODULES / "svelte-check" / "bin" / "svelte-check"
CACHED = ["--cache", "--cache-strategy", "content", "--cache-location"]

Steps = dict[str, list[str]]

STEPS: Steps = {
    "types": [str(BIN / "mypy"), "--no-error-summary", *CHECKED],
    "style": [str(BIN / "ruff"), "check", "--quiet", "--output-format=concise", "."],
    "layout": [str(BIN / "ruff"), "format", "--check", "--quiet", "--output-format=concise", "."],
    "imports": [str(BIN / "python"), "tools/check_imports.py"],
    "names": [str(BIN / "python"), "tools/check_names.py"],
    "words": [str(BIN / "python"), "tools/check_words.py"],
    "texts": [str(BIN / "python"), "tools/check_texts.py"],
    "titles": [str(BIN / "python"), "tools/check_titles.py"],
    "typography": [str(BIN / "python"), "tools/typography.py", "--check"],
}


def main(arguments: list[str]) -> int:
    """Run every step, so that one run tells all; 0 only if all passed."""
    make_ready("test")
    node = make_modules().node
    if arguments == ["--format-page"]:
        return subprocess.call([node, str(PRETTIER), "--write", "--log-level", "warn", "."], cwd=SOURCES)
    steps = page_steps(node) | STEPS
    failed = failing(steps)
    if failed:
        print(f"Check failed: {', '.join(failed)}.", file=sys.stderr)
        return 1
    print(f"Check passed: {', '.join(steps)}.")
    return 0


def page_steps(node: str) -> Steps:
    """The steps for the page; style and layout remember what they found in a file until it changes."""
    types = ["--tsconfig", "./tsconfig.json", "--fail-on-warnings"]
    style = ["--max-warnings", "0", *CACHED, str(CACHES / "eslint"), "."]
    layout = ["--check", "--log-level", "warn", *CACHED, str(CACHES / "prettier"), "."]
    return {
        "page types": [node, str(SVELTE_CHECK), *types],
        "page style": [node, str(ESLINT), *style],
        "page layout": [node, str(PRETTIER), *layout],
    }


def failing(steps: Steps) -> list[str]:
    """The names of the steps that fail; as many run side by side as there are processors."""
    CACHES.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        passed = dict(zip(steps, pool.map(passes, steps, steps.values())))
    return [step for step, is_good in passed.items() if not is_good]


def passes(step: str, command: list[str]) -> bool:
    """Run one step and print what it has to say in one piece."""
    done = subprocess.run(command, cwd=folder_of(step), capture_output=True, text=True)
    print(done.stdout + done.stderr, end="", flush=True)
    return done.returncode == 0


def folder_of(step: str) -> Path:
    """Where a step runs."""
    return SOURCES if step.startswith("page") else ROOT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
