"""Endpoints for tournaments of bots."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache

from starlette.responses import Response

import quire
from quire.arena.report import replay
from quire.server.http.request import Handlers, Request
from quire.server.site.static_files import is_among
from quire.server.tournaments.directory import Stamp
from quire.wire.tournament_types import Tournament, TournamentDetails


async def tournaments(request: Request) -> tuple[Tournament, ...]:
    return await request.tournaments.all()


async def tournament(request: Request) -> TournamentDetails:
    return await request.tournaments.details(request.path["name"])


async def tournament_report(request: Request) -> Response:
    request.hold()
    stamp, page = await request.tournaments.report(
        request.path["name"], lambda version: is_among(_tag(version), request.known)
    )
    headers = {
        "cache-control": "no-cache",
        "etag": _tag(stamp),
        "content-security-policy": _policy(),
        # By the HTML standard a page with its own opener policy cannot be sandboxed.
        "cross-origin-opener-policy": "unsafe-none",
    }
    if page is None:
        return Response(status_code=304, headers=headers)
    return Response(page, headers=headers, media_type="text/html")


def _tag(stamp: Stamp) -> str:
    """Return an ETag that changes with the results and with the code that renders them."""
    source = f"{stamp} {quire.__version__} {_policy()}"
    return f'"{hashlib.sha256(source.encode()).hexdigest()[:24]}"'


@cache
def _policy() -> str:
    """Return a policy that allows the report's own script only and sandboxes the page.

    Reports contain names and output of bots. They are escaped; this is a second line of defence.
    """
    script = b64encode(hashlib.sha256(replay.script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )


HANDLERS: Handlers = {
    handler.__name__: handler for handler in (tournaments, tournament, tournament_report)
}
