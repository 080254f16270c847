"""The endpoints of puzzles over HTTP; with them the routes of the server are complete."""

from __future__ import annotations

from starlette.requests import Request

from aachen.server import messages as m
from aachen.server import puzzles
from aachen.server.wire.endpoints import tables_of
from aachen.server.wire.notifications import ROUTES as ROUTES


@ROUTES.get("/api/puzzles", "All puzzles", m.PuzzleList)
async def list_puzzles(request: Request) -> m.PuzzleList:
    """All puzzles."""
    return puzzles.listed()


@ROUTES.post(
    "/api/puzzles/{puzzle}",
    "The table after an attempt at a puzzle",
    m.PuzzleScreen,
    body=m.PuzzleWish,
    errors=(404,),
)
async def try_puzzle(request: Request, wish: m.PuzzleWish) -> m.PuzzleScreen:
    """The table after an attempt; worked out off the event loop."""
    puzzle = puzzles.find(request.path_params["puzzle"])
    return await tables_of(request).background.do("short", lambda: puzzles.screen(puzzle, wish))
