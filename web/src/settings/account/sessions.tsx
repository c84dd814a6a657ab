// The browsers and programs where the player is signed in, to sign them out.
import { useState } from "preact/hooks";
import { fetchJson } from "../../net/api";
import type { SessionInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce, attempt } from "../../ui/announce";
import { RelativeTime } from "../../ui/relative-time";
import { useLoaded, WhenLoaded } from "../../ui/use-loaded";

export function Sessions() {
  const t = texts.value.account;
  const [changes, setChanges] = useState(0);
  const sessions = useLoaded(`sessions ${changes}`, () =>
    fetchJson<SessionInfo[]>("GET", "/api/sessions"),
  );

  async function end(path: string, done: string) {
    if (!(await attempt(() => fetchJson("DELETE", path)))) return;
    announce(done);
    setChanges((n) => n + 1);
  }

  return (
    <div class="stack">
      <h3>{t.sessions}</h3>
      <WhenLoaded it={sessions}>
        {(listed) => (
          <>
            <ul class="stack">
              {listed.map((it) => (
                <li key={it.id} class="spread">
                  <span>
                    {clientName(it.client) || t.unknownClient},{" "}
                    {it.current ? t.thisSession : <RelativeTime at={it.used} />}
                  </span>
                  {!it.current && (
                    <button
                      type="button"
                      aria-label={`${t.endSession}: ${clientName(it.client) || t.unknownClient}`}
                      onClick={() => end(`/api/sessions/${it.id}`, t.sessionEnded)}
                    >
                      {t.endSession}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {listed.length > 1 && (
              <div>
                <button
                  type="button"
                  onClick={() => end("/api/sessions?keep_current=true", t.othersEnded)}
                >
                  {t.endOthers}
                </button>
              </div>
            )}
          </>
        )}
      </WhenLoaded>
    </div>
  );
}

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS/, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** The browser and system of a User-Agent header; other programs as they call themselves. */
export function clientName(client: string): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(client))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  return client.startsWith("Mozilla/") && browser && system ? `${browser}, ${system}` : client;
}
