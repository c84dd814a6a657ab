// The page: one socket, the lobby and one table. Everything shown comes from the server's messages.
import { Board, changed, make, playersLine } from "./board.js";

const $ = (id) => document.getElementById(id);
const REASONS = {
  line: "three in a line", points: "by points", last_move: "by the last move", full: "the board is full",
  resignation: "by resignation", agreement: "by agreement", time: "on time", disconnection: "the other did not come back",
  abandoned: "everybody had gone", aborted: "called off", crash: "the computer player failed",
};
const TOLD = {
  draw: "offers a draw", no_draw: "says no to a draw", takeback: "asks to take a move back", grant: "grants it",
  no_takeback: "says no to taking back", resign: "resigns", rematch: "would like a rematch", no_rematch: "says no to a rematch",
  away: "has lost the connection", back: "is back", time: "ran out of time", disconnection: "did not come back",
  forfeit: "has failed", abort: "calls the game off",
};

let me = kept(); // the token, and who that is
let catalogue = { games: [], agents: [] };
let id = null; // the game on the table
let game = null; // its state, as far as it is known
let pending = null; // the move that is not stored yet
let seeking = null;
let shown = ""; // which actions are on the page
const elsewhere = new Set(); // my games that go on without being looked at
const line = { socket: null, ready: false, tries: 0, beat: 10, heard: 0, timer: 0 };
const board = new Board($("board"), move);

function kept() {
  try { return JSON.parse(localStorage.getItem("quire")); } catch { return null; }
}

function keep(it) {
  me = it;
  try { it ? localStorage.setItem("quire", JSON.stringify(it)) : localStorage.removeItem("quire"); } catch { /* for this visit only */ }
  $("name-form").hidden = Boolean(me);
  $("who").replaceChildren(...(me ? [`You are ${me.player.name}. `, make("button", { type: "button", class: "quiet", onclick: leave }, "Somebody else?")] : []));
}

function leave() {
  if (me && !confirm("Forget this guest? Its games cannot be played on.")) return;
  keep(null);
  connect();
}

function tell(where, text) {
  $(where).textContent = text;
  $(where).hidden = !text;
}

async function ask(method, path, body) {
  const headers = { ...(body && { "content-type": "application/json" }), ...(me && { authorization: `Bearer ${me.token}` }) };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const given = answer.status === 204 ? null : await answer.json();
  if (answer.status === 401 && me) keep(null);
  if (!answer.ok) throw new Error(given?.message ?? `${answer.status}`);
  return given;
}

/** Does something that may be refused, and shows why. */
async function attempt(work) {
  tell("error", "");
  try { return await work(); } catch (error) { tell("error", error.message); return undefined; }
}

// --- the socket ---

function connect() {
  clearTimeout(line.timer);
  line.socket?.close();
  const socket = new WebSocket(new URL("socket", document.baseURI).href.replace(/^http/, "ws"));
  Object.assign(line, { socket, ready: false, heard: Date.now() });
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: me?.token ?? null }));
  socket.onmessage = ({ data }) => {
    if (socket !== line.socket) return;
    line.heard = Date.now();
    const message = JSON.parse(data);
    hear[message.type]?.(message);
  };
  socket.onclose = ({ code }) => {
    if (socket !== line.socket) return;
    line.ready = false;
    if (code === 4001) keep(null);
    const seconds = Math.min(8, 0.5 * 2 ** line.tries++) * (0.75 + Math.random() / 2);
    tell("connection", `The connection is lost. Trying again${seconds > 2 ? ` in ${Math.round(seconds)} s` : ""} …`);
    line.timer = setTimeout(connect, 1000 * seconds);
    showTable();
  };
}

function send(message) {
  if (line.ready) line.socket.send(JSON.stringify(message));
}

function enter() {
  send({ type: "lobby" });
  $("mine").hidden = true;
  if (me) ask("GET", "api/me/games").then((games) => list("mine", games), () => {});
}

const watch = () => send({ type: "watch", game: id, since: game?.seq ?? null, picture: true });

const hear = {
  welcome({ player, beat }) {
    Object.assign(line, { ready: true, tries: 0, beat });
    tell("connection", "");
    if (me && player) keep({ ...me, player });
    for (const it of elsewhere) send({ type: "watch", game: it });
    if (id) watch();
    else enter();
    if (seeking) send({ type: "seek", ...seeking });
  },
  beat({ beat, games }) {
    send({ type: "pulse", beat });
    if (game && (games?.[id] ?? 0) > game.seq) watch();
  },
  state(message) {
    if (message.game !== id) return;
    const before = game;
    game = { draw_offers: [], rematch: [], said: [], takeback: null, watchers: 0, ...message };
    game.out = new Set(game.moves.flatMap((it) => it.match(/^x(\d+)$/)?.slice(1) ?? []).map((it) => it - 1));
    game.count = game.moves.length;
    game.seats.forEach((seat) => { seat.until = seat.away == null ? null : Date.now() + 1000 * seat.away; });
    game.until = game.left == null ? null : Date.now() + 1000 * game.left;
    game.last = game.moves.at(-1);
    if (before?.game !== id || before.status !== game.status) announce(opening());
    else if (game.missed?.length) announce(`Meanwhile: ${game.missed.filter((it) => it.kind === "move").map((it) => it.text).join(" ") || "no move"}. ${turn()}`);
    if (pending?.game !== id || game.missed?.some((it) => it.id === pending.id)) pending = null;
    if (pending) send(pending.act);
    if (me && game.status !== "over" && game.you != null) elsewhere.add(id);
    showTable();
    showSaid();
  },
  event(message) {
    if (message.outcome && message.game !== id) elsewhere.delete(message.game);
    if (message.game !== id || !game || message.seq <= game.seq) return;
    const lost = message.position && !message.change && game.picture;
    if (message.seq !== game.seq + 1 || lost) { watch(); return; }
    happen(message);
    showTable();
  },
  ack(message) {
    if (message.id === pending?.id) { pending = null; watch(); }
  },
  error(message) {
    if (message.code === "not_signed_in" && me) keep(null);
    if (message.id && message.id === pending?.id) pending = null;
    if (message.code === "not_found" && id && !game) go(null);
    tell("error", message.message);
    if (!line.ready) return;
    showTable();
  },
  paired(message) {
    seek(null);
    go(message.game);
  },
  lobby(message) {
    list("open", message.open);
    list("playing", message.playing);
  },
  watchers(message) {
    if (game && message.game === id) { game.watchers = message.count; showTable(); }
  },
  bye(message) {
    line.tries = Math.ceil(Math.log2(message.after));
    tell("connection", message.message);
  },
};

// --- what happens at the table ---

function happen(news) {
  const { kind, seat, text } = news;
  Object.assign(game, { seq: news.seq, to_move: news.to_move, points: news.points, count: news.moves });
  game.until = news.left == null ? null : Date.now() + 1000 * news.left;
  if (news.position) game.position = news.position;
  if (news.change && game.picture) game.picture = changed(game.picture, news.change);
  if (news.id && news.id === pending?.id) pending = null;
  if (kind === "move") game.last = text;
  if (kind === "move" && !game.draw_offers.includes(seat)) game.draw_offers = [];
  if (kind === "draw") game.draw_offers = [...new Set([...game.draw_offers, seat])];
  if (["no_draw", "resign", "time", "disconnection"].includes(kind) || (news.position && kind !== "move")) game.draw_offers = [];
  if (kind === "takeback") game.takeback = seat;
  if (news.position || kind === "no_takeback") game.takeback = null;
  if (kind === "rematch") game.rematch = [...game.rematch, seat];
  if (kind === "no_rematch") game.rematch = [];
  if (["resign", "time", "disconnection", "forfeit"].includes(kind)) game.out.add(seat);
  if (kind === "away" || kind === "back") game.seats[seat].until = kind === "away" && news.away != null ? Date.now() + 1000 * news.away : null;
  if (kind === "say") { if (text) { game.said = [...game.said, { seat, text }]; showSaid(); } return; }
  if (news.outcome) {
    Object.assign(game, { status: "over", outcome: news.outcome, until: null });
    elsewhere.delete(id);
  }
  const what = kind === "move" ? `: ${text}` : ` ${TOLD[kind]}`;
  const after = news.outcome && news.position ? `${ending().join(": ")}.` : news.position ? turn() : "";
  if (kind === "move" || TOLD[kind]) announce(`${seat == null ? "" : nameOf(seat)}${what}. ${after}`);
  if (kind === "follows") {
    game.follows = text;
    if (game.you != null && game.rematch.includes(game.you)) go(text);
  }
}

const nameOf = (seat) => (seat === game.you ? "You" : game.seats[seat].name || "a free seat");
const announce = (text) => { $("live").textContent = text.trim(); };

function turn() {
  if (game.status === "open") return "Waiting for players.";
  if (game.outcome) return "";
  return game.to_move === game.you ? "Your turn." : `${nameOf(game.to_move)} to move.`;
}

function opening() {
  if (game.outcome) return ending().join(": ");
  return `${game.last ? `Last move: ${game.last}. ` : ""}${turn()}`;
}

function ending() {
  const { winner, reason, ranks } = game.outcome;
  const why = game.seats.length > 2 && reason === "full" ? "by points" : REASONS[reason] ?? reason;
  if (["aborted", "abandoned"].includes(reason)) return ["NO RESULT", why];
  if (game.you == null || (winner == null && ranks[game.you] !== 1)) {
    const best = game.seats.filter((_, seat) => ranks[seat] === 1).map((seat) => seat.name).join(" and ");
    return [game.you != null ? "YOU LOST" : winner == null ? "DRAW" : `${game.seats[winner].name} WON`, winner == null ? `${why}, ${best} share the win` : why];
  }
  return [winner == null ? "DRAW" : winner === game.you ? "YOU WON" : "YOU LOST", why];
}

function move(tap, cell) {
  const act = { type: "act", game: id, id: token(), kind: "move", seq: game.seq, text: tap.move };
  pending = { game: id, id: act.id, act, cell: cell.name, label: tap.label, owner: ["X", "O"].includes(tap.label) && cell.taps.length === 1 ? game.you : null };
  tell("error", "");
  send(act);
  showTable();
}

const token = () => [...crypto.getRandomValues(new Uint8Array(12))].map((it) => it.toString(16).padStart(2, "0")).join("");
const act = (kind, text = "") => { tell("error", ""); send({ type: "act", game: id, id: token(), kind, text }); };

// --- what the table shows ---

function showTable() {
  if (!game) return;
  const facts = catalogue.games.find((it) => it.key === game.key);
  $("title").textContent = `${facts?.title ?? game.key} ${game.size}${game.rated ? ", rated" : ""}`;
  const yours = game.status === "playing" && game.to_move === game.you;
  document.title = `${yours ? "Your turn · " : ""}${facts?.title ?? "Quire"}`;
  if (game.picture) board.show(game.picture, yours && !pending, pending);
  if (pending && !line.ready) announce("Your move waits for the connection.");
  $("end").hidden = !game.outcome;
  if (game.outcome) $("end").replaceChildren(make("strong", {}, ending()[0]), ` ${ending()[1]}`);
  $("seats").replaceChildren(...game.seats.map(seatRow));
  const { wishes, size, order } = game.lot ?? {};
  $("lot").textContent = [wishes && `${wishes.map((it) => `${it.name} asked for ${it.size}`).join(", ")}; ${size} was drawn.`,
    order && `Drawn by lot: ${order[0]} starts.`].filter(Boolean).join(" ");
  $("share").hidden = game.status !== "open";
  $("link").value = new URL(`?game=${id}`, document.baseURI).href;
  $("chat").hidden = game.you == null || !game.chat || game.seats.every((seat, n) => seat.agent || n === game.you);
  $("watchers").textContent = game.watchers ? `${game.watchers} ${game.watchers === 1 ? "watches" : "watch"}.` : "";
  showActions(facts);
  tick();
}

function seatRow(seat, n) {
  const points = game.points.some(Boolean) ? `${game.points[n]} ${game.points[n] === 1 ? "point" : "points"}` : "";
  const cells = game.picture?.cells ?? [];
  const taps = new Set(game.to_move === n && !game.outcome ? cells.flatMap((it) => it.taps.map((tap) => tap.label)) : []);
  const mark = cells.find((it) => it.owner === n && it.mark)?.mark ?? (taps.size === 1 ? [...taps][0] : null);
  const facts = [n === game.you && "you", mark, seat.agent && "computer", game.out.has(n) && game.seats.length > 2 && "out"].filter(Boolean).join(", ");
  const sample = make("svg", { "aria-hidden": "true", width: 34, height: 8, viewBox: "0 0 34 8" }, playersLine(n, "M3 4H31"));
  const onTurn = game.status === "playing" && game.to_move === n;
  return make("li", { class: onTurn ? "turn" : "", "aria-current": onTurn ? "true" : null }, sample,
    make("span", { class: "name" }, seat.name || "free seat"), make("span", { class: "hint" }, facts),
    make("span", { class: "points" }, points), make("span", { class: "clock", "data-seat": n }), make("span", { class: "away", "data-seat": n }));
}

function showActions(facts) {
  const sits = game.you != null;
  const others = (seats) => seats.some((it) => it !== game.you);
  const people = game.seats.every((seat, n) => !seat.agent || game.out.has(n));
  const on = sits && game.status === "playing" && !(game.seats.length > 2 && game.out.has(game.you));
  const joinable = game.status === "open" && !sits && me;
  const actions = [
    joinable && ["Join", () => attempt(() => ask("POST", `api/games/${id}/join`).then(watch)), "primary"],
    game.status === "open" && sits && ["Give up the seat", () => attempt(() => ask("POST", `api/games/${id}/leave`).then(() => { elsewhere.delete(id); go(null); }))],
    on && others(game.draw_offers) && !game.draw_offers.includes(game.you) && ["Accept the draw", () => act("draw"), "primary"],
    on && others(game.draw_offers) && ["Decline the draw", () => act("no_draw")],
    on && facts?.drawable && people && !game.draw_offers.length && ["Offer a draw", () => act("draw")],
    on && game.draw_offers.includes(game.you) && ["Withdraw the offer of a draw", () => act("no_draw")],
    on && game.takeback != null && game.takeback !== game.you && ["Grant the takeback", () => act("grant"), "primary"],
    on && game.takeback != null && [game.takeback === game.you ? "Ask no longer" : "Refuse the takeback", () => act("no_takeback")],
    on && !game.rated && game.takeback == null && game.count > game.you && ["Take back", () => act("takeback")],
    on && game.count < 2 && ["Abort", () => act("abort")],
    on && game.count >= 2 && ["Resign", () => confirm("Resign this game?") && act("resign")],
    game.status === "over" && sits && !game.follows && !game.rematch.includes(game.you) && [others(game.rematch) ? "Accept the rematch" : "Rematch", () => act("rematch"), "primary"],
    game.status === "over" && sits && !game.follows && game.rematch.length > 0 && [game.rematch.includes(game.you) ? "No rematch after all" : "No rematch", () => act("no_rematch")],
    game.follows && ["To the next game", () => go(game.follows), "primary"],
    ["To the lobby", () => go(null), "quiet"],
  ].filter(Boolean);
  const names = [id, line.ready, ...actions.map(([name]) => name)].join();
  if (names === shown) return;
  shown = names;
  $("actions").replaceChildren(...actions.map(([name, onclick, kind = ""]) =>
    make("button", { type: "button", class: kind, onclick, disabled: !line.ready && kind !== "quiet" }, name)));
}

function showSaid() {
  $("said").replaceChildren(...game.said.map(({ seat, text }) => make("li", {}, make("b", {}, `${nameOf(seat)}: `), text)));
  $("said").lastElementChild?.scrollIntoView({ block: "nearest" });
}

function time(seconds) {
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function tick() {
  if (line.ready && Date.now() - line.heard > 2500 * line.beat) line.socket.close();
  if (!game || $("table").hidden) return;
  const left = (until) => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  for (const it of document.querySelectorAll(".clock")) {
    const on = game.until != null && Number(it.dataset.seat) === game.to_move;
    const text = on ? time(left(game.until)) : "";
    if (it.textContent !== text) it.textContent = text;
    it.classList.toggle("low", on && left(game.until) <= 10);
    if (on && game.to_move === game.you && left(game.until) === 10 && game.warned !== game.seq) {
      game.warned = game.seq;
      announce("Your turn: ten seconds left.");
    }
  }
  for (const it of document.querySelectorAll(".away")) {
    const { until } = game.seats[it.dataset.seat];
    const text = until == null || game.outcome ? "" : `away, ${left(until)} s to come back`;
    if (it.textContent !== text) it.textContent = text;
  }
}

// --- the lobby ---

function list(where, games) {
  const words = (it) => {
    const title = catalogue.games.find((facts) => facts.key === it.game)?.title ?? it.game;
    const seats = it.seats.map((seat) => seat.name || "?").join(" – ");
    return [make("b", {}, `${title} ${it.size}`), ` ${seats}`, make("span", { class: "hint" }, ` ${it.clock ? `${time(it.clock)} a move` : "no limit"}${it.rated ? ", rated" : ""}`)];
  };
  const verb = where === "mine" ? "Go on" : where === "open" ? "Join" : "Watch";
  const rows = games.map((it) => make("li", {}, make("span", {}, ...words(it)), make("button", { type: "button", "aria-label": `${verb}: ${it.game} ${it.size}, ${it.seats.map((seat) => seat.name || "free").join(", ")}`,
    onclick: () => attempt(async () => { if (where === "open" && me) await ask("POST", `api/games/${it.id}/join`); go(it.id); }) }, verb)));
  $(where).querySelector("ul").replaceChildren(...(rows.length ? rows : [make("li", { class: "hint" }, "None at the moment.")]));
  if (where === "mine") $("mine").hidden = !rows.length;
}

function showFacts() {
  const facts = catalogue.games.find((it) => it.key === $("game").value);
  if (!facts) return;
  $("game-hint").textContent = facts.summary;
  $("size").value = facts.default_size;
  $("size-hint").textContent = facts.sizes;
  $("sizes").replaceChildren(...facts.common_sizes.map((value) => make("option", { value })));
  showAgainst();
}

function showAgainst() {
  const against = $("against").value;
  const agent = catalogue.agents.find((it) => it.name === against);
  $("against-hint").textContent = agent?.summary ?? (against === "link" ? "You get a link to send." : "The game waits in the lobby.");
  $("rated").disabled = Boolean(agent);
}

async function makeGame() {
  const [against, starts, size] = [$("against").value, $("starts").value, $("size").value.trim()];
  const other = ["link", "anybody"].includes(against) ? "open" : against;
  const number = Number(size.match(/:(\d)(:|$)/)?.[1] ?? 2); // a size tells how many play
  const seats = Array(number - 1).fill(other);
  starts === "them" ? seats.push("me") : seats.unshift("me");
  const made = await ask("POST", "api/games", {
    game: $("game").value, size: size || null, seats, by_lot: starts === "lot", public: against !== "link",
    clock: Number($("clock").value) || null, rated: $("rated").checked && other === "open",
  });
  go(made.id);
}

function seek(wish) {
  if (seeking && !wish) send({ type: "unseek" });
  seeking = wish;
  if (wish) send({ type: "seek", ...wish });
  $("seek").textContent = wish ? "Stop waiting" : "Quick pairing";
  $("seek-hint").textContent = wish ? `Waiting for somebody who plays ${wish.game} …` : "Quick pairing meets anybody at this game; of your two sizes one is drawn, and so is who starts.";
}

// --- where one is ---

/** Goes to a game, or to the lobby. */
function go(to, push = true) {
  const sits = game?.you != null && game.status !== "over";
  if (id && id !== to && !sits) send({ type: "unwatch", game: id });
  if (!id && to) send({ type: "lobby", on: false });
  if (push && to !== id) history.pushState(null, "", to ? `?game=${to}` : location.pathname);
  if (to !== id) [game, pending, shown] = [null, null, ""];
  id = to;
  tell("error", "");
  announce(id ? "One moment …" : "");
  for (const it of ["seats", "actions", "board"]) $(it).replaceChildren();
  [board.grid, board.picture] = [null, null];
  for (const it of ["title", "lot"]) $(it).textContent = "";
  $("end").hidden = true;
  $("lobby").hidden = Boolean(id);
  $("table").hidden = !id;
  if (!id) document.title = "Quire";
  if (id) watch();
  else enter();
}

const wanted = () => new URLSearchParams(location.search).get("game") || location.hash.slice(1) || null;

$("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => { keep(await ask("POST", "api/guests", { name: $("name").value.trim() })); connect(); });
});
$("make").addEventListener("submit", (event) => { event.preventDefault(); if (needName()) attempt(makeGame); });
$("seek").addEventListener("click", () => { tell("error", ""); if (needName()) seek(seeking ? null : { game: $("game").value, size: $("size").value.trim() || null }); });
$("game").addEventListener("change", showFacts);
$("against").addEventListener("change", showAgainst);
$("home").addEventListener("click", (event) => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(null); } });
$("link").addEventListener("focus", () => $("link").select());
$("copy").addEventListener("click", () => { $("link").select(); navigator.clipboard?.writeText($("link").value); });
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!line.ready) return;
  act("say", $("words").value);
  $("words").value = "";
});
addEventListener("popstate", () => go(wanted(), false));
addEventListener("hashchange", () => go(wanted(), false));
addEventListener("online", connect);
setInterval(tick, 250);

function needName() {
  if (!me) { tell("error", "Say first what your name is."); $("name").focus(); }
  return Boolean(me);
}

keep(me);
attempt(async () => {
  catalogue = await ask("GET", "api/catalogue");
  $("game").replaceChildren(...catalogue.games.map((it) => make("option", { value: it.key }, it.title)));
  $("against").replaceChildren(make("option", { value: "anybody" }, "Anybody, from the lobby"), make("option", { value: "link" }, "A friend, by a link"),
    ...catalogue.agents.map((it) => make("option", { value: it.name }, `Computer: ${it.name}`)));
  $("against").value = "level3";
  showFacts();
});
go(wanted(), false);
connect();
