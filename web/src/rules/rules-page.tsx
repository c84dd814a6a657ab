// The rules of a game on one page: short steps, each with an animated example.
import { useLayoutEffect, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { Lesson } from "../lesson/lesson-place";
import { hasLesson, markSeen } from "../lesson/seen-lessons";
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
  const [isLesson, setIsLesson] = useState(false);
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
          {hasLesson(game) && (
            <button type="button" aria-expanded={isLesson} onClick={() => setIsLesson(!isLesson)}>
              {isLesson ? texts.value.lesson.close : texts.value.lesson.open}
            </button>
          )}
        </div>
      </div>
      {isLesson && (
        <div class="card rules-lesson">
          <Lesson
            game={game}
            onDone={() => markSeen(game)}
            fallback={<p>{texts.value.loadFailed.lazy}</p>}
          />
        </div>
      )}
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
