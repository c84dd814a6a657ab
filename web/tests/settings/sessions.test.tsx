import { act, cleanup, fireEvent, render } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import { account, clearAccount, storeAccount, updateToken } from "../../src/net/account";
import { ChangePassphrase } from "../../src/settings/account/change-passphrase";
import { clientName, Sessions } from "../../src/settings/account/sessions";
import { SignOut } from "../../src/settings/account/sign-out";
import { announcement } from "../../src/ui/announce";
import { serve } from "../fake-server";

const PLAYER = { id: "ann", name: "Ann", kind: "member" };
const settle = () => act(() => new Promise((done) => setTimeout(done)));

afterEach(() => {
  cleanup();
  clearAccount();
  vi.restoreAllMocks();
});

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

it.each([
  [FIREFOX, "Firefox, Linux"],
  [SAFARI, "Safari, iOS"],
  ["Quire for Python", "Quire for Python"],
  ["", ""],
])("names the client %s", (client, name) => {
  expect(clientName(client)).toBe(name);
});

it("lists sessions and ends one", async () => {
  const session = (id: string, client: string, current: boolean) => ({
    ...{ id, client, current, created: 1, used: Date.now() / 1000 - 7200 },
  });
  let listed = [session("a", FIREFOX, true), session("b", "Quire for Python", false)];
  serve({
    "GET /api/sessions": () => listed,
    "DELETE /api/sessions/b": () => {
      listed = listed.slice(0, 1);
      return null;
    },
  });
  const page = render(<Sessions />);
  await settle();
  const lines = page.getAllByRole("listitem").map((it) => it.textContent);
  expect(lines[0]).toBe("Firefox, Linux, this browser");
  expect(lines[1]).toContain("Quire for Python, 2 hours ago");
  fireEvent.click(page.getByRole("button", { name: "End session: Quire for Python" }));
  await settle(); // it has ended
  await settle(); // the list is loaded again
  expect(page.getAllByRole("listitem")).toHaveLength(1);
  expect(page.queryByText("End all other sessions")).toBeNull();
});

it("changes the passphrase and asks for a new recovery code", async () => {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (path, how) => {
    bodies.push(JSON.parse(String(how?.body)));
    if (path === "/api/me/recovery-code") return Response.json({ code: "ABCDE" });
    return new Response(null, { status: 204 });
  });
  const page = render(<ChangePassphrase />);
  const change = () => fireEvent.click(page.getByRole("button", { name: "Change passphrase" }));
  const type = (label: string, value: string) =>
    fireEvent.input(page.getByLabelText(label), { target: { value } });
  change();
  type("Current passphrase", "correct horse");
  type("New passphrase", "short");
  change();
  await settle();
  expect(page.getByText("Use at least 8 characters.")).toBeTruthy();
  expect(bodies).toEqual([]);
  type("New passphrase", "another horse");
  change();
  await settle();
  expect(bodies).toEqual([
    { passphrase: "correct horse", new_passphrase: "another horse" },
    { passphrase: "another horse" },
  ]);
  expect(announcement.value.trim()).toBe("Passphrase changed.");
  expect(page.queryByLabelText("New passphrase")).toBeNull();
});

it("shows that the current passphrase is wrong", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ code: "not_allowed", message: "wrong passphrase" }, { status: 403 }),
  );
  const page = render(<ChangePassphrase />);
  fireEvent.click(page.getByRole("button", { name: "Change passphrase" }));
  for (const label of ["Current passphrase", "New passphrase"])
    fireEvent.input(page.getByLabelText(label), { target: { value: "some horse" } });
  fireEvent.click(page.getByRole("button", { name: "Change passphrase" }));
  await settle();
  expect(page.getByText("Wrong passphrase.")).toBeTruthy();
});

it("ends the session when the player signs out here", async () => {
  storeAccount({ token: "t", player: PLAYER });
  const asked = serve({ "DELETE /api/sessions/current": null });
  const page = render(<SignOut player={PLAYER} />);
  fireEvent.click(page.getByRole("button", { name: "Sign out" }));
  await settle();
  expect(account.value).toBeNull();
  expect(new Headers(asked.mock.calls[0][1]?.headers).get("authorization")).toBe("Bearer t");
});

it("stores a new token", () => {
  updateToken("nobody's");
  expect(account.value).toBeNull();
  storeAccount({ token: "t", player: PLAYER });
  updateToken("u");
  expect(account.value).toEqual({ token: "u", player: PLAYER });
});
