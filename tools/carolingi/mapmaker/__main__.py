"""`python -m tools.carolingi.mapmaker [BOARDFILE] [-o DIR]`: draw the map of a board file."""

import argparse
import gzip
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from aachen.cli.errors import print_faults
from aachen.cli.saves import maps_folder
from aachen.core.errors import BadInput
from aachen.games.carolingi import board

from .backdrop import paint
from .bake import bake, browser, worst_ground
from .build import THEMES, Drawing, draw
from .check import LEAST_CONTRAST, contrast, faults, name_box
from .trouble import CannotDraw

ROOT = Path(__file__).resolve().parents[3]
BOARD = ROOT / "src" / "aachen" / "games" / "carolingi" / "boards" / "carolingi.json"
MAPS = ROOT / "web" / "public" / "maps"
BAD_INPUT = 2


def main(arguments: list[str]) -> int:
    """Draw one map; whatever is wrong with the board is told in sentences."""
    parser = argparse.ArgumentParser(prog="mapmaker", description="Draws the map of a board file.")
    parser.add_argument("board", nargs="?", type=Path, default=BOARD, help="a board file (the shipped one)")
    parser.add_argument("-o", "--out", type=Path, help="where to put the map (where a server looks)")
    chosen = parser.parse_args(arguments)
    try:
        loaded = board.load(chosen.board)
        make(loaded.source, chosen.out or home_of(loaded))
    except BadInput as wrong:
        print_faults("en", wrong.faults)
        return BAD_INPUT
    except CannotDraw as wrong:
        print("No map was drawn.", *wrong.sentences, sep="\n", file=sys.stderr)
        return BAD_INPUT
    return 0


def home_of(loaded: board.Board) -> Path:
    """Where the map of a board is looked for: the shipped one's by the page, others' by a server of this user."""
    return MAPS / "carolingi" if loaded.is_standard else maps_folder(os.environ) / loaded.digest


def make(source: dict[str, Any], out: Path) -> None:
    """Draw, bake, measure, check, save."""
    browser()
    drawing = draw(source)
    out.mkdir(parents=True, exist_ok=True)
    for theme in drawing.data["themes"]:
        bake_theme(drawing, theme, out)
    wrong = faults(drawing.data, source)
    if wrong:
        raise CannotDraw(*wrong)
    text = json.dumps(drawing.data, ensure_ascii=False, separators=(",", ":"))
    (out / "lands.json").write_text(text + "\n", encoding="utf-8")
    report(drawing, out)


def bake_theme(drawing: Drawing, theme: dict[str, Any], out: Path) -> None:
    """Bake one theme with and without its rows and piles, and note the ground under every name."""
    palette, target = THEMES[theme["id"]], out / theme["backdrop"]
    size = (drawing.sheet.width, drawing.sheet.height)
    bake(paint(drawing, palette, is_bare=True), size, out / theme["bare"])
    picture = bake(paint(drawing, palette), size, target)
    theme["sha256"] = hashlib.sha256(target.read_bytes()).hexdigest()
    for land in drawing.data["lands"]:
        ground = worst_ground(picture, name_box(land["name"]), palette)
        land.setdefault("ground", {})[palette.name] = ground
    for each in drawing.data["outside"]:
        if each["box"]:
            x, y, wide, high = each["box"]
            ground = worst_ground(picture, (x, y, x + wide, y + high), palette)
            each.setdefault("ground", {})[palette.name] = ground
            if contrast(palette.outside_ink, ground) < LEAST_CONTRAST:
                each |= {
                    "at": None,
                    "lines": [],
                    "size": 0,
                    "box": None,
                }  # better no name than one nobody can read


def report(drawing: Drawing, out: Path) -> None:
    """Say what was made and how large it is."""
    lands = (out / "lands.json").read_bytes()
    print(
        f"{len(drawing.data['lands'])} lands on {drawing.sheet.width} × {drawing.sheet.height} pixels, in {out}"
    )
    print(f"  lands.json {len(lands) / 1000:.0f} kB, {len(gzip.compress(lands)) / 1000:.0f} kB gzip")
    for theme in drawing.data["themes"]:
        for name in (theme["backdrop"], theme["bare"]):
            print(f"  {name} {(out / name).stat().st_size / 1000:.0f} kB")
    tight = sorted(drawing.plots.items(), key=lambda each: each[1].scale)[:3]
    print("  tightest: " + ", ".join(f"{land} {plot.scale:g}" for land, plot in tight))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
