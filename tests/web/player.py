"""Players in an online game, and what they do and see.

For example:

    ann, bob = start_game(person(), person(), "line", "7")
    ann.play_move("S3")
    bob.expect_announcement("Ann: S3. Your turn.")
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import cycle
from random import Random
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

from quire.core import Outcome, Position, step
from tests.oracles import ORACLES
from tests.web.person import Person

SMALL = {"sos": "3x3", "line": "7", "extreme": "2x9x9", "obstruction": "5x5"}
"""Every game, on a board where it ends soon."""

SEEDS = {"sos": 27, "line": 11, "extreme": 1891, "obstruction": 4}

REASONS = {
    "line": "line completed",
    "points": "on points",
    "last_move": "no moves left",
    "full": "board full",
}

Way = Literal["choice", "button", "key"]
"""How to choose the letter: after the click, or before it by mouse or keyboard."""

WAYS: tuple[Way, ...] = ("choice", "button", "key")


def open_form(page: Page) -> Locator:
    """Open the form for a new game on the start page, unless it is open, and return it."""
    form = page.locator("form").filter(has_text="Opponent")
    expect(page.get_by_role("button", name="Custom game")).to_be_visible()
    if not form.count():
        page.get_by_role("button", name="Custom game").click()
    return form


class Player:
    """A player in an online game."""

    def __init__(self, person: Person, name: str, page: Page | None = None) -> None:
        self.person = person
        self.name = name
        self.page = page or person.page
        self.game = ""
        self.touches: bool = self.page.evaluate("() => navigator.maxTouchPoints > 0")

    # --- account and game ---

    def sign_in(self) -> None:
        """Create the account before the page first opens."""
        request = self.person.context.request
        signed_in = request.post("/api/guests", data={"name": self.name}).json()
        stored_account = json.dumps(json.dumps(signed_in))
        self.person.context.add_init_script(
            "if (location.protocol === 'http:') localStorage.getItem('quire.account')"
            f" ?? localStorage.setItem('quire.account', {stored_account})"
        )
        self._token: str = signed_in["token"]

    def create_game(self, game: str, size: str, **request: Any) -> str:
        """Create a game and return its id; it starts at once if all others are computers."""
        answer = self.person.context.request.post(
            "/api/games",
            headers={"authorization": f"Bearer {self._token}"},
            data={"game": game, "size": size, "random_order": False, **request},
        )
        assert answer.ok, answer.text()
        id: str = answer.json()["id"]
        return id

    def create_invite(self, game: str, size: str) -> str:
        """Create a game for a friend on the start page and return its link."""
        self.page.goto("/")
        form = open_form(self.page)
        form.get_by_role("radio", name="Friend").check()
        form.get_by_label("Game", exact=True).select_option(game)
        board = form.get_by_label("Board", exact=True)
        if game != "extreme":
            board.select_option("other")
            form.get_by_label("Custom size", exact=True).fill(size)
        form.get_by_text("More options").click()
        form.get_by_label("First move", exact=True).select_option(label="Me")
        form.get_by_role("button", name="Create invite link").click()
        link = self.page.get_by_label("Invite a friend: share this link").input_value()
        self.game = link.rsplit("/", 1)[1]
        return link

    def open_game(self, game: str) -> None:
        """Open the game's page."""
        self.game = game
        self.page.goto(f"/game/{game}")

    def join(self) -> None:
        """Take the open seat; a new visitor becomes a guest."""
        self.press_action("Join")
        self.action("Join").wait_for(state="detached")
        account = self.page.evaluate("() => JSON.parse(localStorage['quire.account'])")
        self.name = account["player"]["name"]

    def press(self, target: Locator) -> None:
        """Click it, or tap it on a touch screen."""
        if self.touches:
            target.tap()
        else:
            target.click()

    # --- moving ---

    def cell(self, name: str) -> Locator:
        """Return a cell of the board."""
        return self.page.locator(f'[data-cell="{name}"]')

    def click_cell(self, name: str, letter: str = "", way: Way = "choice") -> None:
        """Move at that cell once it is possible."""
        if not letter:
            self.press(self.cell(name))
            return
        self.page.locator(".turn-line.mine").wait_for()
        key = self.page.get_by_role("button", name=f"Letter {letter}")
        chosen = self.page.locator(".letter-key[aria-pressed=true]")
        if way == "key":
            self.page.keyboard.press(letter.lower())
        elif way == "button" and key.get_attribute("aria-pressed") == "false":
            self.press(key)
        elif way == "choice" and chosen.count():
            self.press(chosen)
        expect(chosen).to_have_count(0 if way == "choice" else 1)
        self.press(self.cell(name))
        if way == "choice":
            letter_choice = self.page.get_by_role("group", name=f"Letter for {name}")
            self.press(letter_choice.get_by_role("button", name=letter, exact=True))

    def play_move(self, move: str, way: Way = "choice") -> None:
        """Make that move by clicking."""
        name, letter = split_move(move)
        self.click_cell(name, letter, way)

    def free_cells(self) -> set[str]:
        """Return the cells where a move is possible."""
        found = "[data-cell][aria-disabled=false]"
        names = self.page.locator(found).evaluate_all("all => all.map(it => it.dataset.cell)")
        return set(names)

    def press_action(self, action: str) -> None:
        """Press a button beside the board."""
        self.press(self.action(action))

    def action(self, name: str) -> Locator:
        """Return a button beside the board."""
        places = self.page.locator(".actions, .offer")
        return places.get_by_role("button", name=name, exact=True)

    # --- what the page shows ---

    def wait_for_moves(self, number: int) -> None:
        """Wait until that many moves are listed."""
        self.page.locator(f'.moves [data-ply="{number}"]').wait_for(state="attached")

    def moves(self) -> list[str]:
        """Return the listed moves."""
        script = "all => all.map(it => it.dataset.move)"
        moves: list[str] = self.page.locator(".moves [data-move]").evaluate_all(script)
        return moves

    def seat(self, number: int) -> Locator:
        """Return the box of a player."""
        return self.page.locator(f'[data-seat="{number}"]')

    def expect_turn(self, words: str | re.Pattern[str]) -> None:
        """Expect this text about the turn below the board."""
        expect(self.page.locator(".turn-line")).to_contain_text(words)

    def expect_result(self, what: str, why: str | re.Pattern[str]) -> None:
        """Expect this result and reason."""
        expect(self.page.locator(".ending strong")).to_have_text(what)
        expect(self.page.locator(".ending span")).to_have_text(why)

    def expect_announcement(self, words: str | re.Pattern[str]) -> None:
        """Expect this announcement for screen readers."""
        expect(self.page.locator("#announcement")).to_contain_text(words)

    def record(self) -> dict[str, Any]:
        """Return the stored record of the finished game."""
        record: dict[str, Any] = self.person.context.request.get(
            f"/api/games/{self.game}/record"
        ).json()
        return record

    def stored(self) -> list[str]:
        """Return the moves stored on the server."""
        moves: list[str] = self.person.context.request.get(f"/api/games/{self.game}").json()[
            "moves"
        ]
        return moves


def split_move(move: str) -> tuple[str, str]:
    """Split a move into its cell and its letter, if it has one."""
    written = re.fullmatch(r"([SO])([a-z]?\d+)", move)
    return (written[2], written[1]) if written else (move, "")


def start_game(
    first: Person, second: Person, game: str, size: str = "", **request: Any
) -> tuple[Player, Player]:
    """Return two players in a started game.

    Ann created it and is to move; Bob is a new visitor who joined by its link.
    """
    ann, bob = Player(first, "Ann"), Player(second, "Bob")
    ann.sign_in()
    id = ann.create_game(game, size or SMALL[game], **request)
    ann.open_game(id)
    ann.expect_turn("Waiting for players")
    bob.open_game(id)
    bob.join()
    ann.expect_turn("Your turn")
    bob.expect_turn("Ann to move")
    return ann, bob


def short_game(game: str, size: str) -> list[str]:
    """Return a random game with a fixed seed, where player 1 scores whenever possible.

    Browsers are slow, so the seed is one that ends the game early.
    """
    random = Random(SEEDS[game])
    position: Position = ORACLES[game].start(size)
    moves: list[str] = []
    while legal := position.legal_moves():
        eager = {move: len(position.completes(move)) for move in legal if position.to_move == 0}
        most = max(eager.values(), default=0)
        moves.append(random.choice([move for move in legal if eager.get(move, 0) == most]))
        position = position.play(moves[-1])
    return moves


def play_out(
    players: Sequence[Player],
    game: str,
    size: str,
    moves: Sequence[str],
    ways: Sequence[Way] = WAYS,
) -> Position:
    """Play these moves, checking that every player sees each; return the last position.

    The player to move can click exactly the cells that the rules allow, the others none.
    """
    position: Position = ORACLES[game].start(size)
    for number, (move, way) in enumerate(zip(moves, cycle(ways), strict=False), 1):
        mover = players[position.to_move]
        mover.cell(split_move(move)[0]).and_(mover.page.locator("[aria-disabled=false]")).wait_for()
        assert mover.free_cells() == {split_move(move)[0] for move in position.legal_moves()}
        assert all(player.free_cells() == set() for player in players if player is not mover)
        mover.play_move(move, way)
        for player in players:
            player.wait_for_moves(number)
        position = step(position, move)
    return position


def words_for(outcome: Outcome, seat: int) -> tuple[str, str]:
    """Return the result and reason that this seat reads at the end."""
    reason = REASONS[outcome.reason.value]
    if outcome.winner is None:
        return "Draw", reason
    return ("You won" if outcome.winner == seat else "You lost"), reason


def expect_outcome(players: Sequence[Player], game: str, size: str) -> None:
    """Expect every player to see the outcome that the rules give for the stored moves."""
    record = players[0].record()
    position: Position = ORACLES[game].start(size)
    for move in record["moves"]:
        position = step(position, move)
    outcome = position.outcome()
    assert outcome is not None
    assert record["outcome"]["winner"] == outcome.winner
    for seat, player in enumerate(players):
        player.expect_result(*words_for(outcome, seat))
        assert player.moves() == record["moves"]
        assert player.free_cells() == set()
