"""`aachen install-shortcut`: an entry in the menu of a Linux desktop that opens the table."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from importlib.resources import files
from pathlib import Path

from aachen.cli.arguments import Say
from aachen.cli.program import STARTED_AS
from aachen.cli.saves import reason
from aachen.core.errors import bad
from aachen.locales import LANGUAGES, catalogue

ENTRY = Path("applications") / "aachen.desktop"
ICON = Path("icons") / "hicolor" / "scalable" / "apps" / "aachen.svg"

# Inside quotes these need a backslash, which the file's own syntax wants doubled.
QUOTED = {"\\": "\\\\\\\\", '"': '\\\\"', "`": "\\\\`", "$": "\\\\$", "%": "%%"}


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """Nothing but whether to take it away again."""
    parser.add_argument("--remove", action="store_true", help=say("install.remove"))


def run(args: argparse.Namespace) -> int:
    """Write or remove the entry and its icon."""
    say = catalogue(args.language).say
    if not sys.platform.startswith("linux"):
        raise bad("no_menu_here", system=sys.platform)
    folder = _shared_folder()
    try:
        if args.remove:
            for path in (folder / ENTRY, folder / ICON):
                path.unlink(missing_ok=True)
        else:
            _write(folder / ENTRY, desktop_entry(started_as()))
            _write(folder / ICON, _icon())
    except OSError as refused:
        raise bad("shortcut_unwritable", path=str(folder), reason=reason(refused)) from None
    print(say("install.removed" if args.remove else "install.done", path=str(folder / ENTRY)))
    return 0


def desktop_entry(program: str) -> str:
    """The entry, in every language; a terminal shows the server, so that closing it closes the table."""
    comments = [
        f"Comment{'' if language == 'en' else f'[{language}]'}={catalogue(language).say('install.comment')}"
        for language in LANGUAGES
    ]
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Name=Aachen",
        *comments,
        f"Exec={_quoted(program)} serve",
        "Icon=aachen",
        "Terminal=true",
        "Categories=Game;BoardGame;",
    ]
    return "\n".join(lines) + "\n"


def started_as() -> str:
    """The whole path of what was typed: a menu knows neither the folder nor the path of a shell."""
    launcher = shlex.split(os.environ.get(STARTED_AS, ""))
    return os.path.abspath(launcher[0] if launcher else sys.argv[0])


def _quoted(path: str) -> str:
    return '"' + "".join(QUOTED.get(sign, sign) for sign in path) + '"'


def _icon() -> str:
    """The icon of the page; a checkout whose page is not built yet has none."""
    icon = files("aachen") / "web" / "icon.svg"
    return icon.read_text(encoding="utf-8") if icon.is_file() else ""


def _write(path: Path, text: str) -> None:
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _shared_folder() -> Path:
    """Where desktops look for the user's own entries."""
    data = os.environ.get("XDG_DATA_HOME", "")
    return Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
