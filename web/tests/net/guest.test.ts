import { afterEach, describe, expect, it, vi } from "vitest";
import { clearAccount } from "../../src/net/account";
import { ensureAccount } from "../../src/net/guest";
import { MAX_NAME_LENGTH } from "../../src/settings/account/credentials";
import { texts } from "../../src/texts";
import { en } from "../../src/texts/en";
import { tr } from "../../src/texts/tr";
import { serve } from "../fake-server";

afterEach(() => {
  clearAccount();
  texts.value = en;
  vi.restoreAllMocks();
});

describe.each([
  ["English", en],
  ["Turkish", tr],
])("a guest's name in %s", (_, words) => {
  it("is drawn from its words", async () => {
    texts.value = words;
    const asked = serve({ "POST /api/guests": { token: "t", player: { id: "a", name: "A" } } });
    await ensureAccount();
    const { name } = JSON.parse(String(asked.mock.calls[0][1]?.body));
    const [first, second, number] = name.split(" ");
    expect(words.guests.first).toContain(first);
    expect(words.guests.second).toContain(second);
    expect(number).toMatch(/^\d\d$/);
  });

  it("is never too long", () => {
    const longest = (them: string[]) => Math.max(...them.map((it) => it.length));
    const { first, second } = words.guests;
    expect(longest(first) + longest(second) + "  99".length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  });
});
