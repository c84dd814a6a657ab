// What hotseat players can do besides moving.
import { useState } from "preact/hooks";
import type { Replay } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { copy } from "../../ui/clipboard";
import { Confirm } from "../../ui/confirm";
import { download } from "../../ui/download";
import { movesOf, recordOf } from "./hotseat-game";

interface HereActionsProps {
  over: boolean;
  replay: Replay;
  names: string[];
  analysis: string; // the address
  onUndo: () => void;
  onRestart: (others?: boolean) => void;
}

export function HereActions({
  over,
  replay,
  names,
  analysis,
  onUndo,
  onRestart,
}: HereActionsProps) {
  const t = texts.value.hotseat;
  const [asked, setAsked] = useState(false);
  const begun = replay.steps.length > 0;

  function answer(yes: boolean) {
    setAsked(false);
    if (yes) onRestart();
  }

  const asking = asked && begun && !over;
  return (
    <>
      {asking && <Confirm question={t.freshSure} onAnswer={answer} />}
      <div class="actions" role="group" aria-label={texts.value.table.actions} hidden={asking}>
        {over && (
          <button type="button" class="primary" onClick={() => onRestart(true)}>
            {t.rematch}
          </button>
        )}
        <button type="button" disabled={!begun} onClick={onUndo}>
          {t.undo}
        </button>
        <button
          type="button"
          disabled={!begun}
          onClick={() => (over ? onRestart() : setAsked(true))}
        >
          {t.fresh}
        </button>
        {begun && (
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
          {t.other}
        </a>
      </div>
    </>
  );
}
