"""The arena on a Ray cluster: two nodes on this machine, one of which is killed in the middle of its work.

Ray is large, so these tests are not among those that `./test` finds: `make test-ray` fetches it and runs them.
"""

import os
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster
from tests.arena.kit import match, told

from aachen.arena.cluster import play_on_cluster
from aachen.arena.plan import units_of
from aachen.arena.playing import Result
from aachen.arena.processes import Killed, play_here
from aachen.arena.results import Book, read_results
from aachen.arena.running import play_missing
from aachen.core.errors import BadInput

BEGUN = "AACHEN_TEST_BEGUN"  # where the file lies in which nodes note the games they begin
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A head node with one CPU, to which others can be added."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BEGUN, str(tmp_path_factory.mktemp("cluster") / "begun"))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()


class Where:
    """Remembers on which node a game was played, and counts the games that were begun."""

    def begin(self, position, events):
        with open(os.environ[BEGUN], "a") as begun:
            begun.write("one more\n")

    def see(self, position, seat, action, events): ...

    def facts(self):
        return {"node": ray.get_runtime_context().get_node_id()}


def nodes_of(results):
    return {str(result.facts["node"]) for result in results}


def without_facts(results):
    return [{key: value for key, value in each.items() if key != "facts"} for each in told(results)]


def test_a_killed_nodes_blocks_are_done_again_and_nothing_else_is_different(cluster, tmp_path):
    second = cluster.add_node(num_cpus=1)
    plan = match("greedy", "random", players=3)
    book = Book(plan, tmp_path / "results.jsonl")
    early: list[Result] = []
    late: list[Result] = []
    for results in play_missing(book, 12, 1, ray=cluster.address, watch=Where):
        (late if second is None else early).extend(results)
        if second is not None and len(nodes_of(early)) == 2:
            cluster.remove_node(
                second, allow_graceful=False
            )  # it is busy: both nodes have more to do than they can
            second = None
    book.close()
    found = read_results(tmp_path / "results.jsonl").results.values()
    here = [result for results in play_here(plan, units_of(plan, 12), 1) for result in results]

    assert second is None
    assert len(nodes_of(late)) == 1
    assert len(Path(os.environ[BEGUN]).read_text().splitlines()) > len(here)
    assert without_facts(found) == told(here)


def test_nodes_with_other_bots_are_told(cluster):
    plan = match()
    other = type(plan)(*[getattr(plan, name) if name != "code" else "other" for name in plan.__slots__])

    with pytest.raises(BadInput, match="ray_other_code"):
        list(play_on_cluster(cluster.address, other, units_of(plan, 1)))


class Fatal(Where):
    """Ends the process that plays."""

    def begin(self, position, events):
        os._exit(3)


def test_a_bot_that_kills_every_process_is_not_tried_for_ever(cluster, monkeypatch):
    monkeypatch.setattr("aachen.arena.cluster.RETRIES", 1)
    with pytest.raises(Killed):
        list(play_on_cluster(cluster.address, match(), units_of(match(), 1), watch=Fatal))


def test_no_cluster_is_told():
    with pytest.raises(BadInput, match="ray_unreachable"):
        list(play_on_cluster("127.0.0.1:1", match(), units_of(match(), 1)))
