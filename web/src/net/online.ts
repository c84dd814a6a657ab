// The page's connection, and its session on it.
import { paceSeconds } from "../settings/motion";
import { Connection } from "./connection";
import { createSession } from "./session";

export const connection = new Connection();
export const session = createSession(connection, {
  paceSeconds,
  loadDrawer: async () => {
    const { loadDrawer } = await import("../core/drawer");
    return loadDrawer();
  },
});
