// Boards, states and events for tests.
import type {
  Cell,
  EventMessage,
  Picture,
  Replay,
  ReplayStep,
  SeatSummary,
  State,
} from "../src/net/protocol.gen";

export function cell(name: string, x: number, y: number, given: Partial<Cell> = {}): Cell {
  const plain = { mark: "", owner: null, tint: "" as const, span: 1, last: false, taps: [] };
  return { name, x, y, ...plain, polygon: [], ...given };
}

/** An empty board, where these labels can be written in every cell. */
export function empty(width: number, height: number, labels = ["X"]): Picture {
  const cells = Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [n % width, Math.floor(n / width)];
    const name = height === 1 ? `${x + 1}` : `${String.fromCharCode(97 + x)}${y + 1}`;
    const taps = labels.map((label) => ({ label, move: labels.length > 1 ? label + name : name }));
    return cell(name, x, y, { taps });
  });
  return {
    game: "any",
    size: `${width}x${height}`,
    caption: "An empty board",
    width,
    height,
    cells,
    strokes: [],
    labels: [],
    notes: [],
  };
}

export function seat(name: string): SeatSummary {
  return { name, player: name[0].toLowerCase(), agent: null, away: false, reconnect_left: null };
}

/** The first event of the game that `state` describes: a move, unless given otherwise. */
export function event(given: Partial<EventMessage> = {}): EventMessage {
  return {
    type: "event",
    game_id: "g",
    seq: 1,
    kind: "move",
    status: "playing",
    seats: [seat("Ann"), seat("Ben")],
    to_move: 0,
    points: [0, 0],
    moves: 0,
    ...given,
  };
}

export function state(given: Partial<State> = {}): State {
  return {
    type: "state",
    id: "g",
    seq: 0,
    status: "playing",
    game: "any",
    size: "3x3",
    clock: 60,
    reconnect_seconds: 30,
    rated: false,
    public: true,
    chat: true,
    seats: [seat("Ann"), seat("Ben")],
    marks: [],
    has_points: false,
    you: 0,
    position: "",
    moves: [],
    to_move: 0,
    points: [0, 0],
    ...given,
  };
}

/** A replay with these moves. */
export function replay(moves: string[] = [], given: Partial<Replay> = {}): Replay {
  return {
    game: "sos",
    size: "3x3",
    players: 2,
    marks: [],
    has_points: true,
    to_move: 0,
    points: [0, 0],
    position: ".../.../... 1 0-0",
    outcome: null,
    picture: empty(3, 3, ["S", "O"]),
    steps: moves.map(step),
    ...given,
  };
}

function step(move: string, n: number): ReplayStep {
  return {
    move,
    player: n % 2,
    to_move: (n + 1) % 2,
    points: [0, 0],
    position: `after ${move}`,
    outcome: null,
    change: { caption: "", cells: [], gone: [], strokes: null, notes: null },
    added: [],
  };
}
