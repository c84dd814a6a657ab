"""Games on this device: against computer players without a server, stored in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import quire
from quire.core import Position
from quire.match.record import Record
from quire.server.site import page as built
from quire.server.workers.worker_task import MoveTask
from tests.needs import missing
from tests.oracles import ORACLES
from tests.server.harness import RunningServer, running_server, settings
from tests.web.app.test_offline import WORKER_IS_ACTIVE, go_offline, rebuild, wait_until_cached
from tests.web.person import People, Person, wait_until
from tests.web.player import SMALL, Player, open_form, words_for

DEVICE_GAME = re.compile(r"/device/[0-9a-f]{24}$")

STORED = """() => Object.keys(localStorage).filter((it) => it.startsWith("quire.game."))
    .map((it) => JSON.parse(localStorage[it]))"""


@pytest.fixture(autouse=True)
def _core() -> None:
    if not list(built.STATIC.glob("assets/quire-*.wasm")):
        missing("the core for the browser", "run make page")


def offline_visitor(person: People, **options: bool) -> Person:
    """Return a visitor who has been here before, and has no network now.

    The computer's moves have no pause.
    """
    ann = person(offline_too=True, **options)
    wait_until_cached(ann.page)
    go_offline(ann)
    return ann


def start_against(
    ann: Person, game: str, size: str, level: int, first: str = "Me", home: str = "/"
) -> Player:
    """Start a game against a level with the form of the start page."""
    page = ann.page
    page.goto(home)
    form = open_form(page)
    form.get_by_role("radio", name="Computer").check()
    form.get_by_label("Game", exact=True).select_option(game)
    if game != "extreme":
        form.get_by_label("Board", exact=True).select_option("other")
        form.get_by_label("Custom size", exact=True).fill(size)
    form.get_by_label("Computer level", exact=True).select_option(f"level{level}")
    form.get_by_text("More options").click()
    form.get_by_label("First move", exact=True).select_option(label=first)
    form.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(DEVICE_GAME)
    return Player(ann, "You")


def stored(page: Page) -> list[dict[str, object]]:
    """Return the games that the browser has stored."""
    games: list[dict[str, object]] = page.evaluate(STORED)
    return games


def replayed(game: str, size: str, moves: list[str]) -> Position:
    position: Position = ORACLES[game].start(size)
    for move in moves:
        position = position.play(move)
    return position


def await_turn(ann: Player, seat: int) -> Position:
    """Wait until the person is to move, or the game is over; return the position."""
    (mine,) = [it for it in stored(ann.page) if ann.page.url.endswith(str(it["id"]))]
    game, size = str(mine["game"]), str(mine["size"])
    ann.page.locator(".turn-line.mine, .ending").first.wait_for()
    position = replayed(game, size, ann.moves())
    assert position.outcome() is not None or position.to_move == seat
    return position


def play_to_the_end(ann: Player, seat: int) -> Position:
    """Play the first legal move in every turn."""
    while (position := await_turn(ann, seat)).outcome() is None:
        number = len(ann.moves())
        ann.play_move(position.legal_moves()[0])
        ann.wait_for_moves(number + 1)
    return position


@pytest.mark.parametrize("game", SMALL)
def test_whole_game_against_a_level_offline(person: People, game: str) -> None:
    ann = offline_visitor(person)
    me = start_against(ann, game, SMALL[game], 3)
    position = await_turn(me, 0)
    me.play_move(position.legal_moves()[0])
    me.wait_for_moves(1)
    await_turn(me, 0)
    ann.page.reload()
    end = play_to_the_end(me, 0)
    outcome = end.outcome()
    assert outcome is not None
    me.expect_result(*words_for(outcome, 0))
    assert me.free_cells() == set()
    (found,) = stored(ann.page)
    assert found["outcome"] is not None
    expect_levels_moves(found)
    with ann.page.expect_download() as download:
        me.press_action("Download game")
    record = Record.from_json(download.value.path().read_text("utf-8"))
    record.check()
    assert record.moves == tuple(me.moves())
    ann.page.reload()
    me.expect_result(*words_for(outcome, 0))


def expect_levels_moves(found: dict[str, object]) -> None:
    """Expect the computer's moves to be those that a server computes from the seed."""
    game, size, seed = found["game"], found["size"], found["seed"]
    moves, seats = found["moves"], found["seats"]
    assert isinstance(moves, list)
    assert isinstance(seats, list)
    assert isinstance(game, str)
    assert isinstance(size, str)
    position = quire.start(game, size)
    for number, move in enumerate(moves):
        if agent := seats[position.to_move]["agent"]:
            task = MoveTask(game, size, tuple(moves[:number]), f"{agent}:seed={seed}", 60.0)
            assert task.run() == move
        position = position.play(move)


def test_takeback_hint_and_look_back(person: People) -> None:
    ann = offline_visitor(person)
    me = start_against(ann, "obstruction", "6x6", 3)
    assert me.action("Takeback").count() == 0
    me.press_action("Hint")
    me.expect_turn(re.compile(r"^Hint: [a-f]\d"))
    me.expect_announcement("Hint: ")
    for number in (2, 4):
        position = await_turn(me, 0)
        me.play_move(position.legal_moves()[0])
        me.wait_for_moves(number)
    await_turn(me, 0)
    before = me.moves()
    ann.page.locator('.moves [data-ply="1"]').click()
    me.expect_turn("After move 1")
    assert me.free_cells() == set()
    ann.page.get_by_role("button", name="Back to live game").click()
    me.press_action("Takeback")
    me.expect_announcement(f"Undid {' '.join(before[2:])}.")
    expect(ann.page.locator(".moves [data-move]")).to_have_count(2)
    me.play_move(before[2])
    me.wait_for_moves(4)
    assert me.moves() == before, "the same seed answers the same move"


def test_resigning_rematch_and_another_level(person: People) -> None:
    ann = offline_visitor(person)
    me = start_against(ann, "line", "14", 3, first="Opponent")
    position = await_turn(me, 1)
    me.play_move(position.legal_moves()[0])
    me.wait_for_moves(3)
    me.press_action("Resign")
    ann.page.get_by_role("group", name="Resign this game?").get_by_role(
        "button", name="Resign"
    ).click()
    me.expect_result("You lost", "by resignation")
    me.press_action("Play Level 2")
    expect(me.seat(1)).to_contain_text("Level 2")
    expect(me.seat(0)).to_contain_text("You")
    me.press_action("Abort game")
    ann.page.wait_for_url(re.compile("/$"))
    assert len(stored(ann.page)) == 1


def test_games_are_listed_opened_and_deleted(person: People) -> None:
    ann = offline_visitor(person)
    page = ann.page
    me = start_against(ann, "line", "14", 3)
    me.play_move("S1")
    me.wait_for_moves(2)
    start_against(ann, "sos", "5x5", 5, first="Opponent")
    me.wait_for_moves(1)
    page.goto("/hotseat?game=obstruction")
    me.play_move("a1")
    me.wait_for_moves(1)
    page.goto("/hotseat?game=extreme")  # without a move, there is nothing to go on with
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Extreme"))
    page.goto("/")
    mine = page.locator(".my-games")
    expect(mine.locator(".game-row")).to_have_count(3)
    page.goto("/device")
    row = page.locator(".game-row").filter(has_text="SOS on a line 14")
    expect(row).to_contain_text("2 moves")
    row.get_by_role("link", name=re.compile("^Open game")).click()
    me.wait_for_moves(2)
    page.goto("/device")
    page.get_by_role("button", name=re.compile("^Delete: SOS on a line")).click()
    page.get_by_role("group", name=re.compile("^Delete SOS on a line")).get_by_role(
        "button", name="Delete"
    ).click()
    expect(page.locator("#announcement")).to_contain_text("Deleted: SOS on a line 14.")
    expect(page.locator(".game-row")).to_have_count(2)
    page.go_back()
    expect(page.get_by_role("heading", name="This game isn't on this device")).to_be_visible()


def test_three_players_of_whom_one_leaves(person: People) -> None:
    ann = offline_visitor(person)
    me = start_against(ann, "sos", "3x3:3", 2)
    position = await_turn(me, 0)
    me.play_move(position.legal_moves()[0])
    me.wait_for_moves(3)
    me.press_action("Resign")
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.locator(".ending").wait_for()
    (found,) = stored(ann.page)
    moves = found["moves"]
    assert isinstance(moves, list)
    assert "x1" in moves
    me.expect_result("You lost", re.compile("points"))


def test_two_tabs_show_the_same_game(person: People) -> None:
    ann = offline_visitor(person)
    one = start_against(ann, "obstruction", "6x6", 3)
    other = Player(ann, "You", ann.context.new_page())
    other.page.goto(ann.page.url)
    one.play_move("a1")
    one.wait_for_moves(2)
    other.wait_for_moves(2)
    other.expect_turn("Your turn")
    position = await_turn(one, 0)
    other.play_move(position.legal_moves()[0])
    one.wait_for_moves(4)
    other.wait_for_moves(4)
    assert one.moves() == other.moves()
    other.press_action("Takeback")
    expect(one.page.locator(".moves [data-move]")).to_have_count(2)


DYING_WORKERS = """(() => {
    const Real = Worker;
    window.deaths = 0;
    window.Worker = class extends Real {
        postMessage(message) {
            const dies = /^(choose|policy)/.test(message.request) && window.deaths < %d;
            if (!dies) return super.postMessage(message);
            window.deaths++;
            this.terminate();
            this.onerror(new ErrorEvent("error", { message: "killed" }));
        }
    };
})()"""
"""Kills the worker while a computer player thinks, that many times."""


def test_worker_that_dies_is_replaced(person: People) -> None:
    ann = offline_visitor(person)
    ann.page.add_init_script(DYING_WORKERS % 1)
    me = start_against(ann, "line", "14", 3)
    me.play_move("S1")
    me.wait_for_moves(2)
    again = "The computer player stopped and was started again."
    expect(ann.page.get_by_text(again)).to_be_visible()


def test_worker_that_dies_again_can_be_tried_again(person: People) -> None:
    ann = offline_visitor(person)
    ann.page.add_init_script(DYING_WORKERS % 2)
    me = start_against(ann, "line", "14", 3)
    me.play_move("S1")
    ann.page.get_by_role("group", name="The computer player stopped.").get_by_role(
        "button", name="Try again"
    ).click()
    me.wait_for_moves(2)
    me.expect_turn("Your turn")


NO_STORAGE = {
    "full": """Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
    }""",
    "forbidden": """Object.defineProperty(window, "localStorage", { get() {
        throw new DOMException("forbidden", "SecurityError");
    } })""",
}


@pytest.mark.parametrize("why", NO_STORAGE)
def test_storage_is_not_needed_to_play(person: People, why: str) -> None:
    ann = offline_visitor(person)
    ann.page.add_init_script(NO_STORAGE[why])
    page = ann.page
    page.goto("/")
    page.get_by_role("button", name="Play SOS now").click()
    skip = page.get_by_role("button", name="Skip lesson")
    skip.or_(page.locator(".turn-line.mine")).first.wait_for()
    if skip.count():
        skip.click()
    me = Player(ann, "You")
    page.locator(".turn-line.mine").wait_for()
    expect(page.get_by_text("This browser can't store games right now")).to_be_visible()
    number = len(me.moves())
    me.play_move("Sa1" if "Sa1" not in me.moves() else "Sh8")
    me.wait_for_moves(number + 2)
    me.expect_turn("Your turn")


def test_game_goes_on_in_a_new_build(
    person: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, served = built.STATIC, tmp_path / "static"
    rebuild(real, served, 1)
    monkeypatch.setattr(built, "STATIC", served)
    with running_server(settings(tmp_path)) as server:
        ann = person(server, offline_too=True)
        wait_until_cached(ann.page)
        go_offline(ann)
        me = start_against(ann, "obstruction", "6x6", 3)
        me.play_move("a1")
        me.wait_for_moves(2)
        before = me.moves()
        rebuild(real, served, 2)
        ann.context.set_offline(False)
        ann.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        wait_until(ann.page, WORKER_IS_ACTIVE.format("quire-app-000000000002"))
        position = await_turn(me, 0)  # the old tab, beside the new worker
        me.play_move(position.legal_moves()[0])
        me.wait_for_moves(4)
        ann.page.reload()
        assert ann.page.locator("script[src*='00000002']").count() == 1
        me.wait_for_moves(4)
        assert me.moves()[:2] == before
        play_to_the_end(me, 0)
        ann.page.locator(".ending").wait_for()


def test_finished_games_are_handed_over_once_the_player_agrees(
    person: People, server: RunningServer
) -> None:
    ann = offline_visitor(person)
    page = ann.page
    me = start_against(ann, "line", "7", 2)
    play_to_the_end(me, 0)
    page.goto("/")
    offer = page.get_by_role("region", name=re.compile("^You finished 1 game without a server"))
    expect(page.get_by_role("button", name="Play SOS on a line now")).to_be_visible()
    assert offer.count() == 0, "there is no server"
    ann.context.set_offline(False)
    offer.get_by_role("button", name="Add").click()
    expect(offer).to_have_count(0)
    page.goto("/device")
    expect(page.locator(".game-row")).to_contain_text("in your statistics")
    expect(page.get_by_label("Add finished games against the computer")).to_be_checked()
    (found,) = stored(page)
    account = page.evaluate("() => JSON.parse(localStorage['quire.account'])")
    profile = ann.context.request.get(f"/api/players/{account['player']['id']}").json()
    (counted,) = profile["games"]
    assert (counted["game"], counted["offline"]["games"]) == ("line", 1)
    page.goto(f"/players/{account['player']['id']}")
    expect(page.get_by_text("Offline, vs computer")).to_be_visible()
    page.goto(f"/replay/{found['sent']}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("SOS on a line")
    go_offline(ann)
    me = start_against(ann, "line", "7", 1)
    play_to_the_end(me, 0)
    page.goto("/device")
    ann.context.set_offline(False)
    expect(page.locator(".game-row").filter(has_text="in your statistics")).to_have_count(2)
