"""A bot that answers at once, in UGI and in UCI, so that only the communication is measured.

It reads and writes as directly as Python can, to keep its own share of the time small.
"""

import os
import sys

ANSWERS = {
    b"ugi": b"ugiok\n",
    b"uci": b"uciok\n",
    b"isready": b"readyok\n",
    b"go": b"bestmove %s\n" % sys.argv[1].encode(),
}

for line in sys.stdin.buffer:
    word = line.split(None, 1)[0]
    if word == b"quit":
        break
    if word in ANSWERS:
        os.write(1, ANSWERS[word])
