"""5.8 Declare peace: the extra tile, three points, and several declarers at once."""

from tests.kit import (
    DONE,
    asked,
    bag,
    build,
    court,
    events_ready,
    extra,
    faults,
    fight,
    followers,
    hand,
    inactive,
    march,
    moment,
    new_game,
    offered,
    outcome,
    place,
    play,
    play_all,
    points,
    position,
    public_events,
    refused,
    rule,
    seen,
    settle,
    used,
    winners,
)

# Red: expansion, following and glory make three points.
THREE_POINTS = """
    normandie: red 7, palace red
    ile_de_france: red 1
    champagne: red 1
    anjou: red 1
    friesland: red 1
    oberlothringen: red 1
    red court: missi 3, trophies 4
"""
DECLARING = """
    time: 832 spring
    acting: red peace
    red used: winter battle, spring peace
    ostfalen: blue 5, palace blue
    comte_de_bourgogne: yellow 5, palace yellow
"""
# Blue can have three points as well: following, glory and, with six lands, expansion.
BLUE_CLOSE = """
    ostfalen: blue 6, palace blue
    hessen: blue 2
    westfalen: blue 1
    thueringen: blue 1
    franken: blue 2
    blue court: missi 3, trophies 4
"""
RIVALS = """
    time: 832 spring
    acting: red peace
    red used: spring peace
    comte_de_bourgogne: yellow 5, palace yellow
    yellow court: missi 2
    bag: red no_action, blue peace, blue no_action, yellow influence, yellow no_action, event
"""


def known_bag(board):
    """What is openly known to be in the bag."""
    return bag(board)["open"]


# Placing Peace


WITH_PEACE = "red tiles: hand influence develop equip_missi move_troops battle peace no_action no_action"


@rule("5.8")
def test_the_diagrams_first_picture_peace_is_laid_with_no_action():
    assert refused(position(WITH_PEACE), "red", place("peace", "no_action")) is None


@rule("5.8", "refused")
def test_peace_cannot_be_laid_with_an_action():
    board = position(WITH_PEACE)

    assert refused(board, "red", place("battle", "peace")) == ("5.8", "peace_needs_no_action", "C20")
    assert refused(board, "red", place("peace", "peace")) == ("5.8", "peace_needs_no_action", "C20")


@rule("5.8", "refused")
def test_a_bag_with_peace_and_an_action_of_one_colour_is_refused():
    assert ("peace_without_no_action", "bag") in faults(
        "acting: red equip_missi; bag: blue peace, blue battle"
    )


# Alone


@rule("5.8")
def test_the_diagrams_second_picture_an_extra_tile_is_carried_out_and_lies_on_the_season():
    board = position(DECLARING + THREE_POINTS + "bag: red no_action")
    board = play(board, "red", extra("influence"))

    assert asked(board) == ["red"]
    assert used(board, "red", "spring") == ["influence", "peace"]
    assert "influence" not in hand(board, "red")
    assert refused(board, "red", settle(3)) is None


@rule("5.8")
def test_the_diagrams_third_picture_peace_fails_below_three_points():
    weak = THREE_POINTS.replace("oberlothringen: red 1", "oberlothringen: red 1, gangs 1")
    board = position(DECLARING + weak + "bag: red no_action, blue equip_missi")

    assert points(board, "red") == 2
    after = play(board, "red", DONE, luck=["tile blue equip_missi"])

    assert after.outcome() is None
    assert inactive(after, "red")["peace"] == 1
    assert used(after, "red", "spring") == []
    assert known_bag(after) is None
    assert asked(after) == ["blue"]


@rule("5.8")
def test_three_points_end_the_game_at_once():
    board = position(DECLARING + THREE_POINTS + "bag: red no_action, blue equip_missi, event")
    after = play(board, "red", DONE)

    assert winners(after) == ["red"]
    end = outcome(after)
    assert (end.ending, end.section, end.ruling) == ("peace", "5.8", "C21")
    assert asked(after) == []
    assert refused(after, "blue", DONE) == ("5.8", "game_over", "C21")


@rule("5.8")
def test_the_extra_action_can_make_the_third_point():
    contested = THREE_POINTS.replace("oberlothringen: red 1", "oberlothringen: red 2, blue 1, gangs 1")
    board = position(DECLARING.replace("winter battle", "winter influence") + contested)

    assert points(board, "red") == 2
    after = play(board, "red", extra("battle"), fight("oberlothringen"))

    assert winners(after) == ["red"]


@rule("5.8")
def test_a_peacemaker_wins_even_with_fewer_points_than_a_sibling():
    text = """
        time: 832 spring
        acting: red peace
        red used: spring peace
        normandie: red 7, palace red
        ile_de_france: red 1
        champagne: red 1
        anjou: red 1
        friesland: red 1
        oberlothringen: red 1
        red court: trophies 4
        ostfalen: blue 5, palace blue
        hessen: blue 2, counters 2
        westfalen: blue 2, counters 2
        thueringen: blue 1, counters 2
        franken: blue 1
        schwaben: blue 1
        nordalbingien: blue 1, forest
        blue court: trophies 4
    """
    board = position(text)

    assert (points(board, "red"), points(board, "blue")) == (3, 5)
    after = play(board, "red", DONE)

    assert winners(after) == ["red"]
    assert outcome(after).places == [1, 3, 2]


@rule("5.8", "refused")
def test_only_an_active_action_tile_is_an_extra_action():
    board = position(DECLARING + THREE_POINTS)

    assert refused(board, "red", extra("battle")) == ("5.8", "tile_not_active")
    assert refused(board, "red", extra("soothe_riot")) == ("5.8", "tile_not_active")
    assert refused(board, "red", extra("no_action")) == ("5.8", "no_extra_action")
    assert refused(board, "red", extra("peace")) == ("5.8", "no_extra_action")


@rule("5.8", "refused")
def test_a_tile_activated_this_season_is_no_extra_action():
    board = position(
        DECLARING
        + THREE_POINTS
        + "red tiles: fresh soothe_riot, hand soothe_riot influence develop equip_missi move_troops no_action no_action"
    )

    assert refused(board, "red", extra("soothe_riot")) == ("5.8", "freshly_activated", "C12")


@rule("5.8", "refused")
def test_only_one_extra_tile_is_played():
    board = position(DECLARING + THREE_POINTS + "bag: red no_action")
    board = play(board, "red", extra("influence"))

    assert refused(board, "red", extra("develop")) == ("5.8", "other_tile_drawn")


@rule("5.8")
def test_a_forfeited_peace_can_be_activated_again():
    board = position("acting: red develop; red court: missi 2; red known: since 0")

    assert {"do": "activate", "tile": "peace"} in offered(board, "red")


@rule("5.8")
def test_peace_must_be_carried_out_even_when_no_tile_is_left_for_it():
    """With nothing in hand but No-action, the declaration is settled by itself."""
    spent = "red used: winter battle influence, spring develop equip_missi, summer move_troops"
    board = position(
        f"time: 832 autumn; acting: blue equip_missi; {spent}; bag: red peace, red no_action" + THREE_POINTS
    )
    after = play(board, "blue", DONE, luck=["tile red peace"])

    assert winners(after) == ["red"]


# Several


@rule("5.8")
def test_a_second_peace_tile_in_the_bag_delays_the_victory():
    """Everything else is set aside, and the rival declares."""
    board = position(RIVALS + THREE_POINTS + BLUE_CLOSE)

    assert (points(board, "red"), points(board, "blue")) == (3, 2)
    after = play(board, "red", DONE, luck=["tile blue peace"])

    assert after.outcome() is None
    assert asked(after) == ["blue"]
    assert used(after, "blue", "spring") == ["peace"]
    assert bag(after)["tiles"] == 5
    assert bag(after)["by_seat"] == {"red": 1, "yellow": 2, "blue": 1}
    assert seen(after)["courts"]["yellow"]["known_active"] == {"influence": 1}
    assert refused(after, "blue", extra("influence")) is None


@rule("5.8")
def test_of_several_declarers_the_only_worthy_one_wins():
    board = position(RIVALS + THREE_POINTS + BLUE_CLOSE)
    after = play(play(board, "red", DONE, luck=["tile blue peace"]), "blue", DONE)

    assert winners(after) == ["red"]
    assert outcome(after).ending == "peace"


@rule("5.8")
def test_several_worthy_declarers_all_fail_and_the_bag_goes_on():
    """Blue's extra march makes a sixth land; now both have three points, and neither wins."""
    board = position(RIVALS + THREE_POINTS + BLUE_CLOSE)
    board = play(board, "red", DONE, luck=["tile blue peace"])
    after = play(
        board,
        "blue",
        extra("move_troops"),
        march("franken", "schwaben", 1),
        DONE,
        luck=["tile red no_action", "tile yellow influence"],
    )

    assert (points(after, "red"), points(after, "blue")) == (3, 3)
    assert after.outcome() is None
    assert (inactive(after, "red")["peace"], inactive(after, "blue")["peace"]) == (1, 1)
    assert used(after, "blue", "spring") == ["move_troops"]
    assert asked(after) == ["yellow"]
    assert bag(after)["tiles"] == 3


@rule("5.8")
def test_declarers_of_whom_none_is_worthy_any_more_all_fail():
    """Blue's extra march ties Red's sixth land; now nobody has three points."""
    red = THREE_POINTS.replace("oberlothringen: red 1", "schwaben: red 1")
    board = position(RIVALS + red + BLUE_CLOSE.replace("franken: blue 2", "franken: blue 1"))

    assert points(board, "red") == 3
    board = play(board, "red", DONE, luck=["tile blue peace"])
    after = play(
        board,
        "blue",
        extra("move_troops"),
        march("franken", "schwaben", 1),
        DONE,
        luck=["tile yellow influence"],
    )

    assert points(after, "red") == 2
    assert points(after, "blue") < 3
    assert after.outcome() is None
    assert (inactive(after, "red")["peace"], inactive(after, "blue")["peace"]) == (1, 1)


@rule("5.8")
def test_what_was_laid_open_stays_known_to_all():
    board = position(RIVALS + THREE_POINTS + BLUE_CLOSE)
    board = play(board, "red", DONE, luck=["tile blue peace"])
    after = play(
        board,
        "blue",
        extra("move_troops"),
        march("franken", "schwaben", 1),
        DONE,
        luck=["tile yellow influence"],
    )

    assert known_bag(after) == [
        ["red", "no_action"],
        ["yellow", "no_action"],
        ["blue", "no_action"],
        ["event"],
    ]


@rule("5.8")
def test_an_open_bag_is_forgotten_with_the_season():
    board = position(
        RIVALS.replace("832 spring", "832 winter").replace("used: spring", "used: winter")
        + THREE_POINTS
        + BLUE_CLOSE
    )
    board = play(board, "red", DONE, luck=["tile blue peace"])
    rest = ["tile event", "card anjou", "tile red no_action", "tile blue no_action", "tile yellow no_action"]
    after = play(
        board,
        "blue",
        extra("move_troops"),
        march("franken", "schwaben", 1),
        DONE,
        luck=[*rest, "tile yellow influence"],
    )
    after = play(after, "yellow", DONE)

    assert moment(after)[1] == "spring"
    assert known_bag(after) is None
    assert events_ready(after) == 2


@rule("5.8")
def test_rivals_declare_in_the_order_of_the_bag():
    three = RIVALS.replace("yellow influence", "yellow peace")
    board = position(three + THREE_POINTS + BLUE_CLOSE)
    board = play(board, "red", DONE, luck=["tile yellow peace"])

    assert asked(board) == ["yellow"]
    board = play(board, "yellow", DONE, luck=["tile blue peace"])

    assert asked(board) == ["blue"]
    assert winners(play(board, "blue", DONE)) == ["red"]


@rule("5.8", "refused")
def test_nobody_but_the_drawn_declarer_speaks_in_a_contest():
    board = position(RIVALS + THREE_POINTS + BLUE_CLOSE)
    board = play(board, "red", DONE, luck=["tile blue peace"])

    assert refused(board, "red", extra("influence")) == ("3.2", "not_your_choice")


@rule("5.8")
def test_a_whole_declaration_from_the_scriptorium_on():
    """Red lays Peace with No-action, draws it, develops once more, and fails: the season goes on."""
    board = position(WITH_PEACE + "; hessen: red 1; red court: missi 3; normandie: red 2, palace red")
    nothing = place("no_action", "no_action")
    board = play_all(
        board, red=place("peace", "no_action"), yellow=nothing, blue=nothing, luck=["tile red peace"]
    )

    assert offered(board, "red")[0] == DONE
    after = play(
        board,
        "red",
        extra("develop"),
        build("hessen"),
        DONE,
        luck=[
            "tile event",
            "card anjou",
            *[f"tile {seat} no_action" for seat in ("red", "blue", "blue", "yellow", "yellow")],
        ],
    )

    assert inactive(after, "red")["peace"] == 1
    assert used(after, "red", "winter") == ["develop"]
    assert moment(after)[1] == "spring"
    assert court(after, "red").missi == 2
    assert followers(after, "hessen", "red") == 1


@rule("5.8", "refused")
def test_peace_does_not_lie_on_a_season_once_it_has_failed():
    assert ("peace_on_wheel", "red tiles") in faults("time: 832 spring; red used: winter peace")


@rule("5.8")
def test_the_points_of_a_failed_declaration_are_told():
    heard = public_events(
        position(DECLARING + "bag: red no_action"), "red", DONE, luck=["tile red no_action"]
    )

    assert {"event": "peace_failed", "seat": "red", "points": 0} in heard


@rule("5.8", "refused")
def test_peace_is_not_active_at_first():
    assert refused(new_game("red", "yellow", "blue"), "red", place("peace", "no_action")) == (
        "3.1",
        "tile_not_active",
    )
