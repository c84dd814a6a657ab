"""The replay of a finished game: stepping, export and sharing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Download, expect

from tests.server.example_games import EXAMPLES
from tests.server.harness import RunningServer
from tests.web.person import People, Person
from tests.web.seed_data import finished, guest

WEB = Path(__file__).parents[3] / "web" / "src"

GAME = EXAMPLES["sos"]
LAST = len(GAME.moves)


@pytest.fixture(scope="module")
def played(server: RunningServer) -> str:
    """The id of a game that Ann won against Bob."""
    people = guest(server, "Ann"), guest(server, "Bob")
    return finished(server, people, GAME.game, GAME.size, GAME.moves)


class Reader:
    """A visitor on the replay page."""

    def __init__(self, person: Person, address: str) -> None:
        self.page = person.page
        self.page.goto(address)

    def wait_for_move(self, number: int) -> None:
        """Wait until the board shows the position after that many moves."""
        expect(self.page.locator(".stepper output")).to_have_text(f"Move {number} of {LAST}")
        written = self.page.get_by_role("gridcell", name=re.compile("^[a-c][1-3], (S|O)"))
        expect(written).to_have_count(number)
        words = re.compile(rf"^{number}\. (Ann|Bob): {GAME.moves[number - 1]}|^Start(?!.)")
        expect(self.page.locator(".step-words strong")).to_have_text(words)

    def press_button(self, name: str) -> None:
        """Press a button under the board."""
        self.page.get_by_role("group", name="Move navigation").get_by_role(
            "button", name=name
        ).click()

    def download(self, name: str) -> Download:
        """Press a button and return the downloaded file."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name=name).click()
        return download.value

    def copy(self, name: str) -> str:
        """Press a button and return the copied text."""
        self.page.evaluate("() => navigator.clipboard.writeText('')")
        self.page.get_by_role("button", name=name).click()
        expect(self.page.locator("#announcement")).to_contain_text("Copied")
        copied: str = self.page.evaluate("() => navigator.clipboard.readText()")
        return copied


def test_stepping_and_jumping(person: People, played: str) -> None:
    ann = Reader(person(), f"/replay/{played}")
    ann.wait_for_move(0)
    for name, number in (
        ("Next move", 1), ("Next move", 2), ("Previous move", 1),
        ("Jump to end", LAST), ("Previous move", LAST - 1), ("Jump to start", 0),
    ):  # fmt: skip
        ann.press_button(name)
        ann.wait_for_move(number)
    for key, number in (("End", LAST), ("ArrowLeft", LAST - 1), ("Home", 0), ("ArrowRight", 1)):
        ann.page.keyboard.press(key)
        ann.wait_for_move(number)
    ann.page.get_by_label("Move", exact=True).fill("4")
    ann.wait_for_move(4)
    moves = ann.page.get_by_role("list", name="Moves")
    moves.get_by_role("button", name=f"7. Ann: {GAME.moves[6]}").click()
    ann.wait_for_move(7)
    expect(moves.locator("[aria-current=step]")).to_contain_text(GAME.moves[6])
    ann.page.get_by_role("gridcell").first.focus()
    ann.page.keyboard.press(".")
    ann.wait_for_move(8)
    ann.page.keyboard.press("End")  # on the board this moves along the row
    ann.wait_for_move(8)
    ann.page.keyboard.press(".")
    ann.wait_for_move(LAST)
    expect(ann.page.locator(".ending")).to_contain_text("Ann won")
    expect(ann.page.locator(".seat")).to_contain_text(["3", "2"])


def test_auto_play(person: People, played: str) -> None:
    visitor = person()
    visitor.page.clock.install(time="2030-01-01T00:00:00")
    ann = Reader(visitor, f"/replay/{played}?move={LAST - 3}")
    ann.wait_for_move(LAST - 3)
    ann.page.clock.pause_at("2030-01-01T01:00:00")  # from here on the test advances the clock
    ann.page.get_by_label("Speed").select_option("Fast")
    ann.press_button("Autoplay")
    ann.page.clock.run_for(500)
    ann.wait_for_move(LAST - 2)
    ann.press_button("Pause")
    ann.page.clock.run_for(60_000)
    ann.wait_for_move(LAST - 2)
    ann.page.locator("body").press("Space")
    for number in (LAST - 1, LAST):
        ann.page.clock.run_for(500)
        ann.wait_for_move(number)
    expect(ann.page.get_by_role("button", name="Autoplay")).to_be_visible()
    ann.press_button("Autoplay")  # from the start again
    ann.wait_for_move(0)
    ann.page.clock.run_for(500)
    ann.wait_for_move(1)
    ann.press_button("Next move")
    ann.page.clock.run_for(60_000)
    ann.wait_for_move(2)


def test_links_to_a_move(person: People, played: str) -> None:
    visitor = person()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann = Reader(visitor, f"/replay/{played}")
    ann.page.get_by_label("Move", exact=True).fill("5")
    ann.wait_for_move(5)
    link = ann.copy("Copy link to this move")
    assert link == ann.page.url
    Reader(person(), link).wait_for_move(5)
    for nonsense, number in (("99999", LAST), ("-1", 0), ("x", 0)):
        ann.page.goto(f"/replay/{played}?move={nonsense}")
        ann.wait_for_move(number)


def shapes_of(letter: str) -> list[str]:
    """Return the ways in which the page draws a letter."""
    source = (WEB / "board" / "drawing" / "hand.ts").read_text("utf-8")
    found = re.search(rf"^  {letter}: \[(.*?)\]", source, re.MULTILINE | re.DOTALL)
    assert found is not None
    return re.findall(r'"(M[^"]+)"', found[1])


def test_record_and_picture_downloads(person: People, played: str, tmp_path: Path) -> None:
    visitor = person()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann = Reader(visitor, f"/replay/{played}?move=3")
    record = ann.page.request.get(f"/api/games/{played}/record").json()
    assert tuple(record["moves"]) == GAME.moves
    assert json.loads(ann.copy("Copy game record (JSON)")) == record
    assert json.loads(ann.download("Download game record").path().read_text("utf-8")) == record
    assert ann.copy("Copy moves").split() == record["moves"]
    ann.page.get_by_label("Move", exact=True).fill(str(LAST))
    ann.wait_for_move(LAST)
    picture = ann.download("Download image (SVG)")
    assert picture.suggested_filename.endswith(".svg")
    drawn = ElementTree.fromstring(picture.path().read_text("utf-8"))
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    paths = [element.get("d") for element in drawn.iter("{http://www.w3.org/2000/svg}path")]
    for letter in "SO":
        number = sum(move[0] == letter for move in GAME.moves)
        assert sum(path in shapes_of(letter) for path in paths) == number
    assert not [
        element
        for element in drawn.iter()
        if "class" in element.attrib or "style" in element.attrib
    ]


def test_no_such_game(person: People) -> None:
    visitor = person()
    visitor.expect_error("404")
    for address in ("/replay/nosuchgame", "/analysis/nosuchgame", "/replay/..%2F..%2Fme"):
        visitor.page.goto(address)
        expect(visitor.page.get_by_role("alert")).to_be_visible()
        expect(visitor.page.get_by_role("heading", level=1)).to_have_count(1)
