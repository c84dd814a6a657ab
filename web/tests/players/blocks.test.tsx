import { act, cleanup, render } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearAccount, storeAccount } from "../../src/net/account";
import { setBlocked, useBlocks } from "../../src/players/blocks";
import { errorMessage } from "../../src/ui/announce";
import { serve } from "../fake-server";

const card = (id: string) => ({ id, name: id, kind: "member" });
const Names = () => <p>{useBlocks().map((it) => it.id)}</p>;
const come = (id: string) => act(() => storeAccount({ token: id, player: card(id) }));
const settle = () => act(() => new Promise((done) => setTimeout(done)));

beforeEach(() => {
  errorMessage.value = "";
  clearAccount();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("doesn't show the blocks of the previous account", async () => {
  const answers: ((them: unknown[]) => void)[] = [];
  serve({ "GET /api/me/blocks": () => new Promise((done) => answers.push(done)) });
  const { container } = render(<Names />);
  await come("ann");
  await come("ben");
  expect(answers).toHaveLength(2);
  answers[1]([card("cid")]);
  await settle();
  answers[0]([card("dan")]);
  await settle();
  expect(container.textContent).toBe("cid");
});

it("blocks even if the list can't be loaded", async () => {
  serve({ "PUT /api/players/cid/block": null, "DELETE /api/players/cid/block": null });
  const { container } = render(<Names />);
  await come("ann");
  await act(() => setBlocked(card("cid"), true));
  expect([container.textContent, errorMessage.value]).toEqual(["cid", ""]);
  await act(() => setBlocked(card("cid"), false));
  expect([container.textContent, errorMessage.value]).toEqual(["", ""]);
});
