"""Our server as `aachen serve` runs it, on SQLite with full durability, without limits on how often one address asks."""

from __future__ import annotations

import json
import socket
import sys

import uvicorn

from aachen.cli.serve import rarely_collect
from aachen.games.carolingi import view
from aachen.server.app import make_app
from aachen.server.settings import Settings
from aachen.server.wire.websocket import JoiningProtocol
from aachen.storage import open_store


def main(database: str) -> None:
    settings = Settings(limits=None, burst=1e9, per_second=1e9)
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    config = uvicorn.Config(
        make_app(open_store(database), settings),
        log_config=None,
        access_log=False,
        ws=JoiningProtocol,
        ws_per_message_deflate=False,
    )
    build = "compiled" if view.__file__.endswith(".so") else "plain"
    print(json.dumps({"port": listening.getsockname()[1], "build": build}), flush=True)
    rarely_collect()
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main(sys.argv[1])
