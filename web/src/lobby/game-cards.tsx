// One card per game: what it is, and a button to play at once.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Drawing } from "../board/drawing/drawing";
import { extent } from "../board/drawing/geometry";
import { catalogue } from "../net/catalogue";
import type { GameInfo } from "../net/protocol.gen";
import { texts } from "../texts";
import { sizeWords } from "../texts/game-titles";
import { agentName, gameTitle } from "../texts/names";
import { attempt } from "../ui/announce";
import { createGame } from "./new-game/create-game";
import { agentFor, quickRequest } from "./new-game/game-options";
import { gameOptions } from "./new-game/stored-options";
import { sampleOf } from "./sample";

const SAMPLE = { width: 216, height: 132 }; // pixels at most

export function GameCards({ onChoose }: { onChoose: (game: string) => void }) {
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);

  async function play(game: GameInfo) {
    if (busy) return; // a second click would make a second game
    setBusy(true);
    await attempt(async () => route(await createGame(quickRequest(gameOptions.peek(), game))));
    setBusy(false);
  }

  return (
    <ul class="game-cards">
      {catalogue.value.games.map((game) => (
        <GameCard
          key={game.key}
          game={game}
          busy={busy}
          onPlay={() => play(game)}
          onChoose={() => onChoose(game.key)}
        />
      ))}
    </ul>
  );
}

interface GameCardProps {
  game: GameInfo;
  busy: boolean;
  onPlay: () => void;
  onChoose: () => void;
}

function GameCard({ game, busy, onPlay, onChoose }: GameCardProps) {
  const t = texts.value.start;
  const title = gameTitle(game.key);
  const opponent = agentName(agentFor(gameOptions.value, game.key));
  const size = quickRequest(gameOptions.value, game).size ?? game.default_size;
  return (
    <li class="card game-card">
      <Sample game={game.key} />
      <div class="about">
        <h2>{title}</h2>
        <p>{texts.value.games[game.key]?.summary ?? game.summary}</p>
      </div>
      <div class="card-actions">
        <button
          type="button"
          class="primary play-now"
          disabled={busy}
          aria-label={t.playGame(title, opponent)}
          onClick={onPlay}
        >
          {t.play}
        </button>
        <p class="hint">{t.against(sizeWords(size), opponent)}</p>
        <div class="spread">
          <button type="button" class="quiet" aria-label={t.optionsFor(title)} onClick={onChoose}>
            {t.options}
          </button>
          <a href={`/rules/${game.key}`} aria-label={t.rulesOf(title)}>
            {t.rules}
          </a>
        </div>
      </div>
    </li>
  );
}

function Sample({ game }: { game: string }) {
  const picture = sampleOf(game);
  if (!picture) return <div class="sample-picture" />;
  const { columns, rows } = extent(picture);
  return (
    <div class="sample-picture">
      <Drawing picture={picture} unit={Math.min(SAMPLE.width / columns, SAMPLE.height / rows)} />
    </div>
  );
}
