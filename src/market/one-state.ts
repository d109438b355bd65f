import { setTimeout as delay } from "node:timers/promises";
import { COMMIT } from "./import/recover.ts";
import { MarketError, type Market } from "./market.ts";

/** How often work is repeated because an import ended meanwhile. */
const MAX_ATTEMPTS = 5;
/** An import exchanges its tables in moments; a marker that stays longer was left by one that died. */
const MAX_EXCHANGE_MS = 5_000;
const POLL_MS = 20;

/**
 * A name for the state of the market's tables. Every import changes it, also one that brings an earlier content
 * back, and so does an import that is exchanging its tables.
 */
async function stateOf(market: Market): Promise<string> {
  const found = await market.query<{ name: string; uuid: string }>({
    sql: "SELECT name, toString(uuid) AS uuid FROM system.tables WHERE database = {database:String} AND name IN {names:Array(String)} ORDER BY name",
    params: { database: market.database, names: ["snapshot", COMMIT] },
    lane: "control",
  });
  return found.map(({ name, uuid }) => `${name} ${uuid}`).join(" ");
}

/** The state, once no import is exchanging its tables. */
async function settledState(market: Market): Promise<string> {
  const deadline = Date.now() + MAX_EXCHANGE_MS;
  for (;;) {
    const state = await stateOf(market);
    if (!state.includes(COMMIT) || Date.now() > deadline) return state;
    await delay(POLL_MS);
  }
}

/**
 * Runs several statements on one state of the market: repeated where an import ended meanwhile, so that each try must
 * replace what the last one left. Rejects with MarketError `changed` where every try met an import.
 */
export async function onOneState<T>(market: Market, work: () => Promise<T>): Promise<T> {
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const before = await settledState(market);
    try {
      const done = await work();
      if ((await stateOf(market)) === before) return done;
    } catch (error) {
      const final = !(error instanceof MarketError) || error.code === "cancelled" || attemptsLeft === 1;
      // A statement may fail because its table was exchanged.
      if (final || (await stateOf(market).catch(() => before)) === before) throw error;
    }
  }
  throw new MarketError("changed", "Imports changed the market each time meanwhile. Try again when they have ended.");
}

/** A function of the market that always answers of one state of it. */
export const ofOneState =
  <Arguments extends readonly unknown[], Result>(
    work: (market: Market, ...rest: Arguments) => Promise<Result>,
  ): ((market: Market, ...rest: Arguments) => Promise<Result>) =>
  (market, ...rest) =>
    onOneState(market, () => work(market, ...rest));
