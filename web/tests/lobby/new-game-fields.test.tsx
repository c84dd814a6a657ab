import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import { SeatFields } from "../../src/lobby/new-game/seat-fields";
import { setOptions } from "../../src/lobby/new-game/stored-options";
import { catalogue } from "../../src/net/catalogue";
import type { GameInfo } from "../../src/net/protocol.gen";
import { en } from "../../src/texts/en";

afterEach(cleanup);

const game = { key: "sos", default_size: "3x3", max_players: 8 } as GameInfo;

it("describes every level in a sentence", () => {
  const names = ["random", ...Array.from({ length: 8 }, (_, n) => `level${n + 1}`), "unworded"];
  catalogue.value = { games: [], agents: names.map((name) => ({ name, summary: "" })) };
  setOptions({ opponent: "computer" });
  render(<SeatFields game={game} />);
  const summaries = screen.getAllByRole("definition").map((it) => it.textContent);
  const levels = names.filter((it) => it.startsWith("level"));
  expect(summaries).toEqual([...levels, "random"].map((it) => en.agents[it].summary));
  expect(screen.getAllByRole("option")).toHaveLength(summaries.length);
});
