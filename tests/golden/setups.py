"""Positions of Carolingi in which peace is within reach: random play hardly ever gets there by itself.

Red, at home in Normandie, has united Neustrie and developed it, and lacks one point: a trophy.
Yellow, at home in Ostfalen, has united Sachsen and developed it, and lacks one point: three more followers.
"""

COLOURS = ("red", "yellow", "blue", "green", "black", "purple")
HOMELANDS = ("normandie", "ostfalen", "comte_de_bourgogne", "toulouse", "karantanien", "tuscia")
FORESTS = {3: ("haute_provence", "chur_raetien"), 4: ("gascogne",), 5: ("ostmark",), 6: ("corse",)}

NEARLY_THERE = """
    normandie: palace red, red 2
    ile_de_france: red 1, counters 2
    champagne: red 1, counters 2
    anjou: red 1, counters 2
    berry: red 1, forest
    oberlothringen: red 2, gangs 1
    flandre: forest
    ostfalen: palace yellow, yellow 4
    westfalen: yellow 2, counters 2
    thueringen: yellow 1, counters 2
    hessen: yellow 1, counters 2
    nordalbingien: yellow 1, forest
    card friesland: slot 1, red 1, gangs 1
    red court: missi 4, leudes 4
    yellow court: missi 4, leudes 4
"""


def nearly_peace(players: int, moment: str = "placing:", year: int = 831, last_year: int = 831) -> str:
    """A position in spring with Peace in everybody's hand; `moment` says who is asked for what."""
    lines = [f"carolingi: players {players}", f"time: {year} spring, last {last_year}", moment]
    lines += NEARLY_THERE.split("\n")
    for seat in range(2, players):
        lines += [f"{HOMELANDS[seat]}: palace {COLOURS[seat]}, {COLOURS[seat]} 5"]
        lines += [f"{land}: forest, gangs 1" for land in FORESTS[seat + 1]]
        lines += [f"{COLOURS[seat]} court: missi 3, leudes 4"]
    hand = "influence develop equip_missi move_troops battle peace no_action no_action"
    for colour in COLOURS[:players]:
        lines.append(f"{colour} tiles: hand {hand}, inactive influence equip_missi move_troops soothe_riot")
    return "\n".join(line.strip() for line in lines if line.strip()) + "\n"


def contest(players: int) -> str:
    """Red and Yellow have sealed Peace, Red with three points already; the last sibling still owes two tiles."""
    last = COLOURS[players - 1]
    sealed = [f"{colour} peace no_action" for colour in COLOURS[:2] if colour != last]
    sealed += [f"{colour} influence equip_missi" for colour in COLOURS[2 : players - 1]]
    text = nearly_peace(players, "placing: " + last)
    text = text.replace("red court: missi 4, leudes 4", "red court: missi 4, leudes 4, trophies 1")
    return text + "sealed: " + ", ".join(sealed) + "\n"


def several_worthy(players: int) -> str:
    """The same contest, but Red and Yellow both have four trophies and three points or more (C22, C23)."""
    text = contest(players).replace("trophies 1", "trophies 4").replace("yellow 4", "yellow 7")
    return text.replace("yellow court: missi 4, leudes 4", "yellow court: missi 2, leudes 2, trophies 4")
