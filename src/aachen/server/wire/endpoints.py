"""The endpoints over HTTP: `docs/server-protocol.md`, and for machines `/api/openapi.json`."""

from __future__ import annotations

import json

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from aachen.core.errors import BadInput, Fault
from aachen.server import about, creation, journal, listings
from aachen.server import messages as m
from aachen.server.address import ADDRESS, client_address, invitation_addresses, is_forwarded, is_loopback
from aachen.server.runner import TableRunner
from aachen.server.table import commands as c
from aachen.server.table.authorisation import identify
from aachen.server.table.errors import NoRightError
from aachen.server.table.operating import RenewHost
from aachen.server.tables import TableRegistry
from aachen.server.tokens import hash_token, is_token
from aachen.server.wire.openapi import describe
from aachen.server.wire.responses import refuse
from aachen.server.wire.routes import Routes

ROUTES = Routes()

NEEDS_TOKEN = (401, 403, 404, 409)  # errors of a request that proves who asks


class TableOnly(m.Message):
    """The id of a new table."""

    table: str


class HostToken(m.Message):
    """The new token of a table's host."""

    host: str


class Health(m.Message):
    """Whether the server and its store are well."""

    ok: bool


# ---- What requests have in common ----------------------------------------------------------------


def tables_of(request: Request | WebSocket) -> TableRegistry:
    """The tables of this server."""
    tables: TableRegistry = request.app.state.tables
    return tables


def token_of(request: Request) -> str | None:
    """The token in the header, if there is one."""
    given = request.headers.get("authorization")
    if given is None:
        return None
    kind, _, token = given.partition(" ")
    if kind.lower() != "bearer" or not 0 < len(token) <= 100:
        raise NoRightError("token_malformed", False)
    return token


async def table_of(request: Request) -> TableRunner:
    """The table in the address."""
    return await tables_of(request).find(request.path_params["table"])


async def asked_of(request: Request) -> tuple[TableRunner, str | None]:
    """The table in the address, and the token of the client."""
    runner = await table_of(request)
    token = token_of(request)
    await runner.recognise(token)
    return runner, token


# ---- The server itself ---------------------------------------------------------------------------


@ROUTES.get("/api/about", "What this server is and can do", m.About)
async def show_about(request: Request) -> m.About:
    """What this server is and can do."""
    tables = tables_of(request)
    changes = {"levels": tables.settings.levels(), "maintenance": tables.notes.is_maintenance}
    return msgspec.structs.replace(about.about(), **changes)


@ROUTES.get("/api/addresses", "The addresses of this server that invitations can use", m.Addresses)
async def show_addresses(request: Request) -> m.Addresses:
    """The addresses of this server that invitations can use: those of its own network only to whoever is in it."""
    known = tables_of(request).settings.addresses
    return m.Addresses(invitation_addresses(known, client_address(request.scope)))


# ---- Tables --------------------------------------------------------------------------------------


@ROUTES.get("/api/promise", "The commitment of a table to be made", m.Promise)
async def promise(request: Request) -> m.Promise:
    """The commitment of a table to be made."""
    return tables_of(request).promises.make()


@ROUTES.post("/api/tables", "Make a table", m.Made, status=201, body=m.NewTable, errors=(409,))
async def make_table(request: Request, wish: m.NewTable) -> m.Made:
    """Make a table."""
    return await creation.make(tables_of(request), wish)


@ROUTES.get("/api/tables", "Listed tables with an open seat", m.TableList)
async def list_tables(request: Request) -> m.TableList:
    """Listed tables with an open seat."""
    return await listings.listed(tables_of(request))


@ROUTES.post("/api/look", "Which of my tables want me", m.TableList, body=m.Look)
async def look(request: Request, wish: m.Look) -> m.TableList:
    """The tables that the client has links to."""
    return await listings.look(tables_of(request), wish)


@ROUTES.get("/api/tables/{table}", "The sheet of a table", m.Sheet, token="(host or seat)", errors=(401, 404))
async def show_table(request: Request) -> m.Sheet:
    """The sheet of a table; players and the host may know more."""
    runner = await table_of(request)
    return runner.sheet(identify(runner.table.sheet, token_of(request)).is_known)


@ROUTES.post("/api/tables/{table}/sit", "Take an open seat", m.Sat, body=m.Sit, errors=(404, 409))
async def sit(request: Request, wish: m.Sit) -> m.Sat:
    """Take an open seat."""
    runner = await table_of(request)
    seat, token = await runner.do(c.SitDown(wish))
    return m.Sat(seat, token, runner.sheet())


@ROUTES.post(
    "/api/tables/{table}/code", "A code to come back by", m.Code, token="seat or host", errors=NEEDS_TOKEN
)
async def make_code(request: Request) -> m.Code:
    """Make a code that gets this seat back when its token is lost; an older code is void."""
    runner, token = await asked_of(request)
    tables_of(request).budgets.take("codes_of_address", ADDRESS.get())
    return m.Code(await runner.do(c.MakeCode(token)))


@ROUTES.post(
    "/api/tables/{table}/recover",
    "Come back by a code",
    m.Recovered,
    body=m.RecoverWish,
    errors=(401, 404, 409, 429),
)
async def recover(request: Request, wish: m.RecoverWish) -> m.Recovered:
    """A new token for whoever knows the code; guessing is limited for each address and each table."""
    budgets, runner = tables_of(request).budgets, await table_of(request)
    budgets.take("codes_of_address", ADDRESS.get())
    budgets.take("codes_of_table", runner.id)
    seat, token = await runner.do(c.Recover(wish.code))
    journal.note("recovered", table=runner.id, seat=seat or "host")
    return m.Recovered(seat, token, runner.sheet())


@ROUTES.post(
    "/api/tables/{table}/entropy",
    "Add to the luck",
    m.Sheet,
    body=m.AddEntropy,
    token="seat",
    errors=NEEDS_TOKEN,
)
async def add_entropy(request: Request, wish: m.AddEntropy) -> m.Sheet:
    """Add to the random source."""
    runner, token = await asked_of(request)
    await runner.do(c.ContributeEntropy(token, wish.entropy))
    return runner.sheet()


@ROUTES.post("/api/tables/{table}/begin", "Begin the game", m.Sheet, token="host", errors=NEEDS_TOKEN)
async def begin(request: Request) -> m.Sheet:
    """Begin the game."""
    runner, token = await asked_of(request)
    await runner.do(c.Begin(token))
    return runner.sheet()


@ROUTES.post(
    "/api/tables/{table}/seats/{seat}",
    "Change who sits there",
    m.SeatChanged,
    body=m.SeatChange,
    token="host or seat",
    errors=NEEDS_TOKEN,
)
async def change_seat(request: Request, wish: m.SeatChange) -> m.SeatChanged:
    """Change who sits there."""
    runner, token = await asked_of(request)
    seat = request.path_params["seat"]
    new = await runner.do(c.ChangeSeat(seat, wish, token))
    journal.note("seat", table=runner.id, seat=seat, kind=wish.do)
    return m.SeatChanged(runner.sheet(), new)


@ROUTES.post(
    "/api/tables/{table}/host", "A new token for the host", HostToken, token="host", errors=NEEDS_TOKEN
)
async def renew_host(request: Request) -> HostToken:
    """A new token for the host; the old one is void."""
    runner, token = await asked_of(request)
    new: str = await runner.do(RenewHost(token))
    journal.note("host_renewed", table=runner.id)
    return HostToken(new)


@ROUTES.post("/api/tables/{table}/close", "Give the game up", m.Sheet, token="host", errors=NEEDS_TOKEN)
async def close(request: Request) -> m.Sheet:
    """Give the game up."""
    runner, token = await asked_of(request)
    await runner.do(c.Close(token))
    return runner.sheet(is_member=True)


@ROUTES.post(
    "/api/tables/{table}/rematch",
    "The same again",
    m.Made,
    status=201,
    body=m.RematchWish,
    token="host or seat",
    errors=NEEDS_TOKEN,
    may_be_empty=True,
)
async def rematch(request: Request, wish: m.RematchWish) -> m.Made:
    """The same table once more."""
    runner, token = await asked_of(request)
    return await creation.rematch(tables_of(request), runner, token, wish)


# ---- Files ---------------------------------------------------------------------------------------


@ROUTES.get(
    "/api/tables/{table}/log",
    "The log, or the story of one viewer",
    "text/plain",
    token="(seat)",
    errors=NEEDS_TOKEN,
)
async def export(request: Request) -> Response:
    """The log of a game that is over, or the story of one that runs."""
    runner, token = await asked_of(request)
    text = await creation.export(tables_of(request), runner.table, token)
    name = f"{runner.table.sheet.game}-{runner.id}.jsonl"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@ROUTES.post("/api/records", "Import a game", TableOnly, status=201, body="text/plain")
async def take_in(request: Request, text: str) -> TableOnly:
    """Import a game."""
    return TableOnly(await creation.take_in(tables_of(request), text))


@ROUTES.post(
    "/api/tables/{table}/continue",
    "Go on from a moment",
    m.Made,
    status=201,
    body=m.Continue,
    token="(seat)",
    errors=NEEDS_TOKEN,
)
async def go_on(request: Request, wish: m.Continue) -> m.Made:
    """A new table that goes on from an entry of this one."""
    runner, token = await asked_of(request)
    return await creation.go_on(tables_of(request), runner.table, token, wish)


# ---- Boards --------------------------------------------------------------------------------------


@ROUTES.post("/api/boards", "Check a board file", m.BoardAbout, body="text/plain")
async def check_board(request: Request, text: str) -> m.BoardAbout:
    """Check a board file."""
    return await tables_of(request).background.do("short", lambda: about.about_board(text))


@ROUTES.get("/api/boards/{digest}", "A board file", "application/json", errors=(404,))
async def show_board(request: Request) -> object:
    """A board file."""
    runners = tables_of(request).loaded.values()
    board = about.board(request.path_params["digest"], [runner.table for runner in runners])
    if board is None:
        raise BadInput([Fault("no_such_board", "digest")])
    return board


# ---- For machines --------------------------------------------------------------------------------


@ROUTES.get("/api/openapi.json", "This description", "application/json")
async def show_openapi(request: Request) -> Response:
    """The OpenAPI description."""
    return Response(json.dumps(describe(ROUTES)), media_type="application/json")


@ROUTES.get("/health", "Whether all is well", Health, errors=(503,))
async def show_health(request: Request) -> object:
    """Whether the server and its store are well."""
    tables = tables_of(request)
    if tables.is_closing or not await tables.store.ready():
        return refuse(503, [Fault("store_away")], request.headers)
    return Health(True)


@ROUTES.get("/health/live", "Whether the process answers at all", Health)
async def show_liveness(request: Request) -> Health:
    """Whether the process answers: if it does not, it has to be started again."""
    return Health(True)


@ROUTES.get("/health/ready", "Whether requests can be served", Health, errors=(503,))
async def show_readiness(request: Request) -> object:
    """Whether the server is open and its store takes writes: if not, others should be asked."""
    return await show_health(request)


@ROUTES.get("/metrics", "Numbers for Prometheus", "text/plain", token="(metrics)", errors=(401, 403))
async def show_metrics(request: Request) -> Response:
    """Metrics for Prometheus: for whoever asks from this machine directly, and for who has the operator's token."""
    tables = tables_of(request)
    wanted, given = tables.settings.metrics_token, token_of(request)
    if given is not None and not (wanted and is_token(given, hash_token(wanted))):
        raise NoRightError("token_unknown", False)
    if given is None and (not is_loopback(request.scope) or is_forwarded(request.headers)):
        raise NoRightError("metrics_are_private", False)
    tables.count_fallbacks()
    text, everybody = tables.metrics.text(), tables.settings.numbers
    if everybody is not None:
        text = await everybody(text)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")
