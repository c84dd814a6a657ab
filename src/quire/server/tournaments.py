"""The answers to requests about tournaments of bots."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache

from starlette.responses import Response

from quire.arena import report
from quire.server.call import Call, Handlers
from quire.server.tournament_form import Tournament, TournamentPage


async def tournaments(call: Call) -> tuple[Tournament, ...]:
    return await call.node.tournaments.all()


async def tournament(call: Call) -> TournamentPage:
    return await call.node.tournaments.page(call.path["name"])


async def tournament_report(call: Call) -> Response:
    page = await call.node.tournaments.report(call.path["name"])
    headers = {
        "cache-control": "no-cache",
        "content-security-policy": _policy(),
        # By the HTML standard a page that is apart from its opener cannot be in a sandbox.
        "cross-origin-opener-policy": "unsafe-none",
    }
    return Response(page, headers=headers, media_type="text/html")


@cache
def _policy() -> str:
    """A report may do what it does by itself, and is a stranger to everything else here.

    Names of bots and their last words are in it. They are escaped; this is the second wall.
    """
    script = b64encode(hashlib.sha256(report.script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )


HANDLERS: Handlers = {
    handler.__name__: handler for handler in (tournaments, tournament, tournament_report)
}
