"""`rules`: every test that asks for it runs against the oracle and against the native core."""

from __future__ import annotations

import pytest

from .sides import SIDES, RulesOf


@pytest.fixture(params=list(SIDES))
def rules(request: pytest.FixtureRequest) -> RulesOf:
    """The rules of any game by its key, as one of the two sides knows them."""
    return SIDES[request.param]
