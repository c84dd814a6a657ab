"""The fixture `rules`: tests that use it run against the oracle and the native core."""

from __future__ import annotations

import pytest

from .sides import SIDES, RulesOf


@pytest.fixture(params=list(SIDES))
def rules(request: pytest.FixtureRequest) -> RulesOf:
    """Return the rules of any game by its key, from one of the two sides."""
    return SIDES[request.param]
