"""Positions of every variant in which rare things are near: peace, a claim, a contest, a failure."""

from tests.golden.setups import COLOURS, contest, lone_peace, nearly_peace, several_worthy

PROBLEMS = (
    "problems: spring move_troops, summer battle develop, autumn battle influence, winter equip_missi\n"
)


def in_scenario(text: str) -> str:
    """A position of the advanced game as one of Scenario 814: another year and declaration, and problems."""
    text = text.replace("variant advanced", "variant 814").replace("peace", "co_regent")
    return text.replace("831", "815") + PROBLEMS


def rules(*words: str) -> str:
    """What the title adds to the base game."""
    return ", ".join(word for word in words if word)


def peace_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """Red lacks a trophy, Yellow three followers; both are at home."""
    return _in(variant, nearly_peace(players, rules=_words(variant, anarchy, hourglass)))


def contest_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """Red, who is worthy, and Yellow have sealed their declarations."""
    text = contest(players, _words(variant, anarchy, hourglass))
    return _in(variant, text + _laid(players, hourglass))


def homeless_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """The same with four points, but Red has no palace, which the advanced game asks for (6.2.2)."""
    text = contest_near(players, variant, anarchy, hourglass)
    assert "normandie: palace red, red 2" in text
    return text.replace("normandie: palace red, red 2", "normandie: red 2\nniederlothringen: red 1")


def worthy_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """Two are worthy."""
    title = f"carolingi: players {players}"
    text = several_worthy(players).replace(title, rules(title, _words(variant, anarchy, hourglass)))
    return _in(variant, text + _laid(players, hourglass))


def lone_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """Red, worthy, has laid the declaration alone, and the sand may run out; a swap has brought Battle back."""
    text = lone_peace(players, rules(_variant(variant), anarchy))
    before = "red tiles: hand influence develop equip_missi move_troops battle"
    assert before in text
    text = text.replace(before, "red tiles: swapped develop, hand influence equip_missi move_troops battle")
    return _in(variant, text + "red known: taken battle, gave develop\n")


def blocked_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """A contest in Scenario 814 in which every tile that could be an extra action is blocked (A1, C44)."""
    every = "problems: spring influence develop equip_missi move_troops battle\n"
    return contest_near(players, variant, anarchy, hourglass).replace(PROBLEMS, every)


def claim_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """Red and Yellow are not at home yet, and have lands with two counters, gangs, guests and cards."""
    first = 815 if variant == "814" else 831
    lines = [
        f"carolingi: players {players}, {rules('variant ' + variant, anarchy, hourglass)}",
        f"time: {first} spring, last {first}",
        "placing:",
        "hessen: red 6, yellow 1, gangs 2, counters 2",
        "thueringen: red 2, counters 2",
        "champagne: red 3, counters 2",
        "normandie: yellow 5, red 1, gangs 2, counters 2",
        "friesland: yellow 3, counters 2, gangs 1",
        "nordalbingien: forest, gangs 1",
        "berry: forest",
        "card hessen: red 1, yellow 1, gangs 1" + (", problem battle" if variant == "814" else ""),
        "card friesland: yellow 1" + (", problem influence" if variant == "814" else ""),
        "red court: missi 5, leudes 2",
        "yellow court: missi 4, leudes 2",
    ]
    if players > 2:  # no gang may be driven there
        lines += ["franken: blue 3, palace blue"]
    return "\n".join(lines) + "\n"


def end_near(players: int, variant: str, anarchy: str, hourglass: str) -> str:
    """Scenario 814 before a season with three problems: Skuld enters it, or time is up first (C35, C36)."""
    season = "summer" if anarchy else "autumn"  # in the last autumn she does not move
    ahead = {"summer": "autumn", "autumn": "winter"}[season]
    text = peace_near(players, variant, anarchy, hourglass).replace("815 spring", f"815 {season}")
    text = text.replace(PROBLEMS, f"problems: {ahead} influence equip_missi battle\n")
    return text + "honours: red, yellow, red, yellow\n"  # two each, and Yellow's is the most recent


def _variant(variant: str) -> str:
    return "" if variant == "base" else "variant advanced"


def _laid(players: int, hourglass: str) -> str:
    """Under the hourglass, sealed tiles were laid one by one."""
    done = ", ".join(f"{colour} 2" for colour in COLOURS[: players - 1])
    return f"laid tiles: {done}\n" if hourglass else ""


def _words(variant: str, anarchy: str, hourglass: str) -> str:
    return rules(_variant(variant), anarchy, hourglass)


def _in(variant: str, text: str) -> str:
    return in_scenario(text) if variant == "814" else text
