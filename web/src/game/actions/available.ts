// What a player can do during a game besides moving.
import type { LiveGame } from "../../net/live-game";
import { session } from "../../net/online";
import { texts } from "../../texts";
import type { IconName } from "../../ui/drawn/icon";

export interface Action {
  name: string;
  run: () => void;
  icon?: IconName;
  question?: string; // to confirm first
}

/** An offer of another player, or one of mine that can be cancelled. */
export interface Offer {
  words: string;
  answers: Action[];
}

const maybe = <T>(when: boolean, it: T): T[] => (when ? [it] : []);

const isPlaying = ({ you, seats, out, status }: LiveGame) =>
  status === "playing" && you !== null && !(seats.length > 2 && out.includes(you));

/** The actions in a game, each in its place; null where one is not possible now. */
export function actionsIn(game: LiveGame, drawable: boolean): (Action | null)[] {
  const t = texts.value.game;
  const { you, drawOffers, takeback, seats, out } = game;
  if (you === null || !isPlaying(game)) return [];
  const people = seats.every((seat, n) => !seat.agent || out.includes(n));
  const count = game.moves.length;
  const draw: Action = { name: t.offerDraw, icon: "half", run: () => session.act("draw") };
  const undo: Action = { name: t.takeBack, icon: "undo", run: () => session.act("takeback") };
  const abort: Action = { name: t.abort, icon: "flag", run: () => session.act("abort") };
  const resign: Action = {
    name: t.resign,
    icon: "flag",
    run: () => session.act("resign"),
    question: t.confirmResign,
  };
  const canOffer = drawOffers.length === 0 && !game.waiting;
  return [
    ...maybe(drawable && people, canOffer ? draw : null),
    ...maybe(!game.rated, takeback === null && count > you ? undo : null),
    count < 2 ? abort : resign,
  ];
}

/** What happens if the player who is away doesn't come back; the others of several play on. */
function unlessBack({ seats, moves }: LiveGame): string {
  const t = texts.value.game;
  if (seats.length > 2) return "";
  return moves.length < seats.length ? t.abortUnlessBack : t.winUnlessBack;
}

export function offersIn(game: LiveGame, nameOf: (seat: number) => string): Offer[] {
  const t = texts.value;
  const { you, drawOffers, takeback } = game;
  if (you === null || !isPlaying(game)) return [];
  const away = game.seats.findIndex((seat, n) => n !== you && seat.until !== null);
  const asked = drawOffers.find((it) => it !== you);
  const offering = drawOffers.includes(you);
  const decline = (name: string) => ({ name, run: () => session.act("decline_draw") });
  return [
    ...maybe(away >= 0, {
      words:
        `${t.game.happened(nameOf(away), t.events.disconnected ?? "")} ${unlessBack(game)}`.trim(),
      answers: [{ name: t.game.keepWaiting, run: () => session.act("keep_waiting") }],
    }),
    ...maybe(asked !== undefined, {
      words: t.game.happened(nameOf(asked ?? 0), t.events.draw ?? ""),
      answers: [
        ...maybe<Action>(!offering, { name: t.game.acceptDraw, run: () => session.act("draw") }),
        decline(t.game.declineDraw),
      ],
    }),
    ...maybe(offering && asked === undefined, {
      words: t.game.happened(t.game.youName, t.eventsOfYou.draw ?? ""),
      answers: [decline(t.game.withdrawDraw)],
    }),
    ...maybe(takeback !== null && takeback !== you, {
      words: t.game.happened(nameOf(takeback ?? 0), t.events.takeback ?? ""),
      answers: [
        { name: t.game.acceptTakeback, run: () => session.act("accept_takeback") },
        { name: t.game.declineTakeback, run: () => session.act("decline_takeback") },
      ],
    }),
    ...maybe(takeback === you, {
      words: t.game.happened(t.game.youName, t.eventsOfYou.takeback ?? ""),
      answers: [{ name: t.game.cancelTakeback, run: () => session.act("decline_takeback") }],
    }),
  ];
}
