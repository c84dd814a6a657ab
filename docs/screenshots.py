"""Take the screenshots for the documents, with a real browser: `make screenshots`.

Every page is captured in both themes and two sizes into build/screenshots; the best go into
the documents. The games on them are played each time, by agents with fixed seeds.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from quire.arena.report.report import to_html
from quire.arena.tournament.results import Results
from quire.client import Client, OnlineGame
from quire.engine import Limit, make_agent

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"
OUTPUT = HERE.parent / "build" / "screenshots"
TOURNAMENT = "examples/tournament.toml"
QUIRE = Path(sys.executable).with_name("quire")

SIZES = {"desk": (1280, 850), "phone": (360, 740)}
THEMES = ("light", "dark")

BEST = {
    "start-desk-light": "page-start",
    "sos-desk-light": "page-game",
    "analysis-desk-dark": "page-analysis",
    "extreme-phone-dark": "page-phone",
}
"""Screenshots that the documents show, and their names there."""

LONG_NAME = "Maximiliana of Nuremberg"
"""A name of the maximum length."""


def main() -> None:
    """Play the example tournament and some games, and take a screenshot of every page."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        results = Path(directory) / "spring-cup.jsonl"
        subprocess.run([QUIRE, "arena", "run", TOURNAMENT, "--out", results], check=True)
        report = results.with_suffix(".html")
        report.write_text(to_html(Results.read(results)), "utf-8")
        with served(Path(directory)) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1120, "height": 1400})
            page.goto(report.as_uri())
            page.screenshot(path=PICTURES / "report.png")
            take_screenshots(browser, url)
            browser.close()
    for taken, name in BEST.items():
        (PICTURES / f"{name}.png").write_bytes((OUTPUT / f"{taken}.png").read_bytes())


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """Run a server with the tournaments of that directory; yield its address."""
    command: list[str | Path] = [QUIRE, "serve", "--port", "0", "--tournaments", directory]
    command += ["--db", f"sqlite:///{directory / 'quire.db'}"]
    # Agents send moves faster than the default rate limit allows.
    environment = os.environ | {"QUIRE_MESSAGE_RATE": "10000", "QUIRE_MESSAGE_BURST": "10000"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        address = next(filter(None, map(_address, process.stdout)))
        try:
            yield address
        finally:
            process.terminate()


def _address(line: str) -> str | None:
    found = re.search(r"Quire is running at (http\S+?)/?$", line.strip())
    return found[1] if found else None


def take_screenshots(browser: Browser, url: str) -> None:
    """Take a screenshot of every page, in both themes and sizes."""
    token, player, games = _play_games_in_thread(url)
    paths = {
        "start": "/",
        **{f"rules-{game}": f"/rules/{game}" for game in ("sos", "line", "extreme", "obstruction")},
        **{name: f"/game/{id}" for name, id in games.items()},
        "replay": f"/replay/{games['over']}?move=20",
        "analysis": f"/analysis/{games['over']}?move=52",
        "puzzles": "/puzzles",
        "puzzle": "/puzzles/today",
        "player": f"/players/{player}",
        "leaders": "/leaders/sos",
        "history": "/history",
        "arena": "/arena",
        "tournament": "/arena/spring-cup",
        "settings": "/settings",
        "hotseat": "/hotseat?game=obstruction&size=6x6",
        "missing-page": "/no/such/page",
        "missing-game": "/game/nosuchgame",
    }
    account = {"token": token, "player": {"id": player, "name": "Ann", "kind": "member"}}
    for size, (width, height) in SIZES.items():
        for theme in THEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                reduced_motion="reduce",
            )
            context.add_init_script(
                f"localStorage.setItem('quire.account', {json.dumps(json.dumps(account))})"
            )
            page = context.new_page()
            for name, path in paths.items():
                _take(page, f"{url}{path}", OUTPUT / f"{name}-{size}-{theme}.png")
            context.close()


def _take(page: Page, address: str, picture: Path) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".loading, [aria-busy=true]")).to_have_count(0, timeout=30_000)
    page.screenshot(path=picture, full_page=picture.stem.startswith(("start", "puzzle")))


def _play_games_in_thread(url: str) -> tuple[str, str, dict[str, str]]:
    """Call `play_games` in another thread: this one already runs Playwright's event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(play_games(url))).result()


async def play_games(url: str) -> tuple[str, str, dict[str, str]]:
    """Play some games; return a member's token and id, and the games by what they show."""
    async with Client(url) as ann, Client(url) as ben:
        me = await ann.register("Ann", "correct horse battery")
        await ben.register(LONG_NAME, "correct horse battery")
        for number in range(6):
            await _play(ann, ben, "sos", "5x5", number, rated=True)
            await _play(ann, ben, "obstruction", "6x6", number, rated=True)
        games = {
            "over": await _play(ann, ben, "sos", "8x8", 3),
            "won": await _play(ann, ben, "line", "14", 5),
            "sos": await _play(ann, ben, "sos", "8x8", 11, moves=38),
            "extreme": await _play(ann, ben, "extreme", None, 4, moves=64),
            "obstruction": await _play(ann, ben, "obstruction", "8x8", 2, moves=8),
            "line": await _play(ann, ben, "line", "40", 2, moves=8),
            "large": await _play(ann, ben, "sos", "26x26", 2, moves=120),
            "open": await ann.create_game("extreme"),
        }
        return ann.token or "", me.id, games


async def _play(
    ann: Client,
    ben: Client,
    game: str,
    size: str | None,
    seed: int,
    moves: int | None = None,
    rated: bool = False,
) -> str:
    """Play a game between two agents, at most `moves` moves, and return its id."""
    id = await ann.create_game(game, size, random_order=False, rated=rated, clock=86400)
    await ben.join(id)
    tables = [await ann.watch(id), await ben.watch(id)]
    agents = [make_agent(f"level{4 - seat}", seed=seed + seat) for seat in range(2)]
    while tables[0].outcome is None and (moves is None or len(tables[0].state.moves) < moves):
        seat = tables[0].state.to_move
        await _wait_for_moves(tables[seat], len(tables[0].state.moves))
        position = tables[seat].position
        await tables[seat].move(agents[seat].choose(position, Limit(seconds=0.2)).move)
        await _wait_for_moves(tables[0], len(tables[seat].state.moves))
    return id


async def _wait_for_moves(table: OnlineGame, moves: int) -> None:
    while len(table.state.moves) < moves:
        await table.changed()


if __name__ == "__main__":
    main()
