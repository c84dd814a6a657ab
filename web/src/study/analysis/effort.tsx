// Who has computed the values, for how long, and whether it goes on.
import { connection } from "../../net/online";
import { texts } from "../../texts";
import { number } from "../../texts/numbers";
import type { AnalysisWork, Found } from "./use-analysis";

export function Effort({ known, work }: { known: Found; work: AnalysisWork }) {
  const t = texts.value.analysis.effort;
  const { found, by, solver } = known;
  const isWorking = known.isWorking && !work.isStopped;
  const isOnline = connection.status.value.state === "ready";
  const mayAsk = by === "device" && !found.exact && solver !== "none" && isOnline;
  return (
    <div class="stack effort">
      <p class="hint">
        {t.by[by]} · {t.seconds(number(found.seconds, found.seconds < 10 ? 1 : 0))} ·{" "}
        {t.nodes(number(found.nodes))}
        {isWorking ? ` · ${t.working}` : known.isWorking ? ` · ${t.stopped}` : ""}
      </p>
      {solver === "gave up" && !found.exact && (
        <p class="hint">{by === "device" ? t.tooLarge : t.tooLargeThere}</p>
      )}
      {(known.isWorking || mayAsk || !work.askServer) && (
        <div class="row">
          {known.isWorking &&
            (work.isStopped ? (
              <button type="button" onClick={work.resume}>
                {t.resume}
              </button>
            ) : (
              <button type="button" onClick={work.stop}>
                {t.stop}
              </button>
            ))}
          {(mayAsk || !work.askServer) && (
            <button type="button" disabled={!work.askServer} onClick={() => work.askServer?.()}>
              {work.askServer ? t.askServer : t.asking}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
