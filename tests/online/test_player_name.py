"""Player names are legible, and compare equal however they are typed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.errors import NotationError
from quire.online.player_name import MAX_LENGTH, clean, key


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\u00a0Lee", "Ann Lee"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("名前", "名前"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("🦊", "🦊"),
        ("x" * MAX_LENGTH, "x" * MAX_LENGTH),
    ],
)
def test_name_is_normalised(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "x" * (MAX_LENGTH + 1),
        "x" * 100_000,
        "An\nn",
        "An\x00n",
        "An\u200bn",
        "An\u200dn",
        "\ufeffAnn",
        "Ann\u202eeoB",
        "Ann\u2066",
        "An\u00adn",
        "Ann\ue000",
        "Ann\U000e0041",
        "Ann\u0378",
        "Ann\ud800",
        "\u3164",
        "\u2800\u2800",
        "Ann\ufe0f",
        "\u0301Ann",
        "A" + "\u0316" * 10,
        "\ufdfa" * 2,
    ],
)
def test_illegible_names_are_refused(typed: str) -> None:
    with pytest.raises(NotationError, match="name"):
        clean(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "aNN"), ("Straße", "STRASSE"), ("Zoë", "ZOE\u0308"), ("Ⅷ", "viii"), ("ΣΑΣ", "σας")],
)
def test_equal_names(one: str, other: str) -> None:
    assert key(clean(one)) == key(clean(other))


@given(st.text(max_size=40))
def test_normalised_name_is_stable_and_fits(typed: str) -> None:
    try:
        name = clean(typed)
    except NotationError:
        return
    assert clean(name) == name
    assert 1 <= len(name) <= MAX_LENGTH
    assert unicodedata.is_normalized("NFKC", name)
    assert name == name.strip()
    assert "  " not in name
    assert key(key(name)) == key(name)
    assert len(key(name)) <= 64
