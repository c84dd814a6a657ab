// The page's connection, and its session on it.
import { Connection } from "./connection";
import { createSession } from "./session";

export const connection = new Connection();
export const session = createSession(connection);
