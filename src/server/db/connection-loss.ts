/** SQLSTATE classes of a server that ends or cannot be reached (57P: shut down or crashed, 08: connection). */
const LOST = /^(57P0\d|08\w{3})$/;
const SOCKET = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"]);

/** Whether an error of `pg` says that the database was gone, and nothing about the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    LOST.test(code) ||
    SOCKET.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/.test(
      error.message,
    )
  );
}
