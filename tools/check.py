"""Everything short of running the tests: style, layout, types, who may import whom, and names.

`make check`, or without make: `python3 tools/check.py`.
"""

import subprocess
import sys

from bootstrap import BIN, ROOT, make_ready

CHECKED = ["src", "tools", "tests"]

STEPS = {
    "style": [str(BIN / "ruff"), "check", "--quiet", "--output-format=concise", "."],
    "layout": [str(BIN / "ruff"), "format", "--check", "--quiet", "--output-format=concise", "."],
    "types": [str(BIN / "mypy"), "--no-error-summary", *CHECKED],
    "imports": [str(BIN / "python"), "tools/check_imports.py"],
    "names": [str(BIN / "python"), "tools/check_names.py"],
    "words": [str(BIN / "python"), "tools/check_words.py"],
    "titles": [str(BIN / "python"), "tools/check_titles.py"],
    "typography": [str(BIN / "python"), "tools/typography.py", "--check"],
}


def main() -> int:
    """Run every step, so that one run tells all; 0 only if all passed."""
    make_ready("test")
    failed = [step for step, command in STEPS.items() if subprocess.call(command, cwd=ROOT) != 0]
    if failed:
        print(f"Check failed: {', '.join(failed)}.", file=sys.stderr)
        return 1
    print(f"Check passed: {', '.join(STEPS)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
