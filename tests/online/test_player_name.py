"""Player names are legible, and compare equal however they are typed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.engine import AGENTS
from quire.errors import NotationError, Taken
from quire.online.confusables import skeleton
from quire.online.player_name import MAX_LENGTH, check_available, clean, key


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


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Admin", "ADMIN", "AdmIn", "adm1n", "admin2", "_admin_", "a d m i n"),
        *("Administrator", "Moderator", "m0derator", "Quire", "qu1re", "Server", "System"),
        *("level3", "Level 3", "LEVEL8", "IeveI3", "champion", "Champion", "perfect", "random"),
        *("\u0410dmin", "\u0430dm\u0456n", "\uff41dmin", "deleted", "Deleted Player", "yönetici"),
    ],
)
def test_reserved_names(name: str) -> None:
    with pytest.raises(Taken, match="reserved"):
        check_available(clean(name))


@pytest.mark.parametrize(
    "name",
    [
        "\u0412oss",
        "p\u0430ypal",
        "An\u03bd",
        "\u0391nn",
        "Ann\u05d0",
        "\u30ab\u0430",
        "\uac00\u3042",
    ],
)
def test_mixed_scripts(name: str) -> None:
    with pytest.raises(NotationError, match="mix"):
        check_available(clean(name))


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "Boss", "Işıl", "İlker", "ılgın", "Şule", "Ağaoğlu", "Gözde", "Çiğdem", "José"),
        *("Ελένη", "Мария", "Ярослав", "太郎", "たろう", "タロウ", "김철수", "Kim 철수", "X 太郎"),
        *("महेश", "محمد", "דוד", "Նարե", "ნინო", "สมชาย", "O'Neill", "Anne-Marie", "Ann 2", "🦊"),
        *("Admiral", "Modi", "Rooth", "Levelle", "Champ", "Systema", "x" * MAX_LENGTH),
    ],
)
def test_real_names_are_available(name: str) -> None:
    check_available(clean(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Boss", "\u0412oss"),
        ("Boss", "B\u043ess"),
        ("Ivan", "lvan"),
        ("Player1", "PlayerI"),
        ("O0O", "000"),
        ("morgan", "rnorgan"),
        ("\u041e\u0441\u0430", "Oca"),
        ("pılot", "pilot"),
        ("Ann", "aNN"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(clean(one)) == skeleton(clean(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Isik", "Işik"), ("Ozge", "Özge"), ("Jose", "José"), ("Anne", "Arne")],
)
def test_names_that_look_different(one: str, other: str) -> None:
    assert skeleton(clean(one)) != skeleton(clean(other))


def test_names_of_computer_players_are_reserved() -> None:
    for agent in AGENTS:
        with pytest.raises(Taken):
            check_available(agent)
