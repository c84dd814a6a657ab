// Written by `make docs` from the server's own types; do not edit.

export interface Ack {
  type: "ack";
  game: string;
  id: string;
  seq: number;
}

export interface Act {
  type: "act";
  game: string;
  id: string;
  kind: Kind;
  seq?: number | null;
  text?: string;
}

export interface AgentFacts {
  name: string;
  summary: string;
}

export interface AgentTally {
  games: number;
  wins: number;
  losses: number;
  draws: number;
  game: string;
  agent: string;
  size: string;
}

export interface Analysed {
  game: string;
  size: string;
  position: string;
  to_move: number;
  value: number | null;
  outcome: "draw" | "loss" | "win" | null;
  exact: boolean;
  moves: MoveValue[];
  line: string[];
  talk: Remark[];
  nodes: number;
  seconds: number;
  decided_by_points: boolean;
}

export interface ArchivePage {
  games: ArchivedGame[];
  before: string | null;
}

export interface ArchivedGame {
  id: string;
  game: string;
  size: string;
  clock: number | null;
  rated: boolean;
  public: boolean;
  started: number | null;
  ended: number;
  moves: number;
  winner: number | null;
  reason: string;
  seats: ArchivedSeat[];
}

export interface ArchivedSeat {
  name: string;
  player: string | null;
  agent: string | null;
  rank: number | null;
}

export interface Beat {
  type: "beat";
  beat: number;
  games?: { [key: string]: number };
}

export interface BotStanding {
  place: number;
  name: string;
  games: number;
  wins: number;
  losses: number;
  draws: number;
  points: number;
  forfeits: number;
  elo: number | null;
  low: number | null;
  high: number | null;
}

export interface Bye {
  type: "bye";
  message: string;
  after: number;
}

export interface Catalogue {
  games: GameFacts[];
  agents: AgentFacts[];
}

export interface Cell {
  name: string;
  x: number;
  y: number;
  mark: string;
  owner: number | null;
  tint: "" | "drawn" | "open" | "shaded" | "won";
  span: number;
  last: boolean;
  taps: Tap[];
}

export interface CourseNews {
  done?: number | null;
  course?: CourseTold | null;
  error?: Problem | null;
}

export interface CourseTold {
  game: string;
  size: string;
  view: "mover" | "player 1";
  value: number | null;
  exact: boolean;
  steps: Step[];
  mistakes: number[];
  nodes: number;
  seconds: number;
}

export interface Failure {
  type: "error";
  code: string;
  message: string;
  game?: string | null;
  id?: string | null;
}

export interface GameCard {
  id: string;
  status: "open" | "over" | "playing";
  game: string;
  size: string;
  clock: number | null;
  rated: boolean;
  seats: SeatCard[];
  moves: number;
}

export interface GameFacts {
  key: string;
  title: string;
  summary: string;
  words: string;
  sizes: string;
  default_size: string;
  common_sizes: string[];
  most_players: number;
  drawable: boolean;
}

export interface GameFigures {
  game: string;
  people: Tally;
  computer: Tally;
  seats: SeatTally[];
  streak: number;
  best: number;
  rating: number | null;
  rated: number;
}

export interface GameQuery {
  game?: string | null;
}

export interface GameReplay {
  id: string;
  status: "over" | "playing";
  seats: SeatCard[];
  outcome: Outcome | null;
  started: string | null;
  clock: number | null;
  rated: boolean;
  seconds: number[];
  replay: Replay;
}

export interface GameWish {
  game: string;
  size?: string | null;
  seats?: string[];
  by_lot?: boolean;
  clock?: number | null;
  rated?: boolean;
  public?: boolean;
  chat?: boolean;
}

export interface GradeFigures {
  game: string;
  grade: number;
  solved: number;
  of: number;
}

export interface GuestWish {
  name: string;
}

export interface Hello {
  type: "hello";
  token?: string | null;
  version?: number;
}

export interface Hint {
  move: string;
  value: number | null;
  exact: boolean;
  outcome: "draw" | "loss" | "win" | null;
}

export type Kind = "move" | "resign" | "draw" | "no_draw" | "takeback" | "grant" | "no_takeback" | "abort" | "say" | "rematch" | "no_rematch" | "away" | "back" | "time" | "disconnection" | "abandoned" | "forfeit" | "follows";

export interface Label {
  x: number;
  y: number;
  text: string;
}

export interface Leader {
  player: string;
  name: string;
  rating: number;
  rated: number;
  streak: number;
  best: number;
}

export interface Line {
  game: string;
  size?: string | null;
  position?: string | null;
  moves?: string[];
}

export interface Lobby {
  type: "lobby";
  on?: boolean;
}

export interface LobbyCards {
  open: GameCard[];
  playing: GameCard[];
}

export interface LobbyNews {
  type: "lobby";
  open: GameCard[];
  playing: GameCard[];
}

export interface Login {
  name: string;
  passphrase: string;
}

export interface Made {
  id: string;
}

export interface Meeting {
  one: string;
  other: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  superiority: number;
  pairs: [number, number, number, number, number];
}

export interface MoveValue {
  move: string;
  value: number | null;
  exact: boolean;
  best: boolean;
}

export interface NameQuery {
  name: string;
}

export interface News {
  type: "event";
  game: string;
  seq: number;
  kind: Kind;
  seat?: number | null;
  text?: string;
  id?: string;
  to_move: number;
  points: number[];
  moves: number;
  left?: number | null;
  away?: number | null;
  position?: string;
  outcome?: Outcome | null;
  change?: PictureChange | null;
}

export interface Note {
  x: number;
  y: number;
  lines: string[];
  worth: "" | "bad" | "even" | "good";
  best: boolean;
}

export interface Outcome {
  winner: number | null;
  reason: Reason;
  points: number[];
  ranks: number[];
}

export interface Paired {
  type: "paired";
  game: string;
  id: string;
}

export interface Past {
  seq: number;
  kind: Kind;
  seat?: number | null;
  text?: string;
  id?: string;
}

export interface Picture {
  game: string;
  size: string;
  caption: string;
  width: number;
  height: number;
  cells: Cell[];
  strokes: Stroke[];
  labels: Label[];
  notes: Note[];
}

export interface PictureChange {
  caption: string;
  cells: Cell[];
  gone: string[];
  strokes: Stroke[] | null;
  notes: Note[] | null;
}

export interface PlayerCard {
  id: string;
  name: string;
  kind: string;
}

export interface PlayerPage {
  id: string;
  name: string;
  kind: string;
  created: number;
  games: GameFigures[];
}

export interface Preferences {
  chat: boolean;
}

export interface Problem {
  type: "error";
  code: string;
  message: string;
}

export interface Pulse {
  type: "pulse";
  beat: number;
}

export interface PuzzleAnswer {
  right: boolean;
  move: string | null;
  state: "given_up" | "new" | "solved" | "tried";
  solution: string | null;
  value: number;
  second: number;
  progress: PuzzleProgress;
}

export interface PuzzleCard {
  id: string;
  game: string;
  size: string;
  grade: number;
  goal: "draw" | "win";
  to_move: number;
  position: string;
  picture: Picture;
  day: string | null;
  state: "given_up" | "new" | "solved" | "tried" | null;
  solution: string | null;
}

export interface PuzzleMove {
  move: string | null;
}

export interface PuzzleProgress {
  solved: number;
  first_try: number;
  given_up: number;
  streak: number;
  best_streak: number;
  today: boolean;
  grades: GradeFigures[];
}

export interface PuzzleQuery {
  game?: string | null;
  grade?: number | null;
}

export interface RatingPoint {
  game_id: string | null;
  at: number;
  rating: number;
}

export interface RatingsQuery {
  game: string;
}

export type Reason = "line" | "points" | "last_move" | "full" | "resignation" | "agreement" | "time" | "disconnection" | "abandoned" | "aborted" | "illegal" | "unreadable" | "crash" | "memory" | "forbidden" | "flood" | "tampering" | "unfinished";

export interface Record {
  format?: 1;
  game: string;
  size: string;
  players: string[];
  moves: string[];
  outcome: Outcome;
  started?: string | null;
  seconds?: number[];
  clock?: number | null;
  agents?: (string | null)[];
}

export interface Registration {
  name: string;
  passphrase: string;
  bot?: boolean;
}

export interface Remark {
  topic: string;
  text: string;
  items: string[];
  facts: { [key: string]: number | number[] };
}

export interface Replay {
  game: string;
  size: string;
  players: number;
  marks: string[];
  has_points: boolean;
  to_move: number;
  points: number[];
  position: string;
  outcome: Outcome | null;
  picture: Picture;
  steps: ReplayStep[];
}

export interface ReplayStep {
  move: string;
  player: number | null;
  to_move: number;
  points: number[];
  position: string;
  outcome: Outcome | null;
  change: PictureChange;
  added: Stroke[];
}

export interface ReportWish {
  text: string;
}

export interface Said {
  seat: number;
  text: string;
}

export interface Search {
  player?: string | null;
  game?: string | null;
  size?: string | null;
  result?: "drawn" | "lost" | "won" | null;
  reason?: string | null;
  since?: number | null;
  until?: number | null;
  before?: string | null;
  limit?: number;
}

export interface SeatCard {
  name: string;
  player: string | null;
  agent: string | null;
  away: number | null;
}

export interface SeatTally {
  games: number;
  wins: number;
  losses: number;
  draws: number;
  against: string;
  seat: number;
}

export interface Seek {
  type: "seek";
  game: string;
  size?: string | null;
  id?: string | null;
}

export interface SignedIn {
  token: string;
  player: PlayerCard;
}

export interface State {
  type: "state";
  game: string;
  seq: number;
  status: "open" | "over" | "playing";
  key: string;
  size: string;
  clock: number | null;
  grace: number | null;
  rated: boolean;
  public: boolean;
  chat: boolean;
  seats: SeatCard[];
  marks: string[];
  has_points: boolean;
  you: number | null;
  position: string;
  moves: string[];
  to_move: number;
  points: number[];
  left?: number | null;
  draw_offers?: number[];
  takeback?: number | null;
  rematch?: number[];
  follows?: string | null;
  outcome?: Outcome | null;
  said?: Said[];
  watchers?: number;
  lot?: { [key: string]: unknown } | null;
  missed?: Past[];
  picture?: Picture | null;
}

export interface Step {
  number: number;
  move: string;
  player: number | null;
  value: number | null;
  exact: boolean;
  played: number | null;
  possible: number | null;
  verdict: "doubtful" | "mistake" | null;
  better: string[];
}

export interface Stroke {
  kind: "line" | "rule";
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  owner: number | null;
}

export interface Tally {
  games: number;
  wins: number;
  losses: number;
  draws: number;
}

export interface Tap {
  move: string;
  label: string;
}

export interface Tournament {
  name: string;
  title: string;
  changed: number;
  game: string | null;
  size: string | null;
  kind: string | null;
  games: number;
  planned: number;
  finished: boolean;
  standings: BotStanding[];
  problem: string | null;
}

export interface TournamentPage {
  tournament: Tournament;
  meetings: Meeting[];
  report: string;
}

export interface Unseek {
  type: "unseek";
}

export interface Unwatch {
  type: "unwatch";
  game: string;
}

export interface Watch {
  type: "watch";
  game: string;
  since?: number | null;
  picture?: boolean;
}

export interface Watchers {
  type: "watchers";
  game: string;
  count: number;
}

export interface Welcome {
  type: "welcome";
  player: PlayerCard | null;
  beat: number;
  version?: number;
}

export type FromClient = Hello | Watch | Unwatch | Act | Seek | Unseek | Lobby | Pulse;

export type FromServer = Welcome | State | News | Ack | Failure | Beat | Paired | LobbyNews | Watchers | Bye;
