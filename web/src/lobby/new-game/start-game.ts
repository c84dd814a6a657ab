// Start what was chosen: a game against the computer, an invitation, a search for an opponent.
import { notify } from "../../app/notifications";
import { ApiError, errorText } from "../../net/api";
import { ensureAccount } from "../../net/guest";
import { connection, session } from "../../net/online";
import type { GameInfo, GameRequest } from "../../net/protocol.gen";
import { hasServer } from "../../net/site";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { announce, errorMessage } from "../../ui/announce";
import { quickMatch } from "../seek";
import { createGame } from "./create-game";
import { type GameOptions, requestFor, sizeFor } from "./game-options";

interface Page {
  route: (path: string) => void;
  showError: (why: string) => void;
}

export async function startGame(chosen: GameOptions, game: GameInfo, page: Page): Promise<void> {
  const size = sizeFor(chosen, game);
  if (chosen.opponent === "hotseat") {
    page.route(`/hotseat?${new URLSearchParams({ game: game.key, size })}`);
  } else if (chosen.opponent === "quick") {
    await ensureAccount();
    search(game, size, page);
  } else {
    quickMatch.cancel();
    const request = requestFor(chosen, game);
    page.route(
      await (chosen.opponent === "computer" ? createAnywhere(request) : createGame(request)),
    );
  }
}

/** A game against the computer: on the server or, if it can't be reached, on this device. */
async function createAnywhere(request: GameRequest): Promise<string> {
  try {
    if (hasServer() && connection.status.peek().state !== "lost") return await createGame(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "network") throw error;
  }
  const { createDeviceGame } = await import("../../game/device/games/new-game");
  return createDeviceGame(request);
}

function search(game: GameInfo, size: string, { route, showError }: Page): void {
  const t = texts.value.start;
  quickMatch.start(game.key, size, {
    found: (id) => {
      // A player who plays the computer meanwhile gets a link in the header.
      if (quickMatch.inBackground.peek()) return session.followStarted(id);
      announce(t.paired);
      notify({
        kind: "start",
        title: gameTitle(game.key),
        body: t.paired,
        game: id,
        sound: "paper",
      });
      route(`/game/${id}`);
    },
    failed: (code, message) => {
      errorMessage.value = ""; // it is shown here
      showError(errorText(new ApiError(code, message)));
    },
  });
  scrollTo({ top: 0 });
  announce(t.seekingStarted);
}
