// The moves so far, by round and player; a click shows the board after a move.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { colourClass } from "../../board/drawing/geometry";
import { texts } from "../../texts";
import { isDeparture, type LoggedMove } from "./move-log";
import { type Run, roundsOf } from "./rounds";

interface MovesProps {
  log: readonly LoggedMove[];
  names: readonly string[];
  shown: number | null; // the move that is looked at; null: the last one
  onShow: (number: number | null) => void;
}

export function Moves({ log, names, shown, onShow }: MovesProps) {
  const t = texts.value.game;
  const box = useRef<HTMLOListElement>(null);
  const rounds = useMemo(() => roundsOf(log), [log]);
  const isTable = names.length === 2;
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    // On a phone, it's one line.
    const toMove = () => {
      const move = shown === null ? null : list.querySelector("[aria-current]");
      move?.scrollIntoView({ block: "nearest", inline: "center" });
      if (!move) list.scrollTo(list.scrollWidth, list.scrollHeight);
    };
    toMove();
    const observer = new ResizeObserver(toMove); // on a phone, the list has no size until it's opened
    observer.observe(list);
    return () => observer.disconnect();
  }, [log.length, shown]);
  return (
    <section class="moves-box" aria-label={t.moves}>
      {isTable && (
        <div class="moves-head" aria-hidden="true">
          <span />
          {names.map((name, n) => (
            <span key={n}>{name}</span>
          ))}
        </div>
      )}
      {log.length === 0 ? (
        <p class="hint no-moves">{t.noMoves}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ol class={isTable ? "moves table" : "moves"} ref={box} tabIndex={0} aria-label={t.moves}>
          {rounds.map((round, n) => (
            <li key={n}>
              <span class="move-number" aria-hidden="true">
                {n + 1}
              </span>
              {round.map((run) => (
                <RunOfMoves
                  key={run.first}
                  run={run}
                  names={names}
                  current={shown ?? log.length}
                  onShow={(number) => onShow(number === log.length ? null : number)}
                />
              ))}
            </li>
          ))}
        </ol>
      )}
      {shown !== null && (
        <button type="button" class="primary compact back-to-game" onClick={() => onShow(null)}>
          {t.backToGame}
        </button>
      )}
    </section>
  );
}

interface RunProps {
  run: Run;
  names: readonly string[];
  current: number;
  onShow: (number: number) => void;
}

function RunOfMoves({ run, names, current, onShow }: RunProps) {
  const { seat, first, moves } = run;
  const t = texts.value;
  if (seat === null && isDeparture(moves[0].move)) {
    const who = names[Number(moves[0].move.slice(1)) - 1] ?? moves[0].move;
    return (
      <span class="run left" data-ply={first} data-move={moves[0].move}>
        {t.study.wentOut(who)}
      </span>
    );
  }
  return (
    <span class={seat === null ? "run" : `run edge-${colourClass(seat)} ${colourClass(seat)}`}>
      {moves.map((it, n) => (
        <button
          key={n}
          type="button"
          class="move"
          data-ply={first + n}
          data-move={it.move}
          aria-label={t.study.moved(first + n, seat === null ? "" : names[seat], wordsOf(it))}
          aria-current={first + n === current ? "step" : undefined}
          onClick={() => onShow(first + n)}
        >
          {it.move}
          {it.points > 0 && <i>+{it.points}</i>}
        </button>
      ))}
    </span>
  );
}

const wordsOf = ({ move, points }: LoggedMove) => (points > 0 ? `${move}+${points}` : move);
