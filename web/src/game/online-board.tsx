// An online game that has started: its board, players, moves, offers, chat and end.
import { useMemo } from "preact/hooks";
import { Board } from "../board/board";
import { closed, withHint } from "../board/hint";
import { catalogue } from "../net/catalogue";
import { isTurnOf, type LiveGame } from "../net/live-game";
import { connection, session } from "../net/online";
import type { Hint, Picture } from "../net/protocol.gen";
import { typing } from "../settings/preferences";
import { texts } from "../texts";
import { gameTitle, seatName } from "../texts/names";
import { lazyPart } from "../ui/lazy-part";
import { Actions } from "./actions/actions";
import { type Action, actionsIn, offersIn } from "./actions/available";
import { Offers } from "./actions/offers";
import { Chat } from "./chat";
import { Ending } from "./end/ending";
import { NextSteps } from "./end/next-steps";
import { StudyLinks } from "./end/study-links";
import { GameLayout } from "./game-layout";
import { turnWords } from "./game-log";
import { askHint, canHint, hintWords } from "./hint";
import type { MoveBoxProps } from "./move-box";
import { lastTurn } from "./moves/last-turn";
import { useLookBack } from "./moves/look-back";
import { useMoveLog } from "./moves/move-log";
import { Moves } from "./moves/moves";
import { seatsAround, seatViews } from "./players/online-seats";
import { useHeadToHead } from "./players/use-head-to-head";
import { useRatingChanges, useRatings } from "./players/use-ratings";
import { Terms } from "./terms";
import { TurnLine } from "./turn-line";

const MoveBox = lazyPart<MoveBoxProps>(() => import("./move-box").then((it) => it.MoveBox));

interface OnlineBoardProps {
  game: LiveGame;
  picture: Picture;
  title: string;
  hint: Hint | null;
  onHint: (hint: Hint) => void;
}

export function OnlineBoard({ game, picture, title, hint, onHint }: OnlineBoardProps) {
  const t = texts.value;
  const isReady = connection.status.value.state === "ready";
  const lookBack = useLookBack(game);
  const log = useMoveLog(game);
  const isOver = game.outcome !== null;
  const shownPicture = useMemo(() => (isOver ? closed(picture) : picture), [isOver, picture]);
  const turn = useMemo(
    () => lastTurn(picture, log, lookBack.shown ?? game.moves.length),
    [log, game.moves.length, lookBack.shown],
  );
  const changes = useRatingChanges(game);
  const [above, below] = seatsAround(
    seatViews(game, useRatings(game), useHeadToHead(game), changes),
    game.you,
  );
  const names = game.seats.map(seatName);
  const active =
    isTurnOf(game, game.you) && session.pending.value === null && lookBack.shown === null;
  const facts = catalogue.value.games.find((it) => it.key === game.game);
  const others = game.seats.filter((seat, n) => seat.player && n !== game.you);
  const ask: Action = { name: t.game.hint, icon: "check", run: () => askHint(game, onHint) };
  const hints =
    game.status === "playing" && game.you !== null && canHint(game) ? [active ? ask : null] : [];
  return (
    <GameLayout
      title={title}
      terms={<Terms game={game} />}
      picture={picture}
      isOver={isOver}
      hasLetters={game.you !== null && !game.marks.some(Boolean)}
      above={above}
      below={below}
      board={
        <Board
          picture={lookBack.picture ?? withHint(shownPicture, hint?.move ?? null)}
          label={t.board.label(gameTitle(game.game), game.size, turnWords(game))}
          active={active}
          player={lookBack.shown === null && game.outcome === null ? game.you : null}
          pending={lookBack.shown === null ? session.pending.value : null}
          refused={session.refused.value}
          turn={turn}
          onPlay={session.play}
          fits
          status={<TurnLine game={game} hint={hint && hintWords(hint)} shown={lookBack.shown} />}
        >
          {typing.value && game.status === "playing" && game.you !== null && (
            <MoveBox picture={picture} active={active} onPlay={session.play} />
          )}
        </Board>
      }
      ending={
        game.outcome && (
          <Ending
            outcome={game.outcome}
            seats={game.seats}
            you={game.you}
            hasPoints={game.hasPoints}
            change={game.you === null ? null : changes[game.you]}
          >
            <NextSteps game={game} ready={isReady} />
          </Ending>
        )
      }
      shown={lookBack.shown}
      moves={
        <Moves
          key={game.status}
          log={log}
          names={names}
          shown={lookBack.shown}
          onShow={lookBack.show}
        />
      }
      offers={<Offers offers={offersIn(game, (seat) => names[seat])} ready={isReady} />}
      talk={
        game.you !== null && game.chat && others.length > 0 ? (
          <Chat game={game} ready={isReady} />
        ) : null
      }
      received={game.chatMessages.filter((it) => it.seat !== game.you).length}
      actions={(phoneButtons) => (
        <Actions actions={[...hints, ...actionsIn(game, facts?.drawable ?? false)]} ready={isReady}>
          {game.outcome && <StudyLinks id={game.id} />}
          {phoneButtons}
        </Actions>
      )}
    />
  );
}
