import { ClickHouseError } from "@clickhouse/client";
import { MarketError } from "./market.ts";

/** Numbers of ClickHouse's ErrorCodes that mean something to us. */
const CODES: Readonly<Record<number, MarketError["code"]>> = {
  241: "memory", // MEMORY_LIMIT_EXCEEDED
  173: "memory", // CANNOT_ALLOCATE_MEMORY
  158: "too-much", // TOO_MANY_ROWS
  159: "too-much", // TIMEOUT_EXCEEDED
  160: "too-much", // TOO_SLOW
  307: "too-much", // TOO_MANY_BYTES
  394: "cancelled", // QUERY_WAS_CANCELLED
  734: "cancelled", // QUERY_WAS_CANCELLED_BY_CLIENT
  243: "disk-full", // NOT_ENOUGH_SPACE
};

const UNREACHABLE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "UND_ERR_SOCKET"]);

function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Whether the connection broke or never came about, which says nothing about the statement itself. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ClickHouseError) return false;
  const code = systemCode(error);
  if (code !== null && UNREACHABLE.has(code)) return true;
  return error instanceof Error && /socket hang up|aborted|premature close/i.test(error.message);
}

/** Whether nobody can have received the statement, so that it is safe to send it again. */
export function isNeverSent(error: unknown): boolean {
  return systemCode(error) === "ECONNREFUSED";
}

/** The error of the interface for whatever a client threw. */
export function toMarketError(error: unknown, signal?: AbortSignal): MarketError {
  if (error instanceof MarketError) return error;
  if (signal?.aborted) return new MarketError("cancelled", "The statement was cancelled");
  if (error instanceof ClickHouseError) {
    const number = Number(error.code);
    const full = /No space left on device|errno: 28\b/.test(error.message);
    return new MarketError(full ? "disk-full" : (CODES[number] ?? "engine"), error.message.trim(), number);
  }
  if (isNeverSent(error)) return new MarketError("engine-died", "The market engine cannot be reached");
  if (isUnreachable(error)) return new MarketError("engine-died", "The market engine died while the statement ran");
  return new MarketError("engine", error instanceof Error ? error.message : String(error));
}
