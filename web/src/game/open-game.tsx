// A game that hasn't started: an invitation, for who made it and for who opens its link.

import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { lazyPage } from "../app/lazy-page";
import { Board } from "../board/board";
import { Lesson } from "../lesson/lesson-place";
import { isLessonDue, markSeen } from "../lesson/seen-lessons";
import { joinGame } from "../lobby/new-game/create-game";
import { account } from "../net/account";
import { fetchJson } from "../net/api";
import type { LiveGame } from "../net/live-game";
import { connection, session } from "../net/online";
import { texts } from "../texts";
import { termsOf } from "../texts/game-titles";
import { gameTitle, seatName } from "../texts/names";
import { attempt } from "../ui/announce";
import { focusContent } from "../ui/focus";
import { seatsAround, seatViews } from "./players/online-seats";
import { Seats } from "./players/seats";

const Invitation = lazyPage(() => import("./invitation"), NoInvitation);

/** Where the invitation can't be loaded, the address of the page is the link as well. */
function NoInvitation() {
  return null;
}

export function OpenGame({ game, title }: { game: LiveGame; title: string }) {
  const t = texts.value;
  const isMine = game.you !== null;
  useEffect(() => keepFocus, []);
  return (
    <div class={isMine ? "invite is-host" : "invite"}>
      <div>
        <h1>{isMine ? t.game.inviteTitle(title) : t.game.invitedBy(hostOf(game), title)}</h1>
        <p class="lead">{termsOf(game)}</p>
        {isMine ? <Host game={game} /> : <Guest game={game} />}
      </div>
      <Side game={game} />
    </div>
  );
}

/** The players and the board; for a visitor who doesn't know the game, its lesson meanwhile. */
function Side({ game }: { game: LiveGame }) {
  const t = texts.value;
  const [isNew] = useState(isLessonDue(game.game)); // the lesson stays when its last move is made
  const [above, below] = seatsAround(seatViews(game, []), game.you);
  const board = game.picture && (
    <Board
      picture={game.picture}
      label={t.board.label(gameTitle(game.game), game.size, t.game.waiting)}
    />
  );
  const lesson = isNew && (
    <div class="card">
      <h2>{t.lesson.title(gameTitle(game.game))}</h2>
      <Lesson game={game.game} onDone={() => markSeen(game.game)} fallback={board} />
    </div>
  );
  return (
    <div class="invite-side">
      <Seats seats={above} />
      {lesson || board}
      {below.length > 0 && <Seats seats={below} />}
    </div>
  );
}

/** The pressed button is gone when the game starts. */
const keepFocus = () =>
  queueMicrotask(() => {
    if (document.activeElement === document.body) focusContent();
  });

/** Who invites: the first person with a seat. */
const hostOf = (game: LiveGame) => {
  const host = game.seats.find((it) => it.player);
  return host ? seatName(host) : texts.value.title;
};

function Host({ game }: { game: LiveGame }) {
  const t = texts.value.game;
  const { route } = useLocation();
  const isReady = connection.status.value.state === "ready";
  const isAlone = game.seats.every((it, n) => n === game.you || !it.player);
  const leave = () =>
    attempt(async () => {
      await fetchJson("POST", `/api/games/${game.id}/leave`);
      route("/");
    });
  return (
    <>
      <div class="invitation-place">
        <Invitation url={`${location.origin}/game/${game.id}`} />
      </div>
      <p class="turn-line">
        <span class="dot" aria-hidden="true" /> {t.waiting}
      </p>
      <p class="hint">{t.mayLeave}</p>
      <div class="actions" role="group" aria-label={t.actions}>
        <button type="button" class="quiet" disabled={!isReady} onClick={leave}>
          {isAlone ? t.cancelInvite : t.leaveSeat}
        </button>
      </div>
    </>
  );
}

function Guest({ game }: { game: LiveGame }) {
  const t = texts.value;
  const isReady = connection.status.value.state === "ready";
  const join = () =>
    attempt(async () => {
      await joinGame(game.id);
      session.watch();
    });
  const name = account.value?.player.name;
  return (
    <>
      <div class="actions" role="group" aria-label={t.game.actions}>
        <button type="button" class="primary big join" disabled={!isReady} onClick={join}>
          {t.game.join}
        </button>
      </div>
      <p class="hint">{name ? t.game.joinAs(name) : t.game.joinAsGuest}</p>
      <p>
        {t.games[game.game]?.summary} <a href={`/rules/${game.game}`}>{t.nav.rules}</a>
      </p>
    </>
  );
}
