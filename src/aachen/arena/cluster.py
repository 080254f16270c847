"""Units of work on a Ray cluster: tasks of a lost node are retried on another one."""

from __future__ import annotations

import socket
from collections.abc import Generator, Sequence
from typing import Any

from aachen.arena.plan import ArenaPlan, OtherCode, Unit, Watch, play_unit
from aachen.arena.playing import GameResult
from aachen.arena.pool import AHEAD, WorkerDied
from aachen.core.errors import bad

RETRIES = 8  # of a unit whose node or process was lost; a bot that kills its process is not tried for ever
PATIENCE = 5.0  # seconds in which a cluster answers
WAIT = 1.0  # seconds after which nodes that came or went are noticed


def play_on_cluster(
    address: str, plan: ArenaPlan, units: Sequence[Unit], log: bool = False, watch: Watch | None = None
) -> Generator[list[GameResult], None, None]:
    """All units, each as soon as it is done. Every node must have the same Aachen as we have."""
    ray = _connected(address)
    running: dict[Any, Unit] = {}
    try:
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(play_unit)
        left = iter(units)
        while True:
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(running) < most and (unit := next(left, None)) is not None:
                running[remote.remote(plan, unit, log, watch)] = unit
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1, timeout=WAIT)
            for reference in done:
                results = _result(ray, reference, running.pop(reference))
                yield results
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
        ray.shutdown()


def _connected(address: str) -> Any:
    try:
        import ray
    except ImportError:
        raise bad("ray_missing", "--ray") from None
    if not _answers(address):
        raise bad("ray_unreachable", "--ray", address=address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    except (ConnectionError, ValueError, RuntimeError):
        raise bad("ray_unreachable", "--ray", address=address) from None
    return ray


def _answers(address: str) -> bool:
    """Whether anybody listens there: Ray itself would wait for minutes. Other addresses than host:port it looks up."""
    host, _, port = address.rpartition(":")
    if not host or not (port.isascii() and port.isdecimal()):
        return True
    try:
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE):
            return True
    except (OSError, OverflowError):
        return False


def _result(ray: Any, reference: Any, unit: Unit) -> list[GameResult]:
    try:
        results: list[GameResult] = ray.get(reference)
        return results
    except ray.exceptions.RayTaskError as wrong:
        if isinstance(wrong.cause, OtherCode):
            raise bad("ray_other_code", "--ray", given=str(wrong.cause)) from None
        raise
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError):
        raise WorkerDied([unit]) from None
