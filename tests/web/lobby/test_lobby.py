"""The start page: every way to start a game."""

from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from quire.engine.analysis.puzzle import find
from tests.server.harness import RunningServer
from tests.web.axe import axe
from tests.web.person import People
from tests.web.player import Player, open_form

GAME = re.compile(r"/game/\w+$")


def decode_qr_code(picture: Locator) -> list[str]:
    """Decode the QR code in the picture."""
    seen = Image.open(io.BytesIO(picture.screenshot()))
    return [code.text for code in zxingcpp.read_barcodes(seen)]


def fill_in_form(page: Page, opponent: str, game: str, size: str = "") -> None:
    """Fill in the form for a new game, without submitting it."""
    form = open_form(page)
    form.get_by_role("radio", name=opponent).check()
    form.get_by_label("Game", exact=True).select_option(game)
    if size:
        form.get_by_label("Board", exact=True).select_option("other")
        form.get_by_label("Custom size", exact=True).fill(size)


def listed(page: Page, heading: str) -> Locator:
    """Return one of the lists of games."""
    section = page.locator("section").filter(has=page.get_by_role("heading", name=heading))
    return section.get_by_role("listitem")


def account(page: Page) -> str | None:
    """Return the name of the account in this browser."""
    script = "() => JSON.parse(localStorage['quire.account'] ?? 'null')?.player.name"
    name: str | None = page.evaluate(script)
    return name


def test_a_visitor_plays_at_once_as_guest(person: People) -> None:
    ann = Player(person(), "")
    ann.page.goto("/")
    assert account(ann.page) is None
    ann.page.get_by_role("button", name="SOS on a line", exact=True).click()
    expect(ann.page.get_by_text("Against Level 3, no clock.")).to_be_visible()
    ann.page.get_by_role("button", name="Play SOS on a line now").click()
    ann.page.wait_for_url(GAME)
    ann.expect_turn("Your turn")
    name = account(ann.page)
    assert name
    expect(ann.page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()
    expect(ann.page.locator(".seat").filter(has_text="Level 3")).to_have_count(1)
    assert ann.free_cells()
    ann.page.get_by_role("link", name="Quire").click()
    mine = listed(ann.page, "Your games")
    expect(mine).to_contain_text("Level 3")
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link", name="Open game").click()
    ann.expect_turn("Your turn")


def test_start_page_of_a_returning_player_on_a_phone(person: People) -> None:
    ann = Player(person(viewport=(390, 844), touch=True), "Ann")
    ann.sign_in()
    ann.create_game("line", "7", clock=None, seats=["me", "level1"])
    ann.page.goto("/")
    play = listed(ann.page, "Your games").get_by_role("link", name="Open game")
    expect(play).to_have_class("button primary")
    expect(ann.page.locator(".start .primary.big")).to_have_count(0)
    now = ann.page.get_by_role("button", name="Play SOS now")
    width = now.evaluate("it => it.getBoundingClientRect().width")
    assert width > 300
    now.tap(trial=True)  # nothing lies over it


def test_options_are_remembered(person: People) -> None:
    page = person().page
    page.goto("/")
    page.get_by_role("button", name="Options for Obstruction").click()
    expect(page.get_by_role("heading", name="New game")).to_be_focused()
    form = page.locator("form").filter(has_text="Opponent")
    expect(form.get_by_label("Game", exact=True)).to_have_value("obstruction")
    fill_in_form(page, "Computer", "obstruction", "5x7")
    form.get_by_label("Computer level").select_option("random")
    page.reload()
    open_form(page)
    expect(form.get_by_label("Custom size", exact=True)).to_have_value("5x7")
    expect(page.get_by_text("Against Random, no clock.")).to_be_visible()
    page.get_by_role("button", name="Play Obstruction now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Obstruction 5×7")


def test_invalid_size_shows_an_error(person: People) -> None:
    ann = person()
    ann.expect_error("400")
    ann.page.goto("/")
    fill_in_form(ann.page, "Computer", "obstruction", "4x99")
    ann.page.get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.get_by_role("alert")).to_contain_text("This game isn't possible.")
    ann.page.get_by_label("Custom size", exact=True).fill("5x5")
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.page.get_by_role("button", name="Play", exact=True).click()
    ann.page.wait_for_url(GAME)


@pytest.mark.parametrize(
    ("opponent", "button"), [("Computer", "Play"), ("Quick match", "Find opponent")]
)
def test_custom_size_left_empty_is_refused(person: People, opponent: str, button: str) -> None:
    page = person().page
    page.goto("/")
    fill_in_form(page, opponent, "sos", " ")
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(
        "Enter a size for the board, or choose one from the list."
    )
    field = page.get_by_label("Custom size", exact=True)
    expect(field).to_be_focused()
    assert account(page) is None
    field.fill("4x4")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_friend_joins_by_link_or_qr_code(person: People) -> None:
    ann = person(dark=True)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.goto("/")
    fill_in_form(ann.page, "Friend", "line", "7")
    ann.page.get_by_role("button", name="Create invite link").click()
    link = ann.page.get_by_label("Invite a friend: share this link")
    expect(link).to_have_value(GAME)
    expect(ann.page).to_have_url(link.input_value())
    code = ann.page.get_by_role("img", name="QR code for the invite link")
    expect(code.locator("path")).to_be_attached()
    assert decode_qr_code(code) == [ann.page.url]
    ann.page.get_by_role("button", name="Copy link", exact=True).click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    assert ann.page.evaluate("() => navigator.clipboard.readText()") == ann.page.url
    bob = Player(person(), "")
    bob.page.goto(decode_qr_code(code)[0])
    bob.join()
    for page in (ann.page, bob.page):
        expect(page.locator(".turn-line")).to_contain_text(re.compile("Your turn|to move"))
    expect(code).to_have_count(0)


def test_friend_is_invited_with_one_tap(person: People) -> None:
    ann = Player(person(viewport=(390, 844), touch=True), "")
    ann.page.goto("/")
    invite = ann.page.get_by_role("button", name="Invite a friend")
    expect(invite).to_be_in_viewport()
    invite.tap()
    ann.page.wait_for_url(GAME)
    expect(ann.page.get_by_label("Invite a friend: share this link")).to_have_value(ann.page.url)
    expect(ann.page.get_by_role("button", name="Copy link")).to_be_in_viewport()
    bob = Player(person(viewport=(390, 844), touch=True), "")
    bob.page.goto(ann.page.url)
    heading = bob.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text(re.compile(f"{account(ann.page)} invites you to play SOS"))
    expect(bob.action("Join")).to_be_in_viewport()
    bob.join()
    expect(ann.page.locator(".turn-line")).to_contain_text(re.compile("Your turn|to move"))


def test_invitation_is_cancelled(person: People) -> None:
    ann, bob = Player(person(), ""), person()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Invite a friend").click()
    ann.page.wait_for_url(GAME)
    link = ann.page.url
    ann.press_action("Cancel invitation")
    expect(ann.page.get_by_role("button", name="Invite a friend")).to_be_visible()
    bob.page.goto(link)
    expect(bob.page.get_by_role("alert")).to_contain_text("It may have been cancelled")


def test_search_without_success_offers_the_computer(person: People) -> None:
    ann, bob = Player(person(), ""), Player(person(), "")
    for player in (ann, bob):
        player.page.clock.install()
        player.page.goto("/")
        player.page.get_by_role("button", name="SOS on a line", exact=True).click()
    ann.page.get_by_role("button", name="Quick match").click()
    offer = ann.page.get_by_role("button", name="Play Level 3 meanwhile")
    expect(ann.page.get_by_role("button", name="Cancel search")).to_be_visible()
    expect(offer).to_have_count(0)
    ann.page.set_viewport_size({"width": 390, "height": 844})
    games = ann.page.locator(".hero").bounding_box()
    ann.page.clock.fast_forward("00:16")
    expect(offer).to_be_visible()
    assert ann.page.locator(".hero").bounding_box() == games  # nothing moves
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    expect(ann.page.locator(".start .primary")).to_have_text(["Play Level 3 meanwhile"])
    assert axe(ann.page) == []
    ann.page.emulate_media(color_scheme="dark")
    assert axe(ann.page) == []
    offer.click()
    ann.page.wait_for_url(GAME)
    with_computer = ann.page.url
    expect(ann.page.locator(".seat").filter(has_text="Level 3")).to_have_count(1)
    expect(ann.page.get_by_role("link", name="Searching…")).to_be_visible()
    bob.page.get_by_role("button", name="Quick match").click()
    bob.page.wait_for_url(GAME)
    ann.expect_announcement("Your game has started")
    assert ann.page.url == with_computer
    ann.page.locator(".your-turn").click()
    ann.page.wait_for_url(bob.page.url)


def test_quick_match_pairs_two_players(person: People) -> None:
    pages = [person().page for _ in range(2)]
    for number, page in enumerate(pages):
        page.goto("/")
        fill_in_form(page, "Quick match", "line", ("7", "9")[number])
        page.get_by_role("button", name="Find opponent").click()
        if number == 0:
            bar = page.get_by_role("region", name="Looking for an opponent: SOS on a line 7")
            expect(bar).to_contain_text("the game starts automatically")
            bar.get_by_role("button", name="Cancel search").click()
            expect(bar).to_have_count(0)
            page.get_by_role("button", name="Find opponent").click()
            expect(bar).to_be_visible()
    for page in pages:
        page.wait_for_url(GAME)
        expect(page.locator(".turn-line")).to_contain_text(re.compile("Your turn|to move"))
        expect(page.locator(".random-draw")).to_contain_text("was drawn")
    assert pages[0].url == pages[1].url


def test_no_draw_of_the_size_is_mentioned_if_both_chose_the_same(person: People) -> None:
    pages = [person().page for _ in range(2)]
    for page in pages:
        page.goto("/")
        fill_in_form(page, "Quick match", "obstruction", "7x5")
        page.get_by_role("button", name="Find opponent").click()
    for page in pages:
        page.wait_for_url(GAME)
        drawn = page.locator(".random-draw")
        expect(drawn).to_contain_text("was drawn at random to start")
        expect(drawn).not_to_contain_text("Drawn at random:")


def test_lobby_games_are_joined_and_watched(person: People) -> None:
    ann, bob, eve = (person().page for _ in range(3))
    for page in (bob, eve):
        page.goto("/")
        expect(page.get_by_text("No open games right now.")).to_be_visible()
    ann.goto("/")
    fill_in_form(ann, "Post to lobby", "obstruction", "5x9")
    ann.locator("form").get_by_role("button", name="Post to lobby").click()
    ann.wait_for_url(GAME)
    waiting = [listed(page, "Open games").filter(has_text="5×9") for page in (bob, eve)]
    for row in waiting:
        expect(row).to_contain_text(account(ann) or "")
    waiting[0].get_by_role("button", name="Join").click()
    bob.wait_for_url(ann.url)
    for page in (ann, bob):  # the first player is random
        for other in (ann, bob):
            expect(page.locator(".seat").filter(has_text=account(other) or "")).to_have_count(1)
    expect(waiting[1]).to_have_count(0)
    listed(eve, "Live games").filter(has_text="5×9").get_by_role("link", name="Watch").click()
    eve.wait_for_url(ann.url)
    expect(eve.locator(".turn-line")).to_contain_text("You're watching")
    assert account(eve) is None


def test_empty_lobby_offers_to_post_a_game(person: People, own_server: RunningServer) -> None:
    page = person(own_server).page
    page.goto("/")
    lobby = page.locator("section").filter(has=page.get_by_role("heading", name="Open games"))
    lobby.get_by_role("button", name="Post to lobby").click()
    expect(page.get_by_role("heading", name="New game")).to_be_focused()
    expect(page.get_by_role("radio", name="Post to lobby")).to_be_checked()


def test_daily_puzzle_on_the_start_page(person: People, server: RunningServer) -> None:
    page = person().page
    page.goto("/")
    card = page.request.get("/api/puzzles/today").json()
    teaser = page.locator("section").filter(has_text="Daily puzzle")
    goal = "winning move" if find(card["id"]).value > 0 else "move that saves the draw"
    expect(teaser).to_contain_text(f"Player {card['to_move'] + 1} to move. Find the")
    expect(teaser).to_contain_text(goal)
    expect(teaser.locator("svg")).to_be_visible()
    teaser.get_by_role("link", name="Solve").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Daily puzzle")


@pytest.mark.parametrize("address", ["/game/%E0%A4%A", "/%", "/nowhere", "/game/a%2Fb"])
def test_no_such_page(person: People, address: str) -> None:
    page = person().page
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Two pencils, one sheet of paper.")


def test_options_stored_by_an_older_page(person: People) -> None:
    page = person().page
    page.goto("/nowhere")
    page.evaluate(
        """() => {
            localStorage.clear();
            for (const name of ["account", "choices", "seen", "here.names", "puzzles",
                                "setting.language", "setting.theme"])
                localStorage.setItem(`quire.${name}`, "7");
            localStorage.setItem("quire.choices", '{"sizes": {"sos": 7}, "agents": {"sos": {}}}');
        }"""
    )
    page.goto("/")
    expect(page.get_by_role("button", name="Play SOS now")).to_be_visible()
    for address in ("/settings", "/history", "/puzzles", "/hotseat?game=line"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_clock_is_remembered_but_not_that_a_game_was_rated(person: People) -> None:
    page = person().context.new_page()
    page.goto("/")
    form = open_form(page)
    form.get_by_role("radio", name="Friend").check()
    form.get_by_text("More options").click()
    clock, rated = form.get_by_label("Clock", exact=True), form.get_by_label("Rated")
    assert clock.locator("option").all_inner_texts() == [
        *("1 minute per move", "5 minutes each, +3 s per move", "10 minutes each, +5 s per move"),
        *("1 day per move", "Unlimited"),
    ]
    clock.select_option("5 minutes each, +3 s per move")
    rated.check()
    page.reload()
    open_form(page)
    form.get_by_text("More options").click()
    expect(clock).to_have_value("5+3")
    expect(rated).not_to_be_checked()
    clock.select_option("Unlimited")
    expect(rated).to_have_count(0)
    clock.select_option("10 minutes each, +5 s per move")
    form.get_by_role("button", name="Create invite link").click()
    page.wait_for_url(GAME)
    expect(page.get_by_text("casual · 10+5")).to_be_visible()
