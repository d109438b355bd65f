import { truncateSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export interface FileLock {
  release(): void;
}

/** Numbers of SQLite's result codes. */
const BUSY = 5;
const NOT_A_DATABASE = 26;

const numberOf = (error: unknown): number | null =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode % 256 : null;

/**
 * A lock of the kernel on a file, made where it is missing; null where another holds it. It goes with the process, however
 * that ends, and a process that is stopped keeps it. Node itself locks no files, SQLite does: the file is a database that
 * nothing is ever written to.
 */
export function lockFile(path: string): FileLock | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (numberOf(error) === BUSY) return null;
    if (numberOf(error) !== NOT_A_DATABASE) throw error;
    // Somebody wrote into the file; while another process holds the lock, truncating has no effect.
    truncateSync(path);
    return lockFile(path);
  }
}
