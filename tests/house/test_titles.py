"""Only a game's own folders name it, and the checker that keeps it so sees what it should."""

from pathlib import Path

import pytest

import check_titles

ROOT = Path(__file__).resolve().parents[2]
LINES = (
    'BUILT_IN: Final = {\n    "chess": "aachen.titles.chess:TITLE",\n    "go": "aachen.titles.go:TITLE",\n}\n'
)


def test_the_sources_name_no_game():
    outside = [ROOT / place for place in check_titles.OUTSIDE]

    assert all(place.exists() for place in outside)
    assert list(check_titles.violations(ROOT / "src" / "aachen", outside)) == []
    assert list(check_titles.page_violations(ROOT / "src" / "aachen", ROOT / "web" / "src")) == []


@pytest.fixture
def package(tmp_path):
    for folder in ("titles/chess/locales", "games/chess", "bots/chess", "cli", "locales/en", "web"):
        (tmp_path / "aachen" / folder).mkdir(parents=True)
    for folder in ("tools/chess", "bench/load", "bench/results"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "aachen" / "titles" / "__init__.py").write_text(LINES)
    return tmp_path / "aachen"


def outside(package):
    """What is checked besides the package, in the planted tree."""
    return [package.parent / place for place in check_titles.OUTSIDE]


@pytest.mark.parametrize(
    "place",
    [
        "cli/play.py",
        "locales/en/cli.json",
        "titles/title.py",
        "games/__init__.py",
        "../tools/compile.py",
        "../bench/load/tables.py",
        "../bench/load/peer.js",
        "../Makefile",
        "../pyproject.toml",
    ],
)
def test_a_planted_name_is_found(package, place):
    (package / place).write_text("# nothing\n# a game of Chess\n")
    (found,) = check_titles.violations(package, outside(package))

    assert ":2: names a game" in found


@pytest.mark.parametrize(
    "place",
    [
        "titles/chess/screen.py",
        "games/chess/rules.py",
        "bots/chess/mind.py",
        "web/page.json",
        "../tools/chess/train.mk",
        "../bench/results/latest.json",
    ],
)
def test_a_game_may_name_itself(package, place):
    (package / place).write_text("# a game of Chess\n")

    assert list(check_titles.violations(package, outside(package))) == []


def test_a_registration_does_nothing_else(package):
    (package / "titles" / "__init__.py").write_text(LINES + 'FIRST = TITLES["chess"]\n')

    assert len(list(check_titles.violations(package, outside(package)))) == 1


def test_the_page_names_a_game_only_in_its_folder(package, tmp_path):
    page = tmp_path / "page"
    for place in ("games/chess/game.ts", "lib/games.test.ts", "lib/shell.ts"):
        (page / place).parent.mkdir(parents=True, exist_ok=True)
        (page / place).write_text("export const name = 'chess'\n")

    (found,) = check_titles.page_violations(package, page)

    assert "shell.ts:1: names a game" in found
