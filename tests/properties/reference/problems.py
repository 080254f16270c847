"""Scenario 814: Skuld, problems, the queue and the honour board."""

from tests.properties.reference.table import BOARD, DONE, SEASONS, Action, Flow, Table

TOO_MANY = 3


def set_up(table: Table) -> None:
    """814 §3.5.1 to §3.5.3: one problem each on the seasons, the others in the queue."""
    tiles = [x["tile"] for x in BOARD["problems"]["tiles"] if x["number"] <= len(table.colours)]
    for drawn in range(len(tiles)):
        (tile,) = table.luck("problem")
        tiles.remove(tile)
        if drawn < len(table.colours):
            arrive(table, tile)
        else:
            table.queue.append(tile)


def arrive(table: Table, tile: str) -> None:
    """814 §3.5.2, C32: as far in the future as possible, one of a kind on each season."""
    skuld = SEASONS.index(table.season)
    for ahead in (3, 2, 1, 0):
        season = SEASONS[(skuld + ahead) % 4]
        if tile not in table.problems[season]:
            table.problems[season].append(tile)
            return
    table.queue.append(tile)


def put_on_card(table: Table, land: str) -> None:
    """814 §3.5.4: the top of the queue, or a gang if the queue is empty."""
    if table.queue:
        table.card_problem[land] = table.queue.pop(0)
    elif table.take_gang():
        table.card_gangs[land] += 1


def leave_card(table: Table, land: str) -> None:
    """814 §4.2.1: the card's problem comes to a season."""
    if land in table.card_problem:
        arrive(table, table.card_problem.pop(land))


def is_blocked(table: Table, tile: str) -> bool:
    """C33: a problem of this kind lies on Skuld's season."""
    return tile in table.problems[table.season]


def step(table: Table) -> None:
    """814 §4.1, C35: Skuld enters the season that has just become the current one."""
    if table.scenario and len(table.problems[table.season]) >= TOO_MANY:
        table.end("failure")


def may_solve(table: Table, tile: str) -> list[Action]:
    """814 §4.2.2, C34: a problem of the tile's kind on another season than Skuld's."""
    ahead = [season for season in SEASONS if season != table.season]
    return [{"do": "solve", "season": season} for season in ahead if tile in table.problems[season]]


def solve(table: Table, colour: str, action: Action) -> Flow:
    """814 §4.2.2, §4.2.3: the problem goes to the bottom of the queue; a follower may be honoured."""
    table.problems[action["season"]].remove(table.tile)
    table.queue.append(table.tile)
    table.begun = "solve"
    court = table.court[colour]
    places = [place for place in ("missi", "leudes", "nobiles") if court[place]]
    if not places:
        return
    _, action = yield {colour: [DONE, *({"do": "honour", "from": place} for place in places)]}
    if action["do"] == "honour":
        court[action["from"]] -= 1
        table.honours.append(colour)
        if len(table.honours) > BOARD["honour_bar"]["lengths"][str(len(table.colours))]:
            forgotten = table.honours.pop(0)
            table.court[forgotten]["leudes"] += 1
