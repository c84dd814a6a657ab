// What the hand draws under a result: two lines and a star, a wave, or two level lines.
import type { Result } from "../../net/live-game";

const LINES: { readonly [result: string]: readonly string[] } = {
  won: ["M3 8C50 4 120 3 207 6", "M22 18C70 13 130 12 186 14"],
  lost: ["M4 12C22 4 34 4 50 11C66 18 80 17 96 10C112 4 126 5 142 12C158 18 176 16 206 8"],
  draw: ["M4 7C60 4 130 6 206 5", "M4 16C60 13 130 15 206 14"],
};

export function Flourish({ result }: { result: Result }) {
  const lines = LINES[result];
  if (!lines) return null;
  return (
    <svg class="flourish" viewBox="0 0 210 22" preserveAspectRatio="none" aria-hidden="true">
      {lines.map((d) => (
        <path key={d} class="stroke" d={d} />
      ))}
    </svg>
  );
}

export function Star() {
  return (
    <svg class="star" viewBox="0 0 64 64" aria-hidden="true">
      <path
        class="stroke drawn-once"
        pathLength={1}
        d="M12 58C18 42 25 24 32 6C37 22 44 40 52 57C38 46 22 34 6 24C24 24 42 24 59 23C44 34 28 46 12 58"
      />
    </svg>
  );
}
