// A bot for Obstruction as a JavaScript program; it needs nothing but Node.
//
// It takes the middle of the board, then answers every move with its image under a half turn,
// which wins if both sides are odd. If that is not possible, it takes the first free cell.
//
//     quire arena match "node examples/bots/mirror.js" random --game obstruction --size 7x7
"use strict";

const cell = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
const name = ([column, row]) => String.fromCharCode(97 + column) + (row + 1);

let size = [6, 6];
let marks = [];

// Handle the words after `position`: startpos or a position text, then optional moves.
function setPosition(words) {
  marks = [];
  if (words[0] !== "startpos") {
    const rows = words[0].split("/");
    size = [rows[0].length, rows.length];
    rows.forEach((row, y) =>
      [...row].forEach((mark, x) => "XO".includes(mark) && marks.push([x, y])),
    );
  }
  const at = words.indexOf("moves");
  if (at >= 0) marks.push(...words.slice(at + 1).map(cell));
}

function choose() {
  const [columns, rows] = size;
  const free = ([x, y]) =>
    x >= 0 && x < columns && y >= 0 && y < rows &&
    marks.every(([i, j]) => Math.max(Math.abs(x - i), Math.abs(y - j)) > 1);
  const middle = [columns >> 1, rows >> 1];
  const last = marks.at(-1);
  const image = last ? [columns - 1 - last[0], rows - 1 - last[1]] : middle;
  const every = [];
  for (let y = 0; y < rows; ++y) for (let x = 0; x < columns; ++x) every.push([x, y]);
  return [image, middle, ...every].find(free);
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === "ugi") console.log("id name mirror in JavaScript\nugiok");
    else if (words[0] === "isready") console.log("readyok");
    else if (words[0] === "setoption" && words[2] === "Size") size = words[4].split("x").map(Number);
    else if (words[0] === "position") setPosition(words.slice(1));
    else if (words[0] === "go") console.log("bestmove", name(choose()));
    else if (words[0] === "quit") process.exit(0);
  });
