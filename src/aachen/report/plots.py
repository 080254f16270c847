"""Small plots as SVG, to be put into one page without anything from elsewhere.

Every plot is a figure with a title, a sentence for those who cannot see it, and its numbers as a table.
Colours come from the page's style sheet: they differ in brightness as well as in hue (Okabe and Ito's palette),
so that they can be told apart by everybody, on a dark ground and on a bright one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, isfinite, log10

from aachen.locales.languages import language
from aachen.report.style import STYLE
from aachen.report.style import page as page

Show = Callable[[float], str]

WIDTH = 360.0
ROW = 26.0
LABELS = 96.0  # least room for the labels left of bars
MOST_LABELS = 190.0  # most of it; what is longer goes on in a second line
VALUES = 58.0  # room for the values right of bars
HEIGHT = 210.0  # of plots with two axes
LEFT, RIGHT, TOP, BOTTOM = 46.0, 8.0, 10.0, 30.0
LETTER = 6.9  # about how wide a letter is


class Localizer:
    """A language: its sentences, and how it writes numbers."""

    def __init__(self, language: str, say: Callable[..., str]) -> None:
        self.language = language
        self.say = say

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many digits behind the point, or the comma."""
        return language(self.language).number(value, digits)

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of one as a percentage."""
        return language(self.language).percent(share, digits)


@dataclass
class Words:
    """What a figure says of itself: its title, what it shows in a sentence, and the heads of its table."""

    title: str
    about: str
    heads: list[str]
    numbers: str  # the word for "its numbers as a table"


@dataclass
class Bar:
    """A value with its interval, if it has one."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    count: str = ""  # what it was counted from, for the table


@dataclass
class Series:
    """One curve; None is a gap."""

    name: str
    values: list[float | None]
    errors: list[float] = field(default_factory=list)  # half the width of each interval


def bars(words: Words, rows: list[Bar], show: Show, fair: float | None = None) -> str:
    """Horizontal bars with their intervals, and a line where they would be if all were alike."""
    most = max([row.high if row.high is not None else row.value for row in rows] + [fair or 0.0, 1e-9])
    left = label_room([row.label for row in rows])
    unit = (WIDTH - left - VALUES) / most
    parts = []
    for at, row in enumerate(rows):
        parts.append(_bar(row, at * ROW + 4.0, left, unit, show))
    height = len(rows) * ROW + 8.0
    if fair is not None:
        x = left + fair * unit
        parts.append(f'<line class="fair" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height:.1f}"/>')
    table = [
        [row.label, show(row.value), _interval(row, show), row.count][: len(words.heads)] for row in rows
    ]
    return _figure(words, height, parts, table)


def _bar(row: Bar, y: float, left: float, unit: float, show: Show) -> str:
    middle = y + ROW / 2 - 4.0
    text = row_label(row.label, left, middle) + (
        f'<rect class="c0" x="{left:.1f}" y="{y:.1f}" width="{max(0.5, row.value * unit):.1f}"'
        f' height="{ROW - 8:.1f}" rx="2"/>'
    )
    end = row.value
    if row.low is not None and row.high is not None:
        end = row.high
        text += whisker(left + row.low * unit, left + row.high * unit, middle)
    return (
        text + f'<text x="{left + end * unit + 6:.1f}" y="{middle + 4:.1f}">{escape(show(row.value))}</text>'
    )


def whisker(low: float, high: float, middle: float) -> str:
    """An interval, lying."""
    return (
        f'<path class="whisker" d="M{low:.1f} {middle - 4:.1f}v8M{low:.1f} {middle:.1f}'
        f'H{high:.1f}M{high:.1f} {middle - 4:.1f}v8"/>'
    )


def label_room(labels: list[str]) -> float:
    """How much room the longest label needs, in one line or two."""
    longest = max([len(line) for label in labels for line in label_lines(label)] + [1])
    return max(LABELS, longest * LETTER + 14.0)


def label_lines(label: str) -> list[str]:
    """A label as it is written beside its bar: whole, in two lines if it is long."""
    if len(label) * LETTER <= MOST_LABELS - 14.0 or " " not in label:
        return [label]
    spaces = [at for at, sign in enumerate(label) if sign == " "]
    middle = min(spaces, key=lambda at: abs(at - len(label) / 2))
    return [label[:middle], label[middle + 1 :]]


def differences(words: Words, rows: list[Bar], show: Show, table: list[list[str]]) -> str:
    """Differences around nothing, each with its interval."""
    ends = [abs(end) for row in rows for end in (row.value, row.low, row.high) if end is not None]
    most = max([end for end in ends if isfinite(end)] + [1e-9])
    left = label_room([row.label for row in rows])
    middle, unit = (left + WIDTH - VALUES) / 2, (WIDTH - VALUES - left) / 2 / most
    parts = []
    for at, row in enumerate(rows):
        y = at * ROW + ROW / 2
        low, high = (
            middle + min(most, max(-most, end)) * unit if end is not None else middle
            for end in (row.low, row.high)
        )
        parts.append(row_label(row.label, left, y) + whisker(low, high, y))
        parts.append(f'<circle class="c0" cx="{middle + row.value * unit:.1f}" cy="{y:.1f}" r="4"/>')
        parts.append(f'<text x="{WIDTH - VALUES + 8:.1f}" y="{y + 4:.1f}">{escape(show(row.value))}</text>')
    height = len(rows) * ROW + 8.0
    parts.append(f'<line class="zero" x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{height:.1f}"/>')
    return _figure(words, height, parts, table)


def figure_of_table(words: Words, table: list[list[str]]) -> str:
    """A figure that is nothing but its numbers."""
    return f'<figure class="wide"><figcaption>{escape(words.title)}</figcaption>{table_of(words.heads, table)}</figure>'


def row_label(label: str, left: float, middle: float) -> str:
    """The label left of a row."""
    lines = label_lines(label)
    first = middle + 4.0 - (len(lines) - 1) * 6.5
    return "".join(
        f'<text class="label" x="{left - 8:.1f}" y="{first + at * 13.0:.1f}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )


def _interval(row: Bar, show: Show) -> str:
    return "" if row.low is None or row.high is None else f"{show(row.low)} – {show(row.high)}"


def histogram(words: Words, labels: list[str], values: list[float], show: Show) -> str:
    """Upright bars side by side."""
    top = max([*values, 1e-9])
    ticks = _ticks(0.0, top)
    scale = _Scale(max(1, len(values)), 0.0, max(top, ticks[-1]))
    parts = scale.grid(ticks, show)
    width = scale.wide * 0.84
    for at, value in enumerate(values):
        x, y = scale.middle(at) - width / 2, scale.y(value)
        parts.append(
            f'<rect class="c0" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}"'
            f' height="{max(0.0, scale.bottom - y):.1f}"/>'
        )
    parts += scale.names(labels)
    table = [[label, show(value)] for label, value in zip(labels, values, strict=True)]
    return _figure(words, HEIGHT, parts, table)


def stacked(words: Words, labels: list[str], layers: list[Series], show: Show) -> str:
    """Upright bars, each made of layers on top of each other: shares of a whole."""
    ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
    scale = _Scale(len(labels), 0.0, 1.0)
    parts = scale.grid(ticks, show)
    width = scale.wide * 0.7
    floors = [0.0] * len(labels)
    for colour, layer in enumerate(layers):
        for at, value in enumerate(layer.values):
            high, low = scale.y(floors[at] + (value or 0.0)), scale.y(floors[at])
            floors[at] += value or 0.0
            parts.append(
                f'<rect class="c{colour % 8}" x="{scale.middle(at) - width / 2:.1f}" y="{high:.1f}"'
                f' width="{width:.1f}" height="{max(0.0, low - high - 0.7):.1f}"/>'
            )
    parts += scale.names(labels)
    table = [[label, *[show(layer.values[at] or 0.0) for layer in layers]] for at, label in enumerate(labels)]
    return _figure(words, HEIGHT, parts, table, _legend([layer.name for layer in layers]))


def curves(words: Words, labels: list[str], lines: list[Series], show: Show, low: float | None = None) -> str:
    """Curves over the labels, with intervals where there are any."""
    known = [
        value + sign * (line.errors[at] if line.errors else 0.0)
        for line in lines
        for at, value in enumerate(line.values)
        if value is not None
        for sign in (-1, 1)
    ] or [0.0, 1.0]
    ticks = _ticks(min(known) if low is None else low, max(known))
    scale = _Scale(len(labels), ticks[0], ticks[-1])
    parts = scale.grid(ticks, show)
    for colour, line in enumerate(lines):
        parts.append(_curve(line, colour % 8, scale))
    parts += scale.names(labels)
    table = [
        [label, *["" if line.values[at] is None else show(line.values[at] or 0.0) for line in lines]]
        for at, label in enumerate(labels)
    ]
    legend = _legend([line.name for line in lines]) if len(lines) > 1 else ""
    return _figure(words, HEIGHT, parts, table, legend)


def _curve(line: Series, colour: int, scale: _Scale) -> str:
    path, drawn = "", ""
    pen_up = True
    for at, value in enumerate(line.values):
        if value is None:
            pen_up = True
            continue
        x, y = scale.middle(at), scale.y(value)
        path += f"{'M' if pen_up else 'L'}{x:.1f} {y:.1f}"
        pen_up = False
        drawn += f'<circle class="c{colour}" cx="{x:.1f}" cy="{y:.1f}" r="2.6"/>'
        if line.errors:
            high, low = scale.y(value + line.errors[at]), scale.y(value - line.errors[at])
            drawn += f'<path class="whisker" d="M{x:.1f} {low:.1f}V{high:.1f}"/>'
    return f'<path class="line l{colour}" d="{path}"/>{drawn}'


class _Scale:
    """Where things stand in a plot with two axes."""

    def __init__(self, columns: int, low: float, high: float) -> None:
        self.columns = columns
        self.low = low
        self.high = high if high > low else low + 1.0
        self.bottom = HEIGHT - BOTTOM
        self.wide = (WIDTH - LEFT - RIGHT) / max(1, columns)

    def middle(self, column: int) -> float:
        """The middle of a column."""
        return LEFT + (column + 0.5) * self.wide

    def y(self, value: float) -> float:
        """The height of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.bottom - share * (self.bottom - TOP)

    def grid(self, ticks: list[float], show: Show) -> list[str]:
        """Thin lines with their values."""
        return [
            f'<line class="grid" x1="{LEFT:.1f}" x2="{WIDTH - RIGHT:.1f}" y1="{self.y(tick):.1f}" y2="{self.y(tick):.1f}"/>'
            f'<text class="label" x="{LEFT - 6:.1f}" y="{self.y(tick) + 4:.1f}">{escape(show(tick))}</text>'
            for tick in ticks
        ]

    def names(self, labels: list[str]) -> list[str]:
        """As many labels below as there is room for."""
        longest = max([len(label) for label in labels] + [1]) * LETTER + 6.0
        every = max(1, ceil(longest / self.wide))
        return [
            f'<text class="below" x="{self.middle(at):.1f}" y="{self.bottom + 18:.1f}">{escape(label)}</text>'
            for at, label in enumerate(labels)
            if at % every == 0
        ]


def _ticks(low: float, high: float) -> list[float]:
    """Round values that hold all others between them, four to eight of them."""
    span = high - low if high > low else 1.0
    step = 10.0 ** floor(log10(span))
    for factor in (0.1, 0.2, 0.25, 0.5, 1.0):
        if span / (step * factor) <= 6.0:
            step *= factor
            break
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * at, 10) for at in range(first, max(last, first + 1) + 1)]


def _legend(names: list[str]) -> str:
    keys = "".join(
        f'<li><span class="key k{at % 8}" aria-hidden="true"></span>{escape(name)}</li>'
        for at, name in enumerate(names)
    )
    return f'<ul class="legend">{keys}</ul>'


def _figure(words: Words, height: float, parts: list[str], table: list[list[str]], legend: str = "") -> str:
    drawing = (
        f'<svg viewBox="0 0 {WIDTH:.0f} {height:.0f}" role="img" aria-label="{escape(words.about)}">'
        + "".join(parts)
        + "</svg>"
    )
    return (
        f"<figure><figcaption>{escape(words.title)}</figcaption>"
        f'<p class="about">{escape(words.about)}</p>{drawing}{legend}'
        f"<details><summary>{escape(words.numbers)}</summary>{table_of(words.heads, table)}</details></figure>"
    )


def drawing_of(figure: str) -> str:
    """The drawing of a figure as a file of its own, with its colours."""
    start, end = figure.index("<svg "), figure.index("</svg>")
    return (
        figure[start:end].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        + f"<style>{escape(STYLE, quote=False)}</style></svg>\n"
    )


def table_of(heads: list[str], rows: list[list[str]]) -> str:
    """A plain table; the first cell of each row names it."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
