"""Declaring peace, or appointing a co-regent (5.8, 6.2.2, 814 §4.3)."""

from tests.properties.reference import actions, problems, text, victory
from tests.properties.reference.table import ACTIONS, DONE, Action, Flow, Table


def declare(table: Table, colour: str) -> Flow:
    """5.8: an extra action, then the proof."""
    lone = is_lone(table, colour)
    before = table.snapshot()
    yield from act_extra(table, colour, lone)
    if not victory.is_worthy(table, colour):
        forfeit(table, colour)
        return
    if lone:  # C20; what the bag shows stays known (A22)
        table.restore(before)
        lay_bag_open(table)
        forfeit(table, colour)
        return
    lay_bag_open(table)
    rivals = [tile for tile in table.bag if table.declaration in tile and not is_lone(table, tile[0])]  # C48
    if not rivals:
        table.end("peace", colour)
    yield from contest(table, colour, rivals)


def is_lone(table: Table, colour: str) -> bool:
    """Under the hourglass the declaration may be the only tile that was laid."""
    return table.hourglass and len(table.laid[colour]) == 1


def act_extra(table: Table, colour: str, lone: bool = False) -> Flow:
    """5.8 step 1, C13: any active tile that was not activated this season; it may be left."""
    table.declarer = colour
    actions.begin(table, colour, table.declaration)
    allowed = may_act_extra(table, colour)
    if holds_extra(table, colour):
        table.ask(colour, "acting", table.declaration)
        table.before = text.statements(table) if lone else []
        _, action = yield {colour: [DONE, *allowed]}
        if action["do"] == "extra":
            tile = action["tile"]
            table.hand[colour][tile] -= 1
            table.lay_open(colour, tile)
            yield from actions.carry_out(table, colour, tile)
    table.declarer, table.before = "", []


def holds_extra(table: Table, colour: str) -> bool:
    """A1: the declarer is asked even if every tile is blocked, for passing over would tell what is in hand."""
    return any(table.hand[colour][tile] > table.fresh[colour][tile] for tile in ACTIONS)


def may_act_extra(table: Table, colour: str) -> list[Action]:
    """C12, C44: active, not activated this season, not blocked."""
    return [
        {"do": "extra", "tile": tile}
        for tile in ACTIONS
        if table.hand[colour][tile] > table.fresh[colour][tile]
        if not problems.is_blocked(table, tile)
    ]


def lay_bag_open(table: Table) -> None:
    """Everybody sees what is in the bag."""
    table.bag_open = True
    for other, *tile in table.bag:
        if tile and table.taken.get(other) == tile[0]:
            del table.taken[other]


def contest(table: Table, colour: str, rivals: list[tuple[str, ...]]) -> Flow:
    """C22: all who declared act; the only worthy one wins, else all have failed."""
    table.contest = [colour]
    table.aside = [tile for tile in table.bag if tile not in rivals]
    table.bag = rivals
    while table.bag:
        other, tile = table.luck("tile")
        table.bag.remove((other, tile))
        table.lay_open(other, tile)
        yield from act_extra(table, other)
        table.contest.append(other)
    worthy = [each for each in table.contest if victory.is_worthy(table, each)]
    if len(worthy) == 1:
        table.contest = []
        table.end("peace", worthy[0])
    for each in table.contest:
        forfeit(table, each)
    table.contest = []
    table.bag, table.aside = table.aside, []


def forfeit(table: Table, colour: str) -> None:
    """The tile is inactive again."""
    table.used[colour][table.season][table.declaration] -= 1
    table.inactive[colour][table.declaration] += 1
