"""The browser table's files: the bundle that was built from `web/`."""

from __future__ import annotations

import mimetypes
import re
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from aachen.titles import TITLES

mimetypes.add_type("application/manifest+json", ".webmanifest")

PAGES = ("new", "learn", "puzzles", "t", "about", "position")  # addresses the page itself understands

UNDRAWN = re.compile("[0-9a-f]+/lands.json")  # how a page asks whether there is a map

NOT_BUILT = (
    "The browser table has not been built yet. ./play builds it; from a checkout also: python3 tools/web.py\n"
)


class Bundle(StaticFiles):
    """Files by name; every address of the page itself gets the page, and so do unknown addresses in a browser."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or the page, or 404."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as missing:
            is_page = path.split("/")[0] in PAGES
            if missing.status_code != 404 or not (is_page or _wants_page(path, scope)):
                raise
            response = await super().get_response("index.html", scope)
            if not is_page and response.status_code == 200:  # a 304 has no body and must remain one
                response.status_code = 404
        response.headers["Cache-Control"] = _keep(path)
        return response


class Maps(StaticFiles):
    """Drawn maps; they keep their names when they are drawn again."""

    async def check_config(self) -> None:
        """The folder may come later, with the first map that is drawn."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 404; that nobody has drawn a map is no error, so a browser need not complain of it."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code != 404 or not UNDRAWN.fullmatch(path):
                raise
            response = Response(status_code=204)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _wants_page(path: str, scope: Scope) -> bool:
    """Whether a browser was sent there by a person: the page then says in words that nothing is there."""
    return "text/html" in Headers(scope=scope).get("accept", "") and not path.startswith(("api/", "assets/"))


def _keep(path: str) -> str:
    """Names in assets/ change with their content; everything else is asked for again."""
    return "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"


def bundle_folder() -> Path:
    """Where the built bundle lies, in a checkout as in a wheel."""
    return Path(str(files("aachen").joinpath("web")))


def map_routes(bundle: Path, own: Path | None) -> list[BaseRoute]:
    """Maps by the digest of their board: the shipped one lies in the bundle, others where they were drawn to."""
    shipped = [boards for title in TITLES.values() if (boards := title.boards()) is not None]
    folders = [(boards.shipped()[0], bundle / "maps" / boards.map_folder) for boards in shipped]
    folders.append(("", own or bundle / "maps"))
    return [
        Mount(f"/maps/{digest}".rstrip("/"), GZipMiddleware(Maps(directory=folder, check_dir=False), 600))
        for digest, folder in folders
    ]


def static_app(folder: Path) -> ASGIApp:
    """The bundle, compressed on its way; nothing secret is in it, so that is safe."""
    if not (folder / "index.html").is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    return GZipMiddleware(Bundle(directory=folder, html=True), minimum_size=600)
