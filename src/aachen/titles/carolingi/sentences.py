"""The table in sentences, one a line: for screen readers, and for whoever prefers words to columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aachen.games.carolingi.rules.victory import (
    COUNTERS_FOR_DEVELOPMENT,
    FOLLOWERS_FOR_FOLLOWING,
    LANDS_FOR_EXPANSION,
)
from aachen.games.carolingi.variant import BASE
from aachen.titles.carolingi.wording import CarolingiWording

View = Mapping[str, Any]

PROBLEMS_NAMED: Final = 5  # of the queue


def tiles_in_words(wording: CarolingiWording, tiles: Mapping[str, int]) -> str:
    """Tiles and how many of each: "Battle, No-action ×2"."""
    named = [wording.tile(tile) + (f" x{number}" if number > 1 else "") for tile, number in tiles.items()]
    return ", ".join(named) if named else wording.say("screen.none")


def missing_in_words(wording: CarolingiWording, standing: View) -> str:
    """The region that is nearest to being united, and what it needs."""
    begun = {region: lands for region, lands in standing["missing"].items() if lands}
    if not begun:
        return ""
    region = min(begun, key=lambda region: len(begun[region]))
    if len(begun[region]) > 2:
        return wording.say("screen.far", **wording.region_forms("region", region), number=len(begun[region]))
    lands = wording.join(wording.land(land) for land in begun[region])
    return wording.say("screen.needs", **wording.region_forms("region", region), lands=lands)


def can_claim_palaces(view: View) -> bool:
    """Whether a palace is a point (6.2.2)."""
    return bool(view["variant"]["name"] != BASE)


def warning_in_words(wording: CarolingiWording, view: View) -> str:
    """That the season to come holds too many problems (814 §4.1), if the view warns of it."""
    scenario = view["scenario"]
    season = scenario["warning"]
    if season is None:
        return ""
    number = len(scenario["problems"][season])
    forms = wording.season_forms("season", season)
    sentence = wording.say("screen.warning", **forms, number=number, to_solve=scenario["to_solve"])
    return sentence[:1].upper() + sentence[1:]


def queue_in_words(wording: CarolingiWording, queue: list[str]) -> str:
    """The problems that the next cards take, the first ones by name."""
    if not queue:
        return wording.say("screen.queue_empty")
    named = ", ".join(wording.tile(problem) for problem in queue[:PROBLEMS_NAMED])
    left = len(queue) - PROBLEMS_NAMED
    return f"{named} {wording.say('screen.queue_more', number=left)}" if left > 0 else named


def plain_news(view: View, wording: CarolingiWording) -> list[str]:
    """What a listener must hear before every choice: the set-up rounds, or Skuld and the problems."""
    if "founding" in view:
        return _plain_founding(view, wording) + _plain_scenario(view, wording)
    return _plain_scenario(view, wording)


def _plain_founding(view: View, wording: CarolingiWording) -> list[str]:
    say = wording.say
    founding = view["founding"]
    seat = wording.join(wording.seat(colour) for colour in view["to_act"])
    to_come = [f"{wording.seat(colour)} {number}" for colour, number in founding["founders"].items()]
    drawn = (
        say("screen.plain_founding_none", seat=seat)
        if founding["card"] is None
        else say("screen.plain_founding", seat=seat, **wording.land_forms("card", founding["card"]))
    )
    return [drawn, say("screen.plain_to_come", founders=", ".join(to_come))]


def _plain_scenario(view: View, wording: CarolingiWording) -> list[str]:
    if "scenario" not in view:
        return []
    say, scenario = wording.say, view["scenario"]
    lines = [say("screen.plain_skuld", **wording.season_forms("season", scenario["skuld"]))]
    for season, problems in scenario["problems"].items():
        if problems:
            named = wording.join(wording.tile(problem) for problem in problems)
            lines.append(
                say("screen.plain_problems", **wording.season_forms("season", season), problems=named)
            )
    lines.append(say("screen.plain_queue", problems=queue_in_words(wording, scenario["queue"])))
    seats = ", ".join(wording.seat(colour) for colour in scenario["honours"]) or say("pieces.nothing")
    numbers = {"number": len(scenario["honours"]), "most": scenario["honour_length"]}
    lines.append(say("screen.plain_honours", seats=seats, **numbers))
    warning = warning_in_words(wording, view)
    return [*lines, warning] if warning else lines


def plain_board(view: View, wording: CarolingiWording) -> list[str]:
    """The board in sentences, region by region."""
    say = wording.say
    lines = [
        say(
            "screen.plain_time",
            year=view["year"],
            last=view["last_year"],
            **wording.season_forms("season", view["season"]),
        )
    ]
    stock = {
        "tiles": view["bag"]["tiles"],
        "cards": view["archivium"]["cards"],
        "surplus": view["archivium"]["surplus"],
    }
    lines.append(say("screen.plain_stock", **stock, discard=len(view["discard"]), **view["supply"]))
    lines += _plain_bag(view["bag"], wording)
    lines += plain_news(view, wording)
    for region in view["rows"]:
        lines += ["", say("screen.plain_region", **wording.region_forms("region", region))]
        lines += [
            _plain_land(name, land, wording)
            for name, land in view["lands"].items()
            if land["region"] == region
        ]
        lines += _plain_row(view, region, wording)
    return lines


def _plain_bag(bag: View, wording: CarolingiWording) -> list[str]:
    """Whose tiles are in the bag, and how many events."""
    if not bag["tiles"]:
        return []
    seats = ", ".join(f"{wording.seat(seat)} {number}" for seat, number in bag["by_seat"].items() if number)
    facts = {"seats": seats or wording.say("screen.none"), "events": bag["events"]}
    return [wording.say("screen.plain_bag", **facts)]


def _plain_land(name: str, land: View, wording: CarolingiWording) -> str:
    say = wording.say
    parts = []
    if land["homeland"]:
        parts.append(say("screen.plain_homeland", **wording.seat_forms("seat", land["homeland"])))
    if land["forest"]:
        parts.append(say("screen.forest"))
    if land["followers"] or land["gangs"]:
        parts.append(wording.pieces(land["followers"], land["gangs"]))
    if land["counters"]:
        parts.append(say("screen.plain_counters", number=land["counters"]))
    if land["controlled_by"]:
        parts.append(say("screen.plain_ruler", seat=wording.seat(land["controlled_by"])))
    return f"{wording.land(name)}: {', '.join(parts) if parts else say('screen.plain_empty')}."


def _plain_row(view: View, region: str, wording: CarolingiWording) -> list[str]:
    lines = []
    for card in view["rows"][region]:
        if card is not None:
            on_card = view["cards"][card]
            pieces = wording.pieces(on_card["followers"], on_card["gangs"])
            lines.append(_plain_card(view, card, pieces, wording))
    lines.append(wording.say("screen.plain_slots", number=view["rows"][region].count(None)))
    return lines


def _plain_card(view: View, card: str, pieces: str, wording: CarolingiWording) -> str:
    problem = view.get("scenario", {}).get("on_cards", {}).get(card)
    if problem is None:
        return wording.say("screen.plain_card", **wording.land_forms("land", card), pieces=pieces)
    facts = {"land": wording.land(card), "pieces": pieces, "problem": wording.tile(problem)}
    return wording.say("screen.plain_card_problem", **facts)


def plain_courts(view: View, wording: CarolingiWording) -> list[str]:
    """The courts in sentences, the viewer's own tiles last."""
    lines = [""]
    for colour in view["seats"]:
        court = view["courts"][colour]
        numbers = {
            key: court[key]
            for key in ("missi", "leudes", "nobiles", "trophies", "tiles_in_hand", "tiles_inactive")
        }
        levies = view["victory"][colour]["levies"]
        line = wording.say(
            "screen.plain_court", **wording.seat_forms("seat", colour), levies=levies, **numbers
        )
        if "scenario" in view:
            line += " " + wording.say("screen.plain_court_honours", number=court["honours"])
        if court["swap_space"]:
            line += " " + wording.say("screen.plain_swap")
        lines.append(line)
        lines += _plain_used(court, wording)
    if view["viewer"] is not None:
        court = view["courts"][view["viewer"]]
        lines.append(f"{wording.say('screen.your_tiles')} {tiles_in_words(wording, court['hand'])}.")
        lines.append(f"{wording.say('screen.asleep')} {tiles_in_words(wording, court['inactive'])}.")
        if court["swapped"]:
            lines.append(f"{wording.say('screen.given_up')} {wording.tile(court['swapped'])}.")
    return lines


def _plain_used(court: View, wording: CarolingiWording) -> list[str]:
    used = [
        f"{wording.season(season)} {wording.join(wording.tile(tile) for tile in tiles)}"
        for season, tiles in court["used"].items()
        if tiles
    ]
    return [f"{wording.say('screen.used')}: {'; '.join(used)}."] if used else []


def plain_victory(view: View, wording: CarolingiWording) -> list[str]:
    """Who is winning, in sentences."""
    lines = [""]
    goals = {
        "most_lands": LANDS_FOR_EXPANSION,
        "most_counters": COUNTERS_FOR_DEVELOPMENT,
        "most": FOLLOWERS_FOR_FOLLOWING,
    }
    for colour in view["seats"]:
        standing = view["victory"][colour]
        numbers = {key: standing[key] for key in ("points", "lands", "counters", "followers", "trophies")}
        line = wording.say("screen.plain_standing", **wording.seat_forms("seat", colour), **numbers, **goals)
        united = wording.join(wording.region(region) for region in standing["regions"])
        extra = [wording.say("screen.plain_united", regions=united)] if united else []
        if can_claim_palaces(view):
            extra.append(
                wording.say("screen.plain_palace" if standing["palace"] else "screen.plain_no_palace")
            )
        nearest = missing_in_words(wording, standing)
        lines.append(" ".join([line, *extra, *([nearest + "."] if nearest else [])]))
    return lines
