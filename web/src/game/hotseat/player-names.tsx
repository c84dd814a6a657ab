// The names of hotseat players.
import { texts } from "../../texts";

const MAX_NAME_LENGTH = 24;

interface PlayerNamesProps {
  given: string[];
  players: number;
  onChange: (names: string[]) => void;
}

export function PlayerNames({ given, players, onChange }: PlayerNamesProps) {
  const t = texts.value.hotseat;
  const names = Array.from({ length: players }, (_, n) => given[n] ?? "");
  return (
    <details class="card names">
      <summary>{t.names}</summary>
      <div class="stack">
        {names.map((name, n) => (
          <input
            key={n}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            autocomplete="off"
            placeholder={t.player(n + 1)}
            aria-label={t.nameOf(n + 1)}
            onInput={(event) => {
              const text = event.currentTarget.value;
              onChange(names.map((it, other) => (other === n ? text : it)));
            }}
          />
        ))}
      </div>
    </details>
  );
}
