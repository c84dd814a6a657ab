"""A UGI program for tests of the driver: it plays the first legal move, or misbehaves."""

import os
import sys
import time

from quire.games import find_game

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else ""


def send(line):
    os.write(1, line if isinstance(line, bytes) else f"{line}\n".encode())


def first_move(position, startpos):
    text, _, moves = position.partition(" moves ")
    at = startpos if text == "startpos" else find_game(startpos.game).parse(text)
    for move in moves.split():
        at = at.play(move)
    return at.legal_moves()[0]


def go(position, startpos):
    move = first_move(position, startpos)
    if BEHAVIOUR == "crash":
        print("ZeroDivisionError: \x1b[31moops", file=sys.stderr, flush=True)
        os._exit(3)
    elif BEHAVIOUR == "close":
        os.close(1)
        time.sleep(1000)
    elif BEHAVIOUR == "hang":
        time.sleep(1000)
    elif BEHAVIOUR == "illegal":
        send("bestmove Zz99\x1b[31m")
        return
    elif BEHAVIOUR == "silent":
        send("bestmove")
        return
    elif BEHAVIOUR == "refuse":
        send("info string error: I don't like this board\nbestmove none")
        return
    elif BEHAVIOUR == "garbage":
        send(b"\xff\xfe\x00\x80 \xc3\x28\n\n\r\n" + "bestmöve ☃ 日本語\n".encode() * 3)
        send(b"info depth x score nan pv\ninfo score 1e999999\n" + b"x" * 300_000 + b"\n")
    elif BEHAVIOUR == "endless":
        send(b"x" * (1 << 20) * 3)
    elif BEHAVIOUR == "chatty":
        for number in range(20_000):
            send(f"info depth {number} nodes 7 time 3 score -0.5 pv {move}")
    elif BEHAVIOUR == "stderr":
        os.write(2, b"y" * 500_000)
    elif BEHAVIOUR == "cut":
        send(b"best")
        send(f"move {move}\r\n".encode())
        return
    send(f"info depth 3 nodes 40 time 1500 score 2 exact pv {move}")
    send(f"bestmove {move}")


def main():  # noqa: PLR0912
    if BEHAVIOUR == "dead":
        sys.exit("no such weights")
    game, size, position, searching = "sos", None, "startpos", None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi" and BEHAVIOUR != "mute":
            send("id name Prögram\x07\noption name Hash type spin default 16 min 1\nugiok")
        elif word == "isready":
            send("readyok")
        elif word == "setoption":
            _, name, _, value = rest.split(" ", 3)
            if name == "Game":
                game = value
            elif name == "Size":
                size = value
            elif name != "Hash":
                send(f"info string error: unknown option {name}")
        elif word == "position":
            position = rest
        elif word == "go":
            start = find_game(game).start(size)
            if BEHAVIOUR == "wait":
                searching = start
                send("info depth 1")
            else:
                go(position, start)
        elif word == "stop" and searching is not None:
            go(position, searching)
            searching = None
        elif word == "quit" and BEHAVIOUR != "stubborn":
            break


main()
