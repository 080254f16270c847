"""Environments for research: official suites, and tensors that hold every fact of a view and no secret."""

import copy
import json
import os
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from tests.env.decoding import carolingi_knowledge, carolus_line, turned_back

import list_planes
from aachen import env as environments
from aachen.core.luck import SeededLuck
from aachen.core.outcome import Outcome
from aachen.env import carolingi_v0, carolus_v0
from aachen.env.observing import Observer, scales
from aachen.env.table import GameSettings, SettingError, utilities
from aachen.games.carolingi.state import Work
from aachen.titles import TITLES

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("carolingi", {"players": 2}),
    ("carolingi", {"players": 3, "variant": "advanced", "anarchy": True}),
    ("carolingi", {"players": 4, "variant": "814"}),
    ("carolingi", {"players": 6, "hourglass": 60}),
    ("carolus", {"players": 2}),
    ("carolus", {"players": 3}),
    ("carolus", {"players": 4}),
]
IS_LONG = bool(os.environ.get("AACHEN_SOAK"))
if IS_LONG:
    TABLES = [("carolus", {"players": players}) for players in (2, 3, 4)]
    TABLES += [
        ("carolingi", {"players": players, "variant": variant, "anarchy": anarchy, "hourglass": hourglass})
        for players in (2, 3, 4, 5, 6)
        for variant in ("base", "advanced", "814")
        for anarchy in (False, True)
        for hourglass in (0, 60)
    ]
NAMES = [f"{game}-{'-'.join(map(str, options.values()))}" for game, options in TABLES]
every_table = pytest.mark.parametrize(("game", "options"), TABLES, ids=NAMES)


def maker(game):
    return getattr(environments, f"{game}_v0")


def walk(settings, seed, steps=400):
    """Positions of one random game, each with a seat that looks."""
    luck = SeededLuck(seed)
    position = settings.begin(luck)
    for step in range(steps):
        yield position, step % len(settings.seats)
        asked = position.to_act()
        if not asked:
            return
        seat = asked[luck.pick("seat", list(range(len(asked))))]
        position.play(seat, luck.pick("choice", position.offers(seat)), luck)


def layout_of(holder):
    assert holder.layout is not None
    return holder.layout


def with_sorted_roads(position):
    """The same position: in which order roads were used changes nothing (5.4)."""
    work, same = position.work, position.copy()
    same.work = Work(work.tile, work.option, work.parts, work.exiles, work.ready, sorted(work.roads))
    return same


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the suites advise on style
        yield


@every_table
@pytest.mark.parametrize("observation", ["tensor", "json"])
def test_the_turn_based_environment_passes_pettingzoos_test(game, options, observation):
    api_test(maker(game).env(observation=observation, **options), num_cycles=30)


@every_table
def test_the_same_seed_gives_the_same_game(game, options):
    seed_test(lambda: maker(game).env(**options), num_cycles=20)


@every_table
def test_the_parallel_environment_passes_pettingzoos_test(game, options):
    parallel_api_test(maker(game).parallel_env(**options), num_cycles=20)


@every_table
def test_one_seat_against_bots_passes_gymnasiums_check(game, options):
    check_env(maker(game).seat_env(opponents="random", render_mode="rgb_array", **options))


@pytest.mark.parametrize("env_maker", [carolingi_v0, carolus_v0], ids=repr)
def test_tables_can_be_rendered(env_maker):
    render_test(env_maker.env)


@pytest.mark.skipif(not IS_LONG, reason="five seconds each")
@pytest.mark.parametrize("env_maker", [carolingi_v0, carolus_v0], ids=repr)
def test_pettingzoos_benchmark_runs(env_maker, capsys):
    performance_benchmark(env_maker.env())

    assert "turns per second" in capsys.readouterr().out


@every_table
def test_every_fact_that_a_seat_may_know_can_be_read_from_its_tensor(game, options):
    settings = GameSettings(game, options)
    observer = Observer(settings, "tensor")
    for seed in range(3):
        for position, seat in walk(settings, seed):
            written = turned_back(observer.layout, observer.tensor(position, seat), seat)
            if game == "carolus":
                read, known = carolus_line(observer.layout, written, position.empire), position.write()
            else:
                read = carolingi_knowledge(observer.layout, written, position.realm)
                known = with_sorted_roads(position).knowledge(seat)

            assert read == known


@every_table
def test_a_tensor_depends_on_nothing_that_is_hidden_from_its_seat(game, options):
    settings = GameSettings(game, options)
    observer = Observer(settings, "tensor")
    for number, (position, seat) in enumerate(walk(settings, 5)):
        if number % 5 == 0:
            other = position.imagine(seat, SeededLuck(number))

            assert np.array_equal(observer.tensor(position, seat), observer.tensor(other, seat))


@every_table
def test_the_viewer_comes_first_in_its_own_tensor(game, options):
    observer = Observer(GameSettings(game, options), "tensor")
    layout = layout_of(observer)
    plane = next(plane for plane in layout.planes if plane.name in ("time.actor", "time.to_act"))
    offset = layout.offsets[plane.name]
    seen = 0
    for position, _ in walk(GameSettings(game, options), 1):
        asked = position.to_act()
        if len(asked) == 1 and (game == "carolus" or position.actor == asked[0]):
            seen += 1

            assert observer.tensor(position, asked[0])[offset] == 1
    assert seen > 0


@every_table
def test_a_factored_code_stands_for_one_action(game, options):
    observer = Observer(GameSettings(game, options), "tensor")
    parts = observer.parts
    assert parts is not None
    columns = parts.columns

    assert len(set(zip(*columns, strict=True))) == observer.action_count
    assert all(max(column) < size for column, size in zip(columns, parts.sizes, strict=True))


def test_an_action_that_is_not_allowed_ends_the_game_and_costs_its_agent_one():
    env = carolus_v0.env(players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    allowed = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(allowed == 0)[0]))
    rewards = {}
    for each in env.agent_iter():
        _, rewards[each], ended, _, _ = env.last()

        assert ended
        env.step(None)

    assert rewards == {each: -1.0 if each == agent else 0.0 for each in env.possible_agents}


FORMS = ["env", "raw_env", "parallel_env", "seat_env"]


def step(env, action):
    """One agent's action, in whatever form."""
    asked = env.position.to_act()[0]
    return env.step({env.possible_agents[asked]: action} if hasattr(env, "wait") else action)


@pytest.mark.parametrize("form", FORMS)
def test_steps_outside_a_game_and_impossible_actions_are_refused_with_a_sentence(form):
    env = getattr(carolus_v0, form)(players=2)
    with pytest.raises(SettingError, match=r"call reset\(\) first"):
        step(env, 0)
    env.reset(seed=1)
    last = 106 if form == "parallel_env" else 105
    before = env.position.write()
    for action in (last + 1, -1, 1.5, "0", None, True):
        with pytest.raises(SettingError, match=f"from 0 to {last}, not {action!r}"):
            step(env, action)

    assert env.position.write() == before


def test_a_game_that_an_illegal_action_ended_goes_on_only_after_reset():
    env = carolus_v0.seat_env(players=2)
    seen, _ = env.reset(seed=1)
    _, reward, ended, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))

    assert (reward, ended, info) == (-1.0, True, {"illegal": True})
    with pytest.raises(SettingError, match=r"call reset\(\) first"):
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))


def test_before_reset_an_environment_says_what_is_missing():
    with pytest.raises(AttributeError, match=r"call reset\(\) first"):
        carolus_v0.env(players=2).last()
    with pytest.raises(AttributeError, match="no attribute 'agent_selektion'"):
        getattr(carolus_v0.env(players=2), "agent_selektion")  # noqa: B009


def test_all_actions_of_a_parallel_step_are_checked_before_any_is_done():
    env = carolingi_v0.parallel_env(players=3)
    seen, _ = env.reset(seed=1)
    while len(env.position.to_act()) < 2:
        seen, *_ = env.step(
            {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
        )
    second = env.possible_agents[env.position.to_act()[1]]
    before = env.position.write()
    allowed = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
    with pytest.raises(AssertionError, match=f"{second} may not do {env.wait}"):
        env.step(allowed | {second: env.wait})
    del allowed[second]
    with pytest.raises(SettingError, match=f"no action of {second} was given"):
        env.step(allowed)

    assert env.position.write() == before


def lowest(env, seen):
    """Do the first thing that is allowed, for all who are asked."""
    if hasattr(env, "wait"):
        return env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents})[
            0
        ]
    if hasattr(env, "agent_selection"):
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        return env.observe(env.agent_selection)
    return env.step(int(np.flatnonzero(seen["action_mask"])[0]))[0]


@pytest.mark.parametrize("form", FORMS)
def test_a_deep_copy_of_an_environment_is_the_same_game_and_goes_its_own_way(form):
    env = getattr(carolus_v0, form)(players=2)
    begun = env.reset(seed=1)
    seen = env.observe(env.agent_selection) if begun is None else begun[0]
    for _ in range(10):
        seen = lowest(env, seen)
    other, before, others_seen = copy.deepcopy(env), env.position.write(), seen
    drawn = env._luck._source.getstate()
    for _ in range(25):
        others_seen = lowest(other, others_seen)

    assert env.position.write() == before != other.position.write()
    assert env._luck._source.getstate() == drawn != other._luck._source.getstate()

    for _ in range(25):
        seen = lowest(env, seen)

    assert env.position.write() == other.position.write()

    env.reset()
    other.reset()

    assert env.position.write() == other.position.write()


def test_an_environment_without_checks_raises_an_error_instead():
    env = carolus_v0.raw_env(players=2)
    env.reset(seed=1)
    allowed = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(AssertionError, match="the action mask says what is allowed"):
        env.step(int(np.flatnonzero(allowed == 0)[0]))


def test_offers_have_names_and_parts_and_each_stands_for_one_action():
    env = carolus_v0.raw_env(players=2)
    env.reset(seed=1)
    offers = env.offers(env.agent_selection)

    assert [offer.code for offer in offers] == list(
        np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    )
    assert [offer.name for offer in offers] == [env.position.name_action(offer.code) for offer in offers]


@every_table
def test_features_of_offers_are_their_parts_and_the_facts_of_the_places_they_name(game, options):
    """Read back by their names: one for each part, and for a place what the tensor holds about it."""
    observer = Observer(GameSettings(game, options), "tensor")
    assert observer.features is not None
    layout, names = layout_of(observer), observer.features.names
    axis = {"carolingi": "land", "carolus": "territory"}[game]
    plane = next(plane for plane in layout.planes if plane.name in ("lands.pieces", "ring.paladins"))
    places = next(each.labels for each in plane.axes if each.name == axis)
    seen = set()
    for position, _ in walk(GameSettings(game, options), 2):
        for seat in position.to_act():
            tensor = observer.tensor(position, seat)
            block = tensor[layout.offsets[plane.name] :][: plane.size].reshape(plane.shape)
            for offer in observer.offers(position, seat)[::7]:
                found = dict(zip(names, offer.features.tolist(), strict=True))
                named = [value for value in offer.name.values() if value in places]
                seen.add(len(named))
                parts = [
                    f"{part} {number}"
                    for part, number in zip(("first", "second", "number"), offer.parts[1:], strict=True)
                ]

                assert [found[f"kind {offer.name['do']}"], *(found[part] for part in parts)] == [1.0] * 4
                for which, place in zip(("first", "second"), [*named, None, None], strict=False):
                    row = [found[f"{which} {plane.name} {label}"] for label in plane.axes[1].labels]
                    facts = [0.0] * len(row) if place is None else block[places.index(place)] / plane.most

                    assert row == pytest.approx(list(facts))
    assert seen >= {0, 1}


@pytest.mark.parametrize("form", ["parallel_env", "seat_env"])
def test_other_forms_list_offers_too(form):
    env = getattr(carolus_v0, form)(players=2)
    seen, _ = env.reset(seed=1)
    if form == "seat_env":
        offers, mask = env.offers(), seen["action_mask"]
    else:
        asked = [agent for agent in env.agents if env.offers(agent)]
        offers, mask = env.offers(asked[0]), seen[asked[0]]["action_mask"]

        assert [seen[agent]["action_mask"][env.wait] for agent in env.agents if agent not in asked] == [1]

    assert [offer.code for offer in offers] == list(np.flatnonzero(mask))


def test_json_observations_are_the_view_of_each_seat():
    env = carolingi_v0.raw_env(players=3, observation="json")
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)["observation"]

        assert json.loads(seen.tobytes()) == json.loads(json.dumps(env.position.view(seat)))


def test_the_page_lists_all_planes():
    """After a change: python3 tools/list_planes.py"""
    assert list_planes.PAGE.read_text("utf-8") == list_planes.page()


def test_scaled_tensors_have_a_factor_for_every_number():
    layout = layout_of(carolus_v0.raw_env(players=3))

    assert scales(layout).shape == (layout.size,)


@pytest.mark.parametrize(("game", "shared"), [("carolingi", "realm"), ("carolus", "empire")])
def test_a_deep_copy_of_a_position_is_its_copy(game, shared):
    position, _ = next(walk(GameSettings(game, {"players": 2}), 1))
    before, deep = position.write(), copy.deepcopy(position)
    seat = deep.to_act()[0]

    assert deep.write() == before
    assert getattr(deep, shared) is getattr(position, shared)

    deep.play(seat, deep.offers(seat)[0], SeededLuck(1))

    assert position.write() == before != deep.write()


def test_rewards_add_up_to_nothing_unless_all_lose():
    def ended(*places):
        return Outcome(list(places), [0] * len(places), "time", "3.5", "")

    assert utilities(ended(2, 1, 2), 3) == [-0.5, 1.0, -0.5]
    assert utilities(ended(1, 3, 1, 3), 4) == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])
    assert utilities(ended(2, 2), 2) == [-1.0, -1.0]


@pytest.mark.parametrize("processes", [False, True])
def test_many_games_can_be_stepped_together(processes):
    envs = carolus_v0.vector_env(3, processes=processes, players=2, opponents="random")
    seen, _ = envs.reset(seed=1)
    actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
    _, rewards, *_ = envs.step(actions)
    envs.close()

    assert rewards.shape == (3,)
    assert len({bytes(each) for each in seen["observation"]}) == 3


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"players": 9}, "9"),
        ({"observation": "pictures"}, "tensor, json"),
        ({"render_mode": "film"}, "rgb_array"),
    ],
)
def test_wrong_settings_are_refused_with_a_sentence(settings, said):
    with pytest.raises(SettingError, match=said):
        carolus_v0.env(**settings)


@pytest.mark.parametrize("seat", ["red", 2, -1])
def test_a_seat_that_is_not_at_the_table_is_refused_with_those_that_are(seat):
    with pytest.raises(SettingError, match="white, black, or its number from 0"):
        carolus_v0.seat_env(players=2, seat=seat)


def test_a_seat_may_be_named():
    by_name, by_number = (carolus_v0.seat_env(players=2, seat=seat) for seat in ("black", 1))

    assert by_name.seat == by_number.seat == 1


def test_no_games_are_no_vector():
    with pytest.raises(SettingError, match="at least 1, not 0"):
        carolus_v0.vector_env(0)


def test_an_unknown_game_is_no_environment():
    with pytest.raises(AttributeError, match="carolus_v0"):
        environments.chess_v0  # noqa: B018


def test_every_title_has_environments():
    assert {f"{name}_v0" for name in TITLES} == set(environments.__all__)
