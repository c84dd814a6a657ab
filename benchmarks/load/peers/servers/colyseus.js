// Obstruction on Colyseus: a room for two, which plays again and again.
import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { cellOf, emptyBoard, isFree, isOver } from "./obstruction.js";

const State = schema({
  game: t.uint16(),
  toMove: t.uint8(),
  isOver: t.boolean(),
  moves: t.array("string"),
});

class Obstruction extends Room {
  maxClients = 2;
  // Moves are sent at once, by broadcastPatch. A timer per room would only cost time, and null
  // would mean one that ticks 60 times per second.
  patchRate = 3_600_000;
  state = new State({ game: 0, toMove: 0, isOver: false, moves: [] });
  board = emptyBoard();
  rematch = new Set();

  messages = {
    move(client, move) {
      const cell = cellOf(move);
      const { state } = this;
      if (state.isOver || client.userData !== state.toMove) return;
      if (cell < 0 || !isFree(this.board, cell)) return;
      this.board[cell] = state.toMove + 1;
      state.moves.push(move);
      state.toMove = 1 - state.toMove;
      state.isOver = isOver(this.board);
      this.broadcastPatch();
    },
    rematch(client) {
      this.rematch.add(client.userData);
      if (!this.state.isOver || this.rematch.size < 2) return;
      this.rematch.clear();
      this.board = emptyBoard();
      this.state.moves.clear();
      this.state.toMove = 0;
      this.state.isOver = false;
      this.state.game += 1;
      this.broadcastPatch();
    },
  };

  onJoin(client) {
    client.userData = this.clients.length - 1;
    client.send("seat", client.userData);
  }
}

const transport = new WebSocketTransport({ pingInterval: 10_000 });
const server = new Server({ transport, greet: false });
server.define("obstruction", Obstruction);
await server.listen(0, "127.0.0.1", 4096);
console.log(`Running at http://127.0.0.1:${transport.server.address().port}/`);
