"""One game on this server: its state, its events and everyone connected to it."""
