import { MarketError } from "../market.ts";
import { ImportError } from "./report.ts";

/** The message of a failed import for its user; null where the cause is not theirs. Nothing was imported then. */
export function importFailure(error: unknown): string | null {
  if (error instanceof ImportError) return error.message;
  if (!(error instanceof MarketError)) return null;
  if (error.code === "disk-full") return "The disk is full: nothing was imported. Make room and import again.";
  return error.code === "locked" ? error.message : null;
}
