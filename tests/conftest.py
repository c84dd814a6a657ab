"""How far the property tests go: afresh each time at home, always the same in CI."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Without a deadline: a slow machine is not a wrong answer.
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")

# Answers are not looked up in the tester's own book, nor kept there.
os.environ["QUIRE_BOOK"] = ""
