import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import type { ComponentType } from "preact";
import { LocationProvider, Route, Router } from "preact-iso";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "../../src/app/error-boundary";
import { lazyPage } from "../../src/app/lazy-page";
import { focusContent } from "../../src/ui/focus";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Fine = () => <p>Fine</p>;

function show(other: ComponentType) {
  history.replaceState(null, "", "/");
  const routes = [
    <Route key="fine" path="/" component={Fine} />,
    <Route key="other" path="/other" component={other} />,
  ];
  return render(
    <LocationProvider>
      <a href="/other">Other</a>
      <main id="content" tabIndex={-1}>
        <ErrorBoundary>
          <Router onRouteChange={focusContent}>{routes}</Router>
        </ErrorBoundary>
      </main>
    </LocationProvider>,
  );
}

const go = (name: string) => fireEvent.click(screen.getByRole("link", { name }));
const failure = () => screen.findByRole("heading", { name: "This page isn't available" });

describe("a page that can't be loaded", () => {
  it("shows an error, and can be reloaded", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    show(lazyPage(() => Promise.reject(new TypeError("Failed to fetch"))));
    for (let n = 0; n < 2; n++) {
      go("Other");
      await failure();
      expect(document.activeElement?.id).toBe("content");
      go("Home");
      await screen.findByText("Fine");
    }
    go("Other");
    await failure();
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it("is shown once it loads", async () => {
    show(lazyPage(async () => ({ default: () => <p>Here</p> })));
    go("Other");
    expect(await screen.findByText("Here")).toBeTruthy();
  });
});

describe("a page that fails", () => {
  function failing(times: number) {
    let left = times;
    return () => {
      if (left-- > 0) throw new TypeError("undefined is not an object");
      return <p>Recovered</p>;
    };
  }

  it("shows an error, and lets the visitor leave and return", async () => {
    show(failing(1));
    go("Other");
    await failure();
    expect(screen.getByRole("alert").textContent).toBe(
      "Something went wrong. Try again in a moment.",
    );
    expect(console.error).toHaveBeenCalledWith(expect.any(TypeError));
    expect(document.activeElement?.id).toBe("content");
    go("Home");
    await screen.findByText("Fine");
    expect(document.activeElement?.id).toBe("content");
    go("Other");
    await screen.findByText("Recovered");
  });

  it("is retried on request", async () => {
    show(failing(2));
    go("Other");
    await failure();
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await failure();
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await screen.findByText("Recovered");
  });
});
