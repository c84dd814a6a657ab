// The rules of a game on one page: short steps, each with an animated example.
import { useLayoutEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import { catalogue } from "../net/catalogue";
import { texts } from "../texts";
import { gameTitle } from "../texts/names";
import { GameTabs } from "../ui/game-tabs";
import { useTitle } from "../ui/page-title";
import { AnimatedExample } from "./animated-example";
import { games, namesOf } from "./example";
import { startPlayback } from "./playback";

export default function RulesPage() {
  const t = texts.value.rules;
  const { game = games[0] } = useRoute().params;
  const known = [...new Set([...games, ...catalogue.value.games.map((it) => it.key)])];
  const isKnown = known.includes(game);
  useTitle(isKnown ? `${t.title}: ${gameTitle(game)}` : t.title);
  return (
    <div class="rules">
      <div class="rules-top">
        <h1 class="page-title">{t.title}</h1>
        <GameTabs games={known} now={game} under="/rules" label={t.games} />
      </div>
      {isKnown ? <RulesOf key={game} game={game} /> : <p class="card">{t.unknownGame}</p>}
    </div>
  );
}

function RulesOf({ game }: { game: string }) {
  const t = texts.value.rules;
  const words = t.examples[game] ?? {};
  const names = namesOf(game).filter((it) => words[it]);
  const facts = catalogue.value.games.find((it) => it.key === game);
  useLayoutEffect(() => startPlayback(names), []);
  return (
    <article aria-labelledby="rules-of">
      <div class="spread rules-head">
        <div>
          <h2 id="rules-of">{gameTitle(game)}</h2>
          <p>{t.intros[game] ?? facts?.words ?? facts?.summary}</p>
        </div>
        <div class="row">
          <a class="button primary" href={`/?play=${game}`}>
            {t.play}
          </a>
          <a class="button" href={`/hotseat?game=${game}`}>
            {t.tryHere}
          </a>
        </div>
      </div>
      {names.length === 0 && <p class="card">{t.unknown}</p>}
      <ol class="rule-steps">
        {names.map((name) => (
          <li key={name} class="card">
            <h3>{words[name].title}</h3>
            <p>{words[name].text}</p>
            <AnimatedExample game={game} name={name} {...words[name]} />
          </li>
        ))}
      </ol>
    </article>
  );
}
