"""Experiments: what was measured or proven with Quire, each by one command."""
