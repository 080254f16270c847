"""What hatchling runs before it packs: the page is built or the build fails, and the engine is compiled if asked for.

`AACHEN_WHEEL=compiled` makes a wheel for this Python and this machine instead of one for all.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "aachen" / "web"


class CannotPack(Exception):
    """Says why nothing is packed, for a person."""


class PageAndEngine(BuildHookInterface[Any]):
    """Sees to it that nothing is packed without the page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is missing; an editable installation needs neither page nor engine yet."""
        if version == "editable":
            return
        sys.path.insert(0, str(ROOT / "tools"))
        make_page()
        if self.target_name == "wheel" and os.environ.get("AACHEN_WHEEL") == "compiled":
            add_engine(build_data)


def make_page() -> None:
    """Build the page from its sources; a source distribution has none, but brings the finished page."""
    if (ROOT / "web").is_dir():
        import web

        try:
            web.make_bundle()
        except SystemExit as why:
            raise CannotPack(f"The wheel needs the browser table, which could not be built.\n{why}") from None
    if not (PAGE / "index.html").is_file() or not any(PAGE.glob("assets/*.js")):
        raise CannotPack(f"The wheel needs the browser table, but it is not in {PAGE}.")


def add_engine(build_data: dict[str, Any]) -> None:
    """Compile the hot modules with this Python and lay them beside their sources."""
    sys.path.insert(0, str(ROOT / "src"))
    import compile as compiler

    extensions = compiler.extensions_for_this_python()
    build_data["pure_python"] = False
    build_data["infer_tag"] = True
    build_data["force_include"].update(
        (str(path), path.relative_to(extensions).as_posix()) for path in sorted(extensions.rglob("*.so"))
    )
