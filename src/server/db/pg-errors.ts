const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/** SQLSTATE classes of a server that ends or cannot be reached (57P: shut down or crashed, 08: connection). */
const LOST = /^(57P0\d|08\w{3})$/;
const SOCKET = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"]);

/** Messages of pg, its pool and Kysely for a connection that is gone; they have no code. */
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|connection has been discarded/;

/** Whether an error of `pg` is a lost connection and says nothing about the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return LOST.test(code) || SOCKET.has(code) || LOST_MESSAGES.test(error.message);
}

/** SQLSTATE disk_full; for some failed writes PostgreSQL only gives the system's error. */
const FULL = new Set(["53100", "ENOSPC"]);

/** Whether an error of `pg`, or of a file that was written, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return FULL.has(code) || /\bNo space left on device\b/.test(error.message);
}

/** Whether an error of `pg` says that a row with that key is there already (SQLSTATE unique_violation). */
export const isDuplicate = (error: unknown): boolean => error instanceof Error && codeOf(error) === "23505";

/** Whether the server works and has no connection left, or the pool none within its time (SQLSTATE too_many_connections). */
export const hasNoRoom = (error: unknown): boolean =>
  error instanceof Error &&
  (codeOf(error) === "53300" || error.message.includes("timeout exceeded when trying to connect"));
