// Stepping through a line of moves: buttons, a slider and keys.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import { Icon } from "./icons";

interface StepperProps {
  at: number;
  last: number;
  onStep: (to: number) => void;
  words: string; // the slider's value in words
  children?: ComponentChildren; // between back and forward
  aside?: ComponentChildren; // after all buttons
}

export function Stepper({ at, last, onStep, words, children, aside }: StepperProps) {
  const t = texts.value.study;
  const button = (
    to: number,
    label: string,
    sign: "first" | "back" | "forward" | "last",
    disabled: boolean,
  ) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => onStep(to)}
    >
      <Icon name={sign} />
    </button>
  );
  return (
    <div class="stepper" role="group" aria-label={t.steps}>
      <div class="stepper-buttons">
        {button(0, t.first, "first", at <= 0)}
        {button(at - 1, t.back, "back", at <= 0)}
        {children}
        {button(at + 1, t.forward, "forward", at >= last)}
        {button(last, t.last, "last", at >= last)}
        {aside}
      </div>
      <div class="stepper-slider">
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          disabled={last === 0}
          aria-label={t.slider}
          aria-valuetext={words}
          onInput={(event) => onStep(Number(event.currentTarget.value))}
        />
        <output>{t.position(at, last)}</output>
      </div>
    </div>
  );
}

interface Keys {
  at: number;
  last: number;
  onStep: (to: number) => void;
  onPlay?: () => void;
}

const TYPED = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, [role=slider]";

/** ← → Home End and Space except where they mean something else; `,` and `.` on the board. */
export function useStepKeys(keys: Keys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { at, last, onStep, onPlay } = now.current;
      const target = event.target instanceof Element ? event.target : null;
      const other = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      // The board has handled its own keys by now.
      if (other || event.defaultPrevented || target?.closest(TYPED)) return;
      const onBoard = Boolean(target?.closest("[role=grid]"));
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      const boardTo = { ",": at - 1, ".": at + 1 }[event.key];
      const wanted = onBoard ? boardTo : to;
      if (wanted !== undefined) onStep(Math.max(0, Math.min(last, wanted)));
      else if (event.key === " " && onPlay && !target?.closest(PRESSED)) onPlay();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
