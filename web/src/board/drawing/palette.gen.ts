// Generated from src/quire/render/palette.py by `make docs`; do not edit.

/** How each player's lines are dashed, in 48ths of a cell. */
export const DASHES: readonly (readonly number[])[] = [[], [5, 8], [0.01, 7.5], [9, 8, 0.01, 8], [16, 10], [9, 8, 0.01, 8, 0.01, 8], [1.5, 9], [14, 9, 3, 9]];

/** The opacity of its owner's colour over a won board. */
export const WON_OPACITY = 0.13;

/** The light theme, for pictures saved as files. */
export const LIGHT_COLOURS: { readonly [use: string]: string } = {
  "paper": "#fffefa",
  "grid": "#c9d2de",
  "ink": "#20242c",
  "label": "#5f6877",
  "rule": "#4a5261",
  "neutral": "#7b8494",
  "open": "#e1f2e8",
  "dot": "#2f7d55",
  "shaded": "#eef0f3",
  "hatch": "#8a95a5",
  "drawn": "#e4e7ec",
  "last": "#a86e00",
  "good": "#cfe3fa",
  "even": "#e9ebef",
  "bad": "#fadcc6",
  "p1": "#c81e32",
  "p2": "#1f5fd0",
  "p3": "#c84d05",
  "p4": "#18836d",
  "p5": "#4a0387",
  "p6": "#13587e",
  "p7": "#560c3e",
  "p8": "#4a4308"
};
