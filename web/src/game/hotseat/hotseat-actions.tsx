// What hotseat players can do besides moving.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Replay } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { copy } from "../../ui/clipboard";
import { Confirm } from "../../ui/confirm";
import { download } from "../../ui/download";
import { Icon } from "../../ui/drawn/icon";
import { movesOf, recordOf } from "./hotseat-game";

interface HotseatActionsProps {
  over: boolean;
  hasStarted: boolean;
  onUndo: () => void;
  onRestart: (swapSides?: boolean) => void;
  children: ComponentChildren; // more buttons
}

export function HotseatActions(props: HotseatActionsProps) {
  const { over, hasStarted, onUndo, onRestart } = props;
  const t = texts.value.hotseat;
  const [isAsked, setIsAsked] = useState(false);

  function answer(yes: boolean) {
    setIsAsked(false);
    if (yes) onRestart();
  }

  const isConfirming = isAsked && hasStarted && !over;
  return (
    <div class="actions-place">
      {isConfirming && <Confirm question={t.confirmNewGame} onAnswer={answer} />}
      <div
        class="actions action-row"
        role="group"
        aria-label={texts.value.game.actions}
        hidden={isConfirming}
      >
        <button type="button" class="quiet" disabled={!hasStarted} onClick={onUndo}>
          <Icon name="undo" />
          {t.undo}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={!hasStarted}
          onClick={() => (over ? onRestart() : setIsAsked(true))}
        >
          <Icon name="puzzle" />
          {t.newGame}
        </button>
        {props.children}
      </div>
    </div>
  );
}

interface HotseatFilesProps {
  replay: Replay;
  names: string[];
  analysis: string; // the address
}

/** The game elsewhere: in the analysis, on the clipboard, as a file. */
export function HotseatFiles({ replay, names, analysis }: HotseatFilesProps) {
  const t = texts.value.hotseat;
  return (
    <div class="actions" role="group" aria-label={t.files}>
      {replay.steps.length > 0 && (
        <>
          <a class="button compact" href={analysis}>
            {t.analyse}
          </a>
          <button
            type="button"
            class="compact"
            onClick={() => copy(movesOf(replay).join(" "), t.copied)}
          >
            {t.copy}
          </button>
          <button
            type="button"
            class="compact"
            onClick={() => download(recordOf(replay, names), `${replay.game}.jsonl`)}
          >
            {t.record}
          </button>
        </>
      )}
      <a class="button compact" href="/">
        {t.chooseGame}
      </a>
    </div>
  );
}
