"""The HTTP part of the protocol: `docs/server-protocol.md`, and for machines `/api/openapi.json`."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from aachen.core.errors import BadInput, Fault
from aachen.games.carolingi import board as boards
from aachen.server import about, glances, journal, making, seats
from aachen.server import messages as m
from aachen.server.answers import answer, refuse
from aachen.server.hall import Hall, NoSuchTable
from aachen.server.live_table import LiveTable, StaleError
from aachen.server.openapi import Health, TableOnly, describe
from aachen.server.reading import read_message
from aachen.server.seats import ClashError, NoRightError
from aachen.server.sockets import Connection
from aachen.storage.store import StoreFailed

Body = TypeVar("Body")
Serve = Callable[[Request], Awaitable[Response]]

NOT_UNDERSTOOD = ("body_not_json", "too_deep")
NOT_FOUND = ("no_such_seat", "no_such_board")


class WrongKindError(BadInput):
    """A body of another kind than was described (415)."""


# ---- What comes in -------------------------------------------------------------------------------


def hall_of(request: Request | WebSocket) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


def token_of(request: Request) -> str | None:
    """The token in the header, if there is one."""
    given = request.headers.get("authorization")
    if given is None:
        return None
    kind, _, token = given.partition(" ")
    if kind.lower() != "bearer" or not 0 < len(token) <= 100:
        raise NoRightError("token_malformed", False)
    return token


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The body as the message it should be."""
    _check_kind(request, "application/json")
    return read_message(await request.body(), kind)


async def text_of(request: Request) -> str:
    """The body as plain text."""
    _check_kind(request, "text/plain")
    try:
        return (await request.body()).decode("utf-8-sig")  # some editors put a mark in front
    except UnicodeDecodeError:
        raise BadInput([Fault("body_not_text")]) from None


def _check_kind(request: Request, wanted: str) -> None:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != wanted:
        raise WrongKindError([Fault("body_of_other_kind", "Content-Type", {"known": wanted})])


async def table_of(request: Request) -> LiveTable:
    """The table in the address."""
    return await hall_of(request).table(request.path_params["table"])


async def asked_of(request: Request) -> tuple[LiveTable, str | None]:
    """The table in the address, and the token of whoever asks something of it."""
    table = await table_of(request)
    token = token_of(request)
    await table.recognise(token)
    return table, token


# ---- What goes out -------------------------------------------------------------------------------


def served(serve: Serve) -> Serve:
    """Every way of saying no as an answer; whatever else goes wrong is a bug of ours."""

    async def serving(request: Request) -> Response:
        try:
            return await serve(request)
        except BadInput as wrong:
            return refuse(_status(wrong), wrong.faults, request.headers)
        except NoRightError as no:
            return refuse(no.status, [no.fault], request.headers)
        except making.BusyError:
            return refuse(429, [Fault("too_often")], request.headers)
        except StaleError:
            return refuse(409, [Fault("stale")], request.headers)
        except StoreFailed:
            return refuse(503, [Fault("not_stored")], request.headers)
        except Exception as bug:
            journal.crash("crashed", bug, path=request.url.path, method=request.method)
            hall_of(request).metrics.count("crashes")
            return refuse(500, [Fault("crashed")], request.headers)

    return serving


def _status(wrong: BadInput) -> int:
    if isinstance(wrong, NoSuchTable) or wrong.faults[0].code in NOT_FOUND:
        return 404
    if isinstance(wrong, ClashError):
        return 409
    if isinstance(wrong, WrongKindError):
        return 415
    return 400 if wrong.faults[0].code in NOT_UNDERSTOOD else 422


# ---- Tables --------------------------------------------------------------------------------------


async def make_table(request: Request) -> Response:
    """POST /api/tables."""
    return answer(await making.make(hall_of(request), await body_of(request, m.NewTable)), 201)


async def list_tables(request: Request) -> Response:
    """GET /api/tables."""
    return answer(await glances.listed(hall_of(request)))


async def look(request: Request) -> Response:
    """POST /api/look."""
    return answer(await glances.look(hall_of(request), await body_of(request, m.Look)))


async def show_table(request: Request) -> Response:
    """GET /api/tables/ID."""
    return answer((await table_of(request)).told())


async def sit(request: Request) -> Response:
    """POST /api/tables/ID/sit."""
    wish = await body_of(request, m.Sit)
    table = await table_of(request)
    seat, token = await seats.sit(table, wish)
    return answer(m.Sat(seat, token, table.told()))


async def add_entropy(request: Request) -> Response:
    """POST /api/tables/ID/entropy."""
    wish = await body_of(request, m.AddEntropy)
    table, token = await asked_of(request)
    await seats.add_entropy(table, token, wish.entropy)
    return answer(table.told())


async def begin(request: Request) -> Response:
    """POST /api/tables/ID/begin."""
    table, token = await asked_of(request)
    await seats.begin(table, token)
    return answer(table.told())


async def change_seat(request: Request) -> Response:
    """POST /api/tables/ID/seats/SEAT."""
    wish = await body_of(request, m.SeatChange)
    table, token = await asked_of(request)
    new = await seats.change_seat(table, request.path_params["seat"], wish, token)
    return answer(m.SeatChanged(table.told(), new))


async def close(request: Request) -> Response:
    """POST /api/tables/ID/close."""
    table, token = await asked_of(request)
    await seats.close(table, token)
    return answer(table.told())


async def rematch(request: Request) -> Response:
    """POST /api/tables/ID/rematch."""
    wish = m.RematchWish() if not await request.body() else await body_of(request, m.RematchWish)
    table, token = await asked_of(request)
    return answer(await making.rematch(hall_of(request), table, token, wish), 201)


# ---- Files ---------------------------------------------------------------------------------------


async def export(request: Request) -> Response:
    """GET /api/tables/ID/log."""
    table, token = await asked_of(request)
    text = await making.export(hall_of(request), table, token)
    name = f"{table.sheet.game}-{table.id}.jsonl"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def take_in(request: Request) -> Response:
    """POST /api/records."""
    text = await text_of(request)
    intake: making.Intake = request.app.state.intake
    return answer(TableOnly(await intake.take_in(hall_of(request), text)), 201)


async def go_on(request: Request) -> Response:
    """POST /api/tables/ID/continue."""
    wish = await body_of(request, m.Continue)
    table, token = await asked_of(request)
    return answer(await making.go_on(hall_of(request), table, token, wish), 201)


# ---- The server itself ---------------------------------------------------------------------------


async def show_about(request: Request) -> Response:
    """GET /api/about."""
    return answer(about.about())


async def show_board(request: Request) -> Response:
    """GET /api/boards/DIGEST."""
    board = about.board(request.path_params["digest"], hall_of(request).tables.values())
    if board is None:
        raise BadInput([Fault("no_such_board", "digest")])
    return answer(board)


async def check_board(request: Request) -> Response:
    """POST /api/boards."""
    return answer(about.about_board(boards.parse_text(await text_of(request))))


async def show_openapi(request: Request) -> Response:
    """GET /api/openapi.json."""
    return Response(json.dumps(describe()), media_type="application/json")


async def show_health(request: Request) -> Response:
    """GET /health."""
    hall = hall_of(request)
    if hall.is_closing or not await hall.store.ready():
        return refuse(503, [Fault("store_away")], request.headers)
    return answer(Health(True))


async def show_metrics(request: Request) -> Response:
    """GET /metrics."""
    hall_of(request).count_fallbacks()
    return PlainTextResponse(hall_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


async def nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    """Any other address below /api, and any other way to ask."""
    if scope["type"] == "websocket":
        await WebSocketClose(1008)(scope, receive, send)
        return
    methods = {
        method
        for route in ROUTES
        if isinstance(route, Route) and route.path_regex.match(scope["path"])
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


async def socket(websocket: WebSocket) -> None:
    """GET /api/tables/ID/socket."""
    hall = hall_of(websocket)
    try:
        table = await hall.table(websocket.path_params["table"])
    except (BadInput, StoreFailed):
        await websocket.close(1008)
        return
    await Connection(websocket, hall, table).serve()


def _route(method: str, path: str, serve: Serve) -> Route:
    return Route(path, served(serve), methods=[method])


ROUTES: list[BaseRoute] = [
    _route("GET", "/api/about", show_about),
    _route("POST", "/api/tables", make_table),
    _route("GET", "/api/tables", list_tables),
    _route("POST", "/api/look", look),
    _route("GET", "/api/tables/{table}", show_table),
    _route("POST", "/api/tables/{table}/sit", sit),
    _route("POST", "/api/tables/{table}/entropy", add_entropy),
    _route("POST", "/api/tables/{table}/begin", begin),
    _route("POST", "/api/tables/{table}/seats/{seat}", change_seat),
    _route("POST", "/api/tables/{table}/close", close),
    _route("POST", "/api/tables/{table}/rematch", rematch),
    _route("GET", "/api/tables/{table}/log", export),
    _route("POST", "/api/records", take_in),
    _route("POST", "/api/tables/{table}/continue", go_on),
    _route("POST", "/api/boards", check_board),
    _route("GET", "/api/boards/{digest}", show_board),
    _route("GET", "/api/openapi.json", show_openapi),
    _route("GET", "/health", show_health),
    _route("GET", "/metrics", show_metrics),
    WebSocketRoute("/api/tables/{table}/socket", socket),
    Mount("/api", nothing_here),
]
