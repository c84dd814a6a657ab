"use strict";
{
  const { board, games } = JSON.parse(document.getElementById("data").textContent);
  const dashes = ["", ".1 .17", ".01 .16", ".19 .17 .01 .17"];
  const at = (id) => document.getElementById(id);
  // Of X and O each has its player; S and O are anybody's.
  const marksAreOwned = !games.some((it) => it.plies.some((step) => step[3] === "S"));
  let game = 0;
  let ply = 0;

  const tag = (name, values, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const centre = (cell) => board.cells[cell].map((it) => it + 0.5);
  const colour = (player) => `var(--p${(player % 8) + 1})`;

  function show() {
    const { players, end, opening, plies } = games[game];
    const margin = 1.8;
    const svg = tag("svg", {
      viewBox: `${-margin} ${-margin} ${board.width + 2 * margin} ${board.height + 2 * margin}`,
      role: "img",
      "aria-label": `After ${ply} moves`,
    });
    const played = plies.slice(0, ply);
    for (const [, , , , , shaded] of played) {
      for (const cell of shaded ?? []) {
        const [x, y] = board.cells[cell];
        svg.append(tag("rect", { class: "shaded", x, y, width: 1, height: 1 }));
        svg.append(tag("text", { class: "label", x: x + 0.5, y: y + 0.5, "font-size": 0.5 }, "#"));
      }
    }
    for (const [x, y] of Object.values(board.cells)) {
      svg.append(tag("rect", { class: "grid", x, y, width: 1, height: 1 }));
    }
    for (const [x1, y1, x2, y2] of board.rules) {
      svg.append(tag("line", { class: "rule", x1, y1, x2, y2 }));
    }
    for (const [x, y, text] of board.labels) {
      svg.append(tag("text", { class: "label", x, y, "font-size": 0.4 }, text));
    }
    played.forEach(([, player, cell, mark, lines], number) => {
      if (!cell) return;
      const [x, y] = centre(cell);
      const text = tag("text", { x, y, "font-size": 0.65 }, mark);
      if (marksAreOwned) text.style.fill = colour(player);
      svg.append(text);
      if (number === ply - 1) svg.append(tag("circle", { class: "last", cx: x, cy: y, r: 0.45 }));
      for (const [from, to] of lines) {
        const [x1, y1] = centre(from);
        const [x2, y2] = centre(to);
        const drawn = tag("line", { class: "line", x1, y1, x2, y2 });
        drawn.style.stroke = colour(player);
        if (dashes[player % 4]) drawn.setAttribute("stroke-dasharray", dashes[player % 4]);
        svg.append(drawn);
      }
    });
    at("board").replaceChildren(svg);
    at("end").textContent = `${players.join(" – ")}: ${end}`;
    const [move, player] = ply > 0 ? plies[ply - 1] : ["", 0];
    const lot = ply > 0 && ply <= opening ? ", by lot" : "";
    at("move").textContent =
      ply > 0 ? `${ply} of ${plies.length}: ${players[player]} ${move}${lot}` : "The start";
  }

  function go(to) {
    ply = Math.max(0, Math.min(games[game].plies.length, to));
    show();
  }

  games.forEach(({ id, players, end }, number) => {
    const option = document.createElement("option");
    option.value = number;
    option.textContent = `${id}  ${players.join(" – ")}: ${end}`.slice(0, 120);
    at("game").append(option);
  });
  at("game").addEventListener("change", (event) => {
    game = Number(event.target.value);
    go(games[game].plies.length);
  });
  at("first").addEventListener("click", () => go(0));
  at("back").addEventListener("click", () => go(ply - 1));
  at("on").addEventListener("click", () => go(ply + 1));
  at("last").addEventListener("click", () => go(Infinity));
  document.querySelector(".viewer").addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT") return;
    if (event.key === "ArrowLeft") go(ply - 1);
    if (event.key === "ArrowRight") go(ply + 1);
  });
  if (games.length) go(Infinity);
}
