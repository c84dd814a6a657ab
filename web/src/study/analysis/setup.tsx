// Choosing what to analyse: a board, a position that is written out, or moves.
import { useEffect, useState } from "preact/hooks";
import { gameTitle } from "../../game/words";
import { ApiError, ask, errorText } from "../../net/api";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import type { Line, Replay } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { readPasted } from "../address";

type Field = "size" | "position" | "moves";

interface SetupProps {
  line: Line; // what is there now
  onOpen: (line: Line) => void;
}

export function Setup({ line, onOpen }: SetupProps) {
  const t = texts.value.analysis;
  const [game, setGame] = useState(line.game);
  const [size, setSize] = useState(line.size ?? "");
  const [position, setPosition] = useState("");
  const [moves, setMoves] = useState("");
  const [wrong, setWrong] = useState<{ field: Field; words: string } | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => void loadCatalogue().catch(() => {}), []);
  useEffect(() => {
    setGame(line.game);
    setSize(line.size ?? "");
  }, [line.game, line.size]);
  const { games } = catalogue.value;
  const facts = games.find((it) => it.key === game);

  async function open(event: Event) {
    event.preventDefault();
    setWrong(null);
    let wanted: Line;
    try {
      const pasted = readPasted(moves);
      wanted = { game: pasted.game ?? game, moves: pasted.moves };
      if (position.trim()) wanted.position = position.trim();
      else wanted.size = pasted.game ? pasted.size : size.trim() || undefined;
    } catch {
      return setWrong({ field: "moves", words: t.notRecord });
    }
    setBusy(true);
    try {
      const { game, size, steps } = await ask<Replay>("POST", "/api/replay", wanted);
      const start = wanted.position ? { position: wanted.position } : { size };
      setPosition("");
      setMoves("");
      onOpen({ game, ...start, moves: steps.map((it) => it.move) });
    } catch (error) {
      setWrong({ field: fieldOf(error, wanted), words: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  const told = (field: Field, hint: string) => (
    <p
      id={`setup-${field}`}
      class={wrong?.field === field ? "wrong" : "hint"}
      role={wrong?.field === field ? "alert" : undefined}
    >
      {wrong?.field === field ? wrong.words : hint}
    </p>
  );
  return (
    <form class="card stack setup" onSubmit={open}>
      <div class="setup-board">
        <label>
          {t.game}
          <select
            value={game}
            onChange={(event) => {
              const key = event.currentTarget.value;
              setGame(key);
              setSize(games.find((it) => it.key === key)?.default_size ?? "");
            }}
          >
            {(games.length ? games.map((it) => it.key) : [game]).map((key) => (
              <option key={key} value={key}>
                {gameTitle(key)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t.size}
          <input
            value={size}
            list="setup-sizes"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="setup-size"
            aria-invalid={wrong?.field === "size"}
            onInput={(event) => setSize(event.currentTarget.value)}
          />
        </label>
        <datalist id="setup-sizes">
          {facts?.common_sizes.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
        <button type="submit" class="primary" disabled={busy}>
          {t.start}
        </button>
      </div>
      {told("size", texts.value.start.sizes[facts?.key ?? ""] ?? facts?.sizes ?? "")}
      <details open={wrong?.field === "position" || wrong?.field === "moves" || undefined}>
        <summary>{t.paste}</summary>
        <div class="stack pasted">
          <label for="setup-position-field">{t.positionField}</label>
          <textarea
            id="setup-position-field"
            rows={2}
            spellcheck={false}
            value={position}
            aria-describedby="setup-position"
            aria-invalid={wrong?.field === "position"}
            onInput={(event) => setPosition(event.currentTarget.value)}
          />
          {told("position", t.positionHint)}
          <label for="setup-moves-field">{t.movesField}</label>
          <textarea
            id="setup-moves-field"
            rows={3}
            spellcheck={false}
            value={moves}
            aria-describedby="setup-moves"
            aria-invalid={wrong?.field === "moves"}
            onInput={(event) => setMoves(event.currentTarget.value)}
          />
          {told("moves", t.movesHint)}
          <button type="submit" disabled={busy}>
            {t.open}
          </button>
        </div>
      </details>
    </form>
  );
}

/** Where the remedy is. */
function fieldOf(error: unknown, line: Line): Field {
  if (error instanceof ApiError && /^move \d+/.test(error.message)) return "moves";
  return line.position ? "position" : "size";
}
