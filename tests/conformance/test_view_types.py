"""What the page is told of a view is true: every view has exactly the fields of its type, with values of their types."""

import importlib
from typing import get_args

import msgspec
import pytest
from tests.conformance.walks import Case, cases, walked

from aachen.games.carolingi import actions as carolingi_actions
from aachen.games.carolingi import terms as carolingi_terms
from aachen.games.carolus import terms as carolus_terms
from aachen.titles import BUILT_IN
from aachen.titles.carolingi import view_types as carolingi
from aachen.titles.carolus import view_types as carolus


@pytest.mark.parametrize("case", [case for case in cases() if case.game in BUILT_IN], ids=str)
def test_views_are_as_their_types_say(case: Case):
    """Converting drops what a type does not name, so that an unknown field is found too."""
    kind = importlib.import_module(f"aachen.titles.{case.game}.view_types").VIEW
    steps = walked(case, 0)

    for spot in [*steps[::9], steps[-1]]:
        for viewer in (None, 0, len(spot.position.seats()) - 1):
            view = spot.position.view(viewer)
            assert msgspec.convert(view, kind) == view


def test_names_are_those_of_the_games():
    assert get_args(carolus.Clan) == carolus_terms.CLAN_NAMES
    assert get_args(carolus.Phase) == carolus_terms.PHASE_NAMES
    assert get_args(carolus.Ending) == carolus_terms.ENDING_NAMES[1:]
    assert get_args(carolingi.SeasonName) == carolingi_terms.SEASON_NAMES
    assert get_args(carolingi.Phase) == carolingi_terms.PHASE_NAMES
    assert get_args(carolingi.Rank) == carolingi_actions.COURT_PLACES
