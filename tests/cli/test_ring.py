"""Carolus Magnus at the terminal: the ring, what is typed, and whole games."""

import io
from typing import cast

import pytest
from tests.cli.sitting import Sitting, always, kept_games

from aachen.cli import main
from aachen.cli.ring import clockwise, shape_of, stop_in_words
from aachen.cli.ring_stage import RingReader, numbered
from aachen.cli.screen import show
from aachen.cli.signs import RING_ASCII, RING_UNICODE, console_for
from aachen.cli.typed import Unclear
from aachen.core.replay import replay
from aachen.games import GAMES, carolus
from aachen.locales import LANGUAGES, catalogue
from aachen.locales.carolus_wording import CarolusWording

STOP = """
    carolus: players 2
    round: 2
    advancing: white
    emperor: b
    white discs: shown 3
    black discs: shown 4
    white court: red 1
    black court: blue 1
    region ab: red 1, castles 2 white
    region c: red 2, blue 1
    region d: castles 1 white
    region e: blue 1
"""


def drawn(text, width=120, language="en", plain=False, viewer=None):
    """What `aachen show` prints of a position."""
    file = io.StringIO()
    show(carolus.read(text), CarolusWording(language), console_for(file, width=width), viewer, plain)
    return file.getvalue()


# ---- The ring


@pytest.mark.parametrize("regions", range(4, 16))
def test_the_rim_has_room_for_every_region_and_at_most_one_place_to_spare(regions):
    places = clockwise(*shape_of(regions))

    assert len(set(places)) == len(places)
    assert regions <= len(places) <= regions + 1


def test_places_follow_each_other_clockwise():
    assert clockwise(3, 3) == [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]


def test_regions_owners_forces_emperor_and_stops_can_be_read():
    text = drawn(STOP)

    assert "AB ♔" in text
    assert "○ White ♜2" in text
    assert "White 2 : Black 1" in text
    assert "C +1" in text
    assert "▲2 ■1" in text


def test_on_a_narrow_terminal_forces_are_told_by_signs_and_on_a_very_narrow_one_the_ring_is_a_list():
    assert "○2 : ✚1" in drawn(STOP, width=80)
    assert "╭" not in drawn(STOP, width=50)
    assert "White 2 : Black 1" in drawn(STOP, width=50)


@pytest.mark.parametrize("width", [50, 80, 120])
def test_no_line_is_wider_than_the_terminal(width):
    assert max(len(line) for line in drawn(STOP, width).splitlines()) <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plain_screen_tells_the_same_in_sentences(language):
    text = drawn(STOP, language=language, plain=True, width=200)
    words = CarolusWording(language)

    assert words.forces({"white": 2, "black": 1}) in text
    assert words.say("ring.plain_emperor") in text
    assert "╭" not in text


def told_stops(text):
    """What is said of each stop that can be reached in a position."""
    stops = cast("list[dict[str, object]]", carolus.read(text).view(0)["stops"])
    return [stop_in_words(stop, CarolusWording("en")) for stop in stops]


def test_what_would_happen_at_each_stop_is_said():
    assert told_stops(STOP) == [
        "White builds; joined with A and D: 4 castles, 12 regions left",
        "White keeps it",
        "Black builds",
    ]


def test_the_end_is_said_beside_the_stop_that_brings_it():
    text = """
        carolus: players 2
        round: 2
        advancing: white
        emperor: a
        white discs: shown 1
        black discs: shown 4
        white court: red 1
        region b: red 1
        region defghijkl: castles 9 white
    """

    assert told_stops(text) == ["White builds; White reaches the goal and wins"]


def test_show_finds_the_game_by_the_first_word(capsys):
    assert main(["show", "--plain", STOP]) == 0
    assert "White 2 : Black 1" in capsys.readouterr().out


# ---- What is typed


@pytest.mark.parametrize(
    ("language", "typed", "action"),
    [
        ("en", "put red c", {"do": "put", "clan": "red", "place": "c"}),
        ("en", "red", {"do": "put", "clan": "red", "place": "court"}),
        ("en", "pink to o", {"do": "put", "clan": "pink", "place": "o"}),
        ("de", "setze gelb hof", {"do": "put", "clan": "yellow", "place": "court"}),
        ("fr", "mettre bleu en A", {"do": "put", "clan": "blue", "place": "a"}),
    ],
)
def test_paladins_are_typed_by_clan_and_letter(language, typed, action):
    offers = [{"do": "put", "clan": "red", "place": "court"}]

    assert RingReader(CarolusWording(language)).read(typed, offers) == [action]


@pytest.mark.parametrize(
    ("typed", "offer", "action"),
    [
        ("3", {"do": "lay", "disc": 3}, {"do": "lay", "disc": 3}),
        ("lay 5", {"do": "lay", "disc": 3}, {"do": "lay", "disc": 5}),
        ("2", {"do": "lay", "disc": 3}, {"do": "lay", "disc": 2}),
        ("move 2", {"do": "advance", "steps": 1}, {"do": "advance", "steps": 2}),
        ("blue", {"do": "crown", "clan": "red"}, {"do": "crown", "clan": "blue"}),
    ],
)
def test_discs_and_steps_are_their_own_numbers(typed, offer, action):
    assert RingReader(CarolusWording("en")).read(typed, [offer]) == [action]


@pytest.mark.parametrize("typed", ["put", "put z c", "put red c d", "lay", "lay red", "9999999", "dance"])
def test_what_is_not_understood_is_said(typed):
    offers = [{"do": "put", "clan": "red", "place": "court"}]

    with pytest.raises(Unclear):
        RingReader(CarolusWording("en")).read(typed, offers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_proposed_can_be_typed(language):
    """Every offer of a game, said as an example and read again."""
    reader = RingReader(CarolusWording(language))
    for text in (
        STOP,
        "carolus: players 2",
        STOP.replace("advancing: white", "putting: white\nwhite reserve: red 1, blue 1, pink 1"),
    ):
        board = carolus.read(text)
        offers = [board.name_action(code) for code in board.offers(board.to_act()[0])]
        for offer in offers:
            assert reader.read(reader.typed(offer), offers) == [offer]
        assert list(numbered(offers).values()) == offers


# ---- Whole games


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_a_whole_game_by_numbers(language, plain, data_home):
    arguments = ["carolus", "--seats", "person,random", "--seed", "3", *(["--plain"] if plain else [])]
    sitting = Sitting(*arguments, typed=always("1", "2", "3", "4", "5"), language=language)
    (path,) = kept_games(data_home)
    steps = list(replay(path.open(), GAMES))

    assert sitting.code == 0
    assert catalogue(language).say("outcome.castles", place=1, seat="X", points=10)[-9:] in sitting.text
    assert not any(step.faults for step in steps)
    assert steps[-1].outcome is not None


@pytest.mark.parametrize("players", [3, 4])
def test_bots_alone_play_to_the_end(players):
    sitting = Sitting("carolus", "--seats", ",".join(["random"] * players), "--seed", "1")

    assert sitting.code == 0
    assert sitting.screens == []


def test_two_people_share_a_keyboard_without_a_curtain():
    text = "carolus: players 2\nwhite reserve: red 7\nblack reserve: blue 7"
    sitting = Sitting("carolus", "--seats", "person:Anna,person:Bo", "--position", text, typed=["2", "4"])

    assert "Anna (White): Round 1" in sitting.screens[0]
    assert "Bo (Black): Round 1" in sitting.screens[1]
    assert "press Enter" not in sitting.text


def test_a_refusal_is_answered_with_its_rule_and_nothing_happens():
    text = "carolus: players 2\nwhite discs: shown 2\nlaying: black"
    sitting = Sitting(
        "carolus", "--seats", "random,person", "--position", text, typed=["2", "why lay 2", "3"]
    )

    assert sitting.text.count("White shows 2 already") == 2
    assert "(§CM2, ruling M10)" in sitting.text
    assert "Black lays disc 3" in sitting.text


def test_a_paladin_can_be_taken_back_until_the_dice_fall():
    text = "carolus: players 2\nwhite discs: shown 2\nblack discs: shown 4\nwhite reserve: red 7"
    typed = ["red c", "undo", "red d", "red", "red", "undo", "undo", "undo", "undo"]
    sitting = Sitting("carolus", "--seats", "person,random", "--position", text, typed=typed)

    assert sitting.text.count("Taken back: A red paladin to C.") == 1
    assert sitting.text.count("Taken back: A red paladin to the court.") == 2
    assert "That cannot be taken back" in sitting.text


def test_what_each_stop_would_do_is_listed_beside_its_number():
    sitting = Sitting("carolus", "--seats", "person,random", "--position", STOP, typed=[])

    assert "1 C: White 2 : Black 1. White builds; joined with A and D" in sitting.screens[0]


def test_a_game_is_resumed_as_the_game_it_is(data_home):
    first = Sitting("carolus", "--seats", "person,greedy", "--seed", "4", typed=["1", "q", ""])
    again = Sitting("--resume", str(first.path), typed=["victory", "lang fr", "courts"])

    assert "castles" in again.text.lower()
    assert "Cour" in again.text


def test_the_start_menu_asks_in_the_games_own_words():
    sitting = Sitting("carolus", typed=["en", "9", "4", "", "q", ""], at_terminal=True)

    assert "Carolus Magnus" in sitting.text
    assert "How many play, 2 to 4? [2]" in sitting.text
    assert "“9” cannot play. Say a number from 2 to 4." in sitting.text
    assert "Ebony: greedy" in sitting.text


def test_no_two_things_on_the_ring_share_a_sign():
    for signs in (RING_UNICODE, RING_ASCII):
        used = [*signs.colours.values(), signs.palace, signs.forest, signs.free]
        assert len(used) == len(set(used))


def test_a_terminal_that_knows_only_ascii_gets_letters():
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    show(carolus.read(STOP), CarolusWording("en"), console_for(file, width=80))
    file.seek(0)
    text = file.read()

    assert "W2 : K1" in text
    assert "AB @" in text
