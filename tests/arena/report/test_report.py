"""The report of a tournament: complete, small, safe, and working in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from quire.arena.bots.move_info import MoveInfo
from quire.arena.report.formatting import format_rounded, head_to_head_row
from quire.arena.report.replay import SAMPLE_GAMES, result
from quire.arena.report.report import to_html
from quire.arena.report.reviews import review_games
from quire.arena.statistics.score import Score
from quire.arena.tournament.results import Results
from quire.arena.tournament.standings import scores, standings
from quire.core import Outcome, Reason
from quire.games import draw, start
from quire.match.agent import Limit
from quire.render.svg import to_svg
from tests.arena.random_results import make_plan, random_results
from tests.needs import missing
from tests.render.test_frames import drawn

NASTY = ("<script>document.title = 'taken'</script>", "\"quoted\" & 'so'", "</script><b>", "Ann")


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def board_of(page: str) -> str:
    """Return the SVG that shows the games."""
    found = re.search(r'<div id="board">\s*(<svg.*?</svg>)', page, re.S)
    assert found
    return found[1]


class Tables(HTMLParser):
    """The cells of all tables, by table and row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        self._inside = tag in ("td", "th")

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.tables[-1][-1][-1] += data


def test_tables_match_the_results() -> None:
    results = random_results(make_plan("Ann", "Bob", "Cleo", games=6), forfeits=0.4)
    table, cross, meetings, forfeits = Tables(to_html(results)).tables
    assert [row[:3] for row in table[1:]] == [
        [standing.name, str(standing.games), f"{standing.points:g}"]
        for standing in standings(results)
    ]
    best, second, last = order = [standing.name for standing in standings(results)]
    pair = sorted((("Ann", "Bob", "Cleo").index(best), ("Ann", "Bob", "Cleo").index(last)))
    score = scores(results)[pair[0], pair[1]]
    if ("Ann", "Bob", "Cleo")[pair[0]] != best:
        score = score.reverse
    assert cross[0][1:] == order
    assert cross[1][3] == f"{score.points:g} / 6"
    assert cross[3][1] == f"{6 - score.points:g} / 6"
    assert [row[:2] for row in meetings[1:]] == [[best, second], [best, last], [second, last]]
    assert meetings[2][2:] == head_to_head_row(score)
    counted = sum(int(row[2]) for row in forfeits[1:])
    assert counted == sum(bool(game.forfeits) for game in results.games.values()) > 0


def test_statistics_match_the_score() -> None:
    """Two pairs won, one drawn: five of six games, as first 3–0–0, as second 2–0–1."""
    score = Score.of([(1, 1), (1, 1), (1, 0)])
    total, first, second, share, elo, los, pairs = head_to_head_row(score)
    assert (total, first, second, pairs) == ("5-0-1", "3-0-0", "2-0-1", "0 0 1 0 2")
    assert share.startswith("83.3% (")
    assert elo.startswith("+280 (")  # 400 log10 of 5 to 1
    assert float(los.removesuffix("%")) > 90


def test_zero_has_no_minus_sign() -> None:
    assert [format_rounded(value) for value in (-0.0, -0.4, 0.4, 1.5, -1.6)] == [
        "0",
        "0",
        "0",
        "+2",
        "-2",
    ]
    page = to_html(random_results(make_plan("Ann", "Bob", games=2), seed=4))
    assert not re.search(r"(?<![0-9])[-+]0(?![0-9.])", page[: page.index("<script")])


def test_report_loads_nothing_else() -> None:
    page = to_html(
        random_results(make_plan(*NASTY, games=4), forfeits=0.3, detail="see http: //nowhere")
    )
    assert set(re.findall(r"[a-z]+://[^\s\"'<>)]*", page)) == {"http://www.w3.org/2000/svg"}
    for way in (r"\bsrc\s*=", r"\bhref\s*=", r"url\(", "@import", "fetch", "XMLHttpRequest"):
        assert not re.search(way, page)


def test_names_are_plain_text() -> None:
    page = to_html(
        random_results(make_plan(*NASTY, games=4), forfeits=0.5, detail="</script><script>x")
    )
    assert page.count("<script") == page.count("</script>") == 2
    assert "<b>" not in page
    for name in NASTY:
        assert escape(name) in page
    assert {name for row in Tables(page).tables[0][1:] for name in row[:1]} == set(NASTY)
    assert set(data_of(page)["names"]) == set(NASTY)


@pytest.mark.parametrize(
    ("share", "detail"), [(0.03, "why"), (1.0, "what a bot says last may be long " * 2000)]
)
def test_ten_thousand_games_take_at_most_20_mb_with_all_forfeits(share: float, detail: str) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve")
    plan = make_plan(*names, game="extreme", size="2x9x9", games=1000)
    results = random_results(plan, forfeits=share, detail=detail)
    assert len(results.games) == 10_000
    page = to_html(results)
    assert len(page.encode()) <= 20_000_000
    shown = {game["id"] for game in data_of(page)["games"]}
    lost = {game.id for game in results.games.values() if game.forfeits}
    assert len(lost) > 200
    assert lost <= shown
    if share < 1:
        others = len(shown - lost)
        assert SAMPLE_GAMES / 2 <= others <= SAMPLE_GAMES
        said = f"All {len(lost)} forfeits and {others} of the other {10_000 - len(lost)} games"
        assert said in unescape(page)
        # Evenly: not only the first encounters.
        assert {
            int(game_id.partition(".")[2].partition("#")[0]) // 100 for game_id in shown - lost
        } == set(range(5))
    else:
        assert "All games." in page


def test_games_that_do_not_fit_are_omitted_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.arena.report.replay.MAX_BYTES", 2000)
    results = random_results(make_plan("Ann", "Bob", games=100), forfeits=0.5)
    page = to_html(results)
    shown = len(data_of(page)["games"])
    lost = sum(bool(game.forfeits) for game in results.games.values())
    assert 0 < shown < lost
    assert f"{shown} of the {lost} forfeits and 0 of the other {100 - lost} games" in page


@pytest.mark.parametrize(
    ("game", "size"),
    [("sos", "4x4"), ("sos", "3x3:3"), ("line", "9"), ("extreme", None), ("obstruction", "5x5")],
)
def test_report_shows_every_position(game: str, size: str | None) -> None:
    """Toggling the elements of each move gives what `to_svg` draws."""
    names = ["Ann", "Bob", "Cleo"][: 3 if size == "3x3:3" else 2]
    results = random_results(make_plan(*names, game=game, size=size, games=6))
    page = to_html(results)
    svg = board_of(page)
    for shown in data_of(page)["games"]:
        record = results.games[shown["id"]].record
        frame = {int(number) for number in re.findall(r'id="e(\d+)"(?! display)', svg)}
        position, moves = start(game, size), shown["moves"].split()
        assert len(moves) == len(record.moves)
        for number, (move, toggles) in enumerate(
            zip(record.moves, shown["toggles"].split(";"), strict=True)
        ):
            assert moves[number] == f"{position.to_move}{move}"
            position = position.play(move)
            frame ^= numbers(toggles)
            picture = to_svg(draw(position, record.moves[: number + 1]))
            assert drawn(svg, frozenset(frame)) == drawn(picture)
        assert shown["end"] == result(record.outcome, record.players)


def numbers(toggles: str) -> set[int]:
    """Return the elements that a move toggles: `3-5 9` are four."""
    found: set[int] = set()
    for part in toggles.split():
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(1, Reason.POINTS, (1, 2), (2, 1)), "Bob wins (points)"),
        (Outcome(None, Reason.POINTS, (2, 2), (1, 1)), "draw (points)"),
        (Outcome(None, Reason.FULL, (0, 0), (1, 1)), "draw (full)"),
        (Outcome(None, Reason.ABORTED, (0, 0), (1, 1)), "no result (aborted)"),
    ],
)
def test_ending_in_words(outcome: Outcome, text: str) -> None:
    assert result(outcome, ("Ann", "Bob")) == text


def test_scores_are_shown_for_player_one_of_two() -> None:
    results = random_results(make_plan("Ann", "Bob", games=2))
    game = next(iter(results.games.values()))
    info = tuple(MoveInfo(score=number) for number in range(1, len(game.record.moves) + 1))
    shown = structs.replace(game, info=info)
    (data,) = data_of(to_html(Results(results.plan, [shown])))["games"]
    movers = [int(text[0]) for text in data["moves"].split()]
    signs = [-1 if mover else 1 for mover in movers]
    assert data["scores"] == [sign * number for number, sign in enumerate(signs, 1)]
    assert data["info"][0] == "score 1"


def test_drawn_game_is_listed_as_a_draw() -> None:
    results = random_results(make_plan("Ann", "Bob", games=40))
    drawn = [game.id for game in results.games.values() if game.record.outcome.winner is None]
    ends = {game["id"]: game["end"] for game in data_of(to_html(results))["games"]}
    assert drawn
    assert {ends[id] for id in drawn} == {"draw (points)"}


def test_unbounded_elo_is_not_written_as_infinite() -> None:
    won, lost = Score.of([(1, 1)] * 10), Score.of([(0, 0)] * 10)
    assert head_to_head_row(won)[4] == "> +130"
    assert head_to_head_row(lost)[4] == "< -130"
    nearly = Score.of([(1, 1)] * 9 + [(1, 0.5)])
    assert re.fullmatch(r"\+\d+ \(> \+\d+\)", head_to_head_row(nearly)[4])


def test_tournament_without_games_has_a_report() -> None:
    page = to_html(Results(make_plan("Ann", "Bob")))
    assert "No games played." in page
    assert "Ann" in page


@pytest.mark.parametrize("size", ["3x3:3", "24x3:3"])
def test_player_who_left_is_listed_and_marks_no_cell(size: str, tmp_path: Path) -> None:
    """Player 2 of three leaves; `x2` must not be taken for a mark or a cell."""
    from quire.arena.tournament.referee import Forfeit
    from quire.arena.tournament.results import GameLine
    from quire.core import step
    from quire.match.record import Record

    plan = make_plan("Ann", "Bob", "Cleo", size=size, games=3)
    moves = ["Sa1", "x2", "Oa2", "Sa3"]
    position = start("sos", size)
    for move in moves:
        position = step(position, move)
    while (outcome := position.outcome()) is None:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    played = len(moves)
    record = Record(
        game="sos",
        size=size,
        players=("Ann", "Bob", "Cleo"),
        moves=tuple(moves),
        outcome=outcome,
    )
    line = GameLine(
        id="0-1-2.0#0",
        record=record,
        forfeits=(Forfeit(1, Reason.TIME, "the bot didn't answer"),),
        opening=0,
        cpu_seconds=(),
        sandbox="off",
        info=(MoveInfo(score=0.5, depth=2), None, *[MoveInfo(score=-3, exact=True)] * (played - 2)),
    )
    page = to_html(Results(plan, [line]))
    (shown,) = data_of(page)["games"]
    assert shown["scores"] == [0.5, None, *[-3] * (played - 2)]
    assert shown["moves"].split()[1] == "1x2"
    assert "Bob forfeits, time: the bot didn't answer" in shown["end"]
    seen = open_in_browser(page, tmp_path)
    assert seen["infos"] == ["score -3 exact", "", "score 0.5, depth 2"]
    # Of three lines one is empty: player 2 left before a move.
    assert [bool(points) for points in seen["points"]] == [True, False, True]
    assert sum(map(len, seen["points"])) == played - 1
    last = seen["said"][0]
    assert last[0].startswith(f"{len(moves)} of {len(moves)}: ")
    assert last[1] == len(moves) - 1


# --- in a browser ---

CLICKS = """
const said = [];
const at = (id) => document.getElementById(id);
const marks = () => document.querySelectorAll("#board .q-ink text:not([display])").length;
const note = () => said.push([at("move").textContent, marks()]);
note();
at("first").click(); note();
at("next").click(); note();
at("next").click(); note();
at("previous").click(); note();
at("next").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true})); note();
at("last").click(); note();
at("next").click(); note();
const infos = [at("info").textContent];
at("first").click(); infos.push(at("info").textContent);
document.querySelector("#scores .place")?.dispatchEvent(new Event("click"));
infos.push(at("info").textContent);
const points = [...document.querySelectorAll("#scores polyline")].map((line) =>
  line.getAttribute("points").split(" ").filter(Boolean));
at("last").click();
const list = () => [...at("game").options].map((it) => it.textContent);
const every = list();
at("find").value = "CRASH bob";
at("find").dispatchEvent(new Event("input"));
const found = list();
const shown = at("end").textContent;
at("game").selectedIndex = 1;
at("game").dispatchEvent(new Event("change"));
document.body.insertAdjacentHTML("beforeend", "<pre id=output></pre>");
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
const unlabelled = [...document.querySelectorAll("button,select,input,svg")].filter(
  (it) => !it.getAttribute("aria-label") && !(it.labels && it.labels.length) &&
    !(at(it.getAttribute("aria-labelledby"))?.textContent)).length;
at("output").textContent = JSON.stringify({said, infos, points, every,
  found, shown, second: at("end").textContent,
  count: at("found").textContent, title: document.title, wide, unlabelled});
"""


def open_in_browser(page: str, tmp_path: Path, *options: str) -> Any:
    """Open the page in Chromium and return what the clicks found."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        missing("Chromium", "install the package chromium")
    path = tmp_path / "page.html"
    path.write_text(page.replace("</main>", f"</main><script>{CLICKS}</script>"), "utf-8")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", *options]
    command += [f"--user-data-dir={tmp_path / 'browser'}", path.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    output = re.search(r'<pre id="output">(.*?)</pre>', done.stdout, re.S)
    assert output, done.stderr[-2000:]
    return json.loads(unescape(output[1]))


def test_games_can_be_clicked_through_in_a_browser(tmp_path: Path) -> None:
    names = ("Ann", "Bob", "<script>document.title = 'taken'</script>")
    results = random_results(
        make_plan(*names, games=240, size="4x4"), forfeits=0.8, detail="it fell"
    )
    page = to_html(results)
    seen = open_in_browser(page, tmp_path, "--window-size=390,800")
    assert seen["title"] == "sos 4x4: 720 games"
    first = results.games[data_of(page)["games"][0]["id"]]
    moves = first.record.moves
    count = len(moves)
    one, two = (
        f"{n} of {count}: {first.record.players[n - 1]} {moves[n - 1]} (random opening)"
        for n in (1, 2)
    )
    last = seen["said"][0][0]
    assert last.startswith(f"{count} of {count}: ")
    assert [message[1] for message in seen["said"]] == [count, 0, 1, 2, 1, 2, count, count]
    captions = [message[0] for message in seen["said"]]
    assert captions[1:4] == ["Start", one, two]
    assert captions[4:] == [one, two, last, last]
    # The list is limited to 200 games; the search field finds the others.
    assert len(seen["every"]) == 200
    crashed = [
        game
        for game in results.games.values()
        if "Bob" in game.record.players
        and any(forfeit.reason == "crash" for forfeit in game.forfeits)
    ]
    assert seen["count"].startswith(f"{len(crashed)} of ")
    assert len(seen["found"]) == min(200, len(crashed))
    assert all("crash" in text and "Bob" in text for text in seen["found"])
    assert "crash: it fell" in seen["shown"]
    assert seen["second"] != seen["shown"] or len(crashed) == 1
    assert seen["unlabelled"] == 0
    assert seen["wide"] <= 0, "the page is wider than a telephone"


def test_reviews_are_part_of_the_page() -> None:
    results = random_results(make_plan(*NASTY[:2], game="line", size="9", games=2))
    done: list[float] = []
    reviews = review_games(results, 1, Limit(nodes=10**6), done.append)
    ((game, review),) = reviews
    page = to_html(results, reviews=reviews)
    assert f"<h3>{game.id}: " in page
    assert NASTY[0] not in page
    (rows,) = (rows for rows in Tables(page).tables if rows[1][0] == "accuracy")
    assert [cell for row in rows for cell in row].count("blunder") == 1
    assert len(rows) == 1 + 1 + len(review.phases) + 5
    assert done[-1] == 1.0
    assert "Reviews" not in to_html(results)


def test_games_without_moves_are_not_reviewed() -> None:
    results = random_results(make_plan(*NASTY[2:], game="line", size="9", games=2))
    assert review_games(Results(results.plan), 3, Limit(nodes=1), lambda _: None) == []
