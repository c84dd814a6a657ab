// A count as tally marks: four strokes, and a fifth across them.

const MAX_STROKES = 30; // more are a number only
const STEP = 9; // units from stroke to stroke

/** The same hand each time: up to one unit off, in either direction. */
const wobble = (n: number) => Math.round(10 * Math.sin(n * 12.9898)) / 10;

/** The path of the strokes, and its width. */
export function strokesFor(count: number): { d: string; width: number } {
  let d = "";
  let x = 4;
  for (let n = 0; n < Math.min(count, MAX_STROKES); n++) {
    if (n % 5 === 4) {
      d += `M${x - 39} 22L${x - 3} 8`;
      x += STEP - 1;
    } else {
      d += `M${x} ${4 + wobble(n)}Q${x + wobble(n + 3)} 14 ${x + wobble(n + 9)} ${26 + wobble(n + 5)}`;
      x += STEP;
    }
  }
  return { d, width: x + 2 };
}

/** Only to look at: the number itself is in the text beside it. */
export function Tally({ count }: { count: number }) {
  const { d, width } = strokesFor(count);
  return (
    <svg
      class="tally"
      aria-hidden="true"
      width={(width * 22) / 30}
      height={22}
      viewBox={`0 0 ${width} 30`}
    >
      <path d={d} />
    </svg>
  );
}
