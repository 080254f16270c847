"""The protocol: every request is answered, and what is wrong changes nothing."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aachen.core.dialogue import ASKS, MOST_SIGNS, Dialogue
from aachen.core.json_lines import write_object
from aachen.core.replay import replay
from aachen.games import GAMES
from aachen.titles.sentences import Sentences

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "engine-protocol.md"
PALACES = [["palace", "red"], ["palace", "yellow"]]
RED_PLACES = {"do": "place", "tiles": ["influence", "develop"]}
YELLOW_PLACES = {"do": "place", "tiles": ["influence", "battle"]}


def new_dialogue() -> Any:
    """A talk that has not begun; its answers are plain data of any shape."""
    return Dialogue(GAMES, Sentences())


def dialogue(*script):
    """A game of two, with the palaces and then this script."""
    talk = new_dialogue()
    said = talk.answer(
        {"ask": "new", "options": {"players": 2}, "luck": {"script": [*PALACES, *script]}},
    )
    assert said["ok"], said
    return talk


def play(talk, seat, action, **keys):
    return talk.answer({"ask": "play", "seat": seat, "action": action, **keys})


def state(talk):
    """Everything a bad request must not change."""
    asks = ("position", "log", "to_act", "score", "outcome")
    return json.dumps([talk.answer({"ask": ask}) for ask in asks])


def documented():
    """The dialogue of the documentation: pairs of request and answer."""
    text = "".join(re.findall(r"```dialogue\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL))
    lines = text.splitlines()
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [(asked[2:], json.loads(said[2:])) for asked, said in zip(lines[::2], lines[1::2], strict=True)]


def test_the_documented_dialogue_is_true():
    talk = new_dialogue()
    for asked, data in documented():
        said = talk.answer_line(asked)

        assert {key: said.get(key) for key in data} == data

    assert talk.is_over


def test_the_documentation_lists_every_request_and_every_action():
    text = DOCUMENT.read_text(encoding="utf-8")
    position = GAMES["carolingi"].empty(GAMES["carolingi"].options({}))
    kinds = {position.name_action(code)["do"] for code in range(position.action_count())}

    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == set(ASKS) | kinds | {"ask", "do"}


def test_a_whole_game_can_be_played_and_its_log_replays():
    talk = new_dialogue()
    said = talk.answer({"ask": "new", "luck": {"seed": 3}, "options": {"players": 3, "last_year": 831}})
    while said["outcome"] is None:
        seat = said["to_act"][0]
        offers = talk.answer({"ask": "offers", "seat": seat})["offers"]
        said = play(talk, seat, offers[-1])
        assert said["ok"], said
    lines = [line + "\n" for line in talk.answer({"ask": "log"})["log"]]

    assert said["to_act"] == []
    assert [step.fault for step in replay(lines, GAMES) if step.fault] == []


def test_what_a_move_does_not_need_stays_in_the_script():
    talk = dialogue(["tile", "yellow", "influence"], ["tile", "red", "develop"])

    assert play(talk, "red", RED_PLACES)["luck"] == []
    assert play(talk, "yellow", YELLOW_PLACES)["luck"] == [["tile", "yellow", "influence"]]


def test_a_missing_answer_names_its_question_and_changes_nothing():
    talk = dialogue()
    play(talk, "red", RED_PLACES)
    before = state(talk)
    said = play(talk, "yellow", YELLOW_PLACES)

    assert (said["error"]["code"], said["error"]["facts"]) == ("luck_missing", {"question": "tile"})
    assert state(talk) == before


@pytest.mark.parametrize(
    ("luck", "code"),
    [
        ([["tile", "red", "peace"]], "luck_impossible"),
        ([["card", "hessen"]], "luck_other_question"),
        ([["tile", "event"], ["card", "hunger"]], "luck_impossible"),
        ([["tile", "yellow", "influence"], ["tile", "red", "develop"]], "luck_left_over"),
        ([], "luck_missing"),
        ([["tile", "pink", "peace"]], "luck_unknown_answer"),
        ([7], "luck_unknown"),
    ],
)
def test_an_impossible_draw_is_refused_and_changes_nothing(luck, code):
    talk = dialogue(["tile", "yellow", "influence"])
    play(talk, "red", RED_PLACES)
    before = state(talk)
    said = play(talk, "yellow", YELLOW_PLACES, luck=luck)

    assert said["error"]["code"] == code
    assert state(talk) == before
    assert play(talk, "yellow", YELLOW_PLACES)["ok"]


def test_every_draw_can_be_forced():
    for drawn in (["tile", "red", "influence"], ["tile", "yellow", "battle"]):
        talk = dialogue()
        play(talk, "red", RED_PLACES)
        said = play(
            talk,
            "yellow",
            YELLOW_PLACES,
            luck=[drawn, ["tile", "red", "develop"]][: 1 + (drawn[2] == "battle")],
        )

        assert said["luck"][0] == drawn


def test_a_script_that_went_wrong_can_be_replaced():
    talk = dialogue(["tile", "red", "peace"])
    play(talk, "red", RED_PLACES)

    assert play(talk, "yellow", YELLOW_PLACES)["error"]["code"] == "luck_impossible"
    assert talk.answer({"ask": "luck", "luck": {"seed": 5}})["ok"]
    assert play(talk, "yellow", YELLOW_PLACES)["ok"]


def test_a_refused_move_names_the_rule_in_the_language_asked_for():
    talk = dialogue()
    said = {
        language: play(talk, "red", {"do": "done"}, language=language)["refusal"]
        for language in ("en", "de", "fr")
    }

    assert {said[language]["code"] for language in said} == {"wrong_moment"}
    assert len({said[language]["sentence"] for language in said}) == 3


def test_refusal_is_null_for_what_is_offered():
    talk = dialogue()

    assert talk.answer({"ask": "refusal", "seat": "red", "action": RED_PLACES})["refusal"] is None
    assert talk.answer({"ask": "refusal", "seat": "red", "action": {"do": "keep"}})["refusal"]["sentence"]


@pytest.mark.parametrize("form", ["line", "block"])
def test_a_position_that_was_got_can_be_set(form):
    talk = dialogue(["tile", "yellow", "influence"])
    play(talk, "red", RED_PLACES)
    got = talk.answer({"ask": "position", "form": form})
    other = new_dialogue()
    said = other.answer({"ask": "set", "position": got["position"]})

    assert said["digest"] == got["digest"]
    assert play(other, "yellow", YELLOW_PLACES, luck=[["tile", "yellow", "influence"]])["ok"]
    lines = [line + "\n" for line in other.answer({"ask": "log"})["log"]]
    assert [step.fault for step in replay(lines, GAMES) if step.fault] == []


def test_a_view_holds_nothing_of_a_siblings_tiles():
    talk = dialogue()
    before = talk.answer({"ask": "view", "seat": "yellow"})["view"]["courts"]["red"]
    play(talk, "red", RED_PLACES)
    view = talk.answer({"ask": "view", "seat": "yellow"})["view"]

    assert "hand" not in before
    assert "hand" not in view["courts"]["red"]
    assert "hand" in view["courts"]["yellow"]


def test_an_imagined_position_has_the_same_view():
    talk = dialogue()
    play(talk, "red", RED_PLACES)
    view = talk.answer({"ask": "view", "seat": "yellow"})["view"]
    imagined = talk.answer({"ask": "imagine", "seat": "yellow", "seed": 9})["position"]
    other = new_dialogue()
    other.answer({"ask": "set", "position": imagined})

    assert other.answer({"ask": "view", "seat": "yellow"})["view"] == view


def test_the_score_tells_points_and_what_they_are_made_of():
    score = dialogue().answer({"ask": "score"})["score"]

    assert list(score) == ["red", "yellow"]
    assert (score["red"]["points"], score["red"]["lands"]) == (0, 1)


BAD_REQUESTS = [
    ("", "line_blank"),
    ("hello", "line_not_json"),
    ("[]", "wrong_type"),
    ("{}", "missing_key"),
    ('{"ask":7}', "wrong_type"),
    ('{"ask":"bogus"}', "unknown_ask"),
    ('{"ask":"offers"}', "missing_key"),
    ('{"ask":"offers","seat":1}', "wrong_type"),
    ('{"ask":"offers","seat":null}', "wrong_type"),
    ('{"ask":"offers","seat":"pink"}', "no_such_seat"),
    ('{"ask":"to_act","why":1}', "unknown_key"),
    ('{"ask":"to_act","id":[]}', "wrong_type"),
    ('{"ask":"to_act","id":true}', "wrong_type"),
    ('{"ask":"to_act","id":NaN}', "bad_number"),
    ('{"ask":"to_act","language":"la"}', "unknown_language"),
    ('{"ask":"to_act","language":7}', "unknown_language"),
    ('{"ask":"position","form":"poem"}', "unknown_form"),
    ('{"ask":"new"}', "missing_key"),
    ('{"ask":"new","luck":{}}', "luck_seed_or_script"),
    ('{"ask":"new","luck":{"seed":1,"script":[]}}', "luck_seed_or_script"),
    ('{"ask":"new","luck":{"seed":1.5}}', "wrong_type"),
    ('{"ask":"new","luck":{"dice":1}}', "unknown_key"),
    ('{"ask":"new","luck":{"script":[]}}', "luck_missing"),
    ('{"ask":"new","luck":{"script":["x"]}}', "luck_unknown"),
    ('{"ask":"new","luck":{"script":[[[],[]]]}}', "luck_unknown"),
    ('{"ask":"new","luck":{"seed":1},"game":"chess"}', "unknown_game"),
    ('{"ask":"new","luck":{"seed":1},"options":{"players":99}}', "players_not_possible"),
    ('{"ask":"new","luck":{"seed":1},"options":{"board":{}}}', "missing_key"),
    ('{"ask":"new","luck":{"seed":1},"options":{"board":7}}', "wrong_type"),
    ('{"ask":"set","position":"nonsense"}', "text_subject_unknown"),
    ('{"ask":"set","position":"red court: missi 1, leudes 100"}', "follower_count"),
    ('{"ask":"play","seat":"red","action":{"do":"dance"}}', "action_unknown"),
    ('{"ask":"play","seat":"red","action":{}}', "action_unknown"),
    ('{"ask":"play","seat":"red","action":{"do":[]}}', "action_unknown"),
    ('{"ask":"play","seat":"red","action":{"do":"place"}}', "action_missing_part"),
    ('{"ask":"play","seat":"red","action":{"do":"place","tiles":[[],{}]}}', "no_such_tile"),
    ('{"ask":"play","seat":"red","action":{"do":"settle","missi":1e3}}', "action_number"),
    ('{"ask":"play","seat":"red","action":"done"}', "wrong_type"),
    ('{"ask":"imagine","seat":"red","seed":"x"}', "wrong_type"),
    ('{"ask":"to_act","a":' + "[" * 100_000 + "}", "too_deep"),
    ('{"ask":"to_act","a":"\\udfff"}', "line_not_text"),
    ('{"ask":"' + "x" * MOST_SIGNS + '"}', "line_too_long"),
]


CONTRADICTIONS: list[tuple[str, str, dict[str, object], str]] = [
    ("carolus", "carolus: players 2", {"players": 3}, "options.players"),
    ("carolingi", "carolingi: players 2", {"players": 3}, "options.players"),
    ("carolingi", "carolingi: players 2, variant advanced", {"variant": "814"}, "options.variant"),
    ("carolingi", "carolingi: players 2, variant 814", {"variant": "base"}, "options.variant"),
    ("carolingi", "carolingi: anarchy", {"anarchy": False}, "options.anarchy"),
    ("carolingi", "carolingi: hourglass", {"hourglass": 0}, "options.hourglass"),
    ("carolingi", "time: 831 spring, last 834", {"last_year": 836}, "options.last_year"),
    ("carolingi", "time: 833 spring", {"last_year": 832}, "options.last_year"),
]


@pytest.mark.parametrize(("game", "position", "options", "where"), CONTRADICTIONS)
def test_options_that_contradict_the_position_are_refused(game, position, options, where):
    talk = dialogue()
    before = state(talk)
    said = talk.answer({"ask": "set", "game": game, "position": position, "options": options})

    assert (said["error"]["code"], said["error"]["where"]) == ("option_contradicts_position", where)
    assert "more" not in said
    assert state(talk) == before


AGREEMENTS: list[tuple[str, str, dict[str, object], int]] = [
    ("carolus", "carolus: players 3", {"players": 3, "silent_partners": False}, 3),
    ("carolus", "round: 1", {"players": 4}, 4),
    ("carolingi", "carolingi: players 2, hourglass", {"hourglass": 90}, 2),
    ("carolingi", "time: 815 spring", {"players": 5, "variant": 814, "last_year": 817}, 5),
]


@pytest.mark.parametrize(("game", "position", "options", "players"), AGREEMENTS)
def test_options_that_agree_with_the_position_are_taken(game, position, options, players):
    said = new_dialogue().answer({"ask": "set", "game": game, "position": position, "options": options})

    assert len(said["seats"]) == players


@pytest.mark.parametrize(("line", "code"), BAD_REQUESTS, ids=[str(at) for at in range(len(BAD_REQUESTS))])
def test_a_bad_line_gets_an_error_and_changes_nothing(line, code):
    talk = dialogue(["tile", "yellow", "influence"])
    before = state(talk)
    said = talk.answer_line(line)

    assert said["ok"] is False
    assert said["error"]["code"] == code
    assert said["error"]["sentence"]
    assert state(talk) == before
    write_object(said).encode("utf-8")


def test_before_the_first_game_there_is_nothing_to_ask_about():
    talk = new_dialogue()
    needs_a_game: dict[str, dict[str, object]] = {
        "position": {},
        "to_act": {},
        "offers": {"seat": "red"},
        "refusal": {"seat": "red", "action": {}},
        "play": {"seat": "red", "action": {}},
        "view": {"seat": None},
        "imagine": {"seat": None, "seed": 1},
        "score": {},
        "outcome": {},
        "log": {},
        "luck": {"luck": {"seed": 1}},
    }
    said = {ask: talk.answer({"ask": ask, **keys})["error"]["code"] for ask, keys in needs_a_game.items()}

    assert said == dict.fromkeys(needs_a_game, "no_game_yet")
    assert set(ASKS) - set(needs_a_game) == {"games", "new", "set", "quit"}


def test_an_id_comes_back_and_nothing_else_does():
    talk = dialogue()

    assert talk.answer({"ask": "to_act", "id": "seven"})["id"] == "seven"
    assert talk.answer({"ask": "to_act", "id": 7})["id"] == 7
    assert talk.answer({"ask": "to_act"})["id"] is None
    assert talk.answer({"ask": "to_act", "id": {"x": 1}})["id"] is None


def test_several_faults_are_all_told():
    said = dialogue().answer({"ask": "offers", "a": 1, "b": 2})

    assert [said["error"]["code"], *[each["code"] for each in said["more"]]] == [
        "missing_key",
        "unknown_key",
        "unknown_key",
    ]


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from("ask id seat action luck options position form seed language game do".split())


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(set(ASKS) - {"quit"})), st.dictionaries(KEYS, PLAIN, max_size=5))
def test_nothing_that_is_asked_crashes_the_engine(ask, keys):
    talk = dialogue()
    said = talk.answer({**keys, "ask": ask})

    assert said["ok"] in (True, False)
    json.dumps(said)


def test_the_documented_actions_of_carolus_magnus_read_and_are_all_there_are():
    text = DOCUMENT.read_text(encoding="utf-8")
    examples = [json.loads(found) for found in re.findall(r"^\| `(\{.*?\})` \|", text, re.MULTILINE)]
    position = GAMES["carolus"].empty(GAMES["carolus"].options({}))
    kinds = {position.name_action(code)["do"] for code in range(position.action_count())}

    assert [position.name_action(position.read_action(example)) for example in examples] == examples
    assert {example["do"] for example in examples} == kinds
