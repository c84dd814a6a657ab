// An animated example: a few moves, played automatically or step by step.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useChanges } from "../board/drawing/changes";
import { Drawing } from "../board/drawing/drawing";
import { extent } from "../board/drawing/geometry";
import { useWidth } from "../board/zoom";
import type { Picture } from "../net/protocol.gen";
import { texts } from "../texts";
import { announce } from "../ui/announce";
import { framesOf } from "./example";
import { enterView, leaveView, onExampleEnd, pause, play, playing } from "./playback";

const FRAME_MS = 2600; // long enough to read its caption
const LAST_FRAME_MS = 4200;
const MAX_CELL = 44; // pixels per cell
const MAX_HEIGHT = 140; // pixels of height
const MIN_LABELLED_CELL = 20; // pixels per cell; below, coordinates are left out

interface AnimatedExampleProps {
  game: string;
  name: string;
  captions: readonly string[];
  title: string;
}

export function AnimatedExample({ game, name, captions, title }: AnimatedExampleProps) {
  const t = texts.value.rules;
  const frames = useMemo(() => framesOf(game, name), [game, name]);
  const [at, setAt] = useState(0);
  const figure = useRef<HTMLElement>(null);
  const isPlaying = playing.value === name;
  const last = frames.length - 1;
  useInView(figure, name);

  useEffect(() => {
    if (!isPlaying) return;
    // The example pauses while the tab is hidden.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      timer = setTimeout(
        () => {
          setAt(at === last ? 0 : at + 1);
          if (at === last) onExampleEnd(name);
        },
        at === last ? LAST_FRAME_MS : FRAME_MS,
      );
    };
    schedule();
    document.addEventListener("visibilitychange", schedule);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", schedule);
    };
  }, [isPlaying, at, last]);

  function step(by: number) {
    pause();
    const next = (at + by + frames.length) % frames.length;
    setAt(next);
    announce(`${t.frame(next + 1, frames.length)}. ${captions[next] ?? ""}`);
  }

  return (
    <figure
      class={isPlaying ? "example runs" : "example"}
      role="group"
      aria-label={t.example(title)}
      ref={figure}
    >
      <Scene picture={frames[at]} label={captions[at] ?? title} />
      <figcaption>
        <p class="caption">{captions[at]}</p>
        <div class="example-steps">
          <button type="button" aria-label={t.back} onClick={() => step(-1)}>
            <Icon d="M10 3 5 8l5 5" />
          </button>
          <button
            type="button"
            aria-label={isPlaying ? t.pause : t.run}
            onClick={() => (isPlaying ? pause() : play(name))}
          >
            <Icon d={isPlaying ? "M5.5 3v10M10.5 3v10" : "M5 3l8 5-8 5z"} />
          </button>
          <button type="button" aria-label={t.forward} onClick={() => step(1)}>
            <Icon d="M6 3l5 5-5 5" />
          </button>
        </div>
      </figcaption>
    </figure>
  );
}

function Icon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** The picture, as large as fits. */
function Scene({ picture: given, label }: { picture: Picture; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const unitOf = (it: Picture) => {
    const { columns, rows } = extent(it);
    return Math.min(MAX_CELL, width / columns, MAX_HEIGHT / rows);
  };
  const changes = useChanges(given);
  const bare = { ...given, labels: [] };
  const picture = unitOf(given) < MIN_LABELLED_CELL ? bare : given;
  return (
    <div class="scene" ref={box} role="img" aria-label={label}>
      {width > 0 && <Drawing picture={picture} unit={unitOf(picture)} changes={changes} />}
    </div>
  );
}

function useInView(ref: { current: HTMLElement | null }, name: string) {
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      ([it]) => (it.isIntersecting ? enterView(name) : leaveView(name)),
      { threshold: 0.6 },
    );
    observer.observe(ref.current);
    return () => {
      observer.disconnect();
      leaveView(name);
    };
  }, [name]);
}
