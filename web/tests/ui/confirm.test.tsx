import { act, cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { LocationProvider } from "preact-iso";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Actions } from "../../src/game/actions/actions";
import { account, clearAccount, storeAccount } from "../../src/net/account";
import { Account } from "../../src/settings/account/account";
import { serve } from "../fake-server";

beforeEach(() => {
  serve({ "GET /api/me/preferences": { chat: true } });
  storeAccount({ token: "t", player: { id: "a", name: "Ann", kind: "guest" } });
});
afterEach(() => {
  cleanup();
  clearAccount();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole("button", { name });
const press = async (name: string) => {
  button(name).focus();
  await act(async () => void fireEvent.click(button(name)));
};
const focused = () => document.activeElement;

const settings = () =>
  render(
    <main id="content" tabIndex={-1}>
      <LocationProvider>
        <Account />
      </LocationProvider>
    </main>,
  );

describe("a confirmation", () => {
  it("takes the focus every time, and gives it back", async () => {
    settings();
    for (let n = 0; n < 2; n++) {
      await press("Delete this guest");
      expect(focused()).toBe(button("Cancel"));
      await press("Cancel");
      expect(focused()).toBe(button("Delete this guest"));
    }
    expect(account.value).not.toBeNull();
  });

  it("moves the focus to the content if the button is gone", async () => {
    settings();
    await press("Delete this guest");
    await press("Delete this guest");
    expect(account.value).toBeNull();
    expect(focused()?.id).toBe("content");
  });

  it("says what it does", async () => {
    settings();
    for (let n = 0; n < 2; n++) {
      await press("Delete account");
      expect(focused()).toBe(screen.getByLabelText("Type Ann to delete your account"));
      await press("Cancel");
      expect(focused()).toBe(button("Delete account"));
    }
  });

  it("is shown before a game restarts", async () => {
    const restart = vi.fn();
    render(<Actions actions={[{ name: "New game", run: restart, question: "Sure?" }]} ready />);
    await press("New game");
    expect(focused()).toBe(button("Keep playing"));
    await press("Keep playing");
    expect(focused()).toBe(button("New game"));
    expect(restart).not.toHaveBeenCalled();
    await press("New game");
    await press("New game");
    expect(restart).toHaveBeenCalledOnce();
    expect(focused()).toBe(button("New game"));
  });
});
