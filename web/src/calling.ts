// When somebody is called: on their turn in any of their games, and for what happens at the table.
import { notice } from "./attention";
import { atTable, held } from "./session";
import { endWords, eventWords, gameTitle, seatName } from "./table/words";
import { texts } from "./texts";

export function start(): void {
  let before = held.peek();
  held.subscribe((now) => {
    for (const [game, mine] of now) {
      if (mine && before.get(game) === false) {
        notice({ kind: "turn", title: texts.peek().table.yourTurn, game });
      }
    }
    before = now;
  });
  atTable(({ before: was, now, event, state }) => {
    const title = gameTitle(now.key);
    const { game, you } = now;
    if (state && was?.status === "open" && now.status === "playing" && you !== null) {
      notice({ kind: "start", title, game });
    }
    if (!event || !was) return;
    if (event.outcome) {
      notice({
        kind: "end",
        title,
        body: endWords(event.outcome, now.seats, you).join(", "),
        game,
      });
    } else if (event.kind === "say" && event.text && event.seat !== you && event.seat != null) {
      notice({ kind: "chat", title: seatName(now.seats[event.seat]), body: event.text, game });
    } else if (event.kind === "move" && now.toMove !== you) {
      notice({ kind: "move", title, body: eventWords(was, now, event), game });
    }
  });
}
