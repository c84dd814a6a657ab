"""Components that a test needs and that a machine may lack."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(component: str, remedy: str) -> NoReturn:
    """Skip the test or the file and say so loudly; in CI, where nothing may be missing, fail."""
    message = f"{component} is missing: {remedy}"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message, allow_module_level=True)
