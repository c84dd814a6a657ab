"""A bot that answers without a thought, in our protocol and in chess's: what is left is the way.

It reads and writes as plainly as Python can, so that its own part of the time is small.
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
