"""Set-up: the base game (2.2), the advanced game (6.1) and Scenario 814 (814 §3)."""

from tests.properties.reference import cards, problems
from tests.properties.reference.table import BOARD, Action, Flow, Table


def set_up(table: Table) -> Flow:
    """Everything before the first season."""
    deal_tiles(table)
    if table.advanced:
        yield from advanced(table)
    else:
        base(table)


def deal_tiles(table: Table) -> None:
    """2.2.6, 2.2.7: tiles, leudes and nobiles; in Scenario 814 another declaration (814 §3.1)."""
    for colour in table.colours:
        table.court[colour] |= {word: BOARD["court"][word] for word in ("leudes", "nobiles")}
        table.hand[colour].update(BOARD["tiles"]["active"] + ["no_action"] * BOARD["tiles"]["no_action"])
        inactive = [tile for tile in BOARD["tiles"]["inactive"] if tile != "peace"]
        table.inactive[colour].update([*inactive, table.declaration])


def base(table: Table) -> None:
    """2.2, step by step."""
    setup = table.setup
    table.forests = set(setup["forests"])
    for land in setup["start_cards"]:
        cards.insert(table, land)
    away = {*setup["start_cards"], *setup["homelands"]}
    table.archivium = [land for land in table.lands if land not in away]
    for land in setup["homelands"]:
        (colour,) = table.luck("palace")
        assert colour not in table.homeland
        table.homeland[colour] = land
        table.followers[land][colour] = BOARD["court"]["homeland"]
        table.court[colour]["missi"] = BOARD["court"]["missi"]
    for land in table.lands:
        if land not in table.forests and not table.owner(land):
            table.gangs[land] = 1


def advanced(table: Table) -> Flow:
    """6.1: eight followers each find a place, four and then four; then the first gangs."""
    table.archivium = list(table.lands)
    if table.scenario:
        problems.set_up(table)
    table.founders.update(dict.fromkeys(table.colours, 8))
    for left in (4, 0):
        while any(number > left for number in table.founders.values()):
            turn_card(table)
            (colour,) = table.luck("follower")
            assert table.founders[colour] > left
            yield from found(table, colour)
    table.clear_question()
    table.archivium += table.discard
    table.discard = []
    first_gangs(table)


def turn_card(table: Table) -> None:
    """6.1.2: the first card of a region makes a forest, and another is turned; A15 when there is none."""
    table.drawn_card = ""
    while table.archivium:
        (card,) = table.luck("card")
        table.archivium.remove(card)
        if any(table.region[forest] == table.region[card] for forest in table.forests):
            table.drawn_card = card
            return
        table.forests.add(card)
        table.discard.append(card)


def found(table: Table, colour: str) -> Flow:
    """6.1.2 a to d, C26: where one follower goes, and then where the card goes."""
    table.ask(colour, "founding")
    _, action = yield {colour: places(table, colour)}
    table.founders[colour] -= 1
    card = table.drawn_card
    if action["do"] == "occupy":
        table.followers[card][colour] += 1
        table.discard.append(card)
        table.drawn_card = ""
        return
    if action["do"] == "serve":
        table.court[colour]["missi"] += 1
    elif action["do"] == "join":
        table.followers[action["land"]][colour] += 1
    else:
        table.on_card[action["land"]][colour] += 1
    if card:
        cards.bring(table, card)


def places(table: Table, colour: str) -> list[Action]:
    """6.1.2 a to d."""
    found: list[Action] = [{"do": "serve"}]
    card = table.drawn_card
    if card and not any(table.followers[land][colour] for land in table.near[card]):
        found.append({"do": "occupy"})
    found += [{"do": "join", "land": land} for land in table.lands if table.followers[land][colour]]
    found += [{"do": "send", "land": land} for land in table.cards()]
    return found


def first_gangs(table: Table) -> None:
    """6.1.3, C27: one more where gangs are, then one wherever nobody is."""
    for land in [land for land in table.lands if table.gangs[land]]:
        table.rise(land)
    for land in table.lands:
        if not table.gangs[land] and not sum(table.followers[land].values()):
            table.rise(land)
