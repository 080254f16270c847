"""The whole server as one application: the protocol, the page, and the guard in front."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from aachen.core.errors import Fault
from aachen.server.gauges import add_gauges, measure_lag
from aachen.server.housekeeping import Housekeeping
from aachen.server.metrics import Metrics
from aachen.server.settings import Settings
from aachen.server.static import bundle_folder, map_routes, static_app
from aachen.server.tables import TableRegistry
from aachen.server.wire.guard import Guard
from aachen.server.wire.http import SERVED
from aachen.server.wire.responses import refuse
from aachen.storage.store import Store


def make_app(store: Store, settings: Settings | None = None) -> Starlette:
    """A server on this store; it opens with the application's lifespan and closes with it."""
    chosen = settings or Settings()
    metrics = Metrics()
    tables = TableRegistry(store, chosen, metrics)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await tables.open()
        add_gauges(tables)
        tables.start(measure_lag(metrics))
        house = None if chosen.operator is None else Housekeeping(chosen.operator, tables)
        if house is not None:
            await house.open()
            tables.start(house.run())
        tables.begin()
        try:
            yield
        finally:
            await tables.close()
            if house is not None:
                await house.close()

    app = Starlette(
        routes=[*SERVED, *map_routes(bundle_folder(), chosen.maps), Mount("/", static_app(bundle_folder()))],
        middleware=[
            Middleware(
                Guard,
                hosts=chosen.hosts,
                budgets=tables.budgets,
                body_seconds=chosen.body_seconds,
                is_banned=tables.notes.is_banned,
            )
        ],
        exception_handlers={HTTPException: _say_no},
        lifespan=lifespan,
    )
    app.state.tables = tables
    app.state.metrics = metrics
    return app


async def _say_no(request: Request, no: Exception) -> Response:
    """What the framework refuses, in our own words: an address or a method that is not served."""
    assert isinstance(no, HTTPException)
    allowed = (no.headers or {}).get("Allow", "")
    fault = Fault("method_not_served", "", {"known": allowed}) if allowed else Fault("no_such_address")
    response = refuse(no.status_code, [fault], request.headers)
    response.headers.update(no.headers or {})
    return response
