// A picture as a board on the page. It knows no rules: cells, strokes and what a click plays are data.
// The drawing is one SVG; over it lies a grid of buttons, for pointers, keys and screen readers.

const U = 48; // of the drawing's units to a cell
const DASHES = [[], [5, 8], [0.01, 7.5], [9, 8, 0.01, 8], [16, 10], [9, 8, 0.01, 8, 0.01, 8],
  [1.5, 9], [14, 9, 3, 9]];
const TINTS = { shaded: "closed", drawn: "drawn", open: "free" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function make(tag, attributes = {}, ...children) {
  const svg = ["svg", "path", "text", "g", "rect"].includes(tag);
  const it = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) it.addEventListener(name.slice(2), value);
    else if (value === true) it.setAttribute(name, "");
    else if (value !== false && value != null) it.setAttribute(name, value);
  }
  it.append(...children.filter((child) => child != null));
  return it;
}

export const colour = (owner) => (owner == null ? "nobody" : `p${(owner % DASHES.length) + 1}`);

/** The way in which a player's lines are drawn: a path of that player's colour and dashes. */
export function playersLine(owner, d, scale = 1) {
  const dashes = owner == null ? "" : DASHES[owner % DASHES.length].map((it) => it * scale).join(" ");
  const width = (owner == null ? 2 : 4) * scale;
  return make("path", { class: `stroke ${colour(owner)}`, d, "stroke-width": width, "stroke-dasharray": dashes || null });
}

/** A picture with what has changed since. */
export function changed(picture, change) {
  const cells = new Map(picture.cells.map((cell) => [cell.name, cell]));
  for (const name of change.gone ?? []) cells.delete(name);
  for (const cell of change.cells ?? []) cells.set(cell.name, cell);
  return { ...picture, caption: change.caption, strokes: change.strokes ?? picture.strokes, cells: [...cells.values()] };
}

/** The picture cut into pieces that lie below one another, if it is wider than so many columns. */
function folded(picture, widest) {
  const starts = [0];
  if (picture.width > widest && picture.height === 1) {
    const columns = Math.max(5, Math.floor(widest / 5) * 5);
    for (let x = columns; x < picture.width; x += columns) starts.push(x);
  } else if (picture.width > widest) {
    const used = new Set(picture.cells.map((cell) => cell.x));
    for (let x = 1; x < picture.width; x++) if (!used.has(x - 1) && used.has(x)) starts.push(x);
  }
  if (starts.length === 1) return picture;
  const gap = picture.height === 1 ? 1 : 2;
  const ends = [...starts.slice(1), picture.width];
  const piece = (x) => Math.max(0, starts.findLastIndex((start) => start <= x + (gap === 1 ? 0 : 0.9)));
  const move = (it, n) => ({ ...it, x: it.x - starts[n], y: it.y + n * (picture.height + gap) });
  const strokes = picture.strokes.flatMap((stroke) => starts.flatMap((start, n) => {
    const [x1, x2] = [stroke.x1, stroke.x2].map((x) => Math.min(Math.max(x, start), ends[n]) - start);
    const inside = Math.max(stroke.x1, stroke.x2) > start && Math.min(stroke.x1, stroke.x2) < ends[n];
    const down = n * (picture.height + gap);
    return inside ? [{ ...stroke, x1, x2, y1: stroke.y1 + down, y2: stroke.y2 + down }] : [];
  }));
  const used = new Set(picture.cells.map((cell) => cell.x));
  const width = Math.max(...starts.map((start, n) => [...used].filter((x) => x >= start && x < ends[n]).length));
  return {
    ...picture, width, strokes, height: starts.length * (picture.height + gap) - gap,
    cells: picture.cells.map((cell) => move(cell, piece(cell.x))),
    labels: picture.labels.map((label) => move(label, piece(label.x))),
  };
}

/** The strokes, moved apart sideways where different owners' lie on one another. */
function sideBySide(strokes) {
  const ends = (it) => [[it.x1, it.y1], [it.x2, it.y2]].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const ways = strokes.map((stroke) => {
    const [[x1, y1], [x2, y2]] = ends(stroke);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [across, down] = [(x2 - x1) / length, (y2 - y1) / length];
    const along = [x1 * across + y1 * down, x2 * across + y2 * down];
    return { across, down, along, key: [across, down, x1 * down - y1 * across].map((n) => n.toFixed(4)).join() };
  });
  return strokes.map((stroke, i) => {
    const sharing = new Set(strokes.filter((_, j) => ways[i].key === ways[j].key
      && Math.max(ways[i].along[0], ways[j].along[0]) < Math.min(ways[i].along[1], ways[j].along[1])).map((it) => it.owner ?? -1));
    const lanes = [...sharing].sort((a, b) => a - b);
    const lane = (lanes.indexOf(stroke.owner ?? -1) - (lanes.length - 1) / 2) * 0.12;
    const [dx, dy] = [-ways[i].down * lane, ways[i].across * lane];
    return { ...stroke, x1: stroke.x1 + dx, x2: stroke.x2 + dx, y1: stroke.y1 + dy, y2: stroke.y2 + dy };
  });
}

const at = (x, y) => `${+(x * U).toFixed(2)} ${+(y * U).toFixed(2)}`;
const square = (cell) => `M${at(cell.x, cell.y)}h${cell.span * U}v${cell.span * U}h${-cell.span * U}z`;
const centre = (cell) => `M${at(cell.x + cell.span / 2, cell.y + cell.span / 2)}h0`;
const segment = (it) => `M${at(it.x1, it.y1)}L${at(it.x2, it.y2)}`;
const hatch = ({ x, y }) => [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75].map((k) =>
  `M${at(x + Math.max(0, k - 1), y + Math.min(k, 1))}L${at(x + Math.min(k, 1), y + Math.max(0, k - 1))}`).join("");

function mark(cell, name = "") {
  const { x, y, span } = cell;
  if (cell.owner == null || !["X", "O"].includes(cell.mark)) {
    const size = 0.58 * span * U;
    const [left, top] = at(x + span / 2, y + span / 2).split(" ");
    return make("text", { class: `ink ${name}`, x: left, y: top, dy: ".355em", "font-size": size, "font-weight": 600 }, cell.mark);
  }
  const [near, far, reach] = [0.24 * span, 0.76 * span, 0.27 * span];
  const half = `a${reach * U} ${reach * U} 0 1 1`;
  const d = cell.mark === "X"
    ? `M${at(x + near, y + near)}L${at(x + far, y + far)}M${at(x + far, y + near)}L${at(x + near, y + far)}`
    : `M${at(x + span / 2 - reach, y + span / 2)}${half} ${2 * reach * U} 0${half} ${-2 * reach * U} 0z`;
  return make("path", { class: `stroke ${colour(cell.owner)} ${name}`, d, "stroke-width": (span === 1 ? 0.1 : 0.09 * span) * U });
}

function layers(picture, covered) {
  const overlays = picture.cells.filter((cell) => cell.span > 1);
  const small = picture.cells.filter((cell) => cell.span === 1);
  const under = (cell) => covered.has(`${cell.x},${cell.y}`);
  const plain = small.filter((cell) => !under(cell));
  const path = (name, parts, width) => parts.length && make("path", { class: name, d: parts.join(""), "stroke-width": width });
  const tinted = (tint) => small.filter((cell) => cell.tint === tint);
  const lines = sideBySide(picture.strokes.filter((it) => it.kind === "line"));
  return [
    ...["open", "shaded", "drawn"].map((tint) => path(`fill ${tint}`, tinted(tint).map(square))),
    path("stroke hatch", tinted("shaded").map(hatch), 1.25),
    path("stroke grid", small.map(square)),
    path("stroke dot", tinted("open").filter((cell) => !cell.mark).map(centre), 0.13 * U),
    ...small.filter((cell) => cell.mark && under(cell)).map((cell) => mark(cell, "faded")),
    ...overlays.flatMap((cell) => [path("fill veil", [square(cell)]), path(`fill won ${colour(cell.owner)}`, [square(cell)])]),
    path("stroke rule", picture.strokes.filter((it) => it.kind === "rule").map(segment), 2.4),
    ...lines.map((it) => playersLine(it.owner, segment(it), overlays.length ? 2 : 1)),
    lines.length && path("stroke clearing", plain.filter((cell) => cell.mark).map(centre), 0.56 * U),
    ...[...overlays, ...plain].filter((cell) => cell.mark).map((cell) => mark(cell, cell.pending ? "pending" : "")),
    ...picture.cells.filter((cell) => cell.last || cell.pending).map((cell) => make("rect", {
      class: cell.pending ? "stroke nobody waiting" : "stroke last", x: (cell.x + 0.06) * U, y: (cell.y + 0.06) * U,
      width: (cell.span - 0.12) * U, height: (cell.span - 0.12) * U, rx: 0.12 * U, "stroke-width": 0.06 * U,
    })),
    ...picture.labels.map(({ x, y, text }) => {
      const [left, top] = at(x, y).split(" ");
      return make("text", { class: "label", x: left, y: top, dy: ".355em", "font-size": 0.29 * U }, text);
    }),
  ].filter(Boolean);
}

export class Board {
  /** Draws inside `root`; calls `play(move, label, cell)` for what was chosen. */
  constructor(root, play) {
    Object.assign(this, { root, play, picture: null, buttons: new Map(), active: false, focused: null });
    new ResizeObserver(([it]) => { // without its padding
      this.width = it.contentRect.width;
      this.draw();
    }).observe(root);
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusout", (event) => this.choice && !this.choice.contains(event.relatedTarget) && this.close());
  }

  /** Shows a picture; `active` if a click plays, `pending` the tap that waits to be stored. */
  show(picture, active, pending) {
    this.close();
    Object.assign(this, { picture, active, pending });
    this.draw();
  }

  draw() {
    if (!this.picture || !this.width) return;
    const given = folded(this.picture, (this.width - 40) / 24);
    const { pending } = this;
    const cells = given.cells.map((cell) => (pending?.cell === cell.name
      ? { ...cell, mark: pending.label, owner: pending.owner, tint: "", pending: true } : cell));
    const picture = { ...given, cells };
    const reach = (pick, low, high) => [Math.min(low, ...picture.labels.map((it) => pick(it) - 0.25)) - 0.15,
      Math.max(high, ...picture.labels.map((it) => pick(it) + 0.25)) + 0.15];
    const [left, right] = reach((it) => it.x, 0, picture.width);
    const [top, bottom] = reach((it) => it.y, 0, picture.height);
    const [columns, rows] = [right - left, bottom - top];
    const unit = Math.max(22, Math.min(64, Math.floor(this.width / columns), Math.max(30, Math.floor((window.innerHeight - 140) / rows))));
    this.covered = new Map();
    for (const cell of cells.filter((it) => it.span > 1)) {
      for (let i = 0; i < cell.span ** 2; i++) this.covered.set(`${cell.x + (i % cell.span)},${cell.y + Math.floor(i / cell.span)}`, cell);
    }
    const svg = make("svg", { "aria-hidden": "true", width: columns * unit, height: rows * unit,
      viewBox: `${left * U} ${top * U} ${columns * U} ${rows * U}` }, ...layers(picture, this.covered));
    const shape = [picture.width, picture.height, picture.size, cells.length].join();
    if (shape !== this.shape || !this.grid) this.lay(cells.filter((cell) => cell.span === 1), picture, shape);
    const { style } = this.grid;
    [style.left, style.top, style.width, style.height] = [-left, -top, picture.width, picture.height].map((n) => `${n * unit}px`);
    style.gridTemplateColumns = `repeat(${picture.width}, 1fr)`;
    style.gridTemplateRows = `repeat(${picture.height}, 1fr)`;
    this.grid.setAttribute("aria-label", this.picture.caption);
    this.cells = new Map(cells.filter((cell) => cell.span === 1).map((cell) => [cell.name, cell]));
    for (const cell of this.cells.values()) this.word(cell);
    this.root.querySelector("svg")?.remove();
    this.sheet.prepend(svg);
  }

  /** Lays out the buttons anew. */
  lay(cells, picture, shape) {
    this.shape = shape;
    this.buttons.clear();
    this.places = new Map();
    this.grid = make("div", { class: "cells", role: "grid" });
    for (const y of new Set(cells.map((cell) => cell.y))) {
      const row = make("div", { role: "row" });
      for (const cell of cells.filter((it) => it.y === y)) {
        const button = make("button", { role: "gridcell", type: "button", tabindex: -1, onclick: () => this.choose(cell.name),
          onfocus: () => this.rove(cell.name) });
        button.style.gridArea = `${y + 1} / ${cell.x + 1}`;
        this.buttons.set(cell.name, button);
        this.places.set(`${cell.x},${y}`, cell.name);
        row.append(button);
      }
      this.grid.append(row);
    }
    this.sheet = make("div", { class: "sheet" }, this.grid);
    this.root.replaceChildren(this.sheet);
    this.rove(this.buttons.has(this.focused) ? this.focused : cells[0].name);
  }

  word(cell) {
    const button = this.buttons.get(cell.name);
    const over = this.covered.get(`${cell.x},${cell.y}`);
    const words = [cell.name, cell.mark || TINTS[cell.tint] || "empty", over && `won by ${over.mark}`,
      cell.last && "last move", cell.pending && "being sent"];
    button.setAttribute("aria-label", words.filter(Boolean).join(", "));
    button.setAttribute("aria-disabled", String(!(this.active && cell.taps.length)));
  }

  rove(name) {
    this.buttons.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    this.buttons.get(name)?.setAttribute("tabindex", "0");
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = this.cells?.get(this.focused);
    const tap = this.active && cell?.taps.find((it) => it.label.toLowerCase() === event.key.toLowerCase());
    if (event.key === "Escape" && this.choice) this.close(true);
    else if (tap) this.play(tap, cell);
    else if (event.key in ARROWS && this.choice) {
      const around = [...this.choice.children];
      const step = ["ArrowLeft", "ArrowUp"].includes(event.key) ? -1 : 1;
      around.at((around.indexOf(document.activeElement) + step) % around.length).focus();
    } else if (event.key in ARROWS && cell) this.step(cell, ...ARROWS[event.key]);
    else return;
    event.preventDefault();
  }

  step({ x, y }, dx, dy) {
    for (let n = 1; n < 3000; n++) {
      const [column, row] = [x + n * dx, y + n * dy];
      if (column < 0 || row < 0 || n > 1 && column > 3000) return;
      const name = this.places.get(`${column},${row}`);
      if (name) return this.buttons.get(name).focus();
    }
  }

  choose(name) {
    const cell = this.cells.get(name);
    this.close();
    if (!this.active || !cell.taps.length) return;
    if (cell.taps.length === 1) { this.play(cell.taps[0], cell); return; }
    this.choice = make("div", { class: "choice", role: "group", "aria-label": `What to write into ${name}` },
      ...cell.taps.map((tap) => make("button", { type: "button", onclick: () => { this.close(true); this.play(tap, cell); } }, tap.label)));
    this.sheet.append(this.choice);
    const button = this.buttons.get(name);
    const [x, y] = [this.grid.offsetLeft + button.offsetLeft, this.grid.offsetTop + button.offsetTop];
    const most = this.sheet.offsetWidth - this.choice.offsetWidth;
    this.choice.style.left = `${Math.max(0, Math.min(most, x + button.offsetWidth / 2 - this.choice.offsetWidth / 2))}px`;
    const above = y - this.choice.offsetHeight - 4;
    this.choice.style.top = `${above < 0 ? y + button.offsetHeight + 4 : above}px`;
    this.choice.firstChild.focus();
  }

  close(refocus = false) {
    const { choice } = this;
    this.choice = null; // first: its going takes the focus away, which closes it too
    choice?.remove();
    if (refocus) this.buttons.get(this.focused)?.focus();
  }
}
