// When to alert the player: their turn in any game, and events in the open game.

import { endWords, eventWords } from "../game/game-log";
import { soundOf } from "../game/sound/event-sound";
import { session } from "../net/online";
import { texts } from "../texts";
import { gameTitle, seatName } from "../texts/names";
import { announce } from "../ui/announce";
import { playSound } from "../ui/sound/sound";
import { vibrate } from "../ui/sound/vibration";
import { notify } from "./notifications";

export function start(): void {
  let before = session.myGames.peek();
  session.myGames.subscribe((now) => {
    for (const [game, mine] of now) {
      if (mine && before.get(game) === false) {
        const t = texts.peek().game;
        const isElsewhere = session.game.peek()?.id !== game;
        const sound = isElsewhere || document.hidden ? "turn" : undefined;
        notify({ kind: "turn", title: t.yourTurn, game, sound });
        if (isElsewhere) announce(t.turnElsewhere);
      }
    }
    before = now;
  });
  let known = session.startedElsewhere.peek();
  session.startedElsewhere.subscribe((now) => {
    for (const game of now.keys()) {
      if (known.has(game)) continue;
      const title = texts.peek().game.gameStarted;
      notify({ kind: "start", title, game, sound: "paper" });
      announce(title);
    }
    known = now;
  });
  session.pending.subscribe((it) => {
    if (!it) return;
    playSound("mine");
    vibrate("move");
  });
  session.refused.subscribe((it) => it && playSound("refused"));
  session.onUpdate((update) => {
    const { before: was, now, event } = update;
    const sound = soundOf(update);
    if (sound) playSound(sound.name, sound.count);
    const title = gameTitle(now.game);
    const { id: game, you } = now;
    const wasWaiting = was?.status === "open" || was?.waiting;
    if (wasWaiting && now.status === "playing" && !now.waiting && you !== null) {
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
      if (event.seat !== you) vibrate("move");
    }
  });
}
