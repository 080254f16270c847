"""Writes the golden games of Carolingi anew, into `tests/golden/carolingi`.

    .venv/bin/python tools/make_golden.py

Do this when the rules, the order of offers or the text of a position change on purpose.
Then read the diff: it shows exactly what the change does to whole games, and belongs in the same commit.
A change that you cannot explain from the diff is a bug.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "golden" / "carolingi"


def main() -> int:
    """Write every file, remove those that nobody makes any more, and say what changed."""
    sys.path.insert(0, str(ROOT))
    from tests.golden.playthroughs import files

    made = files()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in sorted(FOLDER.iterdir()):
        if path.name not in made:
            path.unlink()
            print(f"removed {path.name}")
    for name, text in made.items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
