// What can be done in a game on this device besides moving.

import type { Hint } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce, attempt } from "../../ui/announce";
import type { Action, Offer } from "../actions/available";
import { endWords } from "../game-log";
import { hintWords } from "../hint";
import { countAfterTakeback, type GameState, resignedOutcome } from "./games/device-game";
import { startRematch } from "./games/new-game";
import { changeGame, type DeviceGame, deleteGame, findGame } from "./games/stored-games";
import { findHint } from "./games/thinking";
import type { ComputerPlayer } from "./use-computer-player";
import type { PlayedGame } from "./use-device-game";

interface Situation {
  game: DeviceGame;
  played: PlayedGame;
  now: GameState;
  you: number | null; // the seat of a single person
  names: string[];
  active: boolean; // whether a move can be made
  route: (path: string, replace?: boolean) => void;
  onHint: (hint: Hint) => void;
}

export const deviceActions = (it: Situation): (Action | null)[] =>
  it.you === null ? sharedActions(it) : [...(it.game.outcome ? [] : actionsAlone(it, it.you))];

/** Against computers: the actions of an online game. */
function actionsAlone(it: Situation, you: number): (Action | null)[] {
  const t = texts.value.game;
  const { game, active, route } = it;
  const isOut = game.moves.includes(departureOf(you));
  if (isOut) return [];
  const hint: Action = { name: t.hint, icon: "check", run: () => askHint(it) };
  const undo: Action = { name: t.takeBack, icon: "undo", run: () => takeBack(it) };
  const abort: Action = {
    name: t.abort,
    icon: "flag",
    run: () => {
      deleteGame(game.id);
      route("/");
    },
  };
  const resign: Action = {
    name: t.resign,
    icon: "flag",
    run: () => resignGame(it, you),
    question: t.confirmResign,
  };
  return [
    active ? hint : null,
    countAfterTakeback(it.played.replay, you) >= 0 ? undo : null,
    game.moves.length < 2 ? abort : resign,
  ];
}

/** At a shared screen a move can be undone even at the end. */
function sharedActions(it: Situation): (Action | null)[] {
  const t = texts.value.hotseat;
  const { game } = it;
  const hasStarted = game.moves.length > 0;
  const undo: Action = { name: t.undo, icon: "undo", run: () => takeBack(it) };
  const again: Action = {
    name: t.newGame,
    icon: "puzzle",
    run: () => restart(it),
    question: game.outcome ? undefined : t.confirmNewGame,
  };
  return [hasStarted ? undo : null, hasStarted ? again : null];
}

function restart({ game, names, route }: Situation) {
  const t = texts.peek();
  if (!game.outcome) deleteGame(game.id);
  route(startRematch(game, false), true);
  announce(t.hotseat.started(t.game.turnOf(names[0])));
}

function takeBack({ played, you }: Situation) {
  const { replay, leaveAfter } = played;
  const count = countAfterTakeback(replay, you);
  const moves = replay.steps.slice(count).map((it) => it.move);
  leaveAfter(count);
  announce(texts.peek().hotseat.undone(moves.join(" ")));
}

function askHint({ game, now, onHint }: Situation) {
  void attempt(async () => {
    const found = await findHint(game, now.position);
    if (findGame(game.id)?.moves.join() !== game.moves.join()) return; // a move was made meanwhile
    onHint(found);
    announce(hintWords(found));
  });
}

/** With three or more players the others play on, as in a record: `x1` is where player 1 left. */
function resignGame({ game, now, you, names }: Situation, seat: number) {
  if (game.seats.length > 2) {
    changeGame(game, { moves: [...game.moves, departureOf(seat)] });
    return;
  }
  const outcome = resignedOutcome(seat, now.points);
  changeGame(game, { outcome });
  const seats = game.seats.map((it, n) => ({ name: names[n], agent: it.agent }));
  announce(`${endWords(outcome, seats, you).join(", ")}.`);
}

const departureOf = (seat: number) => `x${seat + 1}`;

/** What to do when the computer player can't think. */
export function retryOffer({ retry }: ComputerPlayer): Offer {
  const t = texts.value;
  return { words: t.device.stopped, answers: [{ name: t.hotseat.tryAgain, run: retry }] };
}
