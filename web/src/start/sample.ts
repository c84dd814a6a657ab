// A little of each game, for its card: rows of text, with what a picture needs besides.
import type { Cell, Picture, Stroke } from "../protocol.gen";

interface Sample {
  rows: string[]; // a mark a cell, "." for none, "#" for closed, "+" for free to play
  marks?: string; // the players' own marks, in order; without them marks are nobody's
  lines?: [number, number, number, number, number][]; // from, to, and whose
  won?: [number, number, number][]; // a SmallBoard's column and row in cells, and whose it is
}

const SAMPLES: { [game: string]: Sample } = {
  sos: {
    rows: ["S.O.S", ".OS..", "OSS.O", ".O.S.", "S..O."],
    lines: [
      [0.5, 0.5, 2.5, 2.5, 0],
      [0.5, 4.5, 2.5, 2.5, 1],
    ],
  },
  line: { rows: [".S.SOS."], lines: [[3.5, 0.5, 5.5, 0.5, 1]] },
  extreme: {
    rows: [
      "X.O......",
      ".X....O..",
      "..X......",
      "...+++...",
      "O..+X+..O",
      "...+++...",
      "......O..",
      ".X....O..",
      "......O..",
    ],
    marks: "XO",
    won: [
      [0, 0, 0],
      [6, 6, 1],
    ],
  },
  obstruction: { rows: ["###..", "#X#..", "#####", "..#O#", "..###"], marks: "XO" },
};

/** The picture on a game's card; null for a game that has none yet. */
export function sampleOf(game: string): Picture | null {
  const sample = SAMPLES[game];
  return sample ? drawn(game, sample) : null;
}

function drawn(game: string, { rows, marks = "", lines = [], won = [] }: Sample): Picture {
  const cells = rows.flatMap((row, y) => [...row].map((it, x) => cellOf(it, x, y, marks)));
  const boards = won.map(
    ([x, y, owner]): Cell => ({
      ...cellOf(marks[owner], x, y, marks),
      name: `over ${x} ${y}`,
      tint: "won",
      span: 3,
    }),
  );
  const strokes = lines.map(
    ([x1, y1, x2, y2, owner]): Stroke => ({ kind: "line", x1, y1, x2, y2, owner }),
  );
  const [width, height] = [rows[0].length, rows.length];
  return {
    game,
    size: "",
    caption: "",
    width,
    height,
    cells: [...cells, ...boards],
    strokes: [...strokes, ...(won.length ? rulesOf(width, height) : [])],
    labels: [],
    notes: [],
  };
}

function cellOf(sign: string, x: number, y: number, marks: string): Cell {
  const owner = marks.indexOf(sign);
  return {
    name: `${x} ${y}`,
    x,
    y,
    mark: /[A-Z]/.test(sign) ? sign : "",
    owner: owner < 0 ? null : owner,
    tint: sign === "#" ? "shaded" : sign === "+" ? "open" : "",
    span: 1,
    last: false,
    taps: [],
  };
}

/** Every third line of the grid, thick. */
function rulesOf(width: number, height: number): Stroke[] {
  const rule = (x1: number, y1: number, x2: number, y2: number): Stroke => ({
    kind: "rule",
    x1,
    y1,
    x2,
    y2,
    owner: null,
  });
  const thirds = [0, 3, 6, 9];
  return [
    ...thirds.filter((x) => x <= width).map((x) => rule(x, 0, x, height)),
    ...thirds.filter((y) => y <= height).map((y) => rule(0, y, width, y)),
  ];
}
