/** SQLSTATE disk_full; PostgreSQL tells some writes that failed by the system's own words only. */
const FULL = new Set(["53100", "ENOSPC"]);

/** Whether an error of `pg`, or of a file that was written, says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return FULL.has(code) || /\bNo space left on device\b/.test(error.message);
}
