"""What many more players would need, from measured costs: `python -m benchmarks.scaling`."""
