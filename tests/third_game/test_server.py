"""A server plays a title of another package: tables over HTTP, moves over the socket, bots in their processes."""

import asyncio
import json

from tests.server.real_server import PATIENCE, RealServer
from tests.third_game.kit import FOLDER
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

SOCKET = [Subprotocol("aachen.1")]


async def ask(socket, said, wanted):
    """Say something, and wait for the message that answers it."""
    await socket.send(json.dumps(said))
    return await heard(socket, wanted)


async def heard(socket, wanted):
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        assert message["say"] != "error", message
        if message["say"] == wanted:
            return message


async def play_to_the_end(socket, token):
    """Seal the lowest card whenever a card is wanted; every frame on the way."""
    frames = [await ask(socket, {"say": "hello", "token": token, "after": None}, "frame")]
    sealed = 0  # the last round in which a card was sealed
    while "outcome" not in frames[-1]["view"]:
        view = frames[-1]["view"]
        if view["round"] > sealed:
            sealed = view["round"]
            act = {"say": "act", "id": 1, "after": frames[-1]["seq"], "action": view["offers"][0]}
            await socket.send(json.dumps(act))
        frames.append(await heard(socket, "frame"))
    return frames


def test_a_table_is_played_from_the_first_card_to_the_log(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))

    async def scene():
        server = await RealServer(str(tmp_path / "games.db"), tmp_path).start()
        try:
            about = (await server.get("/api/about")).json()
            refused = await server.post("/api/tables", {"game": "nonsense", "seats": [{"kind": "me"}] * 2})
            made = await server.make("harvest", ["me", "greedy"], options={"rounds": 3})
            table, token = made["table"], made["seats"]["red"]
            url = f"ws://{server.address}/api/tables/{table}/socket"
            async with connect(url, subprotocols=SOCKET, proxy=None) as socket:
                frames = await play_to_the_end(socket, token)
                chances = await ask(socket, {"say": "chances", "id": 9, "first": 0, "count": 50}, "chances")
            log = (await server.get(f"/api/tables/{table}/log")).text
            return about, refused, frames, chances, log, server.complaints()
        finally:
            await server.end()

    about, refused, frames, chances, log, complaints = asyncio.run(scene())
    (harvest,) = [game for game in about["games"] if game["name"] == "harvest"]
    sealed = [frame["view"]["players"]["blue"]["sealed"] for frame in frames]

    assert harvest["players"] == [2, 3, 4]
    assert harvest["options"] == {"rounds": {"default": 5, "least": 3, "most": 5}}
    assert refused.status_code == 422
    assert set(sealed) <= {None, "?"}
    assert set(chances["chances"]["red"]) > {0.5}
    assert log.splitlines()[-1].startswith(('{"outcome"', '{"secret"'))
    assert complaints == ""
