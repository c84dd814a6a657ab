// Autoplay, until the end or until the visitor steps.
import { useEffect, useRef, useState } from "preact/hooks";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { Icon } from "../icons";

const PAUSES_MS = { slow: 2500, normal: 1200, fast: 400 }; // ms
type Speed = keyof typeof PAUSES_MS;

export function useAutoPlay(at: number, last: number, onStep: (to: number) => void) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(loadStored<Speed>("replay.speed", "normal"));
  const step = useRef(onStep);
  step.current = onStep;
  useEffect(() => {
    if (!playing) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => step.current(at + 1), PAUSES_MS[speed] ?? PAUSES_MS.normal);
    return () => clearTimeout(timer);
  }, [playing, at, last, speed]);
  return {
    playing,
    speed,
    stop: () => setPlaying(false),
    toggle: () => {
      if (!playing && at >= last) step.current(0);
      setPlaying(!playing && last > 0);
    },
    onSpeed: (it: Speed) => {
      save("replay.speed", it);
      setSpeed(it);
    },
  };
}

type Auto = ReturnType<typeof useAutoPlay>;

export function PlayButton({ auto, disabled }: { auto: Auto; disabled: boolean }) {
  const t = texts.value.replay;
  const label = auto.playing ? t.pause : t.play;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={auto.toggle}
    >
      <Icon name={auto.playing ? "pause" : "play"} />
    </button>
  );
}

export function SpeedChoice({ auto }: { auto: Auto }) {
  const t = texts.value.replay;
  return (
    <select
      aria-label={t.speed}
      title={t.speed}
      value={auto.speed}
      onChange={(event) => auto.onSpeed(event.currentTarget.value as Speed)}
    >
      {(Object.keys(PAUSES_MS) as Speed[]).map((it) => (
        <option key={it} value={it}>
          {t.speeds[it]}
        </option>
      ))}
    </select>
  );
}
