"""From the click until the page knows the computer's move, without a network.

The pause before the move is shown is not part of it. The same games are played again and again, and
the best time of each turn counts: load on the machine can only make it longer.
"""

from __future__ import annotations

import json
import statistics
from random import Random

from playwright.sync_api import Page

from benchmarks.page.chromium import Chromium
from benchmarks.row import Row
from quire.games import GAMES, find_game

GOALS_MILLISECONDS = {3: 30, 8: 500}

NOTE_ANSWERS = """(() => {
    const Real = Worker;
    const asked = new Set();
    let clicked = null;
    window.answers = [];
    addEventListener("click", (event) => { clicked = event.timeStamp; }, true);
    window.Worker = class extends Real {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (!asked.delete(data.id) || clicked === null) return;
                window.answers.push(performance.now() - clicked);
                clicked = null;
            });
        }
        postMessage(message) {
            if (/^choose/.test(message.request)) asked.add(message.id);
            super.postMessage(message);
        }
    };
})()"""
"""Notes the milliseconds from each click to the first answer after it."""

MOVES = ".moves [data-move]"
FREE = "[data-cell][aria-disabled=false]"
IS_NEXT_TURN = """(number) => document.querySelector(".ending") !== null
    || (document.querySelectorAll(".moves [data-move]").length > number
        && document.querySelector(".turn-line.mine") !== null)"""

STORE = """([game, lessons]) => {
    localStorage.setItem("quire.lessons", lessons);
    localStorage.setItem(`quire.game.${game.id}`, JSON.stringify(game));
}"""


def play(chromium: Chromium, game: str, level: int, turns: int) -> list[float]:
    """Return the milliseconds of a level's answers, in games against a random player."""
    page = chromium.context.new_page()
    page.add_init_script(NOTE_ANSWERS)
    page.goto("")
    random = Random(f"{game} {level}")
    times: list[float] = []
    while len(times) < turns:
        _open_game(page, game, level, random)
        page.locator(".turn-line.mine").wait_for()
        while len(times) < turns and not page.locator(".ending").count():
            _move(page, random)
            times += page.evaluate("() => window.answers.splice(0)")
    page.close()
    return times


def _open_game(page: Page, game: str, level: int, random: Random) -> None:
    id = f"{random.getrandbits(96):024x}"
    size, seed = find_game(game).sizes.default, str(random.getrandbits(59))
    seats = [{"name": "", "agent": None}, {"name": "", "agent": f"level{level}"}]
    stored: dict[str, object] = {"id": id, "game": game, "size": size, "seats": seats, "seed": seed}
    stored |= {"moves": [], "changed": 0, "outcome": None}
    page.evaluate(STORE, [stored, json.dumps([it.key for it in GAMES])])
    page.goto(f"#/device/{id}")
    page.reload()


def _move(page: Page, random: Random) -> None:
    """Make a random move and wait until the person is to move again, or the game is over."""
    number = page.locator(MOVES).count()
    names = page.locator(FREE).evaluate_all("all => all.map(it => it.dataset.cell)")
    if page.locator(".letter-key").count():
        page.keyboard.press(random.choice("so"))
    page.locator(f'[data-cell="{random.choice(names)}"]').click()
    page.wait_for_function(IS_NEXT_TURN, arg=number, polling=20)


def rows(chromium: Chromium, turns: int, rounds: int) -> list[Row]:
    """Return a row for each game and level."""
    return [
        _row(game.key, level, [play(chromium, game.key, level, turns) for _ in range(rounds)])
        for level in GOALS_MILLISECONDS
        for game in GAMES
    ]


def _row(game: str, level: int, rounds: list[list[float]]) -> Row:
    goal = GOALS_MILLISECONDS[level]
    best = [min(times) for times in zip(*rounds, strict=True)]
    p95 = statistics.quantiles(best, n=20, method="inclusive")[-1]
    return Row(
        what=f"click to level {level}'s move, `{game} {find_game(game).sizes.default}`",
        ours=f"p95 {p95:.0f} ms, median {statistics.median(best):.0f} ms",
        theirs="-",
        goal=f"p95 ≤ {goal} ms",
        met=p95 <= goal,
    )
