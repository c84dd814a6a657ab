// The board of a game on this device, with its players, moves, actions and end.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../../board/board";
import { closed, withHint } from "../../board/hint";
import type { Hint, Replay } from "../../net/protocol.gen";
import { typing } from "../../settings/preferences";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { gameTitle } from "../../texts/names";
import { Actions } from "../actions/actions";
import { Offers } from "../actions/offers";
import { GameLayout } from "../game-layout";
import { hintWords } from "../hint";
import { MoveBox } from "../move-box";
import { lastTurn } from "../moves/last-turn";
import { logOf } from "../moves/move-log";
import { Moves } from "../moves/moves";
import { seatsAround } from "../players/online-seats";
import { deviceActions, retryOffer } from "./device-actions";
import { DeviceEnding } from "./device-ending";
import { GameFiles } from "./device-files";
import { DeviceTerms, seatViews, turnWords } from "./device-words";
import { stateAfter, stateOf } from "./games/device-game";
import { rememberNames } from "./games/new-game";
import { namesAt } from "./games/seat-names";
import { changeGame, type DeviceGame } from "./games/stored-games";
import { PlayerNames } from "./player-names";
import { useDeviceGame } from "./use-device-game";
import { useMoveEvents } from "./use-move-events";

interface DeviceBoardProps {
  game: DeviceGame;
  first: Replay;
  you: number | null; // the seat of a single person
  route: (path: string, replace?: boolean) => void;
}

export function DeviceBoard({ game, first, you, route }: DeviceBoardProps) {
  const t = texts.value;
  const played = useDeviceGame(game, first);
  const { replay, pending, computer } = played;
  const now = useMemo(() => stateOf(replay), [replay]);
  const names = namesAt(game);
  const seats = game.seats.map((it, n) => ({ name: names[n], agent: it.agent }));
  const [shown, setShown] = useState<number | null>(null); // an earlier move that is looked at
  const [hint, setHint] = useState<Hint | null>(null);
  const past = useMemo(() => (shown === null ? null : stateAfter(replay, shown)), [replay, shown]);
  const log = useMemo(() => logOf(replay), [replay]);
  useMoveEvents(game, replay, seats, you);
  useEffect(() => {
    setHint(null);
    setShown((it) => (it !== null && it >= replay.steps.length ? null : it));
  }, [replay, game.outcome]);
  const count = replay.steps.length;
  const turn = useMemo(() => lastTurn(now.picture, log, shown ?? count), [now, log, shown]);
  const isOver = game.outcome !== null;
  const picture = useMemo(() => (isOver ? closed(now.picture) : now.picture), [isOver, now]);
  const isMyTurn = !isOver && (you === null || now.toMove === you);
  const active = isMyTurn && !pending && !past;
  const words = turnWords(game, now, names, you);
  const line = hint ? hintWords(hint) : words;
  const [above, below] = seatsAround(seatViews(game, replay, now, names, you), you);

  function rename(next: string[]) {
    rememberNames(next);
    changeGame(game, { seats: game.seats.map((it, n) => ({ ...it, name: next[n] ?? "" })) });
  }

  const actions = deviceActions({ game, played, now, you, names, active, route, onHint: setHint });
  return (
    <GameLayout
      title={titleOf(game)}
      terms={<DeviceTerms game={game} now={now} you={you} />}
      picture={now.picture}
      isOver={isOver}
      hasLetters={!replay.marks.some(Boolean)}
      above={above}
      below={below}
      board={
        <Board
          picture={past?.picture ?? withHint(picture, hint?.move ?? null)}
          label={t.board.label(gameTitle(game.game), game.size, isOver ? "" : words)}
          active={active}
          player={past || isOver ? null : (you ?? now.toMove)}
          pending={past ? null : pending}
          turn={turn}
          onPlay={played.play}
          fits
          status={
            <p class={isMyTurn && you !== null && !past ? "turn-line mine" : "turn-line"}>
              {shown !== null ? t.game.lookingBack(shown) : isOver ? t.game.finished(count) : line}
            </p>
          }
        >
          {typing.value && !isOver && (
            <MoveBox picture={now.picture} active={active} onPlay={played.play} />
          )}
        </Board>
      }
      ending={isOver && <DeviceEnding game={game} replay={replay} seats={seats} you={you} />}
      shown={shown}
      moves={<Moves log={log} names={names} shown={shown} onShow={setShown} />}
      offers={<Offers offers={computer.hasFailed ? [retryOffer(computer)] : []} ready />}
      talkLabel={t.hotseat.movesAndMore}
      talk={
        you === null && (
          <>
            <PlayerNames given={game.seats.map((it) => it.name)} onChange={rename} />
            <GameFiles game={game} replay={replay} names={names} />
          </>
        )
      }
      actions={(phoneButtons) => (
        <Actions actions={actions} ready>
          {isOver && you !== null && <GameFiles game={game} replay={replay} names={names} isRow />}
          {phoneButtons}
        </Actions>
      )}
    />
  );
}
