"""`python -m tests.toy`: build the environment with the toy game and print its interpreter."""

from __future__ import annotations

from uuid import uuid4

from tests.toy.environment import build_environment

print(build_environment(uuid4().hex))
