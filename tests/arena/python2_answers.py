"""What the bots in `python2_bots/` answer in Python 2.7, as an oracle for converted bots.

python -m tests.arena.python2_answers /path/to/python2.7     # writes python2_bots/answers.json
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from quire.arena.bots.course import BigBoard, board_of, move_of
from quire.games import parse
from tests.oracles.extreme import ExtremeOracle

BOTS = Path(__file__).parent / "python2_bots"
ANSWERS = BOTS / "answers.json"
GAMES = 2


def class_name(bot: Path) -> str:
    return f"Team{int(bot.stem.removeprefix('team'))}"


def games() -> list[list[str]]:
    """Return positions of random games in which the first player is to move."""
    found = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        oracle, texts = ExtremeOracle.start("2x9x9"), []
        while oracle.outcome() is None:
            if oracle.to_move == 0:
                texts.append(str(oracle))
            moves = rng.sample(oracle.legal_moves(), len(oracle.legal_moves()))
            if seed % 2:  # a long game, with drawn SmallBoards
                moves.sort(key=lambda move: bool(oracle.completes(move)))
            oracle = oracle.play(moves[0])
        found.append(texts[:: 1 + len(texts) // 12])
    return found


def question(text: str) -> tuple[BigBoard, tuple[int, int, int], str]:
    """Return what a course bot is asked in a position: board, last move, its own mark."""
    last = text.split()[-2]
    position = parse("extreme", text)
    return (
        board_of(position),
        (-1, -1, -1) if last == "-" else move_of(last),
        "xo"[position.to_move],
    )


def main(python2: str) -> None:
    played = games()
    asked: list[list[Any]] = []
    for texts in played:
        questions = list(map(question, texts))
        asked.append([[b.big_boards_status, b.small_boards_status, m, f] for b, m, f in questions])
    lines = "".join(json.dumps(game) + "\n" for game in asked)
    moves = {}
    for bot in sorted(BOTS.glob("team*.py2")):
        command = [python2, "-B", "ask.py2", ".", bot.stem, class_name(bot)]
        done = subprocess.run(
            command, input=lines, capture_output=True, text=True, cwd=BOTS, check=False
        )
        print(bot.stem, done.returncode, done.stderr[-300:] if done.returncode else "")
        moves[bot.stem] = [json.loads(line) for line in done.stdout.splitlines()]
    ANSWERS.write_text(json.dumps({"positions": played, "moves": moves}) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
