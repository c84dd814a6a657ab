// What a game did to a rating: +9 or −9.
import type { RatingChange } from "./use-ratings";

export function RatingGain({ change: { before, after } }: { change: RatingChange }) {
  const by = Math.round(after) - Math.round(before);
  return <b class={by < 0 ? "worse" : "better"}>{by < 0 ? `−${-by}` : `+${by}`}</b>;
}
