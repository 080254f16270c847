"""One viewer's screen as plain data: what a spectator sees, and what a seat's player sees besides or instead."""

from __future__ import annotations

from aachen.games.carolingi import notation
from aachen.games.carolingi.rules import equip_missi, hunger, palace, victory
from aachen.games.carolingi.rules.peace import bag_names
from aachen.games.carolingi.rules.scenario_814 import PROBLEMS_TOO_MANY
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    AUTUMN,
    FOUNDING,
    NOBODY,
    NOTHING,
    NOWHERE,
    OVER,
    PHASE_NAMES,
    PLACING,
    SEASON_NAMES,
    SEASONS,
    STARVING,
    SWAPPING,
    TILES,
)

Plain = dict[str, object]


def public(pos: State) -> Plain:
    """Everything on the table that is open: a spectator's screen."""
    seats = range(pos.realm.players)
    data: Plain = {"game": "carolingi", "board": pos.realm.board.digest, "viewer": None}
    data["seats"] = pos.realm.colours[:]
    data.update(_time(pos))
    data["lands"] = {pos.land_name(land): _land(pos, land) for land in range(pos.realm.land_count)}
    data.update(_cards(pos))
    data["bag"] = _bag(pos)
    data["variant"] = _variant(pos)
    if pos.phase == FOUNDING:
        data["founding"] = _founding(pos)
    if pos.realm.variant.scenario:
        data["scenario"] = _scenario(pos)
    data["courts"] = {pos.seat_name(seat): _court(pos, seat) for seat in seats}
    data["victory"] = {pos.seat_name(seat): _victory(pos, seat) for seat in seats}
    data["goals"] = _goals(pos)
    data["line"] = notation.write(pos, NOBODY)
    return data


def own(pos: State, seat: int, public_line: str | None) -> Plain:
    """What the seat's player sees besides what is public, or instead of it: its own secrets and needs.

    The seat's line is made from the public one, if that is at hand.
    """
    lands = range(pos.realm.land_count)
    line = notation.write(pos, seat) if public_line is None else notation.write_over(pos, seat, public_line)
    return {
        "viewer": pos.seat_name(seat),
        "lands": {pos.land_name(land): {"lacks": _lacks(pos, land, seat)} for land in lands},
        "courts": {pos.seat_name(seat): _secrets(pos, seat)},
        "line": line,
    }


def _variant(pos: State) -> Plain:
    variant = pos.realm.variant
    return {"name": variant.name, "anarchy": variant.anarchy, "hourglass": variant.hourglass}


def _founding(pos: State) -> Plain:
    """The set-up rounds: the card that was drawn and the followers still to come."""
    return {
        "card": None if pos.drawn_card == NOWHERE else pos.land_name(pos.drawn_card),
        "founders": {pos.seat_name(seat): pos.founders[seat] for seat in range(pos.realm.players)},
    }


def _scenario(pos: State) -> Plain:
    """Skuld, problems, queue and honours; all of it is open."""
    problems = {SEASON_NAMES[season]: _problems(pos, season) for season in range(SEASONS)}
    coming = SEASON_NAMES[(pos.season + 1) % SEASONS]
    last = pos.season == AUTUMN and pos.year == pos.last_year
    over = last or pos.phase == OVER  # Skuld does not step any more (C35)
    too_many = len(problems[coming]) - PROBLEMS_TOO_MANY + 1  # so many must be solved before she comes
    return {
        "skuld": SEASON_NAMES[pos.season],
        "problems": problems,
        "on_cards": {
            pos.land_name(land): pos.tile_name(problem)
            for land, problem in enumerate(pos.card_problem)
            if problem != NOTHING
        },
        "queue": [pos.tile_name(problem) for problem in pos.queue],
        "honours": [pos.seat_name(seat) for seat in pos.honours],
        "honour_length": pos.realm.honour_length,
        "warning": coming if too_many > 0 and not over else None,
        "to_solve": 0 if over else max(0, too_many),
    }


def _problems(pos: State, season: int) -> list[str]:
    at = season * TILES
    return [name for tile, name in enumerate(pos.realm.tile_names) if pos.problems[at + tile]]


def _name(pos: State, seat: int | None) -> str | None:
    return None if seat is None or seat == NOBODY else pos.seat_name(seat)


def _time(pos: State) -> Plain:
    asked = (
        [pos.actor] if pos.actor != NOBODY else [s for s in range(pos.realm.players) if pos.waiting >> s & 1]
    )
    hungry = pos.phase == STARVING
    return {
        "year": pos.year,
        "last_year": pos.last_year,
        "season": SEASON_NAMES[pos.season],
        "phase": PHASE_NAMES[pos.phase],
        "to_act": [pos.seat_name(seat) for seat in asked],
        "tile": None if pos.work.tile == NOTHING else pos.tile_name(pos.work.tile),
        "declarer": _name(pos, pos.peace.declarer),
        "exiles": pos.work.exiles,
        "hunger": {"land": pos.land_name(pos.hunger.land), "excess": pos.hunger.excess} if hungry else None,
    }


def _followers(pos: State, pieces: list[int], land: int) -> dict[str, int]:
    at = land * pos.realm.stride
    return {pos.seat_name(s): pieces[at + s] for s in range(pos.realm.players) if pieces[at + s] > 0}


def _land(pos: State, land: int) -> Plain:
    """What lies there and what follows from it: control, food in a hunger (4.2), levies (5.3)."""
    return {
        "region": pos.realm.regions[pos.realm.region_of[land]],
        "followers": _followers(pos, pos.pieces, land),
        "gangs": pos.gangs_in(land),
        "counters": pos.counters[land],
        "forest": pos.is_forest(land),
        "homeland": _name(pos, pos.owner[land]),
        "controlled_by": _name(pos, pos.ruler[land]),
        "feeds": hunger.capacity(pos, land),
        "levy": 0 if pos.is_forest(land) else 1 + pos.counters[land],
        "lacks": None,  # what a seat lacks for control is its player's to see
    }


def _lacks(pos: State, land: int, seat: int) -> int | None:
    """How many more followers the seat needs there for control (C1); None where it can never have it."""
    if pos.is_forest(land) or pos.owner[land] not in (NOBODY, seat):
        return None
    mine = pos.pieces[land * pos.realm.stride + seat]
    against = pos.followers_in(land) - mine + pos.gangs_in(land)
    return max(0, against + 1 - mine)


def _cards(pos: State) -> Plain:
    realm = pos.realm
    rows: dict[str, list[str | None]] = {}
    cards: dict[str, Plain] = {}
    for region, name in enumerate(realm.regions):
        slots = range(realm.first_slot[region], realm.first_slot[region + 1])
        rows[name] = [None if pos.row[slot] == NOWHERE else pos.land_name(pos.row[slot]) for slot in slots]
    for land in pos.row:
        if land != NOWHERE:
            gangs = pos.on_cards[land * realm.stride + realm.gang]
            cards[pos.land_name(land)] = {"followers": _followers(pos, pos.on_cards, land), "gangs": gangs}
    return {
        "rows": rows,
        "cards": cards,
        "archivium": {
            "cards": len(pos.archivium),
            "known": [pos.realm.cards[card] for card in pos.archivium],
            "surplus": pos.surplus,
        },
        "discard": [pos.realm.cards[card] for card in pos.discard],
        "hunger_aside": pos.hunger_aside,
        "supply": {"gangs": pos.supply, "counters": pos.counter_supply},
        "events": {"ready": pos.events_ready, "later": pos.events_later},
    }


def _bag(pos: State) -> Plain:
    tiles = pos.bag + pos.aside
    return {
        "tiles": len(tiles),
        "events": tiles.count(pos.realm.event_tile),
        "by_seat": {pos.seat_name(seat): pos.tiles_in_bag(seat) for seat in range(pos.realm.players)},
        "open": bag_names(pos, tiles) if pos.bag_open else None,
    }


def _court(pos: State, seat: int) -> Plain:
    """What everybody sees of a court: its followers and the backs of its tiles."""
    at = seat * TILES
    return {
        "missi": pos.missi[seat],
        "leudes": pos.leudes[seat],
        "nobiles": pos.nobiles[seat],
        "trophies": pos.trophies[seat],
        "homeland": None if pos.homeland[seat] == NOWHERE else pos.land_name(pos.homeland[seat]),
        "tiles_in_hand": pos.hand_size(seat),
        "tiles_inactive": sum(pos.inactive[at : at + TILES]),
        "swap_space": pos.swapped[seat] != NOTHING,
        "taken_back": None if pos.taken[seat] == NOTHING else pos.tile_name(pos.taken[seat]),
        "has_chosen": _has_chosen(pos, seat),
        "tiles_laid": pos.laid_tiles[seat],
        "honours": pos.honours.count(seat),
        "known_active": _tiles(pos, pos.proven, at),
        "used": {SEASON_NAMES[season]: _used(pos, seat, season) for season in range(SEASONS)},
    }


def _has_chosen(pos: State, seat: int) -> bool:
    return (pos.phase == PLACING or pos.phase == SWAPPING) and pos.sealed[seat] != NOTHING


def _used(pos: State, seat: int, season: int) -> list[str]:
    at = (season * pos.realm.players + seat) * TILES
    return [name for tile, name in enumerate(pos.realm.tile_names) for _ in range(pos.wheel[at + tile])]


def _secrets(pos: State, seat: int) -> Plain:
    """What only the seat itself sees: its tiles and what it has sealed."""
    at = seat * TILES
    sealed = pos.sealed[seat]
    return {
        "hand": _tiles(pos, pos.hand, at),
        "inactive": _tiles(pos, pos.inactive, at),
        "fresh": _tiles(pos, pos.fresh, at),
        "swapped": None if pos.swapped[seat] == NOTHING else pos.tile_name(pos.swapped[seat]),
        "laid": None if pos.laid[seat] == NOTHING else pos.tile_name(pos.laid[seat]),
        "chosen": None if sealed == NOTHING else pos.realm.actions.named(sealed),
    }


def _tiles(pos: State, counts: list[int], at: int) -> dict[str, int]:
    return {
        name: counts[at + tile] for tile, name in enumerate(pos.realm.tile_names) if counts[at + tile] > 0
    }


def _victory(pos: State, seat: int) -> Plain:
    """The conditions of 3.5 for one seat, met or not, and what is missing for the regions."""
    realm = pos.realm
    united = [region for region in range(len(realm.regions)) if victory.has_united(pos, seat, region)]
    return {
        "points": victory.points(pos, seat),
        "lands": pos.controlled(seat),
        "counters": victory.developments(pos, seat),
        "followers": pos.following(seat),
        "trophies": pos.trophies[seat],
        "expansion": victory.has_expansion(pos, seat),
        "development": victory.has_development(pos, seat),
        "following": victory.has_following(pos, seat),
        "glory": victory.has_glory(pos, seat),
        "palace": victory.has_palace(pos, seat),
        "regions": [realm.regions[region] for region in united],
        "missing": {
            realm.regions[region]: _missing(pos, seat, region)
            for region in range(len(realm.regions))
            if region not in united
        },
        "levies": equip_missi.levies(pos, seat),
    }


def _goals(pos: State) -> Plain:
    """How much each condition of 3.5 asks for, and what a declarer of peace must prove (5.8, 6.2.2)."""
    return {
        "lands": victory.LANDS_FOR_EXPANSION,
        "counters": victory.COUNTERS_FOR_DEVELOPMENT,
        "followers": victory.FOLLOWERS_FOR_FOLLOWING,
        "trophies": pos.realm.trophy_spaces,
        "points": victory.POINTS_FOR_PEACE,
        "palace": pos.realm.variant.advanced,
        "counters_for_palace": palace.COUNTERS_FOR_PALACE,
    }


def _missing(pos: State, seat: int, region: int) -> list[str]:
    missing = []
    for land in pos.realm.region_lands[region]:
        stands = pos.pieces[land * pos.realm.stride + seat] > 0
        if not (stands if pos.is_forest(land) else pos.ruler[land] == seat):
            missing.append(pos.land_name(land))
    return missing
