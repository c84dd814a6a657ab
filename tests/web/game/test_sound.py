"""Sounds: offered once, made from noise, and only one at a time."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.axe import axe
from tests.web.person import People
from tests.web.player import start_game

RECORD_SOUNDS = """
window.played = [];
window.sounding = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  const samples = this.buffer.getChannelData(0);
  const peak = samples.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
  window.played.push({ ms: Math.round(1000 * this.buffer.duration), peak });
  window.sounding += 1;
  this.addEventListener("ended", () => { window.sounding -= 1; });
  return start.apply(this, when);
};
"""

MINE, OTHER, STRUCK, ENDED, PAPER = 120, 120, 260, 500, 300
"""How long each sound is, in milliseconds."""


def expect_sounds(page: Page, *lengths: int) -> None:
    """Expect sounds of these lengths since the last time, and wait until they have ended.

    A lesser sound is not played while another one is heard.
    """
    page.wait_for_function(
        "(count) => window.played.length >= count && window.sounding === 0", arg=len(lengths)
    )
    played = page.evaluate("() => window.played.splice(0)")
    assert [sound["ms"] for sound in played] == list(lengths)
    assert all(0.05 < sound["peak"] < 0.127 for sound in played), played  # -18 dBFS


def test_sounds_are_offered_once(person: People) -> None:
    first = person(reduced_motion=False)
    first.context.add_init_script(RECORD_SOUNDS)
    ann, bob = start_game(first, person(), "sos", "3x3")
    offer = ann.page.get_by_role("group", name="Pencil sounds?")
    expect(offer).to_be_visible()
    assert axe(ann.page) == []
    offer.get_by_role("button", name="Turn on").click()
    expect(offer).to_have_count(0)
    expect_sounds(ann.page, OTHER)
    ann.play_move("Sa1", "button")
    ann.wait_for_moves(1)
    expect_sounds(ann.page, MINE)
    bob.play_move("Oa2", "button")
    ann.wait_for_moves(2)
    expect_sounds(ann.page, OTHER)
    ann.play_move("Sa3", "button")
    ann.wait_for_moves(3)
    expect_sounds(ann.page, MINE, STRUCK)
    bob.press_action("Offer draw")
    expect_sounds(ann.page, PAPER)
    ann.page.get_by_role("button", name="Mute sounds").click()
    bob.press_action("Resign")
    bob.press_action("Resign")
    ann.expect_result("You won", "by resignation")
    assert ann.page.evaluate("() => window.played") == []
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Turn on sounds")).to_be_visible()
    expect(offer).to_have_count(0)


def test_declined_sounds_stay_off(person: People) -> None:
    ann, _ = start_game(person(viewport=(390, 844), touch=True), person(), "line")
    offer = ann.page.get_by_role("group", name="Pencil sounds?")
    expect(offer).to_be_visible()
    ann.page.get_by_role("link", name="Home").tap(trial=True)  # the offer covers only the title
    ann.press(offer.get_by_role("button", name="No"))
    expect(offer).to_have_count(0)
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Turn on sounds")).to_be_visible()
    expect(offer).to_have_count(0)


def test_volume_in_settings(person: People) -> None:
    ann = person()
    ann.context.add_init_script(RECORD_SOUNDS)
    ann.page.goto("/settings")
    volume = ann.page.get_by_label("Volume")
    expect(volume).to_have_count(0)
    ann.page.get_by_label("Sound").check()
    volume.fill("40")
    expect_sounds(ann.page, OTHER)
    assert axe(ann.page) == []
    ann.page.reload()
    expect(volume).to_have_value("40")
