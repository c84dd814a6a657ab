// What a move on this device is accompanied by: an announcement for screen readers, and sounds.
import { useEffect, useRef } from "preact/hooks";
import { resultFor } from "../../net/live-game";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";
import { playSound } from "../../ui/sound/sound";
import { endWords } from "../game-log";
import { isDeparture } from "../moves/move-log";
import { causedSound } from "../sound/event-sound";
import { turnWords } from "./device-words";
import { type DeviceReplay, type GameState, stateOf } from "./games/device-game";
import type { DeviceGame } from "./games/stored-games";

type Seats = readonly { name: string; agent: string | null }[];

export function useMoveEvents(
  game: DeviceGame,
  replay: DeviceReplay,
  seats: Seats,
  you: number | null,
): void {
  const last = useRef(replay);
  useEffect(() => {
    const before = last.current;
    last.current = replay;
    if (replay.steps.length !== before.steps.length + 1) return;
    const [was, now] = [stateOf(before), stateOf(replay)];
    const step = replay.steps[replay.steps.length - 1];
    announce(moveWords(game, seats, you, step.move, was, now));
    playMoveSounds(you, was, now);
  }, [replay]);
}

function moveWords(
  game: DeviceGame,
  seats: Seats,
  you: number | null,
  move: string,
  was: GameState,
  now: GameState,
): string {
  const t = texts.peek();
  const names = seats.map((it) => it.name);
  const gained = now.points[was.toMove] - was.points[was.toMove];
  const isAgain = you !== null && was.toMove === you && now.toMove === you;
  const next = isAgain ? t.game.yourTurnAgain : turnWords(game, now, names, you);
  const parts = [
    isDeparture(move)
      ? t.game.happened(names[Number(move.slice(1)) - 1], t.events.resign ?? "")
      : t.game.moved(names[was.toMove], move),
    gained > 0 && `+${t.game.points(gained)}.`,
    now.outcome ? `${endWords(now.outcome, seats, you).join(", ")}.` : `${next}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function playMoveSounds(you: number | null, was: GameState, now: GameState): void {
  const caused = causedSound(was.picture, now.picture);
  const isMine = you === null || was.toMove === you;
  if (now.outcome) {
    const result = resultFor(now.outcome, you);
    playSound(result === "won" || result === "watched" ? "won" : "ended");
  } else if (caused) playSound(caused.name, caused.count);
  else if (!isMine) playSound("other");
}
