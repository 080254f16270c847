"""The boxed examples of the books as screens: what a rules page shows before and after.

The positions are those of the tests of each section, so an example on a page is one that is proven there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tests import kit, kit_814
from tests.games.carolingi import (
    test_scenario_814_end,
    test_section_3,
    test_section_4,
    test_section_5_1,
    test_section_5_2,
    test_section_5_3,
    test_section_5_4,
    test_section_5_5,
    test_section_5_7,
    test_section_5_8,
)
from tests.games.carolus import kit as ring
from tests.games.carolus import test_cm2_discs, test_figures

Screen = dict[str, Any]
Eyes = str | None

# What only a player at the table needs: an example is looked at, not played.
LEFT_OUT = ("offers", "line")


class Example(NamedTuple):
    """One example: its game, the places it is about, and its screens in order."""

    game: str
    focus: Sequence[str]
    screens: list[Screen]


def screen(board: Any, eyes: Eyes = None) -> Screen:
    """The screen of a viewer without what an example does not need."""
    view = kit.seen(board, eyes) if eyes else board.view(None)
    return {key: value for key, value in view.items() if key not in LEFT_OUT}


def carolingi(eyes: Eyes, focus: Sequence[str], *boards: Any) -> Example:
    """An example of Carolingi through the eyes of one seat."""
    return Example("carolingi", focus, [screen(board, eyes) for board in boards])


def carolus(focus: Sequence[str], *boards: Any) -> Example:
    """An example of Carolus Magnus, where everybody sees everything."""
    return Example("carolus", focus, [screen(board) for board in boards])


# 2 to 4


def setup_three() -> Example:
    """2.2: the set-up for three."""
    return carolingi(None, [], kit.new_game("red", "blue", "yellow"))


def points() -> Example:
    """3.5: who has which points at the end."""
    return carolingi(None, [], kit.position(test_section_3.POINTS_EXAMPLE))


def free_slot() -> Example:
    """4.1 A: Nordalbingien finds a slot."""
    before = kit.new_game("red", "blue", "yellow")
    nothing = kit.place("no_action", "no_action")
    after = kit.play_all(
        before,
        red=kit.place("equip_missi", "no_action"),
        yellow=nothing,
        blue=nothing,
        luck=["tile event", "card nordalbingien", "tile red equip_missi"],
    )
    return carolingi(None, ["westfalen", "nordalbingien", "hessen", "ostfalen"], before, after)


def full_row() -> Example:
    """4.1 B: Hessen makes the row of Sachsen spill over."""
    text = test_section_4.THEN_AN_EVENT.format(time="832 winter") + test_section_4.FULL_ROW
    after = test_section_4.event(test_section_4.FULL_ROW, "card hessen")
    focus = ["friesland", "westfalen", "thueringen", "nordalbingien", "ostfalen", "hessen"]
    return carolingi(None, focus, kit.position(text), after)


def hunger() -> Example:
    """4.2: a Hunger card, and Yellow's decision."""
    before = kit.position(test_section_4.THEN_AN_EVENT.format(time="832 winter") + test_section_4.HUNGER)
    asked = test_section_4.event(test_section_4.HUNGER, "card hunger")
    focus = ["normandie", "hessen", "champagne", "duche_de_bourgogne", "ile_de_france", "schwaben"]
    return carolingi("yellow", focus, before, kit.play(asked, "yellow", kit.expel("red")))


# 5


def settle() -> Example:
    """5.1 a: three missi to Normandie."""
    before = kit.position(test_section_5_1.AT_HOME)
    return carolingi("red", ["normandie"], before, kit.play(before, "red", kit.settle(3)))


def send() -> Example:
    """5.1 b: the card of a land that Blue controls."""
    before = kit.position(test_section_5_1.ON_CARDS.format(seat="yellow"))
    after = kit.play(before, "yellow", kit.send("champagne"), kit.send("berry"))
    return carolingi("yellow", ["ile_de_france", "champagne", "berry", "anjou"], before, after)


def unfold() -> Example:
    """5.1 c: Hessen and Westfalen unfold."""
    before = kit.position(test_section_5_1.UNFOLDING)
    both = [kit.unfold("hessen"), kit.unfold("westfalen")]
    after = kit.play(before, "blue", *both, luck=["tile blue battle"])
    return carolingi("blue", ["hessen", "westfalen", "thueringen"], before, after)


def majorities() -> Example:
    """5.2: nobody's, Yellow's simple majority, and Yellow's control."""
    text = """
        acting: yellow battle
        westfalen: yellow 1, red 1
        hessen: yellow 2, gangs 2, blue 1
        thueringen: yellow 2, red 1, gangs 1
        franken: yellow 2, red 1, blue 1
        schwaben: yellow 3, red 1, gangs 1
    """
    focus = ["westfalen", "hessen", "thueringen", "franken", "schwaben"]
    return carolingi("yellow", focus, kit.position(text))


def activate() -> Example:
    """5.2 a: two missi wake a tile."""
    before = kit.position(test_section_5_2.ACTIVATING)
    return carolingi("red", ["anjou"], before, kit.play(before, "red", kit.activate("soothe_riot")))


def develop() -> Example:
    """5.2 b: three counters."""
    before = kit.position(test_section_5_2.DEVELOP)
    built = [kit.build(land) for land in ("oberlothringen", "duche_de_bourgogne", "duche_de_bourgogne")]
    after = kit.play(before, "yellow", *built, luck=["tile yellow equip_missi"])
    focus = ["oberlothringen", "duche_de_bourgogne", "champagne", "ile_de_france", "schwaben", "berry"]
    return carolingi("yellow", focus, before, after)


def equip() -> Example:
    """5.3: nine levies."""
    before = kit.position(test_section_5_3.EQUIP)
    luck = ["tile yellow battle", "tile red equip_missi"]
    after = kit.play(before, "yellow", kit.equip(missi=6, leudes=3), luck=luck)
    focus = ["duche_de_bourgogne", "comte_de_bourgogne", "champagne", "oberlothringen", "franken", "schwaben"]
    return carolingi("yellow", [*focus, "haute_provence"], before, after)


def march_a() -> Example:
    """5.4 A: three groups leave Normandie."""
    before = kit.position(test_section_5_4.EXAMPLE_A)
    groups = [("anjou", 1), ("ile_de_france", 2), ("champagne", 1)]
    marches = [kit.march("normandie", land, number) for land, number in groups]
    after = kit.play(before, "red", *marches, luck=["tile yellow equip_missi"])
    return carolingi("red", ["normandie", "anjou", "ile_de_france", "champagne"], before, after)


def march_b() -> Example:
    """5.4 B: a single missus."""
    before = kit.position(test_section_5_4.EXAMPLE_B)
    after = kit.play(before, "blue", kit.march("hessen", "franken", 2), luck=["tile yellow equip_missi"])
    return carolingi("blue", ["hessen", "thueringen", "westfalen", "franken"], before, after)


def battle() -> Example:
    """5.5: two battles, one trophy."""
    before = kit.position(test_section_5_5.BATTLE)
    first = kit.play(before, "red", kit.fight("anjou"), kit.TROPHY)
    after = kit.play(first, "red", kit.fight("champagne"), luck=["tile yellow equip_missi"])
    return carolingi("red", ["anjou", "champagne", "ile_de_france"], before, first, after)


def soothe() -> Example:
    """5.7: Yellow soothes Franken."""
    before = kit.position(test_section_5_7.SOOTHE)
    after = kit.play(before, "yellow", kit.soothe("franken", 2))
    focus = ["franken", "schwaben", "oberlothringen", "duche_de_bourgogne", "champagne", "haute_provence"]
    return carolingi("yellow", focus, before, after)


def peace() -> Example:
    """5.8: an extra battle makes the third point."""
    weak = test_section_5_8.THREE_POINTS.replace(
        "oberlothringen: red 1", "oberlothringen: red 2, blue 1, gangs 1"
    )
    before = kit.position(test_section_5_8.DECLARING.replace("winter battle", "winter influence") + weak)
    after = kit.play(before, "red", kit.extra("battle"), kit.fight("oberlothringen"))
    return carolingi("red", ["normandie", "anjou", "champagne", "oberlothringen", "friesland"], before, after)


# Scenario 814


def problems_spill() -> Example:
    """814 §4.2.1: Champagne makes Neustrie spill over."""
    before = kit_814.scenario(test_scenario_814_end.EXAMPLE)
    focus = ["normandie", "ile_de_france", "champagne", "anjou", "flandre", "niederlothringen"]
    return carolingi(None, focus, before, test_scenario_814_end.after_champagne())


def solve() -> Example:
    """814 §4.2.2: a rescue in the last moment."""
    before = test_scenario_814_end.summer(test_scenario_814_end.after_champagne())
    luck = test_scenario_814_end.REST_OF_SUMMER
    after = kit.play(before, "red", kit.solve("autumn"), kit.honour("leudes"), luck=luck)
    return carolingi("red", ["normandie", "champagne", "anjou", "hessen"], before, after)


# Carolus Magnus


def discs() -> Example:
    """CM2: a 3 and a 2."""
    before = ring.position(test_cm2_discs.OPENING)
    after = ring.play(ring.play(before, "white", ring.lay(3)), "black", ring.lay(2))
    return carolus([], after)


def reserves() -> Example:
    """CM3.1: the courts of figure 5."""
    return carolus(["a", "c", "d", "g"], ring.position(test_figures.WHITE_TO_PLAY))


def conquest() -> Example:
    """CM4.2: figure 2, once Green is White's."""
    held = ring.position(test_figures.FIGURE_2.format(white=""))
    before = ring.position(test_figures.FIGURE_2.format(white=", green 2"))
    after = ring.play(before, "white", ring.advance(1), luck=ring.THREE)
    return carolus(["b"], held, before, after)


def joining() -> Example:
    """CM4.3: figures 3 and 4."""
    neighbours = "region a: red 1, yellow 1, castles 1 white\nregion c: pink 1, castles 1 white"
    before = ring.position(test_figures.FIGURE_2.format(white=", green 2") + neighbours)
    return carolus(["a", "b", "c"], before, ring.play(before, "white", ring.advance(1), luck=ring.THREE))


def counter_attack() -> Example:
    """CM4.3: figure 6, White's answer."""
    before = ring.position(test_figures.WHITE_TO_PLAY)
    yellow = [ring.put("yellow"), ring.put("yellow"), ring.put("yellow", "d")]
    put = ring.play(before, "white", *yellow)
    after = ring.play(put, "white", ring.advance(2), luck=ring.THREE)
    return carolus(["a", "c", "d", "g"], before, put, after)


EXAMPLES: list[Callable[[], Example]] = [
    setup_three,
    points,
    free_slot,
    full_row,
    hunger,
    settle,
    send,
    unfold,
    majorities,
    activate,
    develop,
    equip,
    march_a,
    march_b,
    battle,
    soothe,
    peace,
    problems_spill,
    solve,
    discs,
    reserves,
    conquest,
    joining,
    counter_attack,
]


def written() -> str:
    """All examples as the page fetches them: a line each, so that a change can be read in a diff."""
    lines = []
    for make in EXAMPLES:
        example = make()
        output = {"game": example.game, "focus": list(example.focus), "screens": example.screens}
        body = json.dumps(output, ensure_ascii=False, separators=(",", ":"))
        lines.append(f"{json.dumps(make.__name__)}:{body}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
