"""Runs the Python blocks of a page one after the other, and writes what each prints into the text block after it.

`python3 tools/run_page.py docs/how-to/use-data.md` writes the page; a test fails when it is out of date.
"""

import contextlib
import io
import re
import sys
from pathlib import Path

BLOCK = re.compile(r"```python\n(?P<code>.*?)```\n(?P<after>\n```text\n(?P<output>.*?)```\n)?", re.DOTALL)


def main(arguments: list[str]) -> int:
    """Run these pages."""
    for name in arguments:
        path = Path(name)
        path.write_text(run(path.read_text("utf-8")), encoding="utf-8")
    return 0


def run(page: str) -> str:
    """The page with the outputs that its blocks have now; all blocks share their names."""
    names: dict[str, object] = {}
    return BLOCK.sub(lambda block: _with_output(block, names), page)


def _with_output(block: re.Match[str], names: dict[str, object]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block["code"], "<page>", "exec"), names)
    shown = f"```python\n{block['code']}```\n"
    if block["after"] is None:
        assert not printed.getvalue(), "a block prints, but has no text block after it"
        return shown
    return f"{shown}\n```text\n{printed.getvalue()}```\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
