// When to alert the player: their turn in any game, and events in the open game.

import { endWords, eventWords } from "../game/game-log";
import { session } from "../net/online";
import { texts } from "../texts";
import { gameTitle, seatName } from "../texts/names";
import { announce } from "../ui/announce";
import { notify } from "./notifications";

export function start(): void {
  let before = session.myGames.peek();
  session.myGames.subscribe((now) => {
    for (const [game, mine] of now) {
      if (mine && before.get(game) === false) {
        const t = texts.peek().game;
        notify({ kind: "turn", title: t.yourTurn, game });
        if (session.game.peek()?.id !== game) announce(t.turnElsewhere);
      }
    }
    before = now;
  });
  let known = session.startedElsewhere.peek();
  session.startedElsewhere.subscribe((now) => {
    for (const game of now.keys()) {
      if (known.has(game)) continue;
      const title = texts.peek().game.gameStarted;
      notify({ kind: "start", title, game });
      announce(title);
    }
    known = now;
  });
  session.onUpdate(({ before: was, now, event, state }) => {
    const title = gameTitle(now.game);
    const { id: game, you } = now;
    if (state && was?.status === "open" && now.status === "playing" && you !== null) {
      notify({ kind: "start", title, game });
    }
    if (!event || !was) return;
    if (event.outcome) {
      notify({
        kind: "end",
        title,
        body: endWords(event.outcome, now.seats, you).join(", "),
        game,
      });
    } else if (event.kind === "chat" && event.text && event.seat !== you && event.seat != null) {
      notify({ kind: "chat", title: seatName(now.seats[event.seat]), body: event.text, game });
    } else if (event.kind === "move" && now.toMove !== you) {
      notify({ kind: "move", title, body: eventWords(was, now, event), game });
    }
  });
}
