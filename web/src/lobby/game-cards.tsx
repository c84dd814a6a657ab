// The games as pictures: one of them is chosen.
import { Drawing } from "../board/drawing/drawing";
import { extent } from "../board/drawing/geometry";
import { catalogue } from "../net/catalogue";
import type { GameInfo } from "../net/protocol.gen";
import { texts } from "../texts";
import { gameTitle } from "../texts/names";
import { setOptions } from "./new-game/stored-options";
import { smallSampleOf } from "./sample";

const SAMPLE = 104; // pixels at most

interface GameCardsProps {
  chosen: string;
  onOptions: (game: string) => void;
}

export function GameCards({ chosen, onOptions }: GameCardsProps) {
  return (
    <ul class="game-cards">
      {catalogue.value.games.map((game) => (
        <GameCard
          key={game.key}
          game={game}
          isChosen={game.key === chosen}
          onOptions={() => onOptions(game.key)}
        />
      ))}
    </ul>
  );
}

interface GameCardProps {
  game: GameInfo;
  isChosen: boolean;
  onOptions: () => void;
}

function GameCard({ game, isChosen, onOptions }: GameCardProps) {
  const t = texts.value.start;
  const title = gameTitle(game.key);
  const words = texts.value.games[game.key];
  return (
    <li class={isChosen ? "card game-card chosen" : "card game-card"}>
      <Sample game={game.key} />
      <div class="about">
        <h2>
          <button
            type="button"
            class="choose"
            aria-pressed={isChosen}
            onClick={() => setOptions({ game: game.key })}
          >
            {title}
          </button>
        </h2>
        <p class="hint">{words?.summary ?? game.summary}</p>
        <p class="card-links">
          <a href={`/rules/${game.key}`} aria-label={t.rulesOf(title)}>
            {t.rules}
          </a>
          <button type="button" class="link" aria-label={t.optionsFor(title)} onClick={onOptions}>
            {t.options}
          </button>
        </p>
      </div>
    </li>
  );
}

function Sample({ game }: { game: string }) {
  const picture = smallSampleOf(game);
  if (!picture) return <div class="sample-picture" />;
  const { columns, rows } = extent(picture);
  return (
    <div class="sample-picture">
      <Drawing picture={picture} unit={Math.min(SAMPLE / columns, SAMPLE / rows)} />
    </div>
  );
}
