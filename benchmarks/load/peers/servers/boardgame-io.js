// Obstruction on boardgame.io: in memory, or with FlatFile storage in $DIRECTORY.
import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";
import { FlatFile, Server } from "boardgame.io/dist/cjs/server.js";
import { cellOf, emptyBoard, isFree, isOver } from "./obstruction.js";

const Obstruction = {
  name: "obstruction",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ cells: emptyBoard() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }, move) {
      const cell = cellOf(move);
      if (cell < 0 || !isFree(G.cells, cell)) return INVALID_MOVE;
      G.cells[cell] = Number(playerID) + 1;
    },
  },
  endIf: ({ G, ctx }) => (isOver(G.cells) ? { winner: ctx.currentPlayer } : undefined),
};

// A kill can cut a file short. Opening that match would end the server, and all other matches.
process.on("unhandledRejection", (error) => {
  if (!/not look like a valid storage file/.test(error.message)) throw error;
});

const directory = process.env.DIRECTORY;
const server = Server({
  games: [Obstruction],
  origins: [],
  ...(directory && { db: new FlatFile({ dir: directory }) }),
});
// The port goes to Node as it is, so it can name the address too.
const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0, backlog: 4096 } });
console.log(`Running at http://127.0.0.1:${appServer.address().port}/`);
