"""Attack a server that has ordinary games on it: `python -m benchmarks.siege`."""
