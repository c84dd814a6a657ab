"""What all tests share: how far property tests go, and nothing of the tester's own surroundings."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# Afresh each time at home, always the same in CI. Without a deadline: a slow machine is not a
# wrong answer.
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")

# Answers are not looked up in the tester's own book, nor kept there.
os.environ["QUIRE_BOOK"] = ""

# What runs in the background ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
