"""The advanced game, the modules, the hourglass and Scenario 814 at the terminal."""

import io
import json
import os
import re
from functools import cache

import pytest
from tests.cli.sitting import COLOURED, Sitting, always, kept_games, show

from aachen import cli
from aachen.cli import keyboard
from aachen.cli.keyboard import Keyboard
from aachen.core.contract import TABLE
from aachen.core.luck import SeededLuck
from aachen.core.replay import replay
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.locales import LANGUAGES
from aachen.titles.carolingi.reader import CarolingiReader
from aachen.titles.carolingi.table_screen import SECRET_TILES
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.sentences import wording_of
from aachen.titles.terminal.console import console_for
from aachen.titles.terminal.reader import Unclear
from aachen.titles.terminal.timer import Timer

GAME = GAMES["carolingi"]


@cache
def position_after(moves, seed=4, **options):
    """A position to look at, made once: whoever wants to play on takes a copy."""
    luck = SeededLuck(seed)
    position = GAME.new(GAME.options({"players": 3, **options}), luck)
    for _ in range(moves):
        if position.to_act():
            seat = position.to_act()[0]
            position.play(seat, luck.pick("offer", position.offers(seat)), luck)
    return position


def first_position(is_wanted, **options):
    """The first position of some random games of which this is true."""
    for seed in range(40):
        luck = SeededLuck(seed)
        position = GAME.new(GAME.options({"players": 3, **options}), luck)
        while position.to_act():
            if is_wanted(position):
                return position
            seat = position.to_act()[0]
            position.play(seat, luck.pick("offer", position.offers(seat)), luck)
    raise AssertionError("no such position")


def drawn(position, language="en", width=100, viewer=0, plain=False):
    file = io.StringIO()
    show(position, wording_of(language, position), console_for(file, width=width), viewer, plain)
    return file.getvalue()


# ---- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--variant", "advanced", "--module", "anarchy", "--last-year", "831"],
        ["--variant", "814"],
        ["--variant", "814", "--module", "anarchy", "--hourglass", "30"],
    ],
)
def test_a_whole_game_by_numbers(language, plain, arguments, data_home):
    more = ["--plain"] if plain else []
    sitting = Sitting(
        "--seats",
        "person,random",
        "--seed",
        "3",
        *arguments,
        *more,
        typed=always("1", "2", "0"),
        language=language,
    )

    assert sitting.code == 0
    (path,) = kept_games(data_home)
    steps = list(replay(path.open(), GAMES))
    assert not any(step.faults for step in steps)
    assert steps[-1].outcome is not None


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["advanced", "814"])
def test_no_line_is_longer_than_the_terminal(width, language, variant):
    arguments = [
        "--seats",
        "person,random,random",
        "--variant",
        variant,
        "--module",
        "anarchy",
        "--seed",
        "2",
    ]
    more = ["--last-year", "830"] if variant == "advanced" else ["--hourglass"]
    sitting = Sitting(
        *arguments, *more, typed=always("1", "help", "xyz", "2", "0", "1"), width=width, language=language
    )

    lines = [COLOURED.sub("", line) for line in sitting.text.splitlines()]
    assert max(len(line) for line in lines if "aachen" not in line) <= width


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 100, 140])
@pytest.mark.parametrize(
    "options", [{"variant": "advanced"}, {"variant": "814"}, {"variant": "814", "players": 6}]
)
def test_no_line_of_a_drawing_is_longer_than_the_terminal(language, width, options):
    for moves in (0, 40, 60):
        for plain in (False, True):
            text = drawn(position_after(moves, **options), language, width, plain=plain)
            assert max(len(line) for line in text.splitlines()) <= width


# ---- Beginning -----------------------------------------------------------------------------------


def test_the_start_menu_offers_the_variants_and_modules():
    sitting = Sitting(typed=["", "", "chess", "?", "base 814", "adv hour", "2", ""], at_terminal=True)

    assert "“chess” is not a known set of rules." in sitting.text
    assert "“?” is not a known set of rules." in sitting.text
    assert "“base 814” is not a known set of rules." in sitting.text
    assert "Rules: advanced, hourglass" in sitting.text
    assert "Your follower is drawn" in sitting.text or "Lay your first tile" in sitting.text


def test_the_start_menu_knows_the_variants_in_the_readers_language():
    sitting = Sitting(typed=["fr", "", "avancé anarchie", "", ""], at_terminal=True)

    assert "Règles\N{NO-BREAK SPACE}: avancé, anarchie" in sitting.text


def test_no_variant_is_asked_for_if_one_is_given():
    sitting = Sitting("--variant", "814", typed=["", "", ""], at_terminal=True)

    assert "Which rules?" not in sitting.text
    assert "The year is 814." in sitting.text
    assert "Rules: 814" in sitting.text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--module", "chaos"], "There is no module “chaos”. Available modules: anarchy."),
        (["--position", "x", "--variant", "814"], "already fixes the rules: remove --variant"),
        (["--resume", "x", "--module", "anarchy"], "already fixes the rules: remove --module"),
    ],
)
def test_what_cannot_be_together_gets_a_sentence(arguments, sentence):
    sitting = Sitting(*arguments)

    assert sitting.code == 2
    assert sentence in " ".join(sitting.text.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--variant", "815"], "There is no variant “815”. Possible variants: base, advanced, 814."),
        (["--variant", "814", "--last-year", "834"], "Choose a year from 814 to 823."),
        (["--last-year", "816"], "Choose a year from 830 to 839."),
        (["--hourglass", "-5"], "needs a whole number, 0 or more, not '-5'"),
        (["--hourglass", "4000"], "Choose a number from 0 to 3600"),
    ],
)
def test_what_the_rules_do_not_allow_is_a_fault(arguments, sentence, capsys):
    assert cli.main(["play", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_position_under_the_hourglass_brings_its_sand_or_takes_what_is_wished():
    with_sand = position_after(0, players=2, hourglass=60).write()
    without = position_after(0, players=2).write()
    seats = ["--seats", "person,person"]
    usual = Sitting("--position", with_sand, *seats, typed=[""])
    wished = Sitting("--position", with_sand, *seats, "--hourglass", "20", typed=[""])
    refused = Sitting("--position", without, *seats, "--hourglass", "20")

    assert "Hourglass: 60 seconds, starting when" in usual.text
    assert "Hourglass: 20 seconds, starting when" in wished.text
    assert refused.code == 2
    assert "remove --hourglass" in " ".join(refused.text.split())


# ---- The set-up rounds (6.1.2) -------------------------------------------------------------------


def founding_sitting(*typed, **how):
    return Sitting("--variant", "advanced", "--seats", "person,random", "--seed", "1", typed=typed, **how)


def test_the_set_up_shows_the_drawn_card_and_the_followers_to_come():
    sitting = founding_sitting()
    card = re.search(r"drawn with the card (.+?)\. Choose", sitting.screens[0])

    assert card is not None
    assert f"drawn: {card[1]} · followers to come ▲8" in sitting.screens[0]
    assert f"Occupy {card[1]}" in sitting.screens[0]
    assert "7 more to come." in sitting.screens[0]
    assert "Keep the follower at court as a missus" in sitting.screens[0]


def test_a_follower_of_the_set_up_may_be_placed_in_words():
    sitting = founding_sitting("serve", "occupy", "why occupy", "undo")

    assert "Red keeps the follower at court as a missus." in sitting.text
    assert re.search(r"Red places the follower in \S+", sitting.text)


def test_several_numbers_stop_where_something_new_is_drawn():
    sitting = founding_sitting("1 1 1")

    assert sitting.text.count("Red keeps the follower at court as a missus.") == 1


def test_a_listener_hears_the_set_up_before_every_follower():
    arguments = ["--variant", "advanced", "--seats", "person,random", "--seed", "1", "--plain"]
    sitting = Sitting(*arguments, typed=["serve", "serve"])

    assert sitting.text.count("Set-up: a follower of Red was drawn with the card") == 3
    assert "Followers to come, this one included: Red 8" in sitting.text


# ---- Palaces (6.2) -------------------------------------------------------------------------------

TO_CLAIM = """
    carolingi: players 2, variant advanced
    time: 831 winter, last 834
    acting: red develop
    hessen: red 3, gangs 2, counters 2
    champagne: yellow 3
    red used: winter develop
    red court: missi 4, leudes 8, nobiles 9, trophies 0
    yellow court: missi 4, leudes 8, nobiles 9, trophies 0
"""


def test_a_homeland_is_claimed_and_its_gangs_are_driven_out_one_by_one():
    sitting = Sitting(
        "--position",
        TO_CLAIM,
        "--seats",
        "person,random",
        "--seed",
        "1",
        typed=["claim champagne", "claim hessen", "0", "done", "banish thür", "banish champagne", "1"],
    )
    text = " ".join(sitting.text.split())

    assert "Claim Hessen as your homeland (3 missi)" in sitting.screens[0]
    assert "You do not control Champagne" in text
    assert "Red claims Hessen as homeland and builds a palace there. (§6.2.1)" in text
    assert "Hessen is now your homeland, and its gangs must leave." in text
    assert "2 gangs must still leave your new homeland." in text
    assert "A gang is driven out to Thüringen." in text
    assert "No gang can be driven to Champagne" in text


def test_the_victory_table_has_palaces_where_they_are_points():
    assert "Palace" in drawn(position_after(0, variant="advanced"))
    assert "Palace" not in drawn(position_after(0))
    assert "No palace yet." in drawn(position_after(0, variant="814"), plain=True)


# ---- Scenario 814 --------------------------------------------------------------------------------


@pytest.mark.parametrize("plain", [False, True])
def test_scenario_814_shows_skuld_problems_queue_honours_and_gangs(plain):
    position = first_position(lambda each: each.view(None)["scenario"]["honours"], variant="814")
    scenario, supply = position.view(None)["scenario"], position.view(None)["supply"]
    text = drawn(position, plain=plain)
    words = CarolingiWording("en", boards.standard(), "814")
    skuld = words.season(scenario["skuld"])

    assert (f"Skuld is in {skuld}." if plain else f"[{skuld}] Skuld") in text
    for season in scenario["problems"]:
        for problem in scenario["problems"][season]:
            assert (words.tile(problem) if plain else f"!{words.short_tile(problem)}") in text
    for problem in scenario["on_cards"].values():
        assert (f"problem {words.tile(problem)}." if plain else f"!{words.short_tile(problem)}") in text
    for problem in scenario["queue"][:5]:
        assert words.tile(problem) in text
    assert f"Favour bar, {len(scenario['honours'])} of {scenario['honour_length']}, oldest first:" in text
    assert (f"Supply: gangs {supply['gangs']}," if plain else f"{supply['gangs']} gangs left") in " ".join(
        text.split()
    )
    assert ("Honours: 1." if plain else "Honours") in text
    assert "[830]" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["base", "advanced", "814"])
def test_the_tables_have_room_for_their_headings_at_80_columns(language, variant):
    text = drawn(position_after(0, variant=variant), language, 80)
    (court, *_) = [line for line in text.splitlines() if "Leudes" in line]

    assert "…" not in court


def to_solve(position):
    return position.view(None)["scenario"]["to_solve"]


def warned(position):
    return position.view(None)["scenario"]["warning"] is not None


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "if nobody solves one, the game ends when Skuld arrives."),
        ("de", "Löst niemand eines, endet die Partie, wenn Skuld kommt."),
        ("fr", "si personne n’en résout, la partie finit à l’arrivée de Skuld."),
    ],
)
def test_three_problems_in_the_season_to_come_are_a_warning(plain, language, sentence):
    position = first_position(lambda each: to_solve(each) == 1, variant="814")
    calm = first_position(lambda each: not warned(each), variant="814")

    assert sentence in " ".join(drawn(position, language, plain=plain).split())
    assert sentence not in " ".join(drawn(calm, language, plain=plain).split())


def test_of_four_problems_two_must_be_solved():
    view = first_position(lambda each: to_solve(each) == 2, variant="814").view(None)
    text = " ".join(drawn_view(view).split())

    assert len(view["scenario"]["problems"][view["scenario"]["warning"]]) == 4
    assert "has 4 problems: if fewer than 2 are solved, the game ends when Skuld arrives." in text


def test_the_screen_warns_exactly_when_the_view_does():
    """Whether Skuld still comes is for the rules to say (C35)."""
    view = first_position(warned, variant="814").view(None)
    calm = {**view, "scenario": {**view["scenario"], "warning": None}}

    assert "when Skuld arrives" in drawn_view(view)
    assert "when Skuld arrives" not in drawn_view(calm)


def drawn_view(view):
    file = io.StringIO()
    show(view, CarolingiWording("en", boards.standard(), "814"), console_for(file, width=100))
    return file.getvalue()


def solving(position):
    return any(offer["do"] == "solve" for offer in position.view(position.to_act()[0])["offers"])


def test_a_problem_is_solved_and_a_follower_honoured():
    position = first_position(solving, variant="814")
    actor = position.to_act()[0]
    view = position.view(actor)
    (season, *_) = [offer["season"] for offer in view["offers"] if offer["do"] == "solve"]
    seats = ["random"] * 3
    seats[actor] = "person"
    sitting = Sitting(
        "--position",
        position.write(),
        "--seats",
        ",".join(seats),
        "--seed",
        "1",
        typed=[
            f"solve {season}",
            "undo",
            f"why solve {season}",
            f"solve {season}",
            "why honour missi",
            "honour nobiles",
        ],
    )
    text = " ".join(sitting.text.split())

    assert f"in {season} instead" in text
    assert "Undone: Solve the problem" in text
    assert "This is allowed: Solve the problem" in text
    assert "Choose a follower for the favour bar, or none." in text
    assert "0 No honour" in text
    assert "earns an honour; the follower comes from the nobiles." in text


def test_what_appoint_co_regent_offers_is_secret_like_peace():
    assert {"peace", "co_regent"} <= set(SECRET_TILES)


def test_in_814_one_types_the_tile_that_is_there():
    board = boards.standard()
    lands, seats = [land.id for land in board.lands], board.colours[:3]
    scenario = CarolingiReader(CarolingiWording("en", board, "814"), lands, seats)
    offers = [{"do": "place", "tiles": ["co_regent", "no_action"]}]

    assert scenario.read("co-regent no", offers) == offers
    with pytest.raises(Unclear):
        scenario.read("place peace no", offers)


def test_the_language_is_switched_with_the_variants_words():
    position = first_position(solving, variant="814")
    seats = ["random"] * 3
    seats[position.to_act()[0]] = "person"
    sitting = Sitting(
        "--position", position.write(), "--seats", ",".join(seats), typed=["lang de", "lang fr"]
    )

    assert "Stattdessen das Problem" in sitting.text
    assert "Tableau des honneurs" in sitting.text


# ---- The hourglass (8) ---------------------------------------------------------------------------


def sand_sitting(*typed, seats="person,random", **how):
    """Bots lay at once, so the sand runs when the person is asked."""
    return Sitting("--hourglass", "60", "--seats", seats, "--seed", "3", typed=typed, **how)


def entries(sitting):
    return [json.loads(line) for line in sitting.path.read_text().splitlines()[1:]]


def test_the_sand_runs_when_somebody_has_laid_two_tiles_and_is_told_at_every_question():
    sitting = sand_sitting("", 20, "")

    assert "Hourglass: 60 seconds left." in sitting.screens[0]
    assert "Hourglass: 40 seconds left." in sitting.text


def test_the_sand_waits_until_somebody_has_laid_two_tiles():
    sitting = sand_sitting(1000, seats="person,person")

    assert "Hourglass: 60 seconds, starting when somebody has placed two tiles." in sitting.text
    assert "The hourglass has run out" not in sitting.text


def test_when_the_sand_has_run_out_the_table_acts_and_the_tiles_stay_home():
    sitting = sand_sitting("battle", 100)

    assert "“Battle” is placed. Place your second tile." in sitting.text
    assert "The hourglass has run out: tiles that were not placed stay at court. (§8)" in sitting.text
    assert {"seat": "table", "action": {"do": "sand"}}.items() <= entries(sitting)[3].items()
    assert not any(step.faults for step in replay(sitting.path.open(), GAMES))


def test_a_replay_tells_what_the_table_did_to_every_eye(capsys):
    sitting = sand_sitting("battle", 100)

    assert cli.main(["replay", "--seat", "red", str(sitting.path)]) == 0
    output = capsys.readouterr().out
    assert "The table: The hourglass has run out" in output
    assert "Red: Place “Battle”" in output
    assert "Yellow: Lay" not in output


def test_a_line_that_comes_too_late_is_not_heard():
    """Where nothing can end the wait, the answer itself is measured by the clock."""
    sitting = sand_sitting("battle", "develop")
    hourglass = Timer(60, iter([0.0, 1.0, 61.0]).__next__)
    hourglass.watch(position_laid())

    assert "Red has placed a tile face down: Develop." in sitting.text
    assert [hourglass.left(), hourglass.left()] == [59.0, 0.0]


def position_laid():
    position = position_after(0, players=2, hourglass=60).copy()
    for tile in ("battle", "develop"):
        position.play(0, position.read_action({"do": "lay", "tile": tile}), SeededLuck(1))
    return position


def test_the_hourglass_is_laid_down_when_the_bag_is_filled():
    hourglass = Timer(60, lambda: 0.0)
    position = position_laid()
    hourglass.watch(position)
    running = hourglass.left()
    position.play(TABLE, position.offers(TABLE)[0], SeededLuck(1))
    hourglass.watch(position)

    assert (running, hourglass.left()) == (60.0, None)


def test_two_tiles_may_be_named_at_once():
    sitting = sand_sitting("battle develop")

    assert "Red has placed a tile face down: Battle." in sitting.text
    assert "Red has placed a tile face down: Develop." in sitting.text


def test_a_tile_laid_under_the_hourglass_is_not_taken_back():
    sitting = sand_sitting("battle", "undo")

    assert (
        "With the hourglass, a tile cannot be taken back once it is placed (§8, ruling C47)." in sitting.text
    )
    assert not any("undo" in entry for entry in entries(sitting))


def test_nobody_can_make_the_sand_run_out():
    sitting = sand_sitting("why sand", "sand")

    assert sitting.text.count("The hourglass runs by itself") == 2


def test_the_sand_runs_out_behind_the_curtain_too():
    sitting = sand_sitting("", "battle develop", 100, seats="person,person", is_terminal=True)

    assert "The hourglass has run out" in sitting.text


def test_a_game_under_the_hourglass_is_resumed_with_fresh_sand():
    first = sand_sitting("battle", 20, "quit", "")
    again = Sitting("--resume", str(first.path), typed=["develop"])
    longer = Sitting("--resume", str(first.path), "--hourglass", "90", typed=[])

    assert "Hourglass: 60 seconds left." in again.text
    assert "“Battle” is placed. Place your second tile." in again.text
    assert longer.code == 0


@pytest.fixture
def pipe(monkeypatch):
    """Standard input as a pipe: what is written to it can be typed."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as file, os.fdopen(writing, "w", encoding="utf-8") as typed:
        monkeypatch.setattr("sys.stdin", file)
        yield typed


def test_a_keyboard_gives_lines_that_came_together_one_by_one(pipe):
    pipe.write("battle\ndévelopper\r\nlast")
    pipe.flush()
    keyboard = Keyboard()

    assert keyboard.ask_within("> ", 5) == "battle"
    assert keyboard.ask_within("> ", 0) == "développer"
    assert keyboard.ask_within("> ", 0) is None
    pipe.close()
    assert keyboard.ask("> ") == "last"
    with pytest.raises(EOFError):
        keyboard.ask("> ")


def test_a_keyboard_that_is_no_file_is_asked_without_end(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("battle\n"))

    assert keyboard.Keyboard().ask_within("> ", 0) == "battle"
