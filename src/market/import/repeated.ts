import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { MarketError, type Market, type Statement } from "../market.ts";

/** How long to wait before something is sent again whose connection broke. */
const PAUSES_MS = [100, 500, 2_000];

export const isConnectionLost = (error: unknown): error is MarketError =>
  error instanceof MarketError && error.code === "engine-died";

/**
 * Does what may be done twice, again where its connection broke: at an address the server is still there. Whatever was sent
 * under the key has ended by then, so that nothing of it comes later.
 */
export async function repeated<Result>(
  market: Market,
  work: (key: string, attempt: number) => Promise<Result>,
): Promise<Result> {
  const key = `import-${randomUUID()}`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (attempt > 0) await market.cancel(key);
      return await work(key, attempt);
    } catch (error) {
      const pause = PAUSES_MS[attempt];
      // The engine of a data folder died and has begun anew, without what an import made.
      if (!isConnectionLost(error) || pause === undefined || market.folder !== null) throw error;
      await wait(pause);
    }
  }
}

/**
 * Commands of an import that come to the same when they run twice: nothing else changes their tables meanwhile. An INSERT
 * of a SELECT is none, as its rows, or some of them, may be there already; neither is an ATTACH.
 */
const REPEATABLE: readonly RegExp[] = [
  /^\s*DROP TABLE IF EXISTS /,
  /^\s*TRUNCATE TABLE /,
  /^\s*DELETE FROM /,
  /^\s*ALTER TABLE \S+(?: ON CLUSTER \S+)? (?:DROP PARTITION|UPDATE) /,
  /^\s*CREATE OR REPLACE VIEW /,
  /^\s*SYSTEM SYNC REPLICA /,
];

/** The market for the statements of an import: queries, and commands that may be, are repeated. */
export function withRepetition(given: Market): Market {
  if (given.folder !== null) return given;
  const command = async (wanted: Statement | string): Promise<void> => {
    const statement = typeof wanted === "string" ? { sql: wanted } : wanted;
    if (!REPEATABLE.some((pattern) => pattern.test(statement.sql))) return given.command(statement);
    return repeated(given, (key) => given.command({ ...statement, key }));
  };
  return {
    ...given,
    query: async <Row>(statement: Statement | string) => repeated(given, () => given.query<Row>(statement)),
    command,
  };
}
