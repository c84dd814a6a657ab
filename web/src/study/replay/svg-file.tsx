// A picture as an SVG file that looks the same in any viewer: light, without a stylesheet.
import { render } from "preact";
import { Drawing } from "../../board/drawing/drawing";
import { fold, U } from "../../board/drawing/geometry";
import { LIGHT_COLOURS, SHADED_OPACITY, WON_OPACITY } from "../../board/drawing/palette.gen";
import type { Picture } from "../../net/protocol.gen";

const MAX_ROW_CELLS = 40; // cells of one row; longer rows are folded
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** What the board's stylesheet sets, by class. */
const COLOURS: { [name: string]: string } = {
  overlay: "paper",
  open: "marker-soft",
  dot: "ink-3",
  shaded: "even",
  drawn: "even",
  hatch: "rule",
  "cell-lines": "rule",
  rule: "ink-2",
  outline: "ink-2",
  label: "ink-3",
  neutral: "ink-3",
};
const ATTRIBUTES: { [name: string]: [string, string] } = {
  overlay: ["fill-opacity", "0.55"],
  won: ["fill-opacity", String(WON_OPACITY)],
  shaded: ["fill-opacity", String(SHADED_OPACITY)],
  band: ["stroke-opacity", "0.14"],
  faded: ["opacity", "0.34"],
  grid: ["stroke-width", "1"],
  "cell-lines": ["stroke-width", "1.25"],
  outline: ["stroke-width", "2.25"],
};

export function svgFile(picture: Picture): string {
  const holder = document.createElement("div");
  render(<Drawing picture={fold(picture, MAX_ROW_CELLS)} unit={U} />, holder);
  const svg = holder.querySelector("svg") as SVGSVGElement;
  for (const element of svg.querySelectorAll("*")) inlineStyle(element);
  svg.removeAttribute("class");
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("role", "img");
  svg.prepend(title(picture.caption), background(svg));
  const text = new XMLSerializer().serializeToString(svg);
  render(null, holder);
  return `${text}\n`;
}

function inlineStyle(element: Element): void {
  const classes = (element.getAttribute("class") ?? "").split(" ").filter(Boolean);
  element.removeAttribute("class");
  // The last class wins, as in the stylesheet: "won p1" is in the colour of player 1.
  const colour = classes.map((name) => LIGHT_COLOURS[COLOURS[name] ?? name]).findLast(Boolean);
  const line = classes.includes("stroke");
  if (colour) element.setAttribute(line ? "stroke" : "fill", colour);
  if (line) {
    element.setAttribute("fill", "none");
    element.setAttribute("stroke-linecap", "round");
  }
  for (const name of classes)
    if (ATTRIBUTES[name]) element.setAttribute(...(ATTRIBUTES[name] as [string, string]));
  if (element.nodeName !== "text") return;
  element.setAttribute("text-anchor", "middle");
  element.setAttribute("font-family", FONT);
  if (classes.includes("mark")) element.setAttribute("font-weight", "600");
}

const NAMESPACE = "http://www.w3.org/2000/svg";

function title(caption: string): Element {
  const it = document.createElementNS(NAMESPACE, "title");
  it.textContent = caption;
  return it;
}

/** The paper behind the board. */
function background(svg: Element): Element {
  const [x, y, width, height] = (svg.getAttribute("viewBox") ?? "").split(" ");
  const it = document.createElementNS(NAMESPACE, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height }))
    it.setAttribute(name, value ?? "0");
  it.setAttribute("fill", LIGHT_COLOURS.paper);
  return it;
}
