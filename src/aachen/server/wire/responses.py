"""Responses over HTTP: a message as JSON, or what was wrong, in the client's language; for people as a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from aachen.core.errors import Fault
from aachen.locales import LANGUAGES, best_language
from aachen.locales.faults import fault_sentence
from aachen.server.limits import OverLimitError
from aachen.server.messages import ErrorBody, Failed

MOST_FAULTS = 20  # told at once; a file can have thousands


def respond(message: object, status: int = 200) -> Response:
    """A message as JSON."""
    return Response(msgspec.json.encode(message), status, media_type="application/json")


def refuse(status: int, faults: Sequence[Fault], headers: Headers) -> Response:
    """Every fault with its sentence, in the language that the request's headers prefer."""
    language = spoken(headers)
    bodies = [error_body(fault, language) for fault in faults[:MOST_FAULTS]]
    response = respond(Failed(bodies[0], bodies[1:]), status)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def refuse_person(status: int, fault: Fault, headers: Headers) -> Response:
    """A fault as a page without styles, scripts or anything else that would be refused too."""
    language = spoken(headers)
    sentence = escape(fault_sentence(language, fault))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Aachen</title>'
    body = f"<h1>Aachen</h1><p>{sentence}</p>"
    page = f'<!doctype html><html lang="{language}"><head>{head}</head><body>{body}</body></html>'
    return Response(page, status, media_type="text/html")


def refuse_over(over: OverLimitError, headers: Headers) -> Response:
    """A limit is used up: which one, and when to try again."""
    response = refuse(429, [over.fault], headers)
    response.headers["Retry-After"] = str(over.seconds)
    return response


def error_body(fault: Fault, language: str) -> ErrorBody:
    """A fault as it is sent."""
    sentences = {each: fault_sentence(each, fault) for each in LANGUAGES}
    return ErrorBody(fault.code, fault.where, fault.facts, sentences[language], sentences)


def spoken(headers: Headers) -> str:
    """The first language of the headers that we speak, else English."""
    wishes = headers.get("accept-language", "").split(",")
    return best_language(*(wish.strip().split(";")[0] for wish in wishes[:10]))
