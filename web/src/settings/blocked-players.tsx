// The blocked players, to unblock them.
import { setBlocked, useBlocks } from "../players/blocks";
import { texts } from "../texts";

export function Blocked() {
  const t = texts.value.player;
  const blocks = useBlocks();
  if (!blocks.length) return null;
  return (
    <section class="card stack">
      <h2>{t.blocks}</h2>
      <ul class="stack">
        {blocks.map((it) => (
          <li key={it.id} class="spread">
            <a href={`/players/${it.id}`}>{it.name}</a>
            <button
              type="button"
              aria-label={`${t.unblock}: ${it.name}`}
              onClick={() => setBlocked(it, false)}
            >
              {t.unblock}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
