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


def nearly_peace(
    players: int, moment: str = "placing:", year: int = 831, last_year: int = 831, rules: str = ""
) -> str:
    """A position in spring with Peace in everybody's hand; `moment` says who is asked for what.

    `rules` is what the title adds to the base game, as in "variant advanced, hourglass".
    """
    title = f"carolingi: players {players}" + (f", {rules}" if rules else "")
    lines = [title, f"time: {year} spring, last {last_year}", moment]
    lines += NEARLY_THERE.split("\n")
    for seat in range(2, players):
        lines += [f"{HOMELANDS[seat]}: palace {COLOURS[seat]}, {COLOURS[seat]} 5"]
        lines += [f"{land}: forest, gangs 1" for land in FORESTS[seat + 1]]
        lines += [f"{COLOURS[seat]} court: missi 3, leudes 4"]
    hand = "influence develop equip_missi move_troops battle peace no_action no_action"
    for colour in COLOURS[:players]:
        lines.append(f"{colour} tiles: hand {hand}, inactive influence equip_missi move_troops soothe_riot")
    return "\n".join(line.strip() for line in lines if line.strip()) + "\n"


def contest(players: int, rules: str = "") -> str:
    """Red and Yellow have sealed Peace, Red with three points already; the last sibling still owes two tiles."""
    last = COLOURS[players - 1]
    sealed = [f"{colour} peace no_action" for colour in COLOURS[:2] if colour != last]
    sealed += [f"{colour} influence equip_missi" for colour in COLOURS[2 : players - 1]]
    text = with_a_trophy(nearly_peace(players, "placing: " + last, rules=rules))
    return text + "sealed: " + ", ".join(sealed) + "\n"


def several_worthy(players: int) -> str:
    """The same contest, but Red and Yellow both have four trophies and three points or more (C22, C23)."""
    text = contest(players).replace("trophies 1", "trophies 4").replace("yellow 4", "yellow 7")
    return text.replace("yellow court: missi 4, leudes 4", "yellow court: missi 2, leudes 2, trophies 4")


def with_a_trophy(text: str) -> str:
    """Red has the third point."""
    return text.replace("red court: missi 4, leudes 4", "red court: missi 4, leudes 4, trophies 1")


def co_regents(players: int) -> str:
    """The same contest in Scenario 814, where the tile has another name and the year is another."""
    text = contest(players, "variant 814").replace("peace", "co_regent")
    return text.replace("time: 831", "time: 815").replace("last 831", "last 815")


def lone_peace(players: int, rules: str = "") -> str:
    """Red, with three points, has laid Peace and nothing else; all siblings but the last have laid two tiles."""
    rules = ", ".join([word for word in (rules, "hourglass") if word])
    last = COLOURS[players - 1]
    done = COLOURS[1 : players - 1] or COLOURS[1:2]
    waiting = ", ".join(colour for colour in COLOURS[:players] if colour not in done)
    text = with_a_trophy(nearly_peace(players, f"placing: {waiting}", rules=rules)) + "laid: red peace\n"
    counts = ", ".join(["red 1", *(f"{colour} 2" for colour in done)])
    sealed = ", ".join(f"{colour} influence equip_missi" for colour in done)
    assert last not in done or players == 2
    return text + f"laid tiles: {counts}\nsealed: {sealed}\n"


def claiming(players: int) -> str:
    """The advanced game: Red, Develop in hand, may claim Hessen, out of which gangs must be driven."""
    return f"""carolingi: players {players}, variant advanced
        time: 831 spring, last 831
        acting: red develop
        hessen: red 6, yellow 1, gangs 3, counters 2
        nordalbingien: forest, gangs 1
        card hessen: red 1, yellow 1, gangs 1
        red court: missi 3, leudes 4
        bag: yellow no_action
    """
