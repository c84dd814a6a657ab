"""Transcripts of bots: complete while they are short, bounded and harmless always."""

from __future__ import annotations

from quire.arena.bots.transcript import (
    ANSWERED,
    MAX_FIRST_BYTES,
    MAX_FORFEIT_CHARACTERS,
    MAX_FORFEIT_LINES,
    MAX_LAST_BYTES,
    MAX_LINE_CHARACTERS,
    PRINTED,
    SENT,
    Transcript,
)


def test_lines_are_in_order_and_say_where_they_come_from() -> None:
    transcript = Transcript()
    transcript.add(SENT, b"position startpos\ngo movetime 10 player 1\n")
    transcript.add(PRINTED, b"think")
    transcript.add(PRINTED, b"ing\n\nunfinished")
    transcript.add(ANSWERED, b"bestmove a1\n")
    assert transcript.text().splitlines() == [
        *("> position startpos", "> go movetime 10 player 1"),
        *("! thinking", "! unfinished", "< bestmove a1"),
    ]
    assert transcript.last_printed() == "unfinished"
    transcript.clear()
    assert transcript.text() == transcript.last_lines() == transcript.last_printed() == ""


def test_long_transcript_keeps_its_beginning_and_its_end() -> None:
    transcript = Transcript()
    total = 0
    for number in range(20_000):
        line = f"line {number}\n".encode()
        transcript.add(PRINTED, line)
        total += len(line)
    kept = transcript.text()
    assert kept.startswith("! line 0\n! line 1\n")
    assert kept.endswith("! line 19999\n")
    left_out = next(line for line in kept.splitlines() if "left out" in line)
    lines = [line[2:] + "\n" for line in kept.splitlines() if line != left_out]
    assert left_out == f"... {total - sum(map(len, lines))} bytes left out ..."
    assert sum(map(len, lines)) <= MAX_FIRST_BYTES + MAX_LAST_BYTES


def test_flood_of_one_piece_is_cut() -> None:
    transcript = Transcript()
    transcript.add(PRINTED, b"x\n" * MAX_LAST_BYTES + b"end\n")
    assert len(transcript.text()) < 3 * MAX_LAST_BYTES
    assert transcript.text().endswith("! end\n")
    assert transcript.last_printed() == "end"


def test_control_characters_and_long_lines_are_shortened() -> None:
    transcript = Transcript()
    transcript.add(PRINTED, b"\x1b[2Jgone\xff\n" + b"a" * 5000 + b"z\n")
    first, second = transcript.text().splitlines()
    assert first == "! ?[2Jgone\N{REPLACEMENT CHARACTER}"
    assert len(second) == MAX_LINE_CHARACTERS
    assert second.startswith("! aaa")
    assert second.endswith("aaz")


def test_forfeit_quotes_the_last_lines() -> None:
    transcript = Transcript()
    transcript.add(PRINTED, b"".join(b"%d\n" % number for number in range(100)))
    assert transcript.last_lines().splitlines()[-1] == "! 99"
    assert len(transcript.last_lines().splitlines()) == MAX_FORFEIT_LINES
    transcript.add(PRINTED, b"".join(b"a" * 900 + b"\n" for _ in range(10)))
    assert len(transcript.last_lines()) <= MAX_FORFEIT_CHARACTERS
