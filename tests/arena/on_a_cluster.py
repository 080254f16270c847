"""The arena on a Ray cluster: two nodes on this machine, one of which is killed in the middle of its work.

Ray is large, so these tests are not among those that `./test` finds: `make test-ray` fetches it and runs them.
"""

import os
import time
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster
from tests.arena.kit import comparable, match

from aachen.arena.cluster import play_on_cluster
from aachen.arena.plan import units_of
from aachen.arena.pool import WorkerDied
from aachen.arena.results import ResultsFile, read_results
from aachen.arena.running import play_here, play_missing
from aachen.core.errors import BadInput

NOTES = "AACHEN_TEST_NOTES"  # the folder where nodes note the games they begin, and find out which of them is doomed
LONG = 120  # seconds: longer than a node takes to be killed
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A head node with one CPU, to which others can be added."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(NOTES, str(tmp_path_factory.mktemp("cluster")))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()


def notes(name):
    return Path(os.environ[NOTES]) / name


class Where:
    """Notes on which node a game is begun and played; on the doomed node no game ever ends."""

    def begin(self, position, events):
        node = ray.get_runtime_context().get_node_id()
        with notes("begun").open("a") as begun:
            begun.write(node + "\n")
        if node == notes("doomed").read_text():
            time.sleep(LONG)

    def see(self, position, seat, action, events): ...

    def facts(self):
        return {"node": ray.get_runtime_context().get_node_id()}


def begun():
    return notes("begun").read_text().split()


def nodes_of(results):
    return {str(result.facts["node"]) for result in results}


def without_facts(results):
    return [{key: value for key, value in each.items() if key != "facts"} for each in comparable(results)]


def test_a_killed_nodes_block_is_done_again_and_nothing_else_is_different(cluster, tmp_path):
    doomed = cluster.add_node(num_cpus=1)
    notes("doomed").write_text(doomed.node_id)
    is_alive = True
    plan = match("greedy", "random", players=3)
    book = ResultsFile(plan, tmp_path / "results.jsonl")
    for _ in play_missing(book, 40, 1, ray=cluster.address, watch=Where):
        if is_alive and doomed.node_id in begun():
            cluster.remove_node(doomed, allow_graceful=False)
            is_alive = False
    book.close()
    found = read_results(tmp_path / "results.jsonl").results.values()
    here = [result for results in play_here(plan, units_of(plan, 40), 1) for result in results]

    assert not is_alive
    assert len(begun()) > len(here)
    assert doomed.node_id not in nodes_of(found)
    assert without_facts(found) == comparable(here)


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
    with pytest.raises(WorkerDied):
        list(play_on_cluster(cluster.address, match(), units_of(match(), 1), watch=Fatal))


def test_no_cluster_is_told():
    with pytest.raises(BadInput, match="ray_unreachable"):
        list(play_on_cluster("127.0.0.1:1", match(), units_of(match(), 1)))
