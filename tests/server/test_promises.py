"""Who makes a table can add to its luck after the server is bound to it, also when the game begins at once."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient
from tests.server.kit import FakeTime, Plain, asking

from aachen.core.fair_luck import read_secret
from aachen.core.verify import verify
from aachen.games.versions import replay_any

ENTROPY = "814a" * 8


def make(client: TestClient, promise: Plain | None, seats: list[Plain]) -> Plain:
    """The answer to a table against bots that begins at once."""
    answer = client.post("/api/tables", json={"game": "carolus", "seats": seats, "promise": promise})
    return {"status": answer.status_code, **answer.json()}


def me(entropy: str | None = ENTROPY) -> Plain:
    return {"kind": "me", "entropy": entropy}


def refused(answer: Plain) -> tuple[int, str]:
    return answer["status"], answer["error"]["code"]


def test_a_game_that_begins_at_once_has_its_makers_entropy_in_it(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        promise = client.get("/api/promise").json()
        made = make(client, promise, [me(), {"kind": "bot", "level": "random"}])
        closed = client.post(
            f"/api/tables/{made['table']}/close", headers={"Authorization": f"Bearer {made['host']}"}
        ).json()
        log = client.get(
            f"/api/tables/{made['table']}/log", headers={"Authorization": f"Bearer {made['host']}"}
        ).text.splitlines(keepends=True)
    trial = verify(replay_any(log), read_secret(closed["fair"]["secret"]))

    assert made["sheet"]["state"] == "running"
    assert (made["table"], made["sheet"]["fair"]["commitment"]) == (promise["table"], promise["commitment"])
    assert trial.is_fair()
    assert {seat: added.hex() for seat, added in trial.fair.entropy.items()} == {
        next(iter(made["seats"])): ENTROPY
    }


def test_a_promise_is_kept_once_and_only_by_who_made_it(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        promise, other = client.get("/api/promise").json(), client.get("/api/promise").json()
        seats = [me(), {"kind": "open"}]
        first, again = make(client, promise, seats), make(client, promise, seats)
        mixed = make(client, {**other, "commitment": promise["commitment"]}, seats)
        invented = make(client, {"table": "aaaaaaaaaa", "commitment": "00" * 32}, seats)
        without = make(client, None, seats)
        stranger = make(client, other, [me(), {"kind": "open", "entropy": ENTROPY}])

    assert first["status"] == 201
    assert refused(again) == (409, "promise_used")
    assert refused(mixed) == refused(invented) == (409, "promise_void")
    assert refused(without) == (409, "entropy_without_promise")
    assert refused(stranger) == (409, "entropy_of_another")


def test_a_promise_tells_nothing_of_the_secret_and_is_void_after_a_restart(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        promise = client.get("/api/promise").json()
    with asking(tmp_path) as client:
        late = make(client, promise, [me(), {"kind": "open"}])

    assert promise.keys() == {"table", "commitment"}
    assert refused(late) == (409, "promise_void")


def test_a_promise_is_void_after_two_hours_and_after_a_restore(tmp_path: Path) -> None:
    """A table that was deleted is not made again with a secret that was revealed."""
    time = FakeTime()
    seats = [me(), {"kind": "open"}]
    with asking(tmp_path, time=time) as client:
        restores = client.app.state.tables.restores  # type: ignore[attr-defined]
        early, late = client.get("/api/promise").json(), client.get("/api/promise").json()
        time.seconds = 3_599.0
        kept = make(client, early, seats)
        time.seconds = 7_200.0
        void = make(client, late, seats)
        before = client.get("/api/promise").json()
        restores.note(b"a restore")
        restored = make(client, before, seats)

    assert kept["status"] == 201
    assert refused(void) == refused(restored) == (409, "promise_void")


def finished(client: TestClient, seats: list[Plain]) -> tuple[Plain, dict[str, str]]:
    """A table that was given up at once, and what proves its first seat."""
    made = make(client, None, seats)
    client.post(f"/api/tables/{made['table']}/close", headers=bearer(made["host"]))
    return made, bearer(next(iter(made["seats"].values())))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def proven_entropy(client: TestClient, made: Plain) -> dict[str, str]:
    """What a new table's log says was added, after its draws were verified."""
    place, host = f"/api/tables/{made['table']}", bearer(made["host"])
    secret = client.post(f"{place}/close", headers=host).json()["fair"]["secret"]
    log = client.get(f"{place}/log", headers=host).text.splitlines(keepends=True)
    trial = verify(replay_any(log), read_secret(secret))
    assert trial.is_fair()
    return {seat: added.hex() for seat, added in trial.fair.entropy.items()}


def test_a_rematch_has_the_entropy_of_who_asks_for_it(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        old, mine = finished(client, [me(None), {"kind": "bot", "level": "random"}])
        seat = next(iter(old["seats"]))
        other = next(body["seat"] for body in old["sheet"]["seats"] if body["seat"] != seat)
        place, promise = f"/api/tables/{old['table']}/rematch", client.get("/api/promise").json()
        strange = client.post(place, json={"promise": promise, "entropy": {other: ENTROPY}}, headers=mine)
        early = client.post(place, json={"entropy": {seat: ENTROPY}}, headers=mine)
        made = client.post(place, json={"promise": promise, "entropy": {seat: ENTROPY}}, headers=mine).json()
        found = proven_entropy(client, made)

    assert (strange.status_code, strange.json()["error"]["code"]) == (409, "entropy_of_another")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "entropy_without_promise")
    assert (made["table"], made["sheet"]["fair"]["commitment"]) == (promise["table"], promise["commitment"])
    assert found == {seat: ENTROPY}


def test_a_continued_game_has_the_entropy_of_who_continues_it(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        old, mine = finished(client, [me(None), me(None)])
        place, promise = f"/api/tables/{old['table']}/continue", client.get("/api/promise").json()
        wish = {"seq": 0, "seats": [me(), {"kind": "bot", "level": "random"}]}
        early = client.post(place, json=wish, headers=mine)
        made = client.post(place, json={**wish, "promise": promise}, headers=mine).json()
        found = proven_entropy(client, made)

    assert (early.status_code, early.json()["error"]["code"]) == (409, "entropy_without_promise")
    assert (made["table"], made["sheet"]["fair"]["commitment"]) == (promise["table"], promise["commitment"])
    assert found == {next(iter(made["seats"])): ENTROPY}
