// A confirmation before an action that can't be undone.
import { useLayoutEffect, useRef } from "preact/hooks";
import { focusContent } from "./focus";

interface ConfirmProps {
  question: string;
  yes: string; // a verb, as on every button
  no: string;
  ready?: boolean; // whether the action is possible now
  onAnswer: (yes: boolean) => void;
}

/** Shown in place of the pressed button, which the caller hides. */
export function Confirm({ question, yes, no, ready = true, onAnswer }: ConfirmProps) {
  const noButton = useRef<HTMLButtonElement>(null);
  useBorrowedFocus(() => noButton.current);
  return (
    <div class="actions" role="group" aria-label={question}>
      <p>{question}</p>
      <button type="button" class="primary danger" disabled={!ready} onClick={() => onAnswer(true)}>
        {yes}
      </button>
      <button type="button" ref={noButton} onClick={() => onAnswer(false)}>
        {no}
      </button>
    </div>
  );
}

/** Focus an element while mounted, and give the focus back afterwards. */
export function useBorrowedFocus(find: () => HTMLElement | null | undefined): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    find()?.focus();
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return; // the visitor has moved on
        if (before instanceof HTMLElement && before.isConnected) before.focus();
        focusContent();
      });
  }, []);
}
