import { cleanup, render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { GameTools } from "../../src/game/tools/game-tools";
import { soundOffered } from "../../src/settings/preferences";

it("offers sounds in the first game only", () => {
  soundOffered.value = false;
  const offers = () => screen.queryAllByRole("group", { name: "Pencil sounds?" });
  render(<GameTools />);
  expect(offers()).toHaveLength(1);
  cleanup();
  render(<GameTools />);
  expect(offers()).toHaveLength(0);
  cleanup();
});
