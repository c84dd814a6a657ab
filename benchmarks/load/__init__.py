"""The play server under load, beside a bare echo server: `python -m benchmarks.load`."""
