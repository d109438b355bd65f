import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** One connection to the engine: one statement at a time, closed when that one is over. */
export interface Connection {
  query(sql: string, format?: string): Promise<Uint8Array>;
  close(): void;
}

/** Entry points of chDB's addon. */
interface Native {
  CreateConnection(folder: string, args?: readonly string[]): unknown;
  QueryAsyncConnection(connection: unknown, sql: string, format: string): Promise<{ readonly bytes: Uint8Array }>;
  CloseConnection(connection: unknown): void;
}

interface Loader {
  loadNative(): Native;
}

const require = createRequire(import.meta.url);

function isLoader(module: unknown): module is Loader {
  return typeof module === "object" && module !== null && "loadNative" in module;
}

/**
 * The addon beneath chDB's `Session`, whose `close` waits for every statement of the process: a statement that was
 * cancelled would keep its memory and its place in system.processes for as long as any scan runs.
 */
function loadNative(): Native {
  const folder = dirname(require.resolve("chdb/package.json"));
  const loader: unknown = require(join(folder, "dist", "loader.js"));
  if (!isLoader(loader)) throw new Error("This version of chdb has no loader; the engine is written for 3.4.0");
  return loader.loadNative();
}

/** Opens connections to the data in `folder`; the first one starts the engine with `args`. Only the engine process may. */
export function openChdb(folder: string): (args?: readonly string[]) => Connection {
  const native = loadNative();
  return (args) => {
    const connection = args ? native.CreateConnection(folder, args) : native.CreateConnection(folder);
    return {
      query: async (sql, format = "TabSeparated") => (await native.QueryAsyncConnection(connection, sql, format)).bytes,
      close: () => native.CloseConnection(connection),
    };
  };
}
