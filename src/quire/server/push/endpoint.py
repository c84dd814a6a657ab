"""Addresses of push services. Visitors choose them, so they must be names of public hosts."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from quire.errors import NotationError

MAX_ENDPOINT_LENGTH = 1000
"""Characters in the address of a subscription."""

MAX_HOST_LENGTH = 253
"""Characters in the name of a host (RFC 1035)."""

DOMAIN = re.compile(r"([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}")
"""A name with a dot; the last part of an address begins with a digit."""


def check_endpoint(endpoint: str) -> SplitResult:
    """Return the parts of a push service's address. Raises NotationError if it is not public."""
    try:
        place = urlsplit(endpoint)
        host, port = place.hostname or "", place.port
    except ValueError:
        place, host, port = urlsplit(""), "", None
    if (
        len(endpoint) > MAX_ENDPOINT_LENGTH
        or not endpoint.isascii()
        or not endpoint.isprintable()
        or place.scheme != "https"
        or port not in (None, 443)
        or place.username is not None
        or not _is_domain(host)
    ):
        raise NotationError("invalid endpoint: send the https address that the browser gave")
    return place


def _is_domain(host: str) -> bool:
    """Return whether a host is a name with a dot, and no address.

    >>> [_is_domain(host) for host in ("push.example.org", "localhost", "10.0.0.1", "a..b", "a.b.")]
    [True, False, False, False, False]
    """
    return len(host) <= MAX_HOST_LENGTH and DOMAIN.fullmatch(host) is not None
