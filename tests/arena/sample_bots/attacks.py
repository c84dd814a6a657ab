"""Bots that try what bots may not do. Each plays an honest first move, then attacks."""

import contextlib
import ctypes
import errno
import fcntl
import itertools
import os
import pwd
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path


class Attacker:
    def choose(self, position, limit):
        return self.attack(position) or position.legal_moves()[0]

    def attack(self, position):
        raise NotImplementedError


class Honest(Attacker):
    def attack(self, position):
        return None


class UsesNumPy(Attacker):
    """No attack, but it starts threads by default."""

    def attack(self, position):
        import numpy as np

        np.linalg.inv(np.eye(300))


class LooksUpUser(Attacker):
    """No attack, but the C library asks a daemon for names first."""

    def attack(self, position):
        with contextlib.suppress(KeyError):
            pwd.getpwuid(os.getuid())


class ReadsPasswords(Attacker):
    def attack(self, position):
        return Path("/etc/passwd").read_text()


class ReadsHome(Attacker):
    def attack(self, position):
        for home in ("/root", "/home", str(Path(__file__).parent.parent)):
            with contextlib.suppress(OSError):
                return f"found {os.listdir(home)}"
        raise PermissionError("nothing to be found")


class WritesBesideItself(Attacker):
    def attack(self, position):
        Path(__file__).with_name("written-by-a-bot").write_text("here")


class OpensSocket(Attacker):
    def attack(self, position):
        socket.socket()


class StartsThread(Attacker):
    def attack(self, position):
        threading.Thread(target=print).start()


class ForkBomb(Attacker):
    def attack(self, position):
        while True:
            os.fork()


class ExecutesShell(Attacker):
    def attack(self, position):
        os.execv("/bin/sh", ["sh", "-c", "true"])


class RunsProgram(Attacker):
    def attack(self, position):
        subprocess.run(["/bin/true"], check=False)


class Hoards(Attacker):
    def attack(self, position):
        return str(len(bytearray(8 << 30)))


class PrintsForever(Attacker):
    def attack(self, position):
        while True:
            print("x" * 1000)


class AnswersForever(Attacker):
    """Flood the descriptor of the answers."""

    def attack(self, position):
        for descriptor in range(3, 20):
            try:
                while True:
                    os.write(descriptor, b"info string " + b"x" * 1000 + b"\n")
            except OSError:
                continue


class HalfALine(Attacker):
    def attack(self, position):
        for descriptor in range(3, 20):
            try:
                os.write(descriptor, b"bestm")
            except OSError:
                continue
        time.sleep(1000)


class Sleeps(Attacker):
    def attack(self, position):
        time.sleep(1000)


class SleepsThenSpins(Attacker):
    """Look at the last moment as if the machine were overloaded."""

    def choose(self, position, limit):
        time.sleep(0.8 * limit.seconds)
        while True:
            pass


class Spins(Attacker):
    def attack(self, position):
        while True:
            pass


class IgnoresSigterm(Attacker):
    def attack(self, position):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass


class Segfaults(Attacker):
    def attack(self, position):
        ctypes.string_at(0)


class Exits(Attacker):
    def attack(self, position):
        os._exit(0)


class Raises(Attacker):
    def attack(self, position):
        raise RuntimeError("I give up")


class PatchesReferee(Attacker):
    def attack(self, position):
        with open(f"/proc/{os.getppid()}/mem", "r+b") as memory:
            memory.write(b"x")


class KillsReferee(Attacker):
    def attack(self, position):
        os.kill(os.getppid(), signal.SIGKILL)


class SignalsThroughFile(Attacker):
    """Let the kernel send a signal to the referee whenever something is written."""

    def attack(self, position):
        fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())
        fcntl.fcntl(0, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)


class HoldsFiles(Attacker):
    """Hold a lease on a file, so that the other bot waits when it opens it at its start."""

    def attack(self, position):
        fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)


class TakesSharedMemory(Attacker):
    """Attach any shared memory; the id is unused, which gives another error."""

    def attack(self, position):
        library = ctypes.CDLL(None, use_errno=True)
        library.shmctl(1 << 30, 0, None)
        if ctypes.get_errno() == errno.EPERM:
            raise PermissionError("no shared memory")


class NewCalls(Attacker):
    """Change who may read a file, by a system call newer than most filters."""

    def attack(self, position):
        setxattrat, here = 463, -100
        library = ctypes.CDLL(None, use_errno=True)
        victim = os.fsencode(Path(__file__).with_name("victim"))
        value = ctypes.create_string_buffer(b"here")
        what = struct.pack("QII", ctypes.addressof(value), 4, 0)
        library.syscall(setxattrat, here, victim, 0, b"user.bot", what, len(what))
        if ctypes.get_errno() == errno.ENOSYS:
            raise PermissionError("no such call")


class ChangesModes(Attacker):
    def attack(self, position):
        os.chmod(Path(__file__).with_name("victim"), 0o777)


class ChangesTimes(Attacker):
    def attack(self, position):
        os.utime(Path(__file__).with_name("victim"))


class Truncates(Attacker):
    def attack(self, position):
        os.truncate(Path(__file__).with_name("victim"), 0)


class Deletes(Attacker):
    def attack(self, position):
        Path(__file__).with_name("victim").unlink()


class FillsDisk(Attacker):
    def attack(self, position):
        for number in itertools.count():
            Path(os.environ["TMPDIR"], str(number)).write_bytes(bytes(1 << 20))


class MakesFiles(Attacker):
    def attack(self, position):
        for number in itertools.count():
            Path(os.environ["TMPDIR"], str(number)).touch()


class DigsDeep(Attacker):
    """Create nested directories, more than a stack holds."""

    def attack(self, position):
        os.chdir(os.environ["TMPDIR"])
        for _ in range(3000):
            os.mkdir("x")
            os.chdir("x")
        time.sleep(1000)


class HidesFiles(Attacker):
    """Create files whose path is too long to be listed."""

    def attack(self, position):
        os.chdir(os.environ["TMPDIR"])
        for _ in range(20):
            os.mkdir("x" * 250)
            os.chdir("x" * 250)
        Path("hidden").write_bytes(bytes(1 << 20))
        time.sleep(1000)


class ClosesDirectory(Attacker):
    """Create files that can be found only by name."""

    def attack(self, position):
        hidden = Path(os.environ["TMPDIR"], "hidden")
        hidden.mkdir(0o300)
        for number in range(32):
            (hidden / str(number)).write_bytes(bytes(1 << 20))
        time.sleep(1000)


class OddSignal(Attacker):
    def attack(self, position):
        os.kill(os.getpid(), 40)


class OddExit(Attacker):
    def attack(self, position):
        os._exit(200)


class SpeaksToTerminal(Attacker):
    def attack(self, position):
        raise ValueError("\x1b[2J\x07\x9b31m\u202e" + 100_000 * "x")


class OutlivesReferee(Attacker):
    def attack(self, position):
        if ctypes.CDLL(None).prctl(1, 0, 0, 0, 0) != 0:
            raise PermissionError("the death signal stays")


class AnswersTwice(Attacker):
    """Give the answer to the next request in advance, a wrong one."""

    def attack(self, position):
        move = position.legal_moves()[0]
        for descriptor in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(descriptor, f"bestmove {move}\nbestmove z99\n".encode())
        time.sleep(1000)


class TracesReferee(Attacker):
    def attack(self, position):
        ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)


class ReachesTheBoard(Attacker):
    """Search all objects of this process for the referee's match."""

    def attack(self, position):
        import gc

        for thing in gc.get_objects():
            if type(thing).__name__ in ("Match", "BotPool", "BotProcess"):
                return "found"
        raise LookupError("the referee is in another process")


class IllegalMove(Attacker):
    def attack(self, position):
        return "a1" if "a1" not in position.legal_moves() else "z99"


class Nonsense(Attacker):
    def attack(self, position):
        return "I resign, you win \x00\x1b[2J"


class NoMove(Attacker):
    def choose(self, position, limit):
        return None


class DoesNotLoad:
    def __init__(self):
        sys.exit("I will not start")


class UsesAsyncio(Attacker):
    """No attack: an event loop talks to itself over a pair of sockets."""

    def attack(self, position):
        import asyncio

        asyncio.run(asyncio.sleep(0))
