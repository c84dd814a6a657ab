// Written by `make docs` from the server's own types; do not edit.

export interface AccountLine {
  type: "account";
  player: PlayerSummary;
  created: number;
  chat: boolean;
}

export interface Ack {
  type: "ack";
  game_id: string;
  id: string;
  seq: number;
}

export interface Act {
  type: "act";
  game_id: string;
  id: string;
  kind: EventKind;
  seq?: number | null;
  text?: string;
  seat?: number | null;
}

export interface AgentInfo {
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

export interface AnalysisResponse {
  game: string;
  size: string;
  position: string;
  to_move: number;
  value: number | null;
  outcome: "draw" | "loss" | "win" | null;
  exact: boolean;
  moves: MoveValue[];
  line: string[];
  remarks: Remark[];
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
  increment: number | null;
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

export interface BlockLine {
  type: "block";
  player: PlayerSummary;
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

export interface Catalogue {
  games: GameInfo[];
  agents: AgentInfo[];
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
  polygon: [number, number][];
}

export interface ChatLine {
  type: "chat";
  game_id: string;
  seq: number;
  text: string;
}

export interface ChatMessage {
  seat: number;
  text: string;
}

export interface Comment {
  after: number;
  text: string;
}

export interface ErrorMessage {
  type: "error";
  code: string;
  message: string;
  game_id?: string | null;
  id?: string | null;
}

export interface ErrorResponse {
  type: "error";
  code: string;
  message: string;
}

export const EventKind = {
  MOVE: "move",
  RESIGN: "resign",
  DRAW: "draw",
  DECLINE_DRAW: "decline_draw",
  TAKEBACK: "takeback",
  ACCEPT_TAKEBACK: "accept_takeback",
  DECLINE_TAKEBACK: "decline_takeback",
  ABORT: "abort",
  KEEP_WAITING: "keep_waiting",
  CHAT: "chat",
  REMATCH: "rematch",
  DECLINE_REMATCH: "decline_rematch",
  AWAITED: "awaited",
  DISCONNECTED: "disconnected",
  RECONNECTED: "reconnected",
  TIMEOUT: "timeout",
  ABSENCE_TIMEOUT: "absence_timeout",
  ABSENCE_ABORT: "absence_abort",
  ABANDONED: "abandoned",
  ENDED_BY_ADMIN: "ended_by_admin",
  FORFEIT: "forfeit",
  NEXT_GAME: "next_game",
} as const;

export type EventKind = (typeof EventKind)[keyof typeof EventKind];

export interface EventMessage {
  type: "event";
  status: "open" | "over" | "playing";
  seats: SeatSummary[];
  waiting?: boolean;
  to_move: number;
  points: number[];
  clock_left?: number | null;
  clocks_left?: (number | null)[];
  draw_offers?: number[];
  takeback?: number | null;
  rematch?: number[];
  next_game?: string | null;
  out?: number[];
  outcome?: Outcome | null;
  game_id: string;
  seq: number;
  kind: EventKind;
  seat?: number | null;
  text?: string;
  id?: string;
  moves: number;
  entry?: string;
  position?: string;
  change?: PictureChange | null;
}

export interface GameCreated {
  id: string;
}

export interface GameInfo {
  key: string;
  title: string;
  summary: string;
  words: string;
  sizes: string;
  default_size: string;
  common_sizes: string[];
  max_players: number;
  drawable: boolean;
}

export interface GameQuery {
  game?: string | null;
}

export interface GameReplay {
  id: string;
  status: "over" | "playing";
  seats: SeatSummary[];
  outcome: Outcome | null;
  started: string | null;
  clock: number | null;
  increment: number | null;
  rated: boolean;
  seconds: number[];
  replay: Replay;
}

export interface GameRequest {
  game: string;
  size?: string | null;
  seats?: string[];
  random_order?: boolean;
  clock?: number | null;
  increment?: number | null;
  rated?: boolean;
  public?: boolean;
  chat?: boolean;
}

export interface GameReview {
  game: string;
  size: string;
  view: "mover" | "player 1";
  value: number | null;
  exact: boolean;
  decided_by_points: boolean;
  steps: Step[];
  mistakes: number[];
  players: PlayerReview[];
  phases: Phase[];
  key_moments: number[];
  nodes: number;
  seconds: number;
}

export interface GameStatistics {
  game: string;
  people: Tally;
  computer: Tally;
  offline: Tally;
  seats: SeatTally[];
  streak: number;
  best: number;
  rating: number | null;
  rated: number;
}

export interface GameSummary {
  id: string;
  status: "open" | "over" | "playing";
  game: string;
  size: string;
  clock: number | null;
  increment: number | null;
  rated: boolean;
  seats: SeatSummary[];
  moves: number;
}

export interface GradeProgress {
  game: string;
  grade: number;
  solved: number;
  total: number;
}

export interface GuestRequest {
  name: string;
}

export interface HeadToHead {
  bot: string;
  opponent: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  los: number;
  pairs: [number, number, number, number, number];
}

export interface Heartbeat {
  type: "heartbeat";
  number: number;
  games?: { [key: string]: number };
}

export interface HeartbeatReply {
  type: "heartbeat_reply";
  number: number;
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

export interface LobbyGames {
  open: GameSummary[];
  playing: GameSummary[];
}

export interface LobbyMessage {
  type: "lobby";
  open: GameSummary[];
  playing: GameSummary[];
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

export interface Note {
  x: number;
  y: number;
  lines: string[];
  worth: "" | "bad" | "even" | "good";
  best: boolean;
}

export interface OfflineGame {
  id: string;
  game: string;
  size: string;
  seats: string[];
  seed: string;
  moves: string[];
  resigned?: boolean;
}

export interface Online {
  type: "online";
  people: number;
}

export interface Outcome {
  winner: number | null;
  reason: Reason;
  points: number[];
  ranks: number[];
}

export interface Paired {
  type: "paired";
  game_id: string;
  id: string;
}

export interface PassphraseChange {
  passphrase: string;
  new_passphrase: string;
}

export interface PassphraseCheck {
  passphrase: string;
}

export interface PastEvent {
  seq: number;
  kind: EventKind;
  seat?: number | null;
  text?: string;
  id?: string;
}

export interface Phase {
  name: "endgame" | "middle game" | "opening";
  first: number;
  last: number;
  accuracy: (number | null)[];
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

export interface PlayerProfile {
  id: string;
  name: string;
  kind: string;
  created: number;
  games: GameStatistics[];
}

export interface PlayerReview {
  accuracy: number | null;
  verdicts: { [key in "best" | "blunder" | "good" | "inaccuracy" | "mistake"]: number };
}

export interface PlayerSummary {
  id: string;
  name: string;
  kind: string;
}

export interface PositionNotes {
  remarks: Remark[];
}

export interface Preferences {
  chat: boolean;
}

export interface PushInfo {
  public_key: string | null;
}

export interface PushRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: string;
}

export interface PuzzleAnswer {
  correct: boolean;
  move: string | null;
  state: "given_up" | "new" | "solved" | "tried";
  replies: string[];
  line: string[] | null;
  value: number;
  second_value: number;
  progress: PuzzleProgress;
}

export interface PuzzleInfo {
  id: string;
  game: string;
  size: string;
  grade: number;
  goal: "draw" | "win";
  moves: number;
  to_move: number;
  position: string;
  picture: Picture;
  day: string | null;
  state: "given_up" | "new" | "solved" | "tried" | null;
  line: string[] | null;
}

export interface PuzzleMove {
  move: string | null;
  made?: string[];
  day?: string | null;
}

export interface PuzzleProgress {
  solved: number;
  first_try: number;
  given_up: number;
  streak: number;
  best_streak: number;
  today: boolean;
  grades: GradeProgress[];
}

export interface PuzzleQuery {
  game?: string | null;
  grade?: number | null;
}

export interface RandomChoices {
  order?: string[];
  size?: string | null;
  size_choices?: SizeChoice[];
}

export interface RatingPoint {
  game_id: string | null;
  at: number;
  rating: number;
}

export interface RatingsQuery {
  game: string;
}

export const Reason = {
  LINE: "line",
  POINTS: "points",
  LAST_MOVE: "last_move",
  FULL: "full",
  RESIGNATION: "resignation",
  AGREEMENT: "agreement",
  TIME: "time",
  DISCONNECTION: "disconnection",
  ABANDONED: "abandoned",
  ABORTED: "aborted",
  ENDED_BY_ADMIN: "ended_by_admin",
  ILLEGAL: "illegal",
  UNREADABLE: "unreadable",
  CRASH: "crash",
  MEMORY: "memory",
  FORBIDDEN: "forbidden",
  FLOOD: "flood",
  TAMPERING: "tampering",
  ADJUDICATION: "adjudication",
  UNFINISHED: "unfinished",
} as const;

export type Reason = (typeof Reason)[keyof typeof Reason];

export interface Record {
  format?: 1 | 2;
  game: string;
  size: string;
  players: string[];
  start?: string | null;
  moves: string[];
  outcome: Outcome;
  started?: string | null;
  seconds?: number[];
  clock?: number | null;
  increment?: number | null;
  untimed?: number[];
  agents?: (string | null)[];
  comments?: Comment[];
  variations?: Variation[];
}

export interface RecoveryCode {
  code: string;
}

export interface RecoveryRequest {
  name: string;
  code: string;
  new_passphrase: string;
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

export interface ReportLine {
  type: "report";
  about: PlayerSummary;
  text: string;
  created: number;
}

export interface ReportRequest {
  text: string;
}

export interface ReviewProgress {
  done?: number | null;
  review?: GameReview | null;
  error?: ErrorResponse | null;
}

export interface SearchQuery {
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

export interface SeatSummary {
  name: string;
  player: string | null;
  agent: string | null;
  away: boolean;
  reconnect_left: number | null;
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

export interface SessionInfo {
  id: string;
  created: number;
  used: number;
  client: string;
  current: boolean;
}

export interface Shutdown {
  type: "shutdown";
  message: string;
  reconnect_after: number;
}

export interface SignInRequest {
  name: string;
  passphrase: string;
}

export interface SignOutQuery {
  keep_current?: boolean;
}

export interface SignedIn {
  token: string;
  player: PlayerSummary;
}

export interface SizeChoice {
  name: string;
  size: string;
}

export interface Spectators {
  type: "spectators";
  game_id: string;
  count: number;
}

export interface State {
  type: "state";
  status: "open" | "over" | "playing";
  seats: SeatSummary[];
  waiting?: boolean;
  to_move: number;
  points: number[];
  clock_left?: number | null;
  clocks_left?: (number | null)[];
  draw_offers?: number[];
  takeback?: number | null;
  rematch?: number[];
  next_game?: string | null;
  out?: number[];
  outcome?: Outcome | null;
  id: string;
  seq: number;
  game: string;
  size: string;
  clock: number | null;
  increment?: number | null;
  reconnect_seconds: number | null;
  rated: boolean;
  public: boolean;
  chat: boolean;
  marks: string[];
  has_points: boolean;
  you: number | null;
  seed?: number | null;
  position: string;
  moves: string[];
  chat_messages?: ChatMessage[];
  spectators?: number;
  random_choices?: RandomChoices | null;
  missed_events?: PastEvent[];
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
  verdict: "best" | "blunder" | "good" | "inaccuracy" | "mistake" | null;
  better: string[];
  accuracy: number | null;
}

export interface Stroke {
  kind: StrokeKind;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  owner: number | null;
}

export const StrokeKind = {
  LINE: "line",
  RULE: "rule",
} as const;

export type StrokeKind = (typeof StrokeKind)[keyof typeof StrokeKind];

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

export interface Thumbnail {
  game_id: string;
  width: number;
  height: number;
  cells: ThumbnailCell[];
  strokes: Stroke[];
}

export interface ThumbnailCell {
  x: number;
  y: number;
  mark?: string;
  owner?: number | null;
  tint?: "" | "drawn" | "open" | "shaded" | "won";
  span?: number;
  polygon?: [number, number][];
}

export interface ThumbnailQuery {
  games: string;
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

export interface TournamentDetails {
  tournament: Tournament;
  head_to_head: HeadToHead[];
  report: string;
}

export interface Unseek {
  type: "unseek";
}

export interface Unwatch {
  type: "unwatch";
  game_id: string;
}

export interface Variation {
  after: number;
  moves: string[];
  comments?: Comment[];
  variations?: Variation[];
}

export interface Watch {
  type: "watch";
  game_id: string;
  since?: number | null;
  picture?: boolean;
  pace?: number;
  computes?: boolean;
}

export interface Welcome {
  type: "welcome";
  player: PlayerSummary | null;
  heartbeat_seconds: number;
  token?: string | null;
  version?: number;
}

export type FromClient = Hello | Watch | Unwatch | Act | Seek | Unseek | Lobby | HeartbeatReply;

export type FromServer = Welcome | State | EventMessage | Ack | ErrorMessage | Heartbeat | Paired | LobbyMessage | Online | Spectators | Shutdown;
