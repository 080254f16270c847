"""Positions of Carolus Magnus in which a clan has run out: random play seldom gets there before the end."""

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
