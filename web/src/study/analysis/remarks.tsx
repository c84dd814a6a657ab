// Notes on a position: in the visitor's language, or the server's English.
import type { AnalysisResponse } from "../../net/protocol.gen";
import { texts } from "../../texts";

export function Remarks({ game, remarks }: Pick<AnalysisResponse, "game" | "remarks">) {
  const known = texts.value.remarks[game] ?? {};
  return (
    <ul class="remarks">
      {remarks.map((it, n) =>
        it.topic in known ? (
          <li key={n}>{known[it.topic](it)}</li>
        ) : (
          <li key={n} lang="en">
            {it.text}
          </li>
        ),
      )}
    </ul>
  );
}
