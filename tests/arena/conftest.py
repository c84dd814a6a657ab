"""Bots are run by tests, not looked at for tests."""

collect_ignore = ["bots"]
