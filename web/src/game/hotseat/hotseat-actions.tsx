// What hotseat players can do besides moving.
import { useState } from "preact/hooks";
import type { Replay } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { copy } from "../../ui/clipboard";
import { Confirm } from "../../ui/confirm";
import { download } from "../../ui/download";
import { movesOf, recordOf } from "./hotseat-game";

interface HotseatActionsProps {
  over: boolean;
  replay: Replay;
  names: string[];
  analysis: string; // the address
  onUndo: () => void;
  onRestart: (swapSides?: boolean) => void;
}

export function HotseatActions({
  over,
  replay,
  names,
  analysis,
  onUndo,
  onRestart,
}: HotseatActionsProps) {
  const t = texts.value.hotseat;
  const [isAsked, setIsAsked] = useState(false);
  const hasStarted = replay.steps.length > 0;

  function answer(yes: boolean) {
    setIsAsked(false);
    if (yes) onRestart();
  }

  const isConfirming = isAsked && hasStarted && !over;
  return (
    <>
      {isConfirming && <Confirm question={t.confirmNewGame} onAnswer={answer} />}
      <div class="actions" role="group" aria-label={texts.value.game.actions} hidden={isConfirming}>
        {over && (
          <button type="button" class="primary" onClick={() => onRestart(true)}>
            {t.rematch}
          </button>
        )}
        <button type="button" disabled={!hasStarted} onClick={onUndo}>
          {t.undo}
        </button>
        <button
          type="button"
          disabled={!hasStarted}
          onClick={() => (over ? onRestart() : setIsAsked(true))}
        >
          {t.newGame}
        </button>
        {hasStarted && (
          <>
            <a class="button" href={analysis}>
              {t.analyse}
            </a>
            <button type="button" onClick={() => copy(movesOf(replay).join(" "), t.copied)}>
              {t.copy}
            </button>
            <button
              type="button"
              onClick={() => download(recordOf(replay, names), `${replay.game}.jsonl`)}
            >
              {t.record}
            </button>
          </>
        )}
        <a class="button" href="/">
          {t.chooseGame}
        </a>
      </div>
    </>
  );
}
