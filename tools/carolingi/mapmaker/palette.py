"""Colours of the two themes, and how regions are told apart: by wash, by ink and by a woven pattern."""

from dataclasses import dataclass

# Each region takes the next of these, in board order: pattern, then wash and ink by day and by night.
REGIONS = (
    ("lozenges", ("#e8c4b0", "#a03a33"), ("#5f2f3b", "#f0a08f")),
    ("dots", ("#efdc9f", "#8f6508"), ("#574425", "#f0cf72")),
    ("hatch", ("#d0d9a6", "#4b6c28"), ("#3a4b35", "#b9d68e")),
    ("waves", ("#dcc3cd", "#75406f"), ("#543160", "#dcabdc")),
    ("crosses", ("#eecba0", "#a2500f"), ("#623c27", "#f2b47c")),
    ("rows", ("#c3d3d6", "#31608a"), ("#2e4265", "#a4c6ec")),
    ("chevrons", ("#bdd6c8", "#1f6a62"), ("#235049", "#93d6c6")),
    ("checks", ("#dfdda6", "#6d6d10"), ("#4a4a27", "#d8d583")),
)


@dataclass(frozen=True)
class Palette:
    """One theme of the map."""

    name: str
    sea: tuple[str, str, str]  # from the middle of the sheet to its edge
    shine: tuple[float, float, float]  # of light on water
    water: str  # engraved lines along coasts, rivers
    sea_name: str
    far: str  # dry land that is nobody's
    outside: str
    realm: str
    ink: str  # of drawn ornaments
    faint: str  # of outer borders
    paper: str
    metal: str
    rubric: str
    hill: str
    frame: str
    age: str
    blend: str  # how grain and stains lie on the sheet
    glow: float  # strength of light on water and of the inks along borders
    name_ink: str
    name_halo: str
    outside_ink: str
    outside_halo: str
    border: str


LIGHT = Palette(
    name="light",
    sea=("#c8d9d0", "#abc7c2", "#8fb1b1"),
    shine=(1, 0.97, 0.86),
    water="#2f5a61",
    sea_name="#1f434b",
    far="#d2ccbc",
    outside="#dccba4",
    realm="#efe2bd",
    ink="#3a2512",
    faint="#6b4a2a",
    paper="#f3e6c4",
    metal="#b08a35",
    rubric="#8a2a1c",
    hill="#f0e2bd",
    frame="#e6d5a8",
    age="#4a2c0c",
    blend="multiply",
    glow=1.0,
    name_ink="#20140a",
    name_halo="#f7ecd0",
    outside_ink="#20140a",
    outside_halo="#efe6cf",
    border="#3a2512",
)

# Gold and silver ink on vellum dyed purple.
DARK = Palette(
    name="dark",
    sea=("#2b2140", "#231a36", "#191228"),
    shine=(0.62, 0.56, 0.8),
    water="#8f86b8",
    sea_name="#b9b2d8",
    far="#33283d",
    outside="#433548",
    realm="#5b4450",
    ink="#d9b565",
    faint="#a58a57",
    paper="#35223f",
    metal="#dcb14d",
    rubric="#e39a7c",
    hill="#4d3a4c",
    frame="#2b1a33",
    age="#06020a",
    blend="multiply",
    glow=0.28,
    name_ink="#fbf1d8",
    name_halo="#1b1020",
    outside_ink="#f3e7cf",
    outside_halo="#1b1020",
    border="#e0bd6b",
)


def region_colours(index: int) -> tuple[str, tuple[str, str], tuple[str, str]]:
    """Pattern, day and night colours of the region at this place in board order."""
    return REGIONS[index % len(REGIONS)]
