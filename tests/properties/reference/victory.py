"""Victory conditions and the end (3.5, 6.2.2, 814 §5)."""

from typing import Any

from tests.properties.reference.table import BOARD, Table


def levy(table: Table, colour: str, land: str) -> int:
    """C18, C39: what one controlled land gives: a homeland one, another land one more for each counter."""
    return 1 if table.owner(land) == colour else 1 + table.counters[land]


def levies(table: Table, colour: str) -> int:
    """C18: all that the controlled lands give, and at least three."""
    return max(3, sum(levy(table, colour, land) for land in table.controlled(colour)))


def missing(table: Table, colour: str, region: str, lands: list[str]) -> list[str]:
    """What keeps the colour, which controls `lands`, from having united the region (3.5)."""
    return [
        land
        for land in table.lands
        if table.region[land] == region
        if (table.followers[land][colour] == 0 if land in table.forests else land not in lands)
    ]


def conditions(table: Table, colour: str) -> dict[str, Any]:
    """3.5 and 6.2.2 for one colour."""
    lands = table.controlled(colour)
    counters = sum(table.counters[land] for land in lands)
    followers = sum(table.followers[land][colour] for land in table.lands)
    trophies = table.court[colour]["trophies"]
    rivals = [table.court[other]["trophies"] for other in table.colours if other != colour]
    glory = trophies == BOARD["counts"]["trophies"] or (trophies > 0 and trophies > max(rivals))  # C23
    lacking = {region: missing(table, colour, region, lands) for region in table.regions}
    united = [region for region, lands in lacking.items() if not lands]
    palace = table.advanced and colour in table.homeland
    met = [len(lands) >= 6, counters >= 6, followers >= 12, glory, palace]
    return {
        "points": sum(met) + len(united),
        "lands": len(lands),
        "counters": counters,
        "followers": followers,
        "trophies": trophies,
        "expansion": met[0],
        "development": met[1],
        "following": met[2],
        "glory": met[3],
        "palace": met[4],
        "regions": united,
        "missing": {region: lands for region, lands in lacking.items() if lands},
        "levies": levies(table, colour),
    }


def is_worthy(table: Table, colour: str) -> bool:
    """5.8, C21: three points; in the advanced game a palace and three points without it (6.2.2, A18)."""
    proof = conditions(table, colour)
    if table.advanced:
        return bool(proof["palace"]) and proof["points"] - 1 >= 3
    return bool(proof["points"] >= 3)


def favourite(table: Table) -> str:
    """814 §5, C36: of those with a point and an honour, most honours, then the most recent one."""
    able = [
        colour
        for colour in table.colours
        if colour in table.honours and conditions(table, colour)["points"] >= 1
    ]
    latest = {colour: place for place, colour in enumerate(table.honours)}
    return max(able, key=lambda colour: (table.honours.count(colour), latest[colour]), default="")


def outcome(table: Table) -> dict[str, Any] | None:
    """How it ended: places, points and the ending."""
    if not table.ending:
        return None
    scores = {colour: conditions(table, colour) for colour in table.colours}
    points = {colour: score["points"] for colour, score in scores.items()}
    if table.ending == "failure":
        places = {c: 1 if c == table.winner else len(table.colours) for c in table.colours}  # A19
    else:
        rank = {
            c: (c == table.winner, score["points"], score["followers"], score["lands"])  # C24, A11
            for c, score in scores.items()
        }
        places = {c: 1 + sum(other > rank[c] for other in rank.values()) for c in table.colours}
    return {"ending": table.ending, "places": places, "points": points}
