import { MarketError } from "../market.ts";
import { ImportError } from "./report.ts";

/** What a failed import tells whoever started it; null where the cause is none of theirs. Nothing was imported then. */
export function importFailure(error: unknown): string | null {
  if (error instanceof ImportError) return error.message;
  if (!(error instanceof MarketError)) return null;
  if (error.code === "disk-full") return "The disk is full: nothing was imported. Make room and import again.";
  return error.code === "locked" ? error.message : null;
}
