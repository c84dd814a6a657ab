"""A program that speaks UGI, and does what its argument says when asked for a move."""

import ctypes
import mmap
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from quire.games import find_game


def restart_itself():
    if "again" not in sys.argv:
        os.execv(sys.executable, [sys.executable, *sys.argv, "again"])


def hoard():
    hoarded = []
    while True:
        hoarded.append(b"x" * (1 << 24))


def make_threads():
    wait = threading.Event()
    for _ in range(2000):
        threading.Thread(target=wait.wait, daemon=True).start()
    time.sleep(1000)


def hide_memory():
    """Map little of the shared memory, and close the file."""
    while True:
        with tempfile.TemporaryFile() as file:
            file.truncate(1 << 24)
            ctypes.CDLL(None).mmap(None, 4096, mmap.PROT_READ, mmap.MAP_PRIVATE, file.fileno(), 0)


def think_in_the_background():
    def spin():
        while True:
            pass

    if threading.active_count() == 1:
        threading.Thread(target=spin, daemon=True).start()


ACTIONS = {
    "nothing": lambda: None,
    "itself": lambda: None,
    "thread": lambda: threading.Thread(target=print).start(),
    "think": think_in_the_background,
    "socket": socket.socket,
    "fork": os.fork,
    "program": lambda: subprocess.run(["/bin/true"], check=False),
    "hoard": hoard,
    "threads": make_threads,
    "hide": hide_memory,
    "share": lambda: mmap.mmap(-1, 4096),
    "passwords": lambda: Path("/etc/passwd").read_text(),
    "write": lambda: Path(__file__).with_name("written-by-a-bot").write_text("here"),
    "sleep": lambda: time.sleep(1000),
}

action = sys.argv[1]
if action == "itself":
    restart_itself()
position = None
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        position = find_game("obstruction").start("6x6")
        for move in rest[2:]:
            position = position.play(move)
    elif word == "go":
        ACTIONS[action]()
        print(f"bestmove {position.legal_moves()[0]}", flush=True)
    elif word == "quit":
        break
