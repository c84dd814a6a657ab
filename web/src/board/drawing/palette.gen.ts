// Generated from src/quire/render/palette.py by `make docs`; do not edit.

/** How each player's lines are dashed, in 48ths of a cell. */
export const DASHES: readonly (readonly number[])[] = [[], [5, 8], [0.01, 7.5], [9, 8, 0.01, 8], [2, 8], [9, 8, 0.01, 6, 0.01, 8], [0.01, 6, 0.01, 11], [12, 9, 3, 9]];

/** The opacity of its owner's colour over a won board. */
export const WON_OPACITY = 0.1;

/** The opacity under the hatch of a shaded cell. */
export const SHADED_OPACITY = 0.55;

/** The light theme, for pictures saved as files. */
export const LIGHT_COLOURS: { readonly [use: string]: string } = {
  "desk": "#f0eadd",
  "paper": "#fdfaf3",
  "raised": "#ffffff",
  "sunk": "#e7dfcf",
  "grid": "#dfe3e1",
  "hairline": "#d5ccba",
  "rule": "#86827a",
  "ink": "#2a2b2e",
  "ink-2": "#575650",
  "ink-3": "#6b685f",
  "on-ink": "#fdfaf3",
  "marker": "#ffdf6b",
  "marker-soft": "#fff1bf",
  "on-marker": "#2a2410",
  "last": "#ffdf6b",
  "last-edge": "#2a2b2e",
  "good": "#dcebd7",
  "good-ink": "#22602f",
  "even": "#ece6d9",
  "bad": "#f7dccb",
  "bad-ink": "#8f3208",
  "danger": "#8f2c12",
  "p1": "#b9242f",
  "p2": "#1f57b5",
  "p3": "#287642",
  "p4": "#a94f01",
  "p5": "#622b84",
  "p6": "#0c7082",
  "p7": "#9a2166",
  "p8": "#54440f"
};
