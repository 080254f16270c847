"""Positions of Carolus Magnus that random play seldom comes to: clans that have run out, and ends that are near."""

SEATS = {2: ("white", "black"), 3: ("white", "black", "grey"), 4: ("white", "black", "ivory", "ebony")}
RESERVE = {2: 7, 3: 9, 4: 7}


def scarce(players: int) -> str:
    """Late in the game: two clans are gone for good, one can still be returned by the courts, two are nearly out."""
    seats = SEATS[players]
    reserve = RESERVE[players]
    lines = [f"carolus: players {players}", "round: 11", f"placing: {', '.join(seats)}", "emperor: c"]
    lines += [
        "region ab: red 12, blue 9, castles 2 white",
        f"region cd: green {40 - 3 * players}, castles 2 black",
        f"region e: yellow {40 - 2 * reserve}",
        f"region f: pink {40 - (players - 2) * reserve}",
        "region gh: red 8, blue 8, castles 2 white",
    ]
    for at, seat in enumerate(seats):
        lines.append(f"{seat} court: green 3, red {at + 1}")
        lines.append(f"{seat} reserve: {'yellow' if at < 2 else 'pink'} {reserve}")
    lines.append("emblems: green white")
    return "\n".join(lines)


def last_round(players: int) -> str:
    """Round 60 opens; whatever is built in it, the game is over with its last renewal, if not before."""
    seats = SEATS[players]
    lines = [
        f"carolus: players {players}",
        "round: 60",
        f"placing: {', '.join(reversed(seats))}",
        "emperor: n",
    ]
    lines += ["region ab: red 2, castles 2 white", "region c: blue 1", "region de: green 2, castles 2 black"]
    lines += [f"region {letter}: yellow 1" for letter in "fghijklmno"]
    for at, seat in enumerate(seats):
        lines.append(f"{seat} court: {('red', 'green', 'pink', 'blue')[at]} 2")
        lines.append(f"{seat} reserve: red 1, yellow 2, pink {RESERVE[players] - 3}")
        lines.append(f"{seat} discs: left {at + 1}")
    return "\n".join(lines)


def few_regions(players: int) -> str:
    """Six regions, with three players five; White, who moves the Emperor, stops where three of them are joined."""
    seats = SEATS[players]
    lines = [f"carolus: players {players}", "round: 12", "advancing: white", "emperor: a"]
    lines += ["region abcd: red 2, castles 4 white", "region e: red 1", "region fg: blue 1, castles 2 white"]
    lines += ["region hijklm: green 2, castles 6 black", "region no: green 1, castles 2 black"]
    if players == 3:
        lines[-1] = "region no: green 1, castles 2 grey"
    else:
        lines[-1:] = ["region n: pink 1", "region o: pink 1"]
    lines += ["white court: red 3", "black court: green 2"]
    for at, seat in enumerate(seats):
        lines.append(f"{seat} reserve: yellow 3, pink 1")
        lines.append(f"{seat} discs: shown {at + 1}")
    return "\n".join(lines)
