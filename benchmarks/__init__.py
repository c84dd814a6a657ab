"""Quire beside OpenSpiel, in one run, as ratios: `python -m benchmarks`."""
