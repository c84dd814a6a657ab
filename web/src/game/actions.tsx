// What players can do in a game besides moving.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { joinGame } from "../lobby/new-game/create-game";
import { fetchJson } from "../net/api";
import type { LiveGame } from "../net/live-game";
import { session } from "../net/online";
import { texts } from "../texts";
import { attempt } from "../ui/announce";
import { Confirm } from "../ui/confirm";
import { focusContent } from "../ui/focus";

interface Action {
  name: string;
  run: () => void;
  primary?: boolean;
  question?: string; // to confirm first
}

interface ActionsProps {
  game: LiveGame;
  drawable: boolean;
  ready: boolean; // whether there is a connection
  onHint: (() => void) | null;
}

export function Actions({ game, drawable, ready, onHint }: ActionsProps) {
  const { route } = useLocation();
  const [toConfirm, setToConfirm] = useState<string | null>(null);
  const t = texts.value.game;
  const actions =
    game.status === "playing" ? duringPlay(game, drawable) : beforeOrAfterPlay(game, route);
  const focusHandlers = useKeptFocus(actions.map((it) => it.name).join());
  const confirming = actions.find((it) => it.name === toConfirm);
  function answer(yes: boolean) {
    setToConfirm(null);
    if (yes) confirming?.run();
  }
  return (
    <>
      {confirming?.question && (
        <Confirm question={confirming.question} ready={ready} onAnswer={answer} />
      )}
      <div
        class="actions"
        role="group"
        aria-label={t.actions}
        hidden={Boolean(confirming)}
        {...focusHandlers}
      >
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
            onClick={() => (it.question ? setToConfirm(it.name) : it.run())}
          >
            {it.name}
          </button>
        ))}
        {game.status === "over" && (
          <>
            <a class="button" href={`/replay/${game.id}`}>
              {t.replay}
            </a>
            <a class="button" href={`/analysis/${game.id}`}>
              {t.analyse}
            </a>
          </>
        )}
      </div>
    </>
  );
}

/** If a pressed button disappears, move focus to the content. */
function useKeptFocus(names: string) {
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    focusContent();
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

/** For players, while the game is in progress. */
function duringPlay(game: LiveGame, drawable: boolean): Action[] {
  const t = texts.value.game;
  const { you, drawOffers, takeback, seats, out } = game;
  if (you === null || (seats.length > 2 && out.includes(you))) return [];
  const people = seats.every((seat, n) => !seat.agent || out.includes(n));
  const offered = drawOffers.some((it) => it !== you);
  const offering = drawOffers.includes(you);
  const asking = takeback === you;
  const count = game.moves.length;
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
      name: t.acceptTakeback,
      run: () => session.act("accept_takeback"),
      primary: true,
    }),
    ...maybe(takeback !== null && !asking, {
      name: t.declineTakeback,
      run: () => session.act("decline_takeback"),
    }),
    ...maybe(asking, { name: t.cancelTakeback, run: () => session.act("decline_takeback") }),
    ...maybe(!game.rated && takeback === null && count > you, {
      name: t.takeBack,
      run: () => session.act("takeback"),
    }),
    ...maybe(count < 2, { name: t.abort, run: () => session.act("abort") }),
    ...maybe(count >= 2, {
      name: t.resign,
      run: () => session.act("resign"),
      question: t.confirmResign,
    }),
  ];
}

/** Before the game and after it. */
function beforeOrAfterPlay(live: LiveGame, route: (to: string) => void): Action[] {
  const t = texts.value.game;
  const { you, rematch, nextGame, status, id } = live;
  const join = async () => {
    await joinGame(id);
    session.watch();
  };
  const leave = async () => {
    await fetchJson("POST", `/api/games/${id}/leave`);
    route("/");
  };
  if (status === "open") {
    return you === null
      ? [{ name: t.join, run: () => void attempt(join), primary: true }]
      : [{ name: t.leaveSeat, run: () => void attempt(leave) }];
  }
  if (nextGame) return [{ name: t.nextGame, run: () => route(`/game/${nextGame}`), primary: true }];
  if (you === null) return [];
  const isOffered = rematch.some((it) => it !== you);
  const isWaiting = rematch.includes(you);
  return [
    ...maybe(!isWaiting, {
      name: isOffered ? t.acceptRematch : t.rematch,
      run: () => session.act("rematch"),
      primary: true,
    }),
    ...maybe(isOffered || isWaiting, {
      name: t.declineRematch,
      run: () => session.act("decline_rematch"),
    }),
  ];
}
