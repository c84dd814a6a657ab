"use strict";
{
  const { names, games } = JSON.parse(document.getElementById("data").textContent);
  const maxListed = 200;
  const at = (id) => document.getElementById(id);
  const board = at("board").querySelector("svg");
  let game = games[0];
  let moves = [];
  let toggles = [];
  let ply = 0;
  let start = "";

  const playersOf = (played) => played.players.map((number) => names[number]).join(" – ");

  // "3-5 9" names the elements e3, e4, e5 and e9 of the board.
  const elements = (ranges) =>
    ranges.split(" ").flatMap((range) => {
      const [first, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, step) => at(`e${first + step}`));
    });

  function toggle(ranges) {
    if (!ranges) return;
    for (const element of elements(ranges)) {
      if (element.hasAttribute("display")) element.removeAttribute("display");
      else element.setAttribute("display", "none");
    }
  }

  // A move toggles the same elements whether it is made or taken back.
  function go(to) {
    const wanted = Math.max(0, Math.min(moves.length, to));
    while (ply < wanted) toggle(toggles[ply++]);
    while (ply > wanted) toggle(toggles[--ply]);
    board.querySelector("title").textContent = `The board after ${ply} moves`;
    at("end").textContent = `${playersOf(game)}: ${game.end}`;
    at("move").textContent = ply > 0 ? describe(moves[ply - 1]) : "Start";
    at("info").textContent = game.info?.[ply - 1] ?? "";
    showPly();
  }

  // The graph: every bot's own scores, for player 1 if two play. It is 100 units high.
  const graph = at("scores");

  function element(name, attributes, words) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (words) {
      const title = element("title", {});
      title.textContent = words;
      made.append(title);
    }
    return made;
  }

  function drawScores() {
    const scores = game.scores ?? [];
    graph.toggleAttribute("hidden", !scores.some((score) => score !== null));
    graph.setAttribute("viewBox", `0 0 ${Math.max(1, moves.length)} 100`);
    const reach = Math.max(1, ...scores.map((score) => Math.abs(score ?? 0)));
    const y = (score) => 50 - (45 * score) / reach;
    const lines = game.players.map((_, player) => {
      const points = scores.flatMap((score, move) =>
        score === null || Number(moves[move][0]) !== player ? [] : [`${move + 1},${y(score)}`],
      );
      return element("polyline", { class: `line${player + 1}`, points: points.join(" ") });
    });
    const zero = element("path", { class: "zero", d: `M0 50H${moves.length}` });
    const places = moves.map((_, move) => {
      const place = element(
        "rect",
        { x: move + 0.5, width: 1, height: 100, class: "place" },
        game.info?.[move] || `move ${move + 1}`,
      );
      place.addEventListener("click", () => go(move + 1));
      return place;
    });
    graph.replaceChildren(zero, ...lines, ...places);
    at("reach").textContent = graph.hasAttribute("hidden") ? "" : legend(reach);
  }

  function legend(reach) {
    const shown = Number(reach.toPrecision(3));
    const players = game.players.map((player) => names[player]);
    const whose = players.length === 2 ? `for ${players[0]}` : "each bot's own";
    const lines = players.length === 2 ? ` ${players[0]} solid, ${players[1]} dashed.` : "";
    return `Scores by the bots, ${whose}: +${shown} at the top, −${shown} at the bottom.${lines}`;
  }

  function showPly() {
    graph.querySelector(".now")?.classList.remove("now");
    graph.querySelectorAll(".place")[ply - 1]?.classList.add("now");
  }

  // "0Sb3" is a move of player 0.
  function describe(text) {
    const name = names[game.players[Number(text[0])]];
    const random = ply <= game.opening ? " (random opening)" : "";
    return `${ply} of ${moves.length}: ${name} ${text.slice(1)}${random}`;
  }

  // What a bot was sent (>), answered (<) and printed (!); open for those that forfeit.
  function showLogs() {
    at("logs").replaceChildren(
      ...game.logs.map(([seat, text]) => {
        const details = document.createElement("details");
        const summary = document.createElement("summary");
        const log = document.createElement("pre");
        summary.textContent = `Log of ${names[game.players[seat]]}, player ${seat + 1}`;
        log.textContent = text;
        log.tabIndex = 0;
        details.open = game.forfeits.includes(seat);
        details.append(summary, log);
        return details;
      }),
    );
  }

  function choose(number) {
    go(0);
    toggle(start);
    game = games[number];
    start = game.start;
    toggle(start);
    moves = game.moves ? game.moves.split(" ") : [];
    toggles = game.toggles.split(";");
    drawScores();
    go(Infinity);
    showLogs();
  }

  // A longer list would be too long to choose from.
  const titles = games.map((played) => `${played.id}  ${playersOf(played)}: ${played.end}`);
  function list() {
    const words = at("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = titles.flatMap((text, number) => {
      const small = text.toLowerCase();
      return words.every((word) => small.includes(word)) ? [number] : [];
    });
    at("game").replaceChildren(
      ...found.slice(0, maxListed).map((number) => {
        const option = document.createElement("option");
        option.value = number;
        option.textContent = titles[number].slice(0, 120);
        return option;
      }),
    );
    const listed = found.length > maxListed ? `; the first ${maxListed} are listed` : "";
    at("found").textContent = `${found.length} of ${games.length} games${listed}.`;
    if (found.length) choose(found[0]);
  }

  at("find").addEventListener("input", list);
  at("game").addEventListener("change", (event) => choose(Number(event.target.value)));
  at("first").addEventListener("click", () => go(0));
  at("previous").addEventListener("click", () => go(ply - 1));
  at("next").addEventListener("click", () => go(ply + 1));
  at("last").addEventListener("click", () => go(Infinity));
  document.querySelector(".viewer").addEventListener("keydown", (event) => {
    if (["SELECT", "INPUT"].includes(event.target.tagName)) return;
    if (event.key === "ArrowLeft") go(ply - 1);
    if (event.key === "ArrowRight") go(ply + 1);
  });
  list();
}
