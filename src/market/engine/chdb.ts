import { createRequire } from "node:module";

/** The part of chDB's `Session` that the host uses: one connection, one statement at a time. */
export interface ChdbSession {
  queryAsync(sql: string, options?: { readonly format?: string }): Promise<{ text(): string; bytes(): Uint8Array }>;
  close(): void;
}

interface Chdb {
  readonly Session: new (path: string, options?: { readonly connectionArgs?: readonly string[] }) => ChdbSession;
}

const require = createRequire(import.meta.url);

/** Loads the native engine; only the engine process may. */
export function loadChdb(): Chdb {
  return require("chdb") as Chdb;
}
