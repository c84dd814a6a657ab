// The form for a new game: opponent, game, board and terms.
import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { errorText } from "../../net/api";
import { catalogue } from "../../net/catalogue";
import { hasServer } from "../../net/site";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { Select } from "../../ui/form-fields";
import { quickMatch } from "../seek";
import { BoardFields } from "./board-fields";
import { DEVICE_OPPONENTS, hasSeats, isSizeMissing, OPPONENTS } from "./game-options";
import { SeatFields } from "./seat-fields";
import { startGame } from "./start-game";
import { gameOptions, setOptions } from "./stored-options";
import { TermFields } from "./term-fields";

export function NewGameForm({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const t = texts.value.start;
  const { games } = catalogue.value;
  const chosen = gameOptions.value;
  const game = games.find((it) => it.key === chosen.game) ?? games[0];
  const seats = hasSeats(chosen.opponent) && chosen.opponent !== "hotseat";

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    if (isSizeMissing(gameOptions.peek(), game.key)) {
      setError(t.sizeMissing);
      const form = event.currentTarget as HTMLFormElement;
      return form.querySelector<HTMLInputElement>("[name=size]")?.focus();
    }
    setBusy(true);
    setError("");
    try {
      await startGame(gameOptions.peek(), game, { route, showError: setError });
    } catch (problem) {
      setError(errorText(problem));
    }
    setBusy(false);
  }

  return (
    <section class="card new-game">
      <h2 ref={heading} tabIndex={-1}>
        {t.setUp}
      </h2>
      <form class="stack" onSubmit={submit} onInput={() => setError("")}>
        <Opponents />
        <div class="field-grid">
          <Select
            label={t.game}
            value={game.key}
            options={games.map((it) => [it.key, gameTitle(it.key)])}
            onChange={(key) => setOptions({ game: key })}
          />
          <BoardFields key={game.key} game={game} />
        </div>
        {seats && <SeatFields game={game} />}
        {chosen.opponent === "quick" && <p class="hint">{t.quickHint}</p>}
        {seats && <TermFields game={game} />}
        {error && (
          <p class="form-error" role="alert">
            {error}
          </p>
        )}
        <button type="submit" class="primary" disabled={busy || quickMatch.seek.value !== null}>
          {t.go[chosen.opponent]}
        </button>
      </form>
    </section>
  );
}

function Opponents() {
  const t = texts.value.start;
  return (
    <fieldset class="opponents">
      <legend>{t.opponent}</legend>
      {(hasServer() ? OPPONENTS : DEVICE_OPPONENTS).map((it) => (
        <label key={it} class="tile">
          <input
            type="radio"
            name="opponent"
            value={it}
            checked={gameOptions.value.opponent === it}
            aria-describedby={`opponent-${it}`}
            onChange={() => setOptions({ opponent: it })}
          />
          <span>
            {t.opponents[it].name}
            <span class="hint" id={`opponent-${it}`} aria-hidden="true">
              {t.opponents[it].summary}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
