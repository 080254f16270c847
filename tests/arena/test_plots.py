"""Plots are sound SVG with their numbers beside them."""

import xml.etree.ElementTree as ElementTree

import pytest

from aachen.report import plots
from aachen.report.plots import Bar, Localizer, Series, Words

WORDS = Words("Wins <by> seat", 'who "won"', ["seat", "won", "interval", "games"], "The numbers")


def parts(figure: str, tag: str) -> list[ElementTree.Element]:
    """All elements of a kind; the figure must be well-formed."""
    return list(ElementTree.fromstring(figure).iter(tag))


def tenth(value: float) -> str:
    return f"{value:.1f}"


def test_a_bar_is_as_long_as_its_value():
    figure = plots.bars(WORDS, [Bar("a", 0.5, 0.4, 0.6, "10"), Bar("b", 0.25)], tenth, 0.5)
    first, second = (float(bar.attrib["width"]) for bar in parts(figure, "rect"))

    assert first == pytest.approx(2 * second, abs=0.1)
    assert len(parts(figure, "line")) == 1


def test_numbers_stand_in_a_table_beside_the_plot():
    figure = plots.bars(WORDS, [Bar("a", 0.5, 0.4, 0.6, "10")], tenth)
    cells = [cell.text for row in parts(figure, "tr") for cell in row]

    assert cells == ["seat", "won", "interval", "games", "a", "0.5", "0.4 – 0.6", "10"]


def test_whoever_cannot_see_a_plot_hears_what_it_shows():
    figure = plots.bars(WORDS, [Bar("a", 0.5)], tenth)
    (drawing,) = parts(figure, "svg")

    assert drawing.attrib["role"] == "img"
    assert drawing.attrib["aria-label"] == 'who "won"'


def test_all_plots_stay_within_their_frame():
    names = [str(at) for at in range(40)]
    figure = plots.curves(
        WORDS, names, [Series("x", [None, *[at * 3.7 for at in range(39)]], [2.0] * 40)], tenth
    )
    points = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in parts(figure, "circle")]

    assert len(points) == 39
    assert all(0 <= x <= plots.WIDTH and 0 <= y <= plots.HEIGHT for x, y in points)


def test_layers_of_a_whole_fill_it():
    layers = [Series("x", [0.25, 1.0]), Series("y", [0.75, None])]
    figure = plots.stacked(WORDS, ["2", "3"], layers, tenth)
    heights = [float(bar.attrib["height"]) for bar in parts(figure, "rect")]

    assert heights[0] + heights[2] == pytest.approx(heights[1], abs=1.0)
    assert [item.text for item in parts(figure, "li")] == [None, None]


def test_histograms_of_nothing_and_of_one_number_can_be_drawn():
    assert parts(plots.histogram(WORDS, [], [], tenth), "rect") == []
    assert len(parts(plots.histogram(WORDS, ["7"], [1.0], tenth), "rect")) == 1


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.42, 0.58), (-3.0, 17.0), (5.0, 5.0), (0.0, 0.004)])
def test_marks_on_an_axis_hold_all_values_between_them(low, high):
    ticks = plots._ticks(low, high)

    assert ticks[0] <= low
    assert high <= ticks[-1]
    assert 2 <= len(ticks) <= 9


def test_numbers_are_written_as_the_language_wants_them():
    assert Localizer("en", str).percent(0.1234) == "12.3%"
    assert Localizer("de", str).percent(0.1234) == "12,3\N{NO-BREAK SPACE}%"
    assert Localizer("fr", str).number(-1.5, 2) == "−1,50"


def test_long_labels_are_written_in_full_in_two_lines():
    figure = plots.bars(WORDS, [Bar("Grand Duchy of somewhere far away", 0.5, 0.4, 0.6, "10")], tenth)
    labels = [text for text in parts(figure, "text") if text.attrib.get("class") == "label"]

    assert " ".join(str(text.text) for text in labels) == "Grand Duchy of somewhere far away"
    assert len(labels) == 2
    assert all(float(text.attrib["x"]) >= len(str(text.text)) * 6 for text in labels)


def test_differences_stand_on_their_side_of_nothing():
    rows = [Bar("a", 0.2, 0.1, 0.3), Bar("b", -0.1, -0.2, 0.0), Bar("c", 0.0, float("-inf"), float("inf"))]
    figure = plots.differences(WORDS, rows, tenth, [])
    (zero,) = parts(figure, "line")
    left, right, middle = (
        float(dot.attrib["cx"]) - float(zero.attrib["x1"]) for dot in parts(figure, "circle")
    )

    assert left > 0 > right
    assert middle == pytest.approx(0, abs=0.1)


def test_a_drawing_is_a_file_of_its_own():
    figure = plots.histogram(WORDS, ["7"], [1.0], tenth)
    drawing = ElementTree.fromstring(plots.drawing_of(figure))

    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert drawing.find("{http://www.w3.org/2000/svg}style") is not None
