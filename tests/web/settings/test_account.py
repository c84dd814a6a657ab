"""An account from registration to deletion, and its statistics."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.harness import RunningServer
from tests.web.person import People
from tests.web.player import Player, open_form
from tests.web.seed_data import PASSPHRASE


@pytest.fixture(scope="module")
def server(server_of_file: RunningServer) -> RunningServer:
    """A server on which all names are free."""
    return server_of_file


def submit_credentials(page: Page, way: str, name: str, passphrase: str) -> None:
    """Fill in the form in the settings and submit it."""
    page.get_by_role("group", name="Sign in").get_by_role("button", name=way).click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Passphrase", exact=True).fill(passphrase)
    page.locator("form").get_by_role("button", name=way).click()


def statistics(page: Page, game: str) -> Locator:
    """Return the statistics of a game on a player's page."""
    return page.locator("section").filter(has=page.get_by_role("heading", name=game, exact=True))


def draw_with_random(ann: Player) -> None:
    """Play the shortest line against the computer to its end.

    The first of three squares is an O, so nobody can win.
    """
    ann.page.goto("/")
    form = open_form(ann.page)
    form.get_by_label("Game", exact=True).select_option("line")
    form.get_by_label("Board", exact=True).select_option("other")
    form.get_by_label("Custom size", exact=True).fill("3")
    form.get_by_label("Computer level").select_option("random")
    form.get_by_text("More options").click()
    form.get_by_label("First move", exact=True).select_option(label="Me")
    form.get_by_role("button", name="Play").click()
    ann.play_move("O2")
    ann.wait_for_moves(2)
    ann.play_move(f"O{({'1', '3'} - {ann.moves()[1][1:]}).pop()}")
    ann.expect_result("Draw", "board full")


def test_header_leads_to_the_account(person: People) -> None:
    page = person().page
    page.goto("/rules")
    header = page.get_by_role("banner")
    way = page.get_by_role("group", name="Sign in")
    header.get_by_role("link", name="Sign in").click()
    expect(way.get_by_role("button", name="Sign in")).to_have_attribute("aria-pressed", "true")
    page.goto("/rules")
    header.get_by_role("link", name="Register").click()
    expect(way.get_by_role("button", name="Register")).to_have_attribute("aria-pressed", "true")
    submit_credentials(page, "Register", "Headed", PASSPHRASE)
    expect(header.get_by_role("link", name="Headed")).to_be_visible()
    expect(header.get_by_role("link", name="Register")).to_have_count(0)


def test_account_from_registration_to_deletion(person: People) -> None:
    ann = Player(person(), "Ann")
    page = ann.page
    page.goto("/settings")
    expect(page.get_by_text("You don't have a name yet.")).to_be_visible()
    submit_credentials(page, "Register", "Ann", PASSPHRASE)
    ann.expect_announcement("Welcome, Ann. You're registered.")
    expect(page.locator("#content").get_by_text("Signed in as Ann.")).to_be_visible()
    page.get_by_role("link", name="Your profile").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    address = page.url

    for games, draws in (("1 game", "1 draw"), ("2 games", "2 draws")):
        draw_with_random(ann)
        page.goto(address)
        line = statistics(page, "SOS on a line")
        expect(line).to_contain_text(f"Vs computer{games}")
        drawn = f"Vs computer: 0 wins, {draws}, 0 losses"
        expect(line.get_by_role("img", name=drawn)).to_be_visible()
    expect(page.get_by_role("list", name="Recent games").get_by_role("listitem")).to_have_count(2)
    line.get_by_text("By turn order").click()
    row = line.get_by_role("row").nth(1)
    expect(row.get_by_role("cell")).to_have_text(["the computer", "0", "2", "0"])

    page.locator("#content").get_by_role("link", name="Settings").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my games").click()
    kept = download.value.path().read_text("utf-8").splitlines()
    assert [json.loads(text)["players"][0] for text in kept] == ["Ann", "Ann"]
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("You don't have a name yet.")).to_be_visible()
    submit_credentials(page, "Sign in", "Ann", "something else")
    expect(page.get_by_role("alert")).to_be_visible()
    submit_credentials(page, "Sign in", "Ann", PASSPHRASE)
    expect(page.locator("#content").get_by_text("Signed in as Ann.")).to_be_visible()
    ann.person.expect_error("401")  # for the wrong passphrase
    page.get_by_role("link", name="Your profile").click()
    expect(statistics(page, "SOS on a line")).to_contain_text("2 games")
    delete_account(page)
    page.goto(address)
    expect(page.get_by_role("alert")).to_be_visible()
    ann.person.expect_error("404")
    page.goto("/settings")
    submit_credentials(page, "Sign in", "Ann", PASSPHRASE)
    expect(page.get_by_role("alert")).to_be_visible()


def test_lost_passphrase_is_replaced_by_the_recovery_code(person: People) -> None:
    ann = Player(person(), "Forgetful")
    page = ann.page
    page.goto("/settings")
    submit_credentials(page, "Register", "Forgetful", PASSPHRASE)
    shown = page.get_by_role("status").locator("code")
    first = shown.inner_text()
    page.get_by_role("button", name="I've written it down").click()
    expect(shown).to_have_count(0)
    page.get_by_role("button", name="New recovery code").click()
    page.get_by_label("Passphrase", exact=True).fill("not the right one")
    page.get_by_role("button", name="New recovery code").click()
    expect(page.get_by_text("Wrong passphrase.")).to_be_visible()
    ann.person.expect_error("403")
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="New recovery code").click()
    code = shown.inner_text()
    assert code != first
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in").first.click()
    page.get_by_role("button", name="Forgot your passphrase?").click()
    form = page.locator("form", has=page.get_by_label("Recovery code"))
    form.get_by_label("Name").fill("Forgetful")
    form.get_by_label("Recovery code").fill(first)
    form.get_by_label("New passphrase").fill(f"{PASSPHRASE} 2")
    form.get_by_role("button", name="Change passphrase").click()
    expect(page.get_by_role("alert")).to_have_text("Wrong name or recovery code.")
    ann.person.expect_error("401")
    form.get_by_label("Recovery code").fill(code.lower())
    form.get_by_role("button", name="Change passphrase").click()
    expect(page.locator("#content").get_by_text("Signed in as Forgetful.")).to_be_visible()
    expect(shown).not_to_have_text(code)


def delete_account(page: Page) -> None:
    """Delete the account, after a mistyped name."""
    page.locator("#content").get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Delete account").click()
    field = page.get_by_label("Type Ann to delete your account")
    field.fill("Anne")
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_text("That doesn't match Ann.")).to_be_visible()
    field.fill("Ann")
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_text("You don't have a name yet.")).to_be_visible()


def test_registering_guest_keeps_games(person: People) -> None:
    guest = Player(person(), "")
    draw_with_random(guest)
    page = guest.page
    page.goto("/settings")
    expect(page.get_by_text("a guest in this browser")).to_be_visible()
    submit_credentials(page, "Register", "Bea", "short")
    expect(page.get_by_text("Use at least 8 characters.")).to_be_visible()
    expect(page.get_by_label("Passphrase", exact=True)).to_be_focused()
    submit_credentials(page, "Register", "Bea", PASSPHRASE)
    expect(page.locator("#content").get_by_text("Signed in as Bea.")).to_be_visible()
    page.get_by_role("link", name="Your profile").click()
    expect(statistics(page, "SOS on a line")).to_contain_text("1 game")
    other = person()
    other.expect_error("409")
    other.page.goto("/settings")
    submit_credentials(other.page, "Register", "BEA", PASSPHRASE)
    expect(other.page.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(other.page.get_by_label("Name", exact=True)).to_be_focused()


def test_sign_out_everywhere(person: People) -> None:
    here, there = person(), person()
    here.page.goto("/settings")
    submit_credentials(here.page, "Register", "Cleo", PASSPHRASE)
    there.page.goto("/settings")
    submit_credentials(there.page, "Sign in", "Cleo", PASSPHRASE)
    expect(there.page.locator("#content").get_by_text("Signed in as Cleo.")).to_be_visible()
    here.page.get_by_role("button", name="Sign out everywhere").click()
    for visitor in (here, there):
        expect(visitor.page.get_by_text("You don't have a name yet.")).to_be_visible()


def test_sessions_and_passphrase(person: People) -> None:
    here, there = person(), person()
    here.page.goto("/settings")
    submit_credentials(here.page, "Register", "Dora", PASSPHRASE)
    there.page.goto("/settings")
    submit_credentials(there.page, "Sign in", "Dora", PASSPHRASE)
    expect(there.page.locator("#content").get_by_text("Signed in as Dora.")).to_be_visible()
    page = here.page
    page.reload()
    expect(page.get_by_role("listitem").filter(has_text="this browser")).to_be_visible()
    page.get_by_role("button", name="End session").click()
    expect(there.page.get_by_text("You don't have a name yet.")).to_be_visible()
    expect(page.get_by_role("button", name="End session")).to_have_count(0)
    page.get_by_role("button", name="Change passphrase").click()
    here.expect_error("403")
    for old in ("not the right one", PASSPHRASE):
        page.get_by_label("Current passphrase").fill(old)
        page.get_by_label("New passphrase").fill("another horse battery")
        page.get_by_role("button", name="Change passphrase").click()
        if old != PASSPHRASE:
            expect(page.get_by_text("Wrong passphrase.")).to_be_visible()
    expect(page.get_by_label("New passphrase")).to_be_hidden()
    submit_credentials(there.page, "Sign in", "Dora", "another horse battery")
    expect(there.page.locator("#content").get_by_text("Signed in as Dora.")).to_be_visible()
