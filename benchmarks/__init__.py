"""Quire compared with OpenSpiel, in one run, as ratios: `python -m benchmarks`."""
