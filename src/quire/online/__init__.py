"""The rules of an online game, without I/O: events, live games, names and ids."""
