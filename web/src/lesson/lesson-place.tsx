// Where lessons are shown: before the first board of a game, beside an invitation, on the start page.
import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "../texts";
import { gameTitle } from "../texts/names";
import { focusContent } from "../ui/focus";
import { useTitle } from "../ui/page-title";
import { markSeen, postpone } from "./seen-lessons";

export interface LessonProps {
  game: string;
  onDone?: () => void; // the last move is made
  children?: (isOver: boolean) => ComponentChildren; // buttons below
}

const loaded = signal<ComponentType<LessonProps> | null>(null);

/** The lesson, which loads on demand; if it can't, the fallback. */
export function Lesson({ fallback, ...props }: LessonProps & { fallback?: ComponentChildren }) {
  const [isMissing, setIsMissing] = useState(false);
  const Loaded = loaded.value;
  useEffect(() => {
    if (loaded.peek()) return;
    import("./lesson").then(
      (it) => {
        loaded.value = it.default;
      },
      () => {
        setIsMissing(true);
        postpone(props.game);
      },
    );
  }, []);
  if (Loaded) return <Loaded {...props} />;
  return <div class="lesson">{isMissing && fallback}</div>;
}

/** The lesson as a page of its own, before the visitor's first game; nothing waits meanwhile. */
export function FirstLesson({ game }: { game: string }) {
  const t = texts.value.lesson;
  const title = t.title(gameTitle(game));
  useTitle(title);
  useEffect(() => () => queueMicrotask(focusContent), []); // the pressed button is gone
  return (
    <div class="first-lesson">
      <h1>{title}</h1>
      <Lesson key={game} game={game}>
        {(isOver) => (
          <div class="actions" role="group" aria-label={texts.value.game.actions}>
            <button
              type="button"
              class={isOver ? "primary big" : "quiet"}
              onClick={() => markSeen(game)}
            >
              {isOver ? t.start : t.skip}
            </button>
          </div>
        )}
      </Lesson>
    </div>
  );
}
