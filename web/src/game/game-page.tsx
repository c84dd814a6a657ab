// A game online: the table that one plays or watches at.

import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { lazily } from "../app/lazy-page";
import { NotFound } from "../app/not-found-page";
import { Board } from "../board/board";
import { pointed } from "../board/hint";
import { ask } from "../net/api";
import { catalogue, loadCatalogue } from "../net/catalogue";
import type { LiveGame } from "../net/live-game";
import { connection, session } from "../net/online";
import type { GameReplay, Hint } from "../net/protocol.gen";
import { typing } from "../settings/preferences";
import { noteSeen, seen } from "../study/replay/seen-games";
import { texts } from "../texts";
import { termsOf, titleOf } from "../texts/game-titles";
import { attempt, say } from "../ui/announce";
import { now } from "../ui/now";
import { useTitle } from "../ui/page-title";
import { Actions } from "./actions";
import { Chat } from "./chat";
import { Ending } from "./ending";
import { MoveBox } from "./move-box";
import { Moves } from "./moves";
import { Seats, type SeatView } from "./seats";
import { endWords, eventWords, gameTitle, seatName, turnWords } from "./words";

const Invitation = lazily(() => import("./invitation"), Linkless);

/** The address of the page is the link, too. */
function Linkless() {
  return null;
}

const LOW = 10_000; // ms
const ID = /^[\w-]{1,64}$/;

/** The server answers no question about what cannot be a game. */
export function Game({ id }: { id: string }) {
  return ID.test(id) ? <OnlineGame key={id} id={id} /> : <NotFound />;
}

function OnlineGame({ id }: { id: string }) {
  const { route } = useLocation();
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => {
    loadCatalogue().catch(() => {});
    return session.open(id);
  }, [id]);
  useEffect(
    () =>
      session.onUpdate(({ before, now: it, event, state }) => {
        if (event?.position || state) setHint(null);
        speak(before, it, event, state !== null);
        const mine = it.you !== null && it.rematch.includes(it.you);
        if (it.follows && it.follows !== before?.follows && before && mine)
          route(`/game/${it.follows}`);
      }),
    [id],
  );
  const game = session.game.value?.game === id ? session.game.value : null;
  // What one has played can be seen again without a connection.
  const played = game?.status === "over" && game.you !== null && game.moves.length > 0;
  useEffect(() => {
    if (played) ask<GameReplay>("GET", `/api/games/${id}/replay`).then(noteSeen, () => {});
  }, [played]);
  const title = game ? titleOf({ game: game.key, size: game.size }) : texts.value.loading;
  useTitle(title);
  if (session.missing.value) return <Missing why={session.missing.value} />;
  if (!game) return <Loading id={id} />;
  return <AtTable game={game} title={title} hint={hint} onHint={setHint} />;
}

/** Without the server a game that is over can still be gone through, if it was seen here. */
function Loading({ id }: { id: string }) {
  const t = texts.value;
  if (connection.status.value.state !== "lost") return <p class="hint loading">{t.loading}</p>;
  return (
    <section class="card narrow stack">
      <p>{t.offlinePage.game}</p>
      {seen().some((it) => it.id === id) && (
        <a class="button" href={`/replay/${id}`}>
          {t.table.replay}
        </a>
      )}
    </section>
  );
}

function Missing({ why }: { why: string }) {
  const t = texts.value;
  return (
    <section class="card narrow stack">
      <h1>{t.errors.not_found}</h1>
      {why !== t.errors.not_found && <p>{why}</p>}
      <a class="button" href="/">
        {t.table.lobby}
      </a>
    </section>
  );
}

interface AtTableProps {
  game: LiveGame;
  title: string;
  hint: Hint | null;
  onHint: (hint: Hint) => void;
}

function AtTable({ game, title, hint, onHint }: AtTableProps) {
  const t = texts.value;
  const ready = connection.status.value.state === "ready";
  const mine = game.status === "playing" && game.toMove === game.you;
  const active = mine && session.pending.value === null;
  const facts = catalogue.value.games.find((it) => it.key === game.key);
  const hintable =
    active && game.seats.every((seat, n) => n === game.you || seat.agent || game.out.includes(n));
  const askHint = () =>
    attempt(async () => {
      const found = await ask<Hint>("GET", `/api/games/${game.game}/hint`);
      if (session.game.peek()?.seq !== game.seq) return; // too late: a move was made
      onHint(found);
      say(hintWords(found));
    });
  const people = game.seats.filter((seat, n) => seat.player && n !== game.you);
  return (
    <div class={`table ${game.status}`}>
      <div class="spread table-head">
        <h1>{title}</h1>
        <p class="hint">{termsOf(game)}</p>
      </div>
      <div class="play">
        {game.outcome && <Ending outcome={game.outcome} seats={game.seats} you={game.you} />}
        <Turn game={game} />
        {game.picture && (
          <Board
            picture={pointed(game.picture, hint?.move ?? null)}
            label={t.board.label(gameTitle(game.key), game.size, turnWords(game))}
            active={active}
            player={game.you}
            pending={session.pending.value}
            onPlay={session.play}
          />
        )}
        {hint && <p class="hint-line">{hintWords(hint)}</p>}
        {typing.value && game.picture && game.status === "playing" && game.you !== null && (
          <MoveBox picture={game.picture} active={active} onPlay={session.play} />
        )}
      </div>
      <aside class="side">
        <section class="card seats-card" aria-label={t.table.statistics}>
          <Seats seats={seatViews(game)} />
          <p class="hint">{statistics(game)}</p>
        </section>
        <p class="hint lot">{lotWords(game)}</p>
        <Actions
          table={game}
          drawable={facts?.drawable ?? false}
          ready={ready}
          onHint={hintable && !game.rated ? askHint : null}
        />
        {game.status === "open" && <Invitation url={`${location.origin}/game/${game.game}`} />}
        <Moves moves={game.moves} names={game.seats.map(seatName)} />
        {game.you !== null && game.chat && people.length > 0 && <Chat table={game} ready={ready} />}
        {game.watchers > 0 && <p class="hint">{t.table.watchers(game.watchers)}</p>}
      </aside>
    </div>
  );
}

/** Whose turn it is, in words; shortly before the end of one's time it is said once more. */
function Turn({ game }: { game: LiveGame }) {
  const t = texts.value.table;
  const mine = game.toMove === game.you && game.status === "playing";
  const left = mine && game.until !== null ? game.until - now.value : Number.POSITIVE_INFINITY;
  const low = left <= LOW;
  useEffect(() => {
    if (low && left > 0) say(t.secondsLeft(Math.ceil(left / 1000)));
  }, [low, game.until]);
  if (game.outcome) return null;
  const waits = session.pending.value !== null && connection.status.value.state !== "ready";
  return (
    <p class={mine ? "turn-line mine" : "turn-line"}>
      {waits ? t.pending : turnWords(game)}
      {game.you === null && game.status === "playing" && <span class="hint"> · {t.watching}</span>}
    </p>
  );
}

function seatViews(game: LiveGame): SeatView[] {
  return game.seats.map((seat, n) => ({
    name: seat.name,
    player: seat.player,
    agent: seat.agent,
    mark: game.marks[n],
    points: game.hasPoints ? game.points[n] : null,
    you: n === game.you,
    out: game.seats.length > 2 && game.out.includes(n),
    turn: game.status === "playing" && game.toMove === n,
    until: game.status === "playing" && game.toMove === n ? game.until : null,
    away: game.status === "playing" && seat.reconnect_left != null ? { until: seat.until } : null,
  }));
}

/** How far the game is: the move, and the cells that are left. */
function statistics(game: LiveGame): string {
  const t = texts.value.table;
  const free = game.picture?.cells.filter(
    (cell) => cell.span === 1 && !cell.mark && cell.tint !== "shaded",
  );
  const parts = [
    t.moveNumber(game.moves.length + (game.outcome ? 0 : 1)),
    free && t.emptyCells(free.length),
  ];
  return parts.filter(Boolean).join(" · ");
}

function lotWords(game: LiveGame): string {
  const t = texts.value.table;
  const chosen = game.randomChoices;
  const wishes = chosen?.size_choices?.map((it) => t.wish(it.name, it.size)).join(", ");
  const first = chosen?.order?.[0];
  const agent = game.seats.find((it) => it.agent && it.agent === first);
  return [
    wishes && t.lotSize(wishes, chosen?.size ?? ""),
    first && t.lotOrder(seatName(agent ?? { name: first })),
  ]
    .filter(Boolean)
    .join(" ");
}

function hintWords(hint: Hint): string {
  const t = texts.value.table;
  const worth = { win: t.hintWins, draw: t.hintDraws, loss: t.hintLoses };
  return t.hintIs(hint.move, hint.outcome ? worth[hint.outcome] : "");
}

/** Whose turn it is, or how it ended. */
const standing = (it: LiveGame) =>
  it.outcome ? endWords(it.outcome, it.seats, it.you).join(", ") : turnWords(it);

function speak(
  before: LiveGame | null,
  it: LiveGame,
  event: Parameters<typeof eventWords>[2] | null,
  whole: boolean,
) {
  const t = texts.value.table;
  if (event && before) {
    const words = eventWords(before, it, event);
    if (words) say(words);
  } else if (whole && before && it.moves.length > before.moves.length) {
    say(`${t.meanwhile(it.moves.slice(before.moves.length).join(" "))} ${standing(it)}`);
  } else if (whole && (!before || before.status !== it.status)) {
    say(standing(it));
  }
}
