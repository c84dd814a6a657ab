// The board of an online game, and the panel beside it.
import { lazyPage } from "../app/lazy-page";
import { Board } from "../board/board";
import { withHint } from "../board/hint";
import { fetchJson } from "../net/api";
import { catalogue } from "../net/catalogue";
import type { LiveGame } from "../net/live-game";
import { connection, session } from "../net/online";
import type { Hint } from "../net/protocol.gen";
import { typing } from "../settings/preferences";
import { texts } from "../texts";
import { termsOf } from "../texts/game-titles";
import { gameTitle, seatName } from "../texts/names";
import { announce, attempt } from "../ui/announce";
import { Actions } from "./actions";
import { Chat } from "./chat";
import { Ending } from "./ending";
import { turnWords } from "./game-log";
import { MoveBox } from "./move-box";
import { Moves } from "./moves";
import { OnlineSeats } from "./online-seats";
import { TurnLine } from "./turn-line";

const Invitation = lazyPage(() => import("./invitation"), NoInvitation);

/** Where the invitation can't be loaded, the address of the page is the link as well. */
function NoInvitation() {
  return null;
}

interface OnlineBoardProps {
  game: LiveGame;
  title: string;
  hint: Hint | null;
  onHint: (hint: Hint) => void;
}

export function OnlineBoard({ game, title, hint, onHint }: OnlineBoardProps) {
  const t = texts.value;
  const isMyTurn = game.status === "playing" && game.toMove === game.you;
  const active = isMyTurn && session.pending.value === null;
  return (
    <div class={`game-page ${game.status}`}>
      <div class="spread game-head">
        <h1>{title}</h1>
        <p class="hint">{termsOf(game)}</p>
      </div>
      <div class="play">
        {game.outcome && <Ending outcome={game.outcome} seats={game.seats} you={game.you} />}
        <TurnLine game={game} />
        {game.picture && (
          <Board
            picture={withHint(game.picture, hint?.move ?? null)}
            label={t.board.label(gameTitle(game.game), game.size, turnWords(game))}
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
      <SidePanel game={game} canHint={active && canHint(game)} onHint={onHint} />
    </div>
  );
}

interface SidePanelProps {
  game: LiveGame;
  canHint: boolean;
  onHint: (hint: Hint) => void;
}

/** The panel beside the board. */
function SidePanel({ game, canHint, onHint }: SidePanelProps) {
  const isReady = connection.status.value.state === "ready";
  const facts = catalogue.value.games.find((it) => it.key === game.game);
  const people = game.seats.filter((seat, n) => seat.player && n !== game.you);
  const askHint = () =>
    attempt(async () => {
      const found = await fetchJson<Hint>("GET", `/api/games/${game.id}/hint`);
      if (session.game.peek()?.seq !== game.seq) return; // too late: a move was made
      onHint(found);
      announce(hintWords(found));
    });
  return (
    <aside class="side">
      <OnlineSeats game={game} />
      <Actions
        game={game}
        drawable={facts?.drawable ?? false}
        ready={isReady}
        onHint={canHint ? askHint : null}
      />
      {game.status === "open" && <Invitation url={`${location.origin}/game/${game.id}`} />}
      <Moves moves={game.moves} names={game.seats.map(seatName)} />
      {game.you !== null && game.chat && people.length > 0 && <Chat game={game} ready={isReady} />}
      {game.spectators > 0 && <p class="hint">{texts.value.game.watchers(game.spectators)}</p>}
    </aside>
  );
}

/** Hints are for casual games without other people. */
const canHint = (game: LiveGame) =>
  !game.rated &&
  game.seats.every((seat, n) => n === game.you || seat.agent || game.out.includes(n));

function hintWords(hint: Hint): string {
  const t = texts.value.game;
  const worth = { win: t.hintWins, draw: t.hintDraws, loss: t.hintLoses };
  return t.hintIs(hint.move, hint.outcome ? worth[hint.outcome] : "");
}
