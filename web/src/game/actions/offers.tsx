// Offers: a sentence and its answers.
import type { Offer } from "./available";
import { useKeptFocus } from "./kept-focus";

export function Offers({ offers, ready }: { offers: Offer[]; ready: boolean }) {
  const focusHandlers = useKeptFocus(offers.map((it) => it.words).join());
  return (
    <div class="offers" {...focusHandlers}>
      {offers.map(({ words, answers }) => (
        <div key={words} class="offer" role="group" aria-label={words}>
          <p>{words}</p>
          {answers.map((it, n) => (
            <button
              key={it.name}
              type="button"
              class={n === 0 && answers.length > 1 ? "primary compact" : "compact"}
              disabled={!ready}
              onClick={it.run}
            >
              {it.name}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
