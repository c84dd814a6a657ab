// Choose what to analyse: a board, a position as text, or moves.
import { useEffect } from "preact/hooks";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import type { Line } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { type SetupField, type SetupState, useSetup } from "./use-setup";

interface SetupProps {
  line: Line; // what is shown now
  onOpen: (line: Line) => void;
}

export function Setup({ line, onOpen }: SetupProps) {
  const setup = useSetup(line, onOpen);
  const { wrong } = setup;
  useEffect(() => void loadCatalogue().catch(() => {}), []);
  return (
    <form class="card stack setup" onSubmit={setup.open}>
      <BoardChoice setup={setup} />
      <details open={wrong?.field === "position" || wrong?.field === "moves" || undefined}>
        <summary>{texts.value.analysis.paste}</summary>
        <PasteFields setup={setup} />
      </details>
    </form>
  );
}

function BoardChoice({ setup }: { setup: SetupState }) {
  const t = texts.value.analysis;
  const { game, setGame, size, setSize, wrong, busy } = setup;
  const { games } = catalogue.value;
  const facts = games.find((it) => it.key === game);
  return (
    <>
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
      <FieldHint
        setup={setup}
        field="size"
        hint={texts.value.start.sizes[facts?.key ?? ""] ?? facts?.sizes ?? ""}
      />
    </>
  );
}

function PasteFields({ setup }: { setup: SetupState }) {
  const t = texts.value.analysis;
  const { position, setPosition, moves, setMoves, wrong, busy } = setup;
  return (
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
      <FieldHint setup={setup} field="position" hint={t.positionHint} />
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
      <FieldHint setup={setup} field="moves" hint={t.movesHint} />
      <button type="submit" disabled={busy}>
        {t.open}
      </button>
    </div>
  );
}

interface FieldHintProps {
  setup: SetupState;
  field: SetupField;
  hint: string;
}

/** What is wrong with a field, or else its hint. */
function FieldHint({ setup: { wrong }, field, hint }: FieldHintProps) {
  const isWrong = wrong?.field === field;
  return (
    <p
      id={`setup-${field}`}
      class={isWrong ? "wrong" : "hint"}
      role={isWrong ? "alert" : undefined}
    >
      {isWrong ? wrong.words : hint}
    </p>
  );
}
