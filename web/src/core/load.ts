// Loads the compiled core.
import { Core, CoreError } from "./instance";

/** Where the core is, and what the file must be. */
export interface Place {
  url: string;
  integrity: string;
}

/** Rejects with CoreError. */
export async function loadCore({ url, integrity }: Place): Promise<Core> {
  const response = fetched(url, integrity);
  await response; // its errors must not look like those of the compiler
  return new Core(await WebAssembly.compileStreaming(response));
}

export async function fetched(url: string, integrity?: string): Promise<Response> {
  const response = await fetch(url, integrity ? { integrity } : {}).catch(() => null);
  if (!response?.ok) throw new CoreError("network", `${url} couldn't be loaded`);
  return response;
}
