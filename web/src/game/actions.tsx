// What can be done at a table besides moving.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { joinGame } from "../lobby/new-game/create-game";
import { ask } from "../net/api";
import type { LiveGame } from "../net/live-game";
import { session } from "../net/online";
import { texts } from "../texts";
import { attempt } from "../ui/announce";
import { Sure } from "../ui/confirm";
import { toContent } from "../ui/focus";

interface Action {
  name: string;
  run: () => void;
  primary?: boolean;
  sure?: string; // asked first
}

interface ActionsProps {
  table: LiveGame;
  drawable: boolean;
  ready: boolean; // whether there is a connection
  onHint: (() => void) | null;
}

export function Actions({ table, drawable, ready, onHint }: ActionsProps) {
  const { route } = useLocation();
  const [asked, setAsked] = useState<string | null>(null);
  const t = texts.value.table;
  const actions = table.status === "playing" ? duringPlay(table, drawable) : around(table, route);
  const held = useKeptFocus(actions.map((it) => it.name).join());
  const waits = actions.find((it) => it.name === asked);
  function answer(yes: boolean) {
    setAsked(null);
    if (yes) waits?.run();
  }
  return (
    <>
      {waits?.sure && <Sure question={waits.sure} ready={ready} onAnswer={answer} />}
      <div class="actions" role="group" aria-label={t.actions} hidden={Boolean(waits)} {...held}>
        {onHint && (
          <button type="button" disabled={!ready} onClick={onHint}>
            {t.hint}
          </button>
        )}
        {actions.map((it) => (
          <button
            key={it.name}
            type="button"
            class={it.primary ? "primary" : ""}
            disabled={!ready}
            onClick={() => (it.sure ? setAsked(it.name) : it.run())}
          >
            {it.name}
          </button>
        ))}
        {table.status === "over" && (
          <>
            <a class="button" href={`/replay/${table.game}`}>
              {t.replay}
            </a>
            <a class="button" href={`/analysis/${table.game}`}>
              {t.analyse}
            </a>
          </>
        )}
      </div>
    </>
  );
}

/** A button that had the focus may go once it was pressed: the content has the focus then. */
function useKeptFocus(names: string) {
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    toContent();
  }, [names]);
  return {
    onFocusIn: () => {
      inside.current = true;
    },
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      inside.current = relatedTarget === null;
    },
  };
}

const maybe = (when: boolean, it: Action): Action[] => (when ? [it] : []);

/** While the game goes on, for those who play. */
function duringPlay(table: LiveGame, drawable: boolean): Action[] {
  const t = texts.value.table;
  const { you, drawOffers, takeback, seats, out } = table;
  if (you === null || (seats.length > 2 && out.includes(you))) return [];
  const people = seats.every((seat, n) => !seat.agent || out.includes(n));
  const offered = drawOffers.some((it) => it !== you);
  const offering = drawOffers.includes(you);
  const asking = takeback === you;
  const count = table.moves.length;
  return [
    ...maybe(offered && !offering, {
      name: t.acceptDraw,
      run: () => session.act("draw"),
      primary: true,
    }),
    ...maybe(offered, { name: t.declineDraw, run: () => session.act("decline_draw") }),
    ...maybe(offering, { name: t.withdrawDraw, run: () => session.act("decline_draw") }),
    ...maybe(drawable && people && !drawOffers.length, {
      name: t.offerDraw,
      run: () => session.act("draw"),
    }),
    ...maybe(takeback !== null && !asking, {
      name: t.grant,
      run: () => session.act("accept_takeback"),
      primary: true,
    }),
    ...maybe(takeback !== null && !asking, {
      name: t.refuse,
      run: () => session.act("decline_takeback"),
    }),
    ...maybe(asking, { name: t.askNoLonger, run: () => session.act("decline_takeback") }),
    ...maybe(!table.rated && takeback === null && count > you, {
      name: t.takeBack,
      run: () => session.act("takeback"),
    }),
    ...maybe(count < 2, { name: t.abort, run: () => session.act("abort") }),
    ...maybe(count >= 2, { name: t.resign, run: () => session.act("resign"), sure: t.resignSure }),
  ];
}

/** Before the game and after it. */
function around(table: LiveGame, route: (to: string) => void): Action[] {
  const t = texts.value.table;
  const { you, rematch, follows, status, game } = table;
  const join = async () => {
    await joinGame(game);
    session.watch();
  };
  const leave = async () => {
    await ask("POST", `/api/games/${game}/leave`);
    route("/");
  };
  if (status === "open") {
    return you === null
      ? [{ name: t.join, run: () => void attempt(join), primary: true }]
      : [{ name: t.leaveSeat, run: () => void attempt(leave) }];
  }
  if (follows) return [{ name: t.nextGame, run: () => route(`/game/${follows}`), primary: true }];
  if (you === null) return [];
  const wanted = rematch.some((it) => it !== you);
  const wanting = rematch.includes(you);
  return [
    ...maybe(!wanting, {
      name: wanted ? t.acceptRematch : t.rematch,
      run: () => session.act("rematch"),
      primary: true,
    }),
    ...maybe(wanted || wanting, { name: t.noRematch, run: () => session.act("decline_rematch") }),
  ];
}
