// How a game on this device ended, and what to play next.
import { useLocation } from "preact-iso";
import type { Replay } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { agentName } from "../../texts/names";
import { announce } from "../../ui/announce";
import { Ending } from "../end/ending";
import { nextLevel } from "../end/next-steps";
import { startRematch } from "./games/new-game";
import type { DeviceGame } from "./games/stored-games";

interface DeviceEndingProps {
  game: DeviceGame;
  replay: Replay;
  seats: { name: string; agent: string | null }[];
  you: number | null;
}

export function DeviceEnding({ game, replay, seats, you }: DeviceEndingProps) {
  const t = texts.value;
  const { route } = useLocation();
  const { outcome } = game;
  if (!outcome) return null;
  const level = nextLevel({ seats, you, outcome });

  function rematch(next: DeviceGame) {
    route(startRematch(next));
    if (you === null) announce(t.hotseat.started(t.game.turnOf(seats[1].name)));
  }

  function playLevel(agent: string) {
    rematch({ ...game, seats: game.seats.map((it) => (it.agent ? { ...it, agent } : it)) });
  }

  return (
    <Ending outcome={outcome} seats={seats} you={you} hasPoints={replay.has_points}>
      <div class="actions next-steps" role="group" aria-label={t.game.actions}>
        <button type="button" class="primary" onClick={() => rematch(game)}>
          {you === null ? t.hotseat.rematch : t.game.rematch}
        </button>
        {level && (
          <button type="button" onClick={() => playLevel(level)}>
            {t.game.playLevel(agentName(level))}
          </button>
        )}
        {you !== null && (
          <a class="button" href={`/?play=${game.game}`}>
            {t.game.newOpponent}
          </a>
        )}
      </div>
    </Ending>
  );
}
