"""Serves the routes: every way of refusing a request as a response, and the socket of a table."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from aachen.core.errors import BadInput, Fault
from aachen.server import journal
from aachen.server.damage import UnreadableTable
from aachen.server.limits import OverLimitError
from aachen.server.notes import MaintenanceError
from aachen.server.table.errors import ClashError, NoRightError, StaleError
from aachen.server.table.sheet import UnknownRulesError
from aachen.server.tables import NoSuchTable
from aachen.server.wire.endpoints import tables_of
from aachen.server.wire.puzzle_endpoints import ROUTES
from aachen.server.wire.responses import refuse, refuse_over
from aachen.server.wire.routes import Route, WrongKindError
from aachen.server.wire.socket import Connection, turn_away
from aachen.storage.store import StoreFailed

NOT_UNDERSTOOD = ("body_not_json", "too_deep")
NOT_FOUND = ("no_such_seat", "no_such_board", "no_such_subscription", "no_such_puzzle")


async def serve(route: Route, request: Request) -> Response:
    """The response of a route; whatever is not one of our refusals is a bug of ours."""
    try:
        return await route.serve(request)
    except BadInput as wrong:
        return refuse(_status(wrong), wrong.faults, request.headers)
    except NoRightError as no:
        return refuse(no.status, [no.fault], request.headers)
    except UnreadableTable as damaged:
        return refuse(500, [damaged.fault], request.headers)
    except OverLimitError as over:
        return refuse_over(over, request.headers)
    except MaintenanceError:
        return refuse(503, [Fault("maintenance")], request.headers)
    except StaleError:
        return refuse(409, [Fault("stale")], request.headers)
    except StoreFailed:
        return refuse(503, [Fault("not_stored")], request.headers)
    except Exception as bug:
        journal.crash("crashed", bug, path=route.shown(request.url.path), method=request.method)
        tables_of(request).metrics.count("crashes")
        return refuse(500, [Fault("crashed")], request.headers)


def _status(wrong: BadInput) -> int:
    if isinstance(wrong, NoSuchTable) or wrong.faults[0].code in NOT_FOUND:
        return 404
    if isinstance(wrong, ClashError | UnknownRulesError):
        return 409
    if isinstance(wrong, WrongKindError):
        return 415
    return 400 if wrong.faults[0].code in NOT_UNDERSTOOD else 422


async def open_socket(websocket: WebSocket) -> None:
    """GET /api/tables/ID/socket."""
    tables = tables_of(websocket)
    try:
        runner = await tables.find(websocket.path_params["table"])
    except (BadInput, StoreFailed):
        await websocket.close(1008)
        return
    except OverLimitError as over:
        await turn_away(websocket, over.fault, 1013)
        return
    except UnreadableTable as damaged:
        await turn_away(websocket, damaged.fault, 1011)
        return
    await Connection(websocket, tables, runner).serve()


async def nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    """Any other address below /api, and any other method."""
    if scope["type"] == "websocket":
        await WebSocketClose(1008)(scope, receive, send)
        return
    methods = {
        method
        for route in HTTP_ROUTES
        if route.path_regex.match(scope["path"])
        for method in route.methods or ()
    }
    allowed = ", ".join(sorted(methods))
    status, fault = 404, Fault("no_such_address")
    if methods:
        status, fault = 405, Fault("method_not_served", "", {"known": allowed})
    response = refuse(status, [fault], Headers(scope=scope))
    if methods:
        response.headers["Allow"] = allowed
    await response(scope, receive, send)


def _starlette_route(route: Route) -> StarletteRoute:
    async def endpoint(request: Request) -> Response:
        return await serve(route, request)

    return StarletteRoute(route.path, endpoint, methods=[route.method.upper()])


HTTP_ROUTES = [_starlette_route(route) for route in ROUTES]
SERVED: list[BaseRoute] = [
    *HTTP_ROUTES,
    WebSocketRoute("/api/tables/{table}/socket", open_socket),
    Mount("/api", nothing_here),
]
