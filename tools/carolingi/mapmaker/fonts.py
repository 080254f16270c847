"""The type of screens and maps: subsets of Junicode, and how wide their letters are.

The subsets in `web/public/fonts` are made from the font files of Debian's fonts-junicode (OFL):
`.venv/bin/python -m tools.carolingi.mapmaker.fonts /usr/share/fonts/opentype/junicode` makes them again.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from .trouble import CannotDraw

FONTS = Path(__file__).resolve().parents[3] / "web" / "public" / "fonts"
STYLES = {
    "medium": "JunicodeTwoBeta-Medium",
    "semibold": "JunicodeTwoBeta-Semibold",
    "bold": "JunicodeTwoBeta-Bold",
    "italic": "JunicodeTwoBeta-Italic",
    "cond": "JunicodeTwoBeta-SemiCondensedMedium",
    "caps": "JunicodeTwoBeta-SemiExpandedMedium",
}
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x218, 0x219, 0x21A, 0x21B, 0x1E9E]
SIGNS = "‐‑‒–—‘’‚“”„†•…‰′″‹›⁄€™←↑→↓−∞≈≠≤≥\u2009\u202f"
FEATURES = "c2sc ccmp kern liga lnum locl mark mkmk onum pnum smcp tnum".split()


def make(style: str, directory: Path) -> None:
    """Write one subset: all of Latin-1, its neighbours and the signs we use."""
    font = TTFont(directory / f"{STYLES[style]}.otf")
    cutter = subset.Subsetter(subset.Options(layout_features=FEATURES, name_IDs=[0, 1, 2, 13, 14]))
    cutter.populate(unicodes=[*LETTERS, *map(ord, SIGNS)])
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(FONTS / f"{style}.woff2")


def measure(style: str) -> Callable[[str], float]:
    """A function that tells how wide a line is, in em. Signs the font lacks count as an n."""
    path = FONTS / f"{style}.woff2"
    if not path.exists():
        raise CannotDraw(f"The font {path.name} is missing in {path.parent}.")
    font = TTFont(path)
    widths, em = font["hmtx"], font["head"].unitsPerEm
    advance = {code: widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}
    return lambda text: sum(advance.get(ord(sign), advance[ord("n")]) for sign in text)


if __name__ == "__main__":
    for each in STYLES:
        make(each, Path(sys.argv[1]))
