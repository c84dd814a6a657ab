"""Turn what handlers return or raise into HTTP responses."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response, StreamingResponse

from quire.errors import NotSignedIn, QuireError, TooMany
from quire.server.site import policy
from quire.wire.endpoint import STATUS, Endpoint
from quire.wire.http_types import ErrorResponse
from quire.wire.protocol import encode

SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"content-security-policy", policy.HEADER.encode()),
)
"""Headers of every response that doesn't set its own."""

STREAM_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Headers of responses that are sent line by line: no proxy may buffer lines."""


def to_response(endpoint: Endpoint, result: Any) -> Response:
    """Return the response for the result of a handler."""
    if result is None:
        return Response(status_code=endpoint.status)
    if isinstance(result, Response):
        return result
    if endpoint.media != "application/json":
        return StreamingResponse(result, endpoint.status, STREAM_HEADERS, endpoint.media)
    return json_response(result, endpoint.status)


def json_response(content: Any, status: int = 200) -> Response:
    """Return the content as JSON."""
    return Response(encode(content), status, {"cache-control": "no-store"}, "application/json")


def error_response(error: QuireError) -> Response:
    """Return the response for an error."""
    content = ErrorResponse(code=error.code, message=str(error))
    response = json_response(content, STATUS[error.code])
    if isinstance(error, TooMany) and error.after is not None:
        response.headers["retry-after"] = str(int(error.after) + 1)
    if isinstance(error, NotSignedIn):
        response.headers["www-authenticate"] = "Bearer"
    return response


def with_security_headers(send: Any) -> Any:
    """Wrap an ASGI `send` so that every response has the security headers."""

    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            given = message.get("headers", ())
            own = {name.lower() for name, _ in given}
            message["headers"] = [
                *given,
                *(header for header in SECURITY_HEADERS if header[0] not in own),
            ]
        await send(message)

    return send_with_headers
