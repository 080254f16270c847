"""A seat whose token was lost comes back by its code, to nobody else, and guessing is hopeless."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.server.kit import asking

from aachen.server.limits import Limits, Rate
from aachen.server.table.recovery import hash_code, make_code
from aachen.server.tokens import true_chance

NEVER = 1e-9
CODE = re.compile(r"[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}")


def made(client: Any, **wish: object) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "me"}]
    found: dict[str, Any] = client.post(
        "/api/tables", json={"game": "carolus", "seats": seats, **wish}
    ).json()
    return found


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def code_for(client: Any, table: dict[str, Any], token: str) -> str:
    answer = client.post(f"/api/tables/{table['table']}/code", headers=bearer(token))
    assert answer.status_code == 200
    return str(answer.json()["code"])


def recover(client: Any, table: dict[str, Any], code: str) -> Any:
    return client.post(f"/api/tables/{table['table']}/recover", json={"code": code})


def test_a_code_gets_the_seat_back_once_and_voids_the_lost_token(tmp_path) -> None:
    with asking(tmp_path) as client:
        table = made(client)
        lost = table["seats"]["black"]
        code = code_for(client, table, lost)
        answer = recover(client, table, f" {code.lower().replace('-', ' ')} ")
        again = recover(client, table, code)
        old = client.post(f"/api/tables/{table['table']}/code", headers=bearer(lost))
        new = client.post(f"/api/tables/{table['table']}/code", headers=bearer(answer.json()["token"]))

    assert CODE.fullmatch(code)
    assert (answer.status_code, answer.json()["seat"]) == (200, "black")
    assert (again.status_code, again.json()["error"]["code"]) == (401, "code_unknown")
    assert (old.status_code, new.status_code) == (401, 200)


def test_a_host_comes_back_by_code(tmp_path) -> None:
    with asking(tmp_path) as client:
        table = made(client)
        answer = recover(client, table, code_for(client, table, table["host"])).json()
        closed = client.post(f"/api/tables/{table['table']}/close", headers=bearer(answer["token"]))

    assert answer["seat"] is None
    assert closed.status_code == 200


def test_a_newer_code_a_new_link_and_standing_up_void_the_code(tmp_path) -> None:
    with asking(tmp_path) as client:
        table = made(client)
        place = f"/api/tables/{table['table']}/seats/black"
        token = table["seats"]["black"]
        first = code_for(client, table, token)
        second = code_for(client, table, token)
        token = client.post(place, json={"do": "link"}, headers=bearer(token)).json()["token"]
        third = code_for(client, table, token)
        client.post(place, json={"do": "stand"}, headers=bearer(token))
        data = [recover(client, table, code).status_code for code in (first, second, third)]

    assert data == [401, 401, 401]


def test_a_new_token_of_the_host_voids_the_code(tmp_path) -> None:
    with asking(tmp_path) as client:
        table = made(client)
        code = code_for(client, table, table["host"])
        new = client.post(f"/api/tables/{table['table']}/host", headers=bearer(table["host"])).json()["host"]
        answer = recover(client, table, code)
        closed = client.post(f"/api/tables/{table['table']}/close", headers=bearer(new))

    assert (answer.status_code, closed.status_code) == (401, 200)


def test_the_code_of_one_table_opens_no_other(tmp_path) -> None:
    with asking(tmp_path) as client:
        one, other = made(client), made(client)
        code = code_for(client, one, one["seats"]["white"])
        answer = recover(client, other, code)

    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        (Limits(codes_of_address=Rate(3.0, NEVER)), "codes_of_address"),
        (Limits(codes_of_table=Rate(3.0, NEVER)), "codes_of_table"),
    ],
)
def test_guessing_codes_is_limited_for_each_address_and_table(tmp_path, limits, limit) -> None:
    with asking(tmp_path, limits=limits) as client:
        table = made(client)
        data = [recover(client, table, "AAAA-AAAA") for _ in range(4)]

    assert [each.status_code for each in data] == [401, 401, 401, 429]
    assert data[3].json()["error"]["facts"]["limit"] == limit


def test_neither_code_nor_hash_is_told_or_stored_in_the_clear(tmp_path) -> None:
    with asking(tmp_path) as client:
        table = made(client)
        code = code_for(client, table, table["seats"]["white"])
        sheet = client.get(f"/api/tables/{table['table']}", headers=bearer(table["host"])).text
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())

    assert code.encode() not in kept
    assert hash_code(code, table["table"]).encode() in kept
    assert hash_code(code, table["table"]) not in sheet
    assert code not in sheet


def test_codes_are_hashed_differently_at_each_table_and_read_however_they_are_typed() -> None:
    code = make_code(true_chance)

    assert hash_code(code, "a") != hash_code(code, "b")
    assert hash_code(code.lower().replace("-", ""), "a") == hash_code(code, "a")
