"""The same players on other servers for turn-based games: `python -m benchmarks.load peers`."""

QUIRE = "Quire"
BOARDGAME_IO = "boardgame.io"
BOARDGAME_IO_FILES = "boardgame.io, files"
COLYSEUS = "Colyseus"
RELAY = "bare relay"
