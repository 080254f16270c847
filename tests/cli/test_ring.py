"""Carolus Magnus at the terminal: the ring, what is typed, and whole games."""

import io
from typing import cast

import pytest
from tests.cli.sitting import Sitting, always, kept_games, show
from tests.words import whole

from aachen.cli import main
from aachen.core.replay import replay
from aachen.games import GAMES, carolus
from aachen.locales import LANGUAGES
from aachen.titles.carolus.drawing import clockwise, shape_of
from aachen.titles.carolus.reader import RingReader, numbered
from aachen.titles.carolus.sentences import stop_in_words
from aachen.titles.carolus.signs import ASCII, UNICODE
from aachen.titles.carolus.wording import CarolusWording
from aachen.titles.terminal.console import console_for
from aachen.titles.terminal.reader import Unclear

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


@pytest.mark.parametrize(
    ("language", "order", "centre"),
    [
        ("en", "White (disc 3) and Black (disc 4).", "In the centre: red 36, blue 37, green 40"),
        ("de", "Weiß (Scheibe 3) und Schwarz (Scheibe 4).", "In der Mitte: Rot 36, Blau 37, Grün 40"),
        (
            "fr",
            "Blanc (disque 3) et Noir (disque 4).",
            "Au centre\N{NO-BREAK SPACE}: rouge 36, bleu 37, vert 40",
        ),
    ],
)
def test_a_plain_screen_tells_the_discs_of_this_round_and_the_centre(language, order, centre):
    """They are open, and drawn on the other screen."""
    text = drawn(STOP, language=language, plain=True, width=200)

    assert order in text
    assert centre in text


def stops_shown(text):
    """What is said of each stop that can be reached in a position."""
    stops = cast("list[dict[str, object]]", carolus.read(text).view(0)["stops"])
    return [stop_in_words(stop, CarolusWording("en")) for stop in stops]


def test_what_would_happen_at_each_stop_is_said():
    assert stops_shown(STOP) == [
        "White builds; joined with A and D: 4 castles, 12 regions left",
        "White keeps the region",
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

    assert stops_shown(text) == ["White builds; White reaches the goal and wins"]


def test_show_finds_the_game_by_the_first_word(capsys):
    assert main(["show", "--plain", STOP]) == 0
    assert "White 2 : Black 1" in capsys.readouterr().out


# ---- Everything fits

COLOURS = {2: ["white", "black"], 3: ["white", "black", "grey"], 4: ["white", "black", "ivory", "ebony"]}


def turn(players, phase="advancing", joined=""):
    """White's turn with disc 5 of the most crowded ring."""
    lines = [f"carolus: players {players}", "round: 2", f"{phase}: white", "emperor: b"]
    for at, seat in enumerate(COLOURS[players]):
        clan = ("red", "blue", "green", "pink")[at]
        lines += [f"{seat} discs: shown {5 - at}", f"{seat} court: {clan} 2"]
    if phase == "putting":
        lines.append("white reserve: red 2, blue 2, green 1, yellow 1, pink 1")
    clans = "red 1, blue 1, green 1, yellow 1, pink 1"
    lines += [f"region {letter}: {clans}" for letter in "abcdefghijklmno" if letter not in joined]
    if joined:
        lines.append(f"region {joined}: {clans}, castles {len(joined)} black")
    return "\n".join(lines)


def first_screen(text, width, height, monkeypatch, language="en", *more):
    """The lines of the first question, from the top of the table."""
    monkeypatch.setenv("LINES", str(height))
    players = int(text.split()[2])
    seats = ",".join(["person", *["random"] * (players - 1)])
    arguments = ["carolus", "--seats", seats, "--position", text, *more]
    return Sitting(*arguments, typed=[], width=width, language=language).screens[0].splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["advancing", "putting"])
@pytest.mark.parametrize("joined", ["", "ij", "ijkl", "hijklmn"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ring_courts_and_menu_fit_a_terminal_of_100_by_40(players, joined, phase, language, monkeypatch):
    lines = first_screen(turn(players, phase, joined), 100, 40, monkeypatch, language)
    words = CarolusWording(language)
    (top,) = [at for at, line in enumerate(lines) if words.say("ring.order") in line]

    assert len(lines) - top <= 38
    assert max(len(line) for line in lines[top:]) <= 100
    assert any("♔" in line for line in lines[top:])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["advancing", "putting"])
@pytest.mark.parametrize("joined", ["", "ij", "ijkl", "hijklmn"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ring_and_the_menu_fit_a_terminal_of_80_by_24(players, joined, phase, language, monkeypatch):
    lines = first_screen(turn(players, phase, joined), 80, 24, monkeypatch, language)
    seen = lines[-23:]  # the last is where one types

    assert any("B ♔" in line for line in seen)
    assert [number for number in range(1, 6) if not any(f"+{number}" in line for line in seen)] == []
    assert max(len(line) for line in seen) <= 80
    assert not any("…" in line for line in seen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["advancing", "putting"])
@pytest.mark.parametrize(("width", "height"), [(100, 40), (80, 24)])
def test_stops_with_much_to_say_fit_too(width, height, phase, language, monkeypatch):
    text = turn(2, phase, "d")
    for letter in "ceg":
        text = text.replace(f"region {letter}: red 1, blue 1", f"region {letter}: red 4, blue 1")
    text = text.replace("castles 1 black", "castles 1 white")
    lines = first_screen(text, width, height, monkeypatch, language)
    seen = lines[1 - height :]
    joined = CarolusWording(language).say("ring.joins", joined="D", castles=2, regions=14)

    assert any("B ♔" in line for line in seen)
    assert joined in " ".join(line.strip() for line in seen)


def test_forces_are_words_at_100_columns():
    assert "White 2 : Black 1" in drawn(STOP, width=100)
    assert "Weiß 2 : Schwarz 1" in drawn(STOP, width=100, language="de")
    assert "Blanc 2 : Noir 1" in drawn(STOP, width=100, language="fr")


def test_of_three_sides_those_without_force_are_left_out_where_words_would_not_fit():
    text = drawn(
        "carolus: players 3\nwhite court: red 1\ngrey court: blue 1\nregion c: red 2, blue 1", width=100
    )

    assert "White 2 : Grey 1" in text
    assert "○0 : ✚0 : ◎0" in text


def test_stops_are_told_while_paladins_are_put_and_the_ring_is_drawn_anew(monkeypatch):
    monkeypatch.setenv("LINES", "40")
    text = "carolus: players 2\nwhite discs: shown 2\nblack discs: shown 4\nwhite reserve: red 7"
    sitting = Sitting("carolus", "--seats", "person,random", "--position", text, typed=["red", "red b"])

    assert "+1 B: White 0 : Black 0. Nothing is built" in sitting.screens[0]
    assert "+1 B: White 1 : Black 0. White builds" in sitting.screens[2]
    assert sitting.screens[2].count("A ♔") == 3


def test_to_a_listener_paladins_are_offered_in_a_line_for_each_clan(monkeypatch):
    lines = first_screen(turn(2, "putting"), 200, 40, monkeypatch, "en", "--plain")

    assert "1 to 16: red, 2 in reserve: Court, A, B, C, D, E, F, G, H, I, J, K, L, M, N, O" in lines
    assert len([line for line in lines if "in reserve:" in line]) == 5
    assert lines[-1] == "Or type: put pink o"


@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_partners_are_told_at_the_start_and_beside_their_castles(more, monkeypatch):
    lines = first_screen(turn(4), 100, 40, monkeypatch, "en", *more)

    assert "White and Ivory are partners: they build for White." in lines
    assert "Black and Ebony are partners: they build for Black." in lines
    assert any("Black (Black" in line and "Ebony)" in line for line in lines)


def test_without_partners_nobody_speaks_of_them(monkeypatch):
    lines = first_screen(turn(3), 100, 40, monkeypatch, "en", "--plain")

    assert not any("are partners" in line for line in lines)


def test_in_french_courts_are_called_as_one_says():
    text = drawn("carolus: players 4", language="fr", plain=True, width=200)

    assert (
        "Cour d’Ivoire\N{NO-BREAK SPACE}: aucun. Emblèmes\N{NO-BREAK SPACE}: aucun. Réserve\N{NO-BREAK SPACE}: aucun."
        in text
    )
    assert "Cour d’Ébène" in text
    assert "Cour de Blanc" in text
    assert "aucune" not in text


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


@pytest.mark.parametrize(
    "typed",
    [
        "put",
        "put z c",
        "put red c d",
        "lay",
        "lay red",
        "9999999",
        "dance",
        "-1",
        "1.5",
        "1-1",
        "put red -1",
        "١",
    ],
)
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
    assert whole(language).say("outcome.castles", place=1, seat="X", points=10)[-9:] in sitting.text
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

    assert "Anna (White): Lay a disc for round 1" in sitting.screens[0]
    assert "Bo (Black): Lay a disc for round 1" in sitting.screens[1]
    assert "press Enter" not in sitting.text


def test_a_refusal_is_answered_with_its_rule_and_nothing_happens():
    text = "carolus: players 2\nwhite discs: shown 2\nlaying: black"
    sitting = Sitting(
        "carolus", "--seats", "random,person", "--position", text, typed=["2", "why lay 2", "3"]
    )

    assert sitting.text.count("White has already laid 2") == 2
    assert "(§CM2, ruling M10)" in " ".join(sitting.text.split())
    assert "Black lays disc 3" in sitting.text


def test_a_paladin_can_be_taken_back_until_the_dice_fall():
    text = "carolus: players 2\nwhite discs: shown 2\nblack discs: shown 4\nwhite reserve: red 7"
    typed = ["red c", "undo", "red d", "red", "red", "undo", "undo", "undo", "undo"]
    sitting = Sitting("carolus", "--seats", "person,random", "--position", text, typed=typed)

    assert sitting.text.count("Undone: A red paladin to C.") == 1
    assert sitting.text.count("Undone: A red paladin to the court.") == 2
    assert "This can no longer be undone" in sitting.text


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_several_paladins_are_put_by_several_numbers(plain):
    text = "carolus: players 2\nwhite discs: shown 2\nblack discs: shown 4\nwhite reserve: red 7"
    sitting = Sitting("carolus", "--seats", "person,random", "--position", text, *plain, typed=["1 1 2"])

    assert sitting.text.count("White puts a red paladin at court.") == 2
    assert "There is something new to decide" not in sitting.text


def test_what_was_typed_beyond_a_question_is_not_done_silently():
    text = "carolus: players 2\nwhite discs: shown 2\nblack discs: shown 4\nwhite reserve: red 7"
    sitting = Sitting("carolus", "--seats", "person,random", "--position", text, typed=["1 1 1 1"])

    assert (
        "There is something new to decide, so the rest of what you typed was not carried out." in sitting.text
    )


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
    assert "How many players, 2 to 4? [2]" in sitting.text
    assert "“9” is not a possible number of players. Enter a number from 2 to 4." in sitting.text
    assert "Ebony: greedy" in sitting.text


def test_no_two_things_on_the_ring_share_a_sign():
    for signs in (UNICODE, ASCII):
        used = [*signs.colours.values(), signs.castle, signs.crown, signs.free]
        assert len(used) == len(set(used))


def test_a_terminal_that_knows_only_ascii_gets_letters():
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    show(carolus.read(STOP), CarolusWording("en"), console_for(file, width=80))
    file.seek(0)
    text = file.read()

    assert "W2 : K1" in text
    assert "AB @" in text
