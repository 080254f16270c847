"""The whole server as one application: the protocol, the page, and the guard at the door."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount

from aachen.server.guard import Guard
from aachen.server.hall import Hall
from aachen.server.http import ROUTES
from aachen.server.metrics import Metrics
from aachen.server.settings import Settings
from aachen.server.static import bundle_folder, static_app
from aachen.storage.store import Store


def make_app(store: Store, settings: Settings | None = None) -> Starlette:
    """A server on this store; it opens with the application's lifespan and closes with it."""
    chosen = settings or Settings()
    metrics = Metrics()
    hall = Hall(store, chosen, metrics)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    app = Starlette(
        routes=[*ROUTES, Mount("/", static_app(bundle_folder()))],
        middleware=[Middleware(Guard, hosts=chosen.hosts, rate=chosen.rate)],
        lifespan=lifespan,
    )
    app.state.hall = hall
    app.state.metrics = metrics
    return app
