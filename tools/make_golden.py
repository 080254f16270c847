"""Writes the golden games again, into a folder of `tests/golden` for each game, and `tests/golden/openspiel`.

    .venv/bin/python tools/make_golden.py

Do this when the rules, the order of offers or the text of a position change on purpose.
Then read the diff: it shows exactly what the change does to whole games, and belongs in the same commit.
A change that you cannot explain from the diff is a bug.
"""

import sys
from importlib import import_module
from pathlib import Path

from aachen.titles import BUILT_IN

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "golden"


def main() -> int:
    """Write the games of every game."""
    sys.path.insert(0, str(ROOT))
    from tests.env import spiel_games

    for game in BUILT_IN:
        write(FOLDER / game, import_module(f"tests.golden.{game}_playthroughs").files())
    played = {file: spiel_games.playthrough(name) for file, name in spiel_games.PLAYTHROUGHS.items()}
    write(FOLDER / "openspiel", played)
    return 0


def write(folder: Path, made: dict[str, str]) -> None:
    """Write every file, remove those that nobody makes any more, and say what changed."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.iterdir()):
        if path.name not in made:
            path.unlink()
            print(f"removed {folder.name}/{path.name}")
    for name, text in made.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"wrote {folder.name}/{name}")


if __name__ == "__main__":
    sys.exit(main())
