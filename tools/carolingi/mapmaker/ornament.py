"""Ornaments in the hand of the map: wind rose, ship, cartouche, penny, frame, trays. All drawn here, nothing traced."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from shapely import LineString

from .palette import Palette

Width = Callable[[str], float]


def text_along(text: str, points: Any, size: float, width: Width, style: str, spread: bool = True) -> str:
    """Letters set one by one along a curve: over its whole length, or at their own width in its middle."""
    line = LineString(points)
    widths = [width(sign) * size for sign in text]
    gap = (line.length - sum(widths)) / max(1, len(text) - 1) if spread else size * 0.12
    at = 0.0 if spread else (line.length - sum(widths) - gap * (len(text) - 1)) / 2
    out = []
    for sign, wide in zip(text, widths):
        start, middle, end = (line.interpolate(at + part * wide) for part in (0, 0.5, 1))
        turn = math.degrees(math.atan2(end.y - start.y, end.x - start.x))
        out.append(letter(sign, middle.x, middle.y, turn))
        at += wide + gap
    return f'<g font-size="{size}" {style}>{"".join(out)}</g>'


def letter(sign: str, x: float, y: float, turn: float) -> str:
    """One letter of a curved name."""
    place = f"translate({x:.1f} {y:.1f})rotate({turn:.1f})"
    return f'<text transform="{place}" text-anchor="middle">{escape(sign)}</text>'


def escape(text: str) -> str:
    """Text that SVG may hold."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def compass(x: float, y: float, r: float, p: Palette) -> str:
    """A wind rose of 32 points with a lily for north."""
    out = [f'<g transform="translate({x} {y})"><circle r="{r * 0.98}" fill="{p.paper}" opacity=".5"/>']
    for part, wide in ((1, 1.8), (0.93, 0.8), (0.6, 0.8)):
        out.append(f'<circle r="{r * part:.1f}" fill="none" stroke="{p.ink}" stroke-width="{wide}"/>')
    for i in range(64):
        c, s = math.cos(math.pi * i / 32), math.sin(math.pi * i / 32)
        out.append(
            f'<path d="M{r * 0.93 * c:.1f} {r * 0.93 * s:.1f}L{r * c:.1f} {r * s:.1f}" '
            f'stroke="{p.ink}" stroke-width="{0.6 if i % 2 else 1.6}"/>'
        )
    for count, half, long, waist, dark in ((16, 0.5, 0.56, 0.14, p.faint), (8, 0.5, 0.78, 0.17, p.water), (4, 0.5, 0.78, 0.17, p.water), (4, 0, 1.12, 0.2, p.rubric)):  # fmt: skip
        for i in range(count):
            out.append(
                _ray(2 * math.pi * (i + half) / count - math.pi / 2, count, r * long, r * waist, dark, p)
            )
    lily = "M0-34c7 10 8 17 0 27c-8-10-7-17 0-27zM-3-8c-3-9-8-14-14-12c-6 2-6 10 0 12c-1-5 5-6 8-1c2 3 4 3 6 1zM3-8c3-9 8-14 14-12c6 2 6 10 0 12c1-5-5-6-8-1c-2 3-4 3-6 1zM-9-7h18v4h-18zM-2-3h4l2 8h-8z"
    out.append(f'<circle r="{r * 0.1:.1f}" fill="{p.metal}" stroke="{p.ink}"/>')
    out.append(
        f'<path transform="translate(0 {-r * 1.13:.1f})scale({r / 82:.2f})" fill="{p.ink}" d="{lily}"/>'
    )
    return "".join(out) + "</g>"


def _ray(turn: float, count: int, long: float, waist: float, dark: str, p: Palette) -> str:
    """One point of the rose: a dark half and a light half."""
    tip = (long * math.cos(turn), long * math.sin(turn))
    out = ""
    for side, fill in ((1, dark), (-1, p.paper)):
        w = turn + side * math.pi / max(count, 4)
        out += (
            f'<path d="M0 0L{waist * math.cos(w):.1f} {waist * math.sin(w):.1f}L{tip[0]:.1f} {tip[1]:.1f}z" '
            f'fill="{fill}" stroke="{p.ink}" stroke-width=".8" stroke-linejoin="round"/>'
        )
    return out


def ship(x: float, y: float, scale: float, p: Palette) -> str:
    """A longship under a striped sail."""
    sail = "M-28-61q28-5 56 0q8 22-1 46q-27 8-53 0q9-24-2-46z"
    hull = "M-54-24q-6-7-1-12q6-2 6 4q-3-3-4 0q0 4 4 10q5 14 14 20q36 8 72 0q10-7 14-20q2-7 0-11q6 2 5 12q-3 18-14 28q-8 8-40 9q-32 0-42-8q-11-12-14-32z"
    stripes = "".join(
        f'<path d="M{-24 + i * 12} {-61 + abs(i - 2)}q{-3 + i} 22 {1 + i * 0.2:.1f} 44l6 1q-1-22 {-1 - i * 0.2:.1f}-45z" fill="{p.rubric}" opacity=".75" stroke="none"/>'
        for i in range(4)
    )
    shields = "".join(
        f'<circle cx="{-31 + i * 9}" cy="1" r="4.2" fill="{(p.rubric, p.metal, p.water)[i % 3]}"/>'
        for i in range(8)
    )
    oars = "".join(f'<path d="M{-30 + i * 9} 4l-7 17" stroke-width="1.2"/>' for i in range(8))
    return (
        f'<g transform="translate({x:.0f} {y:.0f})scale({scale})" stroke="{p.ink}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round" fill="none">'
        f'<path d="M0-74v80M-30-62q30-6 60 0" stroke-width="2.4"/><path d="{sail}" fill="{p.paper}"/>{stripes}<path d="{sail}"/>'
        f'<path d="M0-74l16 4l-16 5" fill="{p.metal}"/><path d="M-26-15L-44-4M27-15L46-6M0-74L-52-18M0-74L54-20" stroke-width=".7"/>'
        f'<path d="{hull}" fill="#8a6136"/>{shields}{oars}'
        f'<path d="M-66 24q7-7 14 0t14 0t14 0t14 0t14 0t14 0t14 0t14 0" stroke="{p.water}"/>'
        f'<path d="M-48 31q7-6 14 0t14 0t14 0t14 0t14 0t14 0" stroke="{p.water}" opacity=".6"/></g>'
    )


def cartouche(
    x: float, y: float, wide: float, high: float, title: str, below: str, p: Palette, width: Width
) -> str:
    """A scrolled tablet with a crown, the board's name and a line under it."""
    a, b = wide / 2, high / 2
    frame = f"M{-a + 22} {-b}h{wide - 44}q4 20 22 22v{high - 44}q-18 2-22 22h{-wide + 44}q-4-20-22-22v{-high + 44}q18-2 22-22z"
    size = min(58.0, (wide - 60) / max(1e-9, width(title) * 1.06))
    rule = f'<path d="M{-a * 0.62:.0f} 18h{a * 0.5:.0f}M{a * 0.62:.0f} 18h{-a * 0.5:.0f}" stroke="{p.ink}"/><path d="M0 13l5 5l-5 5l-5-5z" fill="{p.rubric}"/>'
    rims = "".join(
        f'<path d="{frame}" fill="none" stroke="{colour}" stroke-width="{stroke}" transform="scale({1 - cut / wide:.4f} {1 - cut / high:.4f})"/>'
        for colour, stroke, cut in ((p.rubric, 5, 14), (p.ink, 1, 30))
    )
    return (
        f'<g transform="translate({x:.0f} {y:.0f})" stroke="{p.ink}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{frame}" fill="#000" opacity=".25" transform="translate(5 7)" stroke="none" filter="url(#soft)"/>'
        f"{''.join(_curl(a, b, sx, sy) for sx in (1, -1) for sy in (1, -1))}"
        f'<path d="{frame}" fill="{p.paper}"/>{rims}{crown(0, -b - 8, p)}'
        f'<g stroke="none" text-anchor="middle"><text y="2" font-family="M caps" font-size="{size:.1f}" letter-spacing=".05em" fill="{p.rubric}">{escape(title)}</text>'
        f'<text y="{b - 28:.0f}" font-family="M caps" font-size="24" letter-spacing=".12em" fill="{p.ink}">{escape(below)}</text></g>{rule}</g>'
    )


def _curl(a: float, b: float, sx: int, sy: int) -> str:
    """A scroll at one corner of the tablet."""
    return (
        f'<g transform="translate({sx * (a + 2)} {sy * (b - 20)})scale({sx} {sy})" fill="none">'
        '<path d="M0 22c26 0 34-14 30-28c-4-13-22-13-24-1c-1 9 9 12 12 5M0 22c-16 6-30 8-44 6"/>'
        '<path d="M6 20c8-18 4-40-6-54M30-6c4 8 3 16-2 22" stroke-width="1.2"/></g>'
    )


def crown(x: float, y: float, p: Palette) -> str:
    """A crown of five points."""
    pearls = "".join(
        f'<circle cx="{a}" cy="{b}" r="3.4" fill="{p.paper}"/>' for a, b in ((0, -30), (-23, -20), (23, -20))
    )
    gems = "".join(
        f'<path d="M{i * 12} 9.5l4 3l-4 3l-4-3z" fill="{p.metal}" stroke-width=".7"/>' for i in range(-2, 3)
    )
    return (
        f'<g transform="translate({x:.0f} {y:.0f})" fill="{p.metal}" stroke-width="1.6">'
        '<path d="M-34 8v-16l9 6l3-16l10 12l12-22l12 22l10-12l3 16l9-6v16z"/>'
        f'<path d="M-36 8h72v9h-72z" fill="{p.rubric}"/>{pearls}{gems}</g>'
    )


def penny(x: float, y: float, r: float, p: Palette, width: Width) -> str:
    """A silver penny of the emperor's, with his name as a cross."""
    turns = np.linspace(-math.pi / 2 - 0.1, 1.5 * math.pi - 0.1, 120)
    ring = [(r * 0.715 * math.cos(t), r * 0.715 * math.sin(t)) for t in turns]
    legend = text_along("CARLVS · REX · FRANCORVM · ", ring, r * 0.235, width, 'font-family="M caps"')
    beads = "".join(
        f'<circle cx="{r * k * math.cos(t):.1f}" cy="{r * k * math.sin(t):.1f}" r="{r * 0.022:.1f}"/>'
        for k, count in ((0.95, 72), (0.63, 46))
        for t in np.linspace(0, 2 * math.pi, count, endpoint=False)
    )
    k = r * 0.24
    arms = f"M0 {-k}V{-k * 1.45}M0 {k}V{k * 1.45}M{-k} 0H{-k * 1.4}M{k} 0H{k * 1.4}M0 {-k}L{k} 0L0 {k}L{-k} 0zM{-k * 0.5} {-k * 0.5}L0 0L{k * 0.5} {-k * 0.5}"
    letters = "".join(
        f'<text x="{a:.1f}" y="{b:.1f}" font-family="M caps" font-size="{r * 0.3:.1f}" text-anchor="middle">{sign}</text>'
        for sign, a, b in (
            ("K", -k * 1.85, r * 0.1),
            ("S", k * 1.8, r * 0.1),
            ("R", 0, -k * 1.5),
            ("L", 0, k * 2.35),
        )
    )
    return (
        f'<g transform="translate({x:.0f} {y:.0f})" fill="{p.ink}"><circle r="{r}" fill="#000" opacity=".25" filter="url(#soft)" cx="4" cy="6"/>'
        f'<circle r="{r}" fill="{p.frame}" stroke="{p.ink}" stroke-width="2"/><circle r="{r * 0.62:.1f}" fill="{p.paper}"/>'
        f'<g opacity=".8">{beads}</g>{legend}<path d="{arms}" fill="none" stroke="{p.ink}" stroke-width="{r * 0.035:.1f}"/>{letters}</g>'
    )


def neatline(wide: int, high: int, p: Palette) -> str:
    """The graduated frame of the sheet."""
    out = [
        f'<path fill-rule="evenodd" fill="{p.frame}" d="M0 0H{wide}V{high}H0zM32 32V{high - 32}H{wide - 32}V32z"/>'
    ]
    out.append(f'<g fill="{p.ink}">')
    across, down = (wide - 40) / 40, (high - 40) / 36
    for i in range(0, 40, 2):
        for y, late in ((20, 0), (high - 27, 1)):
            out.append(f'<rect x="{20 + (i + late) * across:.1f}" y="{y}" width="{across:.1f}" height="7"/>')
    for i in range(0, 36, 2):
        for x, late in ((20, 0), (wide - 27, 1)):
            out.append(f'<rect y="{20 + (i + late) * down:.1f}" x="{x}" height="{down:.1f}" width="7"/>')
    out.append("</g>")
    for d, stroke in ((9, 3.5), (14.5, 1), (20, 1), (27, 1), (32, 2.4)):
        out.append(
            f'<rect x="{d}" y="{d}" width="{wide - 2 * d}" height="{high - 2 * d}" fill="none" stroke="{p.ink}" stroke-width="{stroke}"/>'
        )
    for east in (20.5, wide - 20.5):
        for south in (20.5, high - 20.5):
            out.append(
                f'<path d="M{east - 11.5} {south - 11.5}h23v23h-23z" fill="{p.rubric}" stroke="{p.ink}"/>'
                f'<path d="M{east} {south - 10}l10 10l-10 10l-10-10z" fill="{p.paper}" stroke="{p.ink}"/><circle cx="{east}" cy="{south}" r="3.4" fill="{p.ink}"/>'
            )
    return "".join(out)


# ---- Trays ---------------------------------------------------------------------------------------


def tray(x: float, y: float, wide: float, high: float, colour: str, p: Palette) -> str:
    """A tablet let into the sheet: a soft shadow, paper, and a double line."""
    return (
        f'<rect x="{x + 3}" y="{y + 5}" width="{wide}" height="{high}" rx="9" fill="#000" opacity=".3" filter="url(#soft)"/>'
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="9" fill="{p.paper}" stroke="{p.ink}" stroke-width="2"/>'
        f'<rect x="{x + 4}" y="{y + 4}" width="{wide - 8}" height="{high - 8}" rx="6" fill="none" stroke="{colour}" stroke-width="2.2"/>'
    )


def slot(rect: list[float], colour: str) -> str:
    """An empty place for a card or a tile."""
    x, y, wide, high = rect
    return f'<rect x="{x + 2}" y="{y + 2}" width="{wide - 4}" height="{high - 4}" rx="6" fill="{colour}" fill-opacity=".13" stroke="{colour}" stroke-width="1.6" stroke-dasharray="6 5" stroke-opacity=".75"/>'


def caption(text: str, at: list[float], size: float, colour: str) -> str:
    """Spaced capitals over a tray."""
    x, y = at
    return f'<text x="{x}" y="{y}" text-anchor="middle" font-family="M caps" font-size="{size}" letter-spacing=".1em" fill="{colour}">{escape(text)}</text>'


def wheel(cx: float, cy: float, r: float, p: Palette, width: Width) -> str:
    """The four seasons, clockwise from the upper left, winter first."""
    seasons = (
        ("HIEMS", 180, "#8fb0c8"),
        ("VER", 270, "#a9c26c"),
        ("AESTAS", 0, "#e3b352"),
        ("AVTVMNVS", 90, "#c98350"),
    )
    out = [
        f'<circle cx="{cx + 3}" cy="{cy + 5}" r="{r}" fill="#000" opacity=".3" filter="url(#soft)"/><circle cx="{cx}" cy="{cy}" r="{r}" fill="{p.paper}" stroke="{p.ink}" stroke-width="2.4"/>'
    ]
    inner, hub = r - 9, r * 0.27
    for name, start, colour in seasons:
        a, b = (math.radians(start + turn) for turn in (0, 90))
        out.append(
            f'<path d="M{cx} {cy}L{cx + inner * math.cos(a):.1f} {cy + inner * math.sin(a):.1f}A{inner} {inner} 0 0 1 {cx + inner * math.cos(b):.1f} {cy + inner * math.sin(b):.1f}z" '
            f'fill="{colour}" fill-opacity=".33" stroke="{p.ink}" stroke-width="1.4"/>'
        )
        upper = name in ("HIEMS", "VER")
        turns = np.linspace(a, b, 40) if upper else np.linspace(b, a, 40)
        away = inner - (24 if upper else 12)
        curve = [(cx + away * math.cos(t), cy + away * math.sin(t)) for t in turns]
        out.append(text_along(name, curve, 20, width, f'font-family="M caps" fill="{p.ink}"', spread=False))
    out.append(f'<circle cx="{cx}" cy="{cy}" r="{inner}" fill="none" stroke="{p.metal}" stroke-width="4"/>')
    out.append(
        f'<circle cx="{cx}" cy="{cy}" r="{hub:.1f}" fill="{p.paper}" stroke="{p.ink}" stroke-width="1.6"/>'
    )
    return "".join(out)
