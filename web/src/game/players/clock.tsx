// A player's clock; the last ten seconds show tenths.
import { useEffect, useState } from "preact/hooks";
import { texts } from "../../texts";
import { clock, tenths } from "../../texts/duration";
import { now } from "../../ui/now";

export const LOW_SECONDS = 10;
const TENTH_MS = 100;

export function RunningClock({ until }: { until: number }) {
  const seconds = (until - Math.max(now.value, Date.now())) / 1000; // `now` may be a second old
  return seconds <= LOW_SECONDS ? <LowClock until={until} /> : <Clock seconds={seconds} />;
}

function LowClock({ until }: { until: number }) {
  const [at, setAt] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), TENTH_MS);
    return () => clearInterval(timer);
  }, []);
  return <Clock seconds={(until - at) / 1000} />;
}

export function Clock({ seconds }: { seconds: number }) {
  const isLow = seconds <= LOW_SECONDS;
  return (
    <span
      class={isLow ? "clock low" : "clock"}
      role="timer"
      aria-label={texts.value.game.timeLeft(clock(seconds))}
    >
      {isLow ? tenths(seconds) : clock(seconds)}
    </span>
  );
}
