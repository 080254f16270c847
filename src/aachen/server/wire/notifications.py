"""The endpoints of notifications: `docs/server-protocol.md`."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from aachen.locales import catalogue
from aachen.server import messages as m
from aachen.server.address import is_local
from aachen.server.messages import notifications as n
from aachen.server.notifications import service
from aachen.server.notifications.service import Client
from aachen.server.runner import TableRunner
from aachen.server.table.authorisation import identify
from aachen.server.wire.endpoints import NEEDS_TOKEN, ROUTES, asked_of, tables_of
from aachen.server.wire.responses import spoken

__all__ = ["ROUTES"]  # all of them, those of notifications among them

PAGE_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"


class Unsubscribed(m.Message):
    """No more mails come."""

    removed: bool


async def client_of(request: Request) -> tuple[TableRunner, Client]:
    """The table in the address, and who asks."""
    runner, token = await asked_of(request)
    who = identify(runner.table.sheet, token)
    return runner, Client(who, token, origin_of(request), spoken(request.headers))


def origin_of(request: Request) -> str:
    """Where the links of messages lead: to the address of the request, unless that opens on this machine alone."""
    known = tables_of(request).settings.addresses
    if known and is_local(request.url.hostname or ""):
        return known[0].rstrip("/")
    return f"{request.url.scheme}://{request.url.netloc}"


@ROUTES.get("/api/notifications", "What this server can notify by", n.NotificationChannels)
async def show_channels(request: Request) -> n.NotificationChannels:
    """What this server can notify by."""
    return await service.channels(tables_of(request))


@ROUTES.get(
    "/api/tables/{table}/notifications",
    "The subscriptions of my seat",
    n.SubscriptionList,
    token="seat or host",
    errors=NEEDS_TOKEN,
)
async def list_subscriptions(request: Request) -> n.SubscriptionList:
    """The subscriptions of a seat, and the webhooks of its table."""
    runner, client = await client_of(request)
    return await service.listed(tables_of(request), runner, client)


@ROUTES.post(
    "/api/tables/{table}/notifications",
    "Notify me",
    n.Subscribed,
    status=201,
    body=n.AnySubscription,
    token="seat, or host for a webhook",
    errors=NEEDS_TOKEN,
)
async def subscribe(request: Request, wish: n.AnySubscription) -> n.Subscribed:
    """A new subscription, after a test message."""
    runner, client = await client_of(request)
    return await service.subscribe(tables_of(request), runner, client, wish)


@ROUTES.post(
    "/api/tables/{table}/notifications/{subscription}",
    "Change, test or remove a subscription",
    n.SubscriptionList,
    body=n.SubscriptionChange,
    token="seat, or host for a webhook",
    errors=NEEDS_TOKEN,
)
async def change_subscription(request: Request, wish: n.SubscriptionChange) -> n.SubscriptionList:
    """Change, confirm, test, resume or remove a subscription."""
    runner, client = await client_of(request)
    name = request.path_params["subscription"]
    return await service.change(tables_of(request), runner, client, name, wish)


@ROUTES.get("/api/feeds/{key}/turns.atom", "The turns of one seat", "application/atom+xml", errors=(404,))
async def show_turns(request: Request) -> Response:
    """A private feed."""
    found = await service.feed(tables_of(request), request.path_params["key"], False)
    return Response(found, media_type="application/atom+xml")


@ROUTES.get("/api/feeds/{key}/deadlines.ics", "The deadlines of one seat", "text/calendar", errors=(404,))
async def show_deadlines(request: Request) -> Response:
    """A private calendar."""
    found = await service.feed(tables_of(request), request.path_params["key"], True)
    return Response(found, media_type="text/calendar")


@ROUTES.get(
    "/api/unsubscribe/{subscription}", "A page with a button that ends mails", "text/html", errors=(404,)
)
async def ask_to_unsubscribe(request: Request) -> Response:
    """A page with one button: programs that only look at links must not unsubscribe anybody."""
    say = catalogue(spoken(request.headers)).say
    language, title = spoken(request.headers), escape(say("notify.stop.title"))
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<h1>{title}</h1><p>{escape(say('notify.stop.text'))}</p>"
        f'<form method="post"><button>{escape(say("notify.stop.button"))}</button></form></html>'
    )
    return HTMLResponse(page, headers={"Content-Security-Policy": PAGE_POLICY})


@ROUTES.post("/api/unsubscribe/{subscription}", "End mails", Unsubscribed, errors=(404,))
async def unsubscribe(request: Request) -> Response | Unsubscribed:
    """No more mails: asked by the page above, or by a mail program (RFC 8058)."""
    await service.unsubscribe(tables_of(request), request.path_params["subscription"])
    if "text/html" not in request.headers.get("accept", ""):
        return Unsubscribed(True)
    text = escape(catalogue(spoken(request.headers)).say("notify.stop.done"))
    page = f'<!doctype html><html lang="{spoken(request.headers)}"><meta charset="utf-8"><p>{text}</p></html>'
    return HTMLResponse(page, headers={"Content-Security-Policy": PAGE_POLICY})
