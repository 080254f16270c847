"""Writes what the rules pages show and tell: the books' examples as screens, and the numbers of the rules.

    .venv/bin/python tools/make_examples.py

Do this when a view, a number or an example changes; a test says when it is due.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "web" / "public" / "learn" / "examples.json"
FACTS = ROOT / "web" / "src" / "learn" / "facts.json"


def main() -> int:
    """Write both files."""
    sys.path.insert(0, str(ROOT))
    from tests.web import examples, facts

    for path, text in ((EXAMPLES, examples.written()), (FACTS, facts.written())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
