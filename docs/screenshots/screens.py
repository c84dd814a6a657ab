"""Every screen of the page: its address, whose browser it is, and what happens there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from docs.screenshots.people import LONG_NAME, People
from quire.games import GAMES

Step = Callable[[Page], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A player who is signed in at the browser."""

    token: str
    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A screen to take a picture of."""

    name: str
    path: str | Callable[[], str]
    """Its address, or what prepares it and returns the address."""
    account: Account | None
    has_landscape: bool = False
    """Whether it is taken on a phone on its side too."""
    language: str = "en"
    is_offline: bool = False
    is_first_visit: bool = False
    """Whether the visitor gets the first lesson, and is asked about sounds."""
    then: Step | None = None
    """What the visitor does there."""


def screens(people: People) -> list[Screen]:
    """Return all screens."""
    ann = Account(token=people.ann.token or "", id=people.ids["Ann"], name="Ann")
    ben = Account(token=people.ben.token or "", id=people.ids["Ben"], name="Ben")
    new = Account(token=people.max.token or "", id=people.ids[LONG_NAME], name=LONG_NAME)
    games = people.games

    def screen(name: str, path: str | Callable[[], str], **more: object) -> Screen:
        return Screen(**({"name": name, "path": path, "account": ann} | more))  # type: ignore[arg-type]

    return [
        screen("start-new", "/", account=None),
        screen("start-back", "/"),
        screen("options", "/?play=sos"),
        screen("searching", "/", account=new, then=_search),
        *(
            screen(name, f"/game/{games[name]}", has_landscape=True)
            for name in ("sos", "line", "extreme", "obstruction", "large", "longest", "many")
        ),
        screen("sound-offer", f"/game/{games['sos']}", is_first_visit=True),
        screen("look-back", f"/game/{games['sos']}", then=_look_back),
        screen("moves-and-chat", f"/game/{games['sos']}", then=_open_moves),
        screen("end-won", f"/game/{games['won']}", has_landscape=True),
        screen("end-rated", f"/game/{games['rated']}"),
        screen("end-lost", f"/game/{games['lost']}", has_landscape=True),
        screen("end-computer", f"/game/{games['computer']}"),
        screen("end-draw", f"/game/{games['draw']}"),
        screen("offer", f"/game/{games['offer']}"),
        screen("away", lambda: f"/game/{people.lonely_game()}"),
        screen("waiting-start", lambda: f"/game/{people.waiting_game()}"),
        screen("watching", f"/game/{games['sos']}", account=new),
        screen("invite-host", f"/game/{games['invite']}"),
        screen("invite-friend", f"/game/{games['invited']}", account=None),
        screen("hotseat", "/hotseat?game=obstruction&size=6x6"),
        *(
            screen(f"lesson-{game.key}", f"/hotseat?game={game.key}", is_first_visit=True)
            for game in GAMES
        ),
        screen("puzzles", "/puzzles"),
        screen("puzzle", "/puzzles/today", account=new),
        screen("puzzle-solved", f"/puzzles/{people.puzzle}"),
        screen("replay", f"/replay/{games['over']}?move=20"),
        screen("analysis", f"/analysis/{games['over']}?move=52"),
        screen("review", f"/analysis/{games['rated']}?move=16", then=_review),
        *(screen(f"rules-{game.key}", f"/rules/{game.key}") for game in GAMES),
        screen("history", "/history"),
        screen("history-visitor", "/history", account=None),
        screen("history-mine", "/history?mine=1"),
        screen("player", f"/players/{ben.id}"),
        screen("player-me", f"/players/{ann.id}"),
        screen("player-new", f"/players/{new.id}", account=new),
        screen("leaders", "/leaders/sos"),
        screen("leaders-empty", "/leaders/line"),
        screen("leaders-visitor", "/leaders/extreme", account=None),
        screen("tournaments", "/arena"),
        screen("tournament", "/arena/spring-cup"),
        screen("settings", "/settings"),
        screen("settings-visitor", "/settings", account=None),
        screen("sign-in", "/settings?mode=signIn", account=None),
        *(
            screen(f"turkish-{name}", path, language="tr")
            for name, path in {
                "start": "/",
                "game": f"/game/{games['sos']}",
                "offer": f"/game/{games['offer']}",
                "end": f"/game/{games['lost']}",
                "settings": "/settings",
            }.items()
        ),
        screen("offline", "/leaders/sos", is_offline=True),
        screen("missing-page", "/no/such/page"),
        screen("missing-game", "/game/nosuchgame"),
        screen("missing-replay", "/replay/nosuchgame"),
        screen("missing-player", "/players/nobody"),
        screen("missing-puzzle", "/puzzles/nosuchpuzzle"),
        screen("missing-tournament", "/arena/nosuchcup"),
    ]


def _search(page: Page) -> None:
    page.get_by_role("button", name="Quick match").click()
    expect(page.get_by_role("button", name="Cancel search")).to_be_visible()


def _look_back(page: Page) -> None:
    _open_moves(page)
    page.locator(".moves [data-ply]").nth(-3).click()
    expect(page.get_by_role("button", name="Back to live game")).to_be_visible()


def _open_moves(page: Page) -> None:
    button = page.get_by_role("button", name="Moves and chat")
    if button.is_visible():
        button.click()


def _review(page: Page) -> None:
    page.get_by_role("button", name="Review game").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible(timeout=120_000)
