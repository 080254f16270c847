"""8 Hourglass: tiles are laid one by one, and when the sand has run out the rest stays home."""

import json

import pytest
from tests.kit import (
    ADVANCED,
    DONE,
    HOURGLASS,
    SAND,
    SCENARIO,
    asked,
    bag,
    banish,
    begin,
    claim,
    extra,
    faults,
    fight,
    followers,
    gangs,
    hand,
    imagined,
    inactive,
    lay,
    moment,
    number_of,
    offered,
    option_faults,
    place,
    play,
    points,
    position,
    public_events,
    refused,
    rule,
    seen,
    used,
    winners,
)

from aachen.core.errors import BadInput
from aachen.core.luck import SeededLuck
from aachen.games import carolingi

PEACE_IN_HAND = "red tiles: hand influence develop equip_missi move_troops battle peace no_action no_action\n"


def hourglass(text="placing:", players=3, *rules):
    return position(text, players, *rules, HOURGLASS)


def laid(board, *tiles_by_seat):
    """The position after tiles were laid: `laid(board, "red influence", "red battle")`."""
    for words in tiles_by_seat:
        seat, tile = words.split()
        board = play(board, seat, lay(tile))
    return board


# Laying


@rule("8")
def test_tiles_are_laid_one_by_one():
    board = laid(hourglass(), "red influence")

    assert asked(board) == ["red", "yellow", "blue"]
    assert seen(board)["courts"]["red"]["tiles_laid"] == 1
    board = laid(board, "red no_action")

    assert asked(board) == ["yellow", "blue"]
    assert seen(board)["courts"]["red"]["tiles_laid"] == 2


@rule("8", "refused")
def test_a_tile_once_laid_is_not_taken_back():
    board = laid(hourglass(), "red influence", "red battle")

    assert offered(board, "red") == []
    assert refused(board, "red", lay("develop")) == ("8", "both_tiles_laid", "C47")


@rule("8", "refused")
def test_the_one_tile_of_a_kind_cannot_be_laid_twice():
    board = laid(hourglass(), "red influence")

    assert refused(board, "red", lay("influence")) == ("3.1", "tile_not_active")
    assert refused(board, "red", lay("soothe_riot")) == ("3.1", "tile_not_active")
    assert refused(laid(hourglass(), "red no_action"), "red", lay("no_action")) is None


@rule("8", "refused")
def test_pairs_are_not_placed_under_the_hourglass_nor_single_tiles_without_it():
    assert refused(hourglass(), "red", place("influence", "battle")) == ("8", "one_tile_at_a_time", "C47")
    assert refused(position("placing:"), "red", lay("influence")) == ("8", "no_hourglass", "C30")
    assert refused(position("placing:"), "red", SAND) == ("8", "no_hourglass", "C30")


@rule("8")
def test_the_bag_is_filled_when_the_last_has_laid_two():
    board = laid(hourglass(), "red influence", "red battle", "yellow develop", "yellow no_action")
    board = laid(board, "blue no_action")
    board = play(board, "blue", lay("equip_missi"), luck=["tile blue equip_missi"])

    assert moment(board)[2] == "acting"
    assert bag(board)["by_seat"] == {"red": 2, "yellow": 2, "blue": 1}


# The sand


@rule("8", "refused")
def test_the_sand_runs_only_once_somebody_has_laid_both_tiles():
    board = laid(hourglass(), "red influence", "blue influence")

    assert offered(board, "table") == []
    assert refused(board, "table", SAND) == ("8", "hourglass_not_turned", "C30")
    assert refused(laid(board, "red battle"), "table", SAND) is None


@rule("8", "refused")
def test_the_sand_is_the_tables_and_the_table_does_nothing_else():
    board = laid(hourglass(), "red influence", "red battle")

    assert refused(board, "red", SAND) == ("8", "sand_is_the_tables", "C30")
    assert refused(board, "table", lay("influence")) == ("8", "only_the_sand", "C30")
    assert refused(board, "table", place("influence", "battle")) == ("8", "only_the_sand", "C30")
    assert refused(position("placing:"), "table", DONE) == ("8", "only_the_sand", "C30")


@rule("8", "refused")
def test_the_sand_does_not_run_while_tiles_are_drawn_or_swapped():
    acting = hourglass("acting: red influence; card anjou:; red court: missi 1")
    swapping = hourglass("time: 832 spring; swapping:; red used: winter influence")

    assert refused(acting, "table", SAND) == ("3.2", "not_your_choice")
    assert refused(swapping, "table", SAND) == ("8", "only_the_sand", "C30")


@rule("8")
def test_nobody_waits_for_the_table():
    board = laid(hourglass(), "red influence", "red battle")

    assert asked(board) == ["yellow", "blue"]
    assert offered(board, "table") == [SAND]


@rule("8")
def test_when_the_sand_has_run_out_two_one_or_no_tiles_are_in_the_bag():
    board = laid(hourglass(), "red influence", "red battle", "yellow develop")
    board = play(
        board,
        "table",
        SAND,
        luck=["tile red influence", "tile red battle", "tile yellow develop", "tile event", "card hessen"],
    )

    assert moment(board) == (830, "spring", "swapping")
    assert (used(board, "red", "winter"), used(board, "yellow", "winter")) == (
        ["influence", "battle"],
        ["develop"],
    )
    assert used(board, "blue", "winter") == []
    assert sum(hand(board, "blue").values()) == 7


@rule("8")
def test_what_was_not_laid_stays_active_at_home():
    board = laid(
        hourglass("red court: missi 2; card anjou:"), "red influence", "red battle", "yellow develop"
    )
    board = play(board, "table", SAND, luck=["tile red influence"])

    assert bag(board)["by_seat"] == {"red": 1, "yellow": 1, "blue": 0}
    assert bag(board)["tiles"] == 3
    assert hand(board, "blue") == {**hand(hourglass(), "blue")}
    assert sum(hand(board, "yellow").values()) == 6


@rule("8")
def test_every_season_begins_with_no_tile_laid():
    board = laid(hourglass(), "red no_action", "red no_action")
    board = play(
        board, "table", SAND, luck=["tile red no_action", "tile red no_action", "tile event", "card hessen"]
    )

    assert moment(board) == (830, "spring", "placing")
    assert {court["tiles_laid"] for court in seen(board)["courts"].values()} == {0}
    assert offered(board, "table") == []


@rule("8")
@pytest.mark.parametrize("rules", [[], [ADVANCED], [SCENARIO], [SCENARIO, "anarchy"]])
def test_the_hourglass_goes_with_every_variant(rules):
    board = laid(hourglass("placing:", 2, *rules), "red influence", "red battle")

    assert offered(board, "table") == [SAND]


@rule("8")
def test_the_seconds_are_an_option_and_no_matter_of_the_rules():
    luck = ["palace red", "palace yellow"]

    assert begin(luck, players=2, hourglass=90).write() == begin(luck, players=2, hourglass=30).write()
    assert carolingi.GAME.options({"players": 2, "hourglass": 90}).as_dict()["hourglass"] == 90


@rule("8", "refused")
@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (-1, "hourglass_not_possible"),
        (3601, "hourglass_not_possible"),
        ("long", "option_not_a_number"),
        (True, "option_not_a_number"),
    ],
)
def test_an_impossible_hourglass_is_refused(seconds, code):
    assert option_faults(players=2, hourglass=seconds) == [(code, "hourglass")]


# Peace under the hourglass


@rule("8")
def test_peace_may_be_the_first_tile_and_then_no_action_must_follow():
    board = laid(hourglass(PEACE_IN_HAND), "red peace")

    assert offered(board, "red") == [lay("no_action")]
    assert refused(board, "red", lay("battle")) == ("5.8", "peace_needs_no_action", "C20")


@rule("8", "refused")
def test_peace_does_not_go_with_an_action_laid_before():
    board = laid(hourglass(PEACE_IN_HAND), "red battle")

    assert refused(board, "red", lay("peace")) == ("5.8", "peace_needs_no_action", "C20")
    assert refused(laid(hourglass(PEACE_IN_HAND), "red no_action"), "red", lay("peace")) is None


# Red has three points with the land that a battle would clear; Peace lies alone in the bag.
LONE = """
    time: 832 spring
    placing:
    normandie: red 7
    ile_de_france: red 1
    champagne: red 1
    anjou: red 1
    friesland: red 1
    oberlothringen: red 2, gangs 1
    red court: missi 3, leudes 1, trophies 3
    hessen: blue 1
    blue court: missi 3, leudes 2
    yellow court: leudes 2
"""
LONE_LUCK = ["tile red peace"]


def lone_peace(text=LONE, *others):
    """Red's Peace is drawn; it lies there alone, since the sand ran out."""
    board = laid(
        hourglass(text + PEACE_IN_HAND), "red peace", "yellow equip_missi", "yellow no_action", *others
    )
    return play(board, "table", SAND, luck=LONE_LUCK)


@rule("8")
def test_a_lone_peace_that_fails_keeps_its_extra_action():
    """Two points: nothing is opened, nothing undone, and Peace is inactive."""
    board = play(
        lone_peace(LONE.replace("gangs 1", "gangs 1, blue 1").replace("trophies 3", "trophies 0")),
        "red",
        extra("battle"),
        fight("oberlothringen"),
        DONE,
        luck=["tile yellow equip_missi"],
    )

    assert points(board, "red") == 2
    assert gangs(board, "oberlothringen") == 0
    assert inactive(board, "red")["peace"] == 1
    assert used(board, "red", "spring") == ["battle"]
    assert bag(board)["open"] is None


@rule("8")
def test_a_lone_peace_that_shows_three_points_is_undone_and_inactive():
    before = lone_peace()
    board = play(
        before, "red", extra("battle"), fight("oberlothringen"), DONE, luck=["tile yellow equip_missi"]
    )

    assert board.outcome() is None
    assert (gangs(board, "oberlothringen"), followers(board, "oberlothringen", "red")) == (1, 2)
    assert inactive(board, "red")["peace"] == 1
    assert used(board, "red", "spring") == []
    assert hand(board, "red")["battle"] == 1
    assert seen(board)["supply"] == seen(before)["supply"]
    assert bag(board)["open"] == [["yellow", "no_action"], ["event"], ["event"]]


@rule("8")
def test_a_homeland_claimed_by_a_lone_peace_is_given_up_again():
    """Claiming Normandie, gangs and strangers driven out, shows a palace and three points: all of it is undone."""
    text = LONE.replace("normandie: red 7", "normandie: red 7, blue 1, gangs 2, counters 2").replace(
        "oberlothringen: red 2, gangs 1", "oberlothringen: red 2\n    card normandie: red 1, gangs 1"
    )
    board = laid(
        hourglass(text + PEACE_IN_HAND, 3, ADVANCED), "red peace", "yellow equip_missi", "yellow no_action"
    )
    board = play(board, "table", SAND, luck=["tile red peace"])
    claimed = play(board, "red", extra("develop"), claim("normandie"))

    assert offered(claimed, "red")[0]["do"] == "banish"
    banished = [banish("flandre"), banish("niederlothringen")]
    after = play(claimed, "red", *banished, luck=["tile yellow equip_missi"])

    assert after.outcome() is None
    for part in ("lands", "rows", "cards", "archivium", "discard", "supply", "victory"):
        assert seen(after)[part] == seen(board)[part]
    assert hand(after, "red")["develop"] == 1
    assert inactive(after, "red")["peace"] == 1


@rule("8")
def test_a_lone_peace_without_an_extra_action_is_undone_all_the_same():
    board = play(
        lone_peace(LONE.replace("gangs 1", "gangs 0")), "red", DONE, luck=["tile yellow equip_missi"]
    )

    assert board.outcome() is None
    assert inactive(board, "red")["peace"] == 1


@rule("8")
def test_peace_with_no_action_wins_under_the_hourglass_too():
    text = LONE.replace("gangs 1", "gangs 0")
    board = laid(hourglass(text + PEACE_IN_HAND), "red no_action", "red peace")
    board = play(board, "table", SAND, luck=["tile red no_action", "tile red peace"])

    assert winners(play(board, "red", DONE)) == ["red"]


@rule("8")
def test_the_table_before_a_lone_peace_is_part_of_the_text():
    board = play(lone_peace(), "red", extra("battle"), fight("oberlothringen"))
    again = carolingi.read(board.write())

    assert again.write() == board.write()
    after = play(again, "red", DONE, luck=["tile yellow equip_missi"])
    assert after.write() == play(board, "red", DONE, luck=["tile yellow equip_missi"]).write()


@rule("8")
def test_a_lone_peace_reads_back_before_its_extra_tile_is_chosen():
    board = lone_peace()

    assert carolingi.read(board.write()).write() == board.write()


@rule("8", "refused")
def test_a_lone_peace_whose_table_before_is_not_told_is_no_sound_position():
    board = play(lone_peace(), "red", extra("battle"))
    text = "\n".join(line for line in board.write_block().splitlines() if not line.startswith("before:"))

    with pytest.raises(BadInput):
        carolingi.read(text)


@rule("8", "refused")
def test_a_nonsensical_table_before_is_refused():
    board = play(lone_peace(), "red", extra("battle"))
    lines = board.write_block().splitlines()

    for wrong in ("nonsense", "hessen: blue 99", ""):
        text = "\n".join(f"before: {wrong}" if line.startswith("before:") else line for line in lines)
        with pytest.raises(BadInput):
            carolingi.read(text)


@rule("8", "refused")
@pytest.mark.parametrize(
    "other", ["players 2", "players 6", "players 3 & variant advanced", "players 3 & anarchy"]
)
def test_a_table_before_of_another_game_is_refused(other):
    board = play(lone_peace(), "red", extra("battle"))
    line = next(line for line in board.write_block().splitlines() if line.startswith("before:"))
    text = board.write_block().replace(line, f"before: carolingi: {other}")

    with pytest.raises(BadInput) as caught:
        carolingi.read(text)
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [("before_other_game", "before")]


@rule("8", "refused")
@pytest.mark.parametrize("moment", ["placing:", "acting: red battle", "over: time"])
@pytest.mark.parametrize("rules", [(), (HOURGLASS,), (ADVANCED,)])
def test_a_table_before_stands_with_a_lone_peace_alone(moment, rules):
    inside = " & ".join(["players 3", *rules])
    found = faults(f"{moment}\nbefore: carolingi: {inside}", 3, *rules)

    assert ("before_misplaced", "before") in found


@rule("8", "refused")
def test_a_table_before_holds_no_other_table_before():
    board = play(lone_peace(), "red", extra("battle"))
    nested = f"{board.write()} | before: carolingi: players 3 & hourglass"

    with pytest.raises(BadInput) as caught:
        carolingi.read(nested)
    assert ("before_misplaced", "before") in [(fault.code, fault.where) for fault in caught.value.faults]


@rule("8", "refused")
def test_the_table_before_shows_the_same_peace_being_declared():
    board = play(lone_peace(), "red", extra("battle"))
    lines = board.write_block().splitlines()
    for other in ("placing: red& yellow& green", "acting: yellow peace& option 0& parts 0"):
        text = "\n".join(
            line.replace("acting: red peace& option 0& parts 0", other)
            if line.startswith("before:")
            else line
            for line in lines
        )

        assert text != board.write_block().rstrip()
        with pytest.raises(BadInput):
            carolingi.read(text)


@rule("8", "refused")
def test_impossible_texts_of_laid_tiles_are_refused():
    assert faults("placing:; laid: red soothe_riot; laid tiles: red 1", 3, HOURGLASS) != []
    assert faults("placing:; laid: red influence; laid tiles: red 1") != []
    assert faults("placing:; laid tiles: red 1", 3, HOURGLASS) != []
    assert faults("placing:; laid: red influence; laid tiles: red 1", 3, HOURGLASS) == []


# What nobody may see


def screens(board):
    """Every seat's screen and the spectator's, to the byte."""
    return {viewer: json.dumps(seen(board, viewer)) for viewer in (*board.seats(), None)}


@rule("8")
def test_which_tile_was_laid_is_seen_by_nobody_else():
    first, second = laid(hourglass(PEACE_IN_HAND), "red peace"), laid(hourglass(PEACE_IN_HAND), "red battle")

    assert [viewer for viewer in screens(first) if screens(first)[viewer] != screens(second)[viewer]] == [
        "red"
    ]
    assert public_events(hourglass(PEACE_IN_HAND), "red", lay("peace")) == [
        {"event": "tile_laid", "seat": "red"}
    ]


@rule("8")
def test_a_sibling_imagines_any_tile_that_may_have_been_laid():
    board = laid(hourglass(PEACE_IN_HAND), "red peace")
    tiles = {seen(other, "red")["courts"]["red"]["laid"] for other in imagined(board, "blue", 60)}

    assert {"influence", "develop", "equip_missi", "move_troops", "battle", "no_action"} <= tiles
    assert all(screens(other)["blue"] == screens(board)["blue"] for other in imagined(board, "blue"))


@rule("8")
def test_a_lone_tile_in_the_bag_may_be_any_for_all_the_siblings_know():
    board = laid(
        hourglass("time: 832 spring; placing:\n" + PEACE_IN_HAND),
        "red peace",
        "blue equip_missi",
        "blue no_action",
    )
    board = play(board, "table", SAND, luck=["tile blue equip_missi"])
    others = imagined(board, "blue", 80)
    lying = {bag_of(other, "red") for other in others}

    assert ("no_action",) in lying
    assert len(lying) >= 6
    assert all(screens(other)["blue"] == screens(board)["blue"] for other in others)
    assert all(other.check() == [] for other in others)


def bag_of(board, seat):
    """The seat's tiles in the bag, as the whole truth has them."""
    line = next(line for line in board.write_block().splitlines() if line.startswith("bag: "))
    items = [item.split() for item in line.removeprefix("bag: ").split(", ")]
    return tuple(item[1] for item in items if item[0] == seat)


@rule("8")
def test_the_remembered_table_tells_nobody_what_is_hidden():
    """Blue's single tile is still in the bag while Red's lone Peace is carried out."""
    one = play(lone_peace(LONE, "blue influence"), "red", extra("battle"))
    other = play(lone_peace(LONE, "blue develop"), "red", extra("battle"))

    assert [viewer for viewer in screens(one) if screens(one)[viewer] != screens(other)[viewer]] == ["blue"]
    assert "before: " in seen(one, "red")["line"]
    assert "before: " in seen(one)["line"]


@rule("8")
def test_what_is_imagined_is_imagined_of_the_remembered_table_too():
    """However the deal, undoing the extra action leaves a sound position, and Red has its tile back."""
    board = play(lone_peace(LONE, "blue influence"), "red", extra("battle"), fight("oberlothringen"))
    for other in imagined(board, "yellow"):
        assert other.check() == []
        assert screens(other)["yellow"] == screens(board)["yellow"]
        other.play(number_of(other, "red"), other.read_action(DONE), SeededLuck(1))

        assert other.check() == []
        assert hand(other, "red").get("battle", 0) >= 1


@rule("8")
def test_a_view_in_the_middle_of_a_lone_peace_is_enough_to_play_on():
    board = play(lone_peace(LONE, "blue influence"), "red", extra("battle"), fight("oberlothringen"))
    for viewer in (*board.seats(), None):
        view = json.loads(json.dumps(seen(board, viewer)))
        guess = carolingi.from_view(view, SeededLuck(5))

        assert screens(guess)[viewer] == screens(board)[viewer]
        guess.play(number_of(guess, "red"), guess.read_action(DONE), SeededLuck(2))
        assert guess.check() == []


@rule("8")
def test_the_bag_opened_by_a_lone_peace_stays_known():
    board = play(
        lone_peace(LONE, "blue influence"),
        "red",
        extra("battle"),
        fight("oberlothringen"),
        DONE,
        luck=["tile yellow equip_missi"],
    )

    assert ["blue", "influence"] in bag(board)["open"]
    assert {bag_of(other, "blue") for other in imagined(board, "yellow")} == {("influence",)}
