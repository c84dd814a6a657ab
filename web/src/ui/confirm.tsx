// A question before something is done that cannot be undone.
import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../texts";
import { toContent } from "./focus";

interface SureProps {
  question: string;
  yes?: string;
  no?: string;
  ready?: boolean; // whether it can be done
  onAnswer: (yes: boolean) => void;
}

/** Stands beside what was pressed, which is to be hidden meanwhile. */
export function Sure({ question, yes, no, ready = true, onAnswer }: SureProps) {
  const t = texts.value.table;
  const refuse = useRef<HTMLButtonElement>(null);
  useBorrowedFocus(() => refuse.current);
  return (
    <div class="actions" role="group" aria-label={question}>
      <p>{question}</p>
      <button type="button" class="primary" disabled={!ready} onClick={() => onAnswer(true)}>
        {yes ?? t.yes}
      </button>
      <button type="button" ref={refuse} onClick={() => onAnswer(false)}>
        {no ?? t.no}
      </button>
    </div>
  );
}

/** The focus goes to what is found, and once that is gone back to where it was. */
export function useBorrowedFocus(find: () => HTMLElement | null | undefined): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    find()?.focus();
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return; // whoever went elsewhere stays there
        if (before instanceof HTMLElement && before.isConnected) before.focus();
        toContent();
      });
  }, []);
}
