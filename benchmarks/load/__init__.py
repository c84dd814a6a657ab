"""The play server under load, compared with an echo server: `python -m benchmarks.load`."""
