"use strict";
{
  const { board, names, games } = JSON.parse(document.getElementById("data").textContent);
  const dashes = ["", ".1 .17", ".01 .16", ".19 .17 .01 .17"];
  const mostListed = 200;
  const at = (id) => document.getElementById(id);
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
  const playersOf = (it) => it.players.map((number) => names[number]).join(" – ");

  // "0Sb3" is a move of player 0. S and O are anybody's, X and O each have their player; whoever
  // leaves a game marks nothing, though a wide board has a cell x2.
  function read(text) {
    const player = Number(text[0]);
    const move = text.slice(1);
    if (/^x\d$/.test(move)) return { player, move, cell: null };
    if (move in board.cells) return { player, move, cell: move, mark: "XO"[player], own: true };
    return { player, move, cell: move.slice(1), mark: move[0], own: false };
  }
  const plies = (it) => (it.moves ? it.moves.split(" ").map(read) : []);

  function show() {
    const { end, opening, lines = {}, shaded = {} } = games[game];
    const all = plies(games[game]);
    const played = all.slice(0, ply);
    const margin = 1.8;
    const svg = tag("svg", {
      viewBox: `${-margin} ${-margin} ${board.width + 2 * margin} ${board.height + 2 * margin}`,
      role: "img",
      "aria-label": `The board after ${ply} moves`,
    });
    for (let number = 0; number < ply; ++number) {
      for (const cell of shaded[number] ?? []) {
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
    played.forEach(({ player, cell, mark, own }, number) => {
      if (!cell) return;
      const [x, y] = centre(cell);
      const text = tag("text", { x, y, "font-size": 0.65 }, mark);
      if (own) text.style.fill = colour(player);
      svg.append(text);
      if (number === ply - 1) svg.append(tag("circle", { class: "last", cx: x, cy: y, r: 0.45 }));
      for (const [from, to] of lines[number] ?? []) {
        const [x1, y1] = centre(from);
        const [x2, y2] = centre(to);
        const drawn = tag("line", { class: "line", x1, y1, x2, y2 });
        drawn.style.stroke = colour(player);
        if (dashes[player % 4]) drawn.setAttribute("stroke-dasharray", dashes[player % 4]);
        svg.append(drawn);
      }
    });
    at("board").replaceChildren(svg);
    at("end").textContent = `${playersOf(games[game])}: ${end}`;
    const { player, move } = played.at(-1) ?? {};
    const name = names[games[game].players[player]];
    const lot = ply <= opening ? ", by lot" : "";
    at("move").textContent = ply > 0 ? `${ply} of ${all.length}: ${name} ${move}${lot}` : "The start";
  }

  function go(to) {
    ply = Math.max(0, Math.min(plies(games[game]).length, to));
    show();
  }

  function choose(number) {
    game = number;
    go(Infinity);
  }

  // Only so many games stand in the list that one can still choose among them.
  const told = games.map((it) => `${it.id}  ${playersOf(it)}: ${it.end}`);
  function list() {
    const words = at("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = told.flatMap((text, number) => {
      const small = text.toLowerCase();
      return words.every((word) => small.includes(word)) ? [number] : [];
    });
    at("game").replaceChildren(
      ...found.slice(0, mostListed).map((number) => {
        const option = document.createElement("option");
        option.value = number;
        option.textContent = told[number].slice(0, 120);
        return option;
      }),
    );
    const many = found.length > mostListed ? `; the first ${mostListed} are listed` : "";
    at("found").textContent = `${found.length} of ${games.length} games${many}.`;
    if (found.length) choose(found[0]);
  }

  at("find").addEventListener("input", list);
  at("game").addEventListener("change", (event) => choose(Number(event.target.value)));
  at("first").addEventListener("click", () => go(0));
  at("back").addEventListener("click", () => go(ply - 1));
  at("on").addEventListener("click", () => go(ply + 1));
  at("last").addEventListener("click", () => go(Infinity));
  document.querySelector(".viewer").addEventListener("keydown", (event) => {
    if (["SELECT", "INPUT"].includes(event.target.tagName)) return;
    if (event.key === "ArrowLeft") go(ply - 1);
    if (event.key === "ArrowRight") go(ply + 1);
  });
  list();
}
