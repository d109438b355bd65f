import { setTimeout as delay } from "node:timers/promises";
import { COMMIT } from "./import/recover.ts";
import { MarketError, type Market } from "./market.ts";

/** So often something is done again because an import landed meanwhile. */
const ATTEMPTS = 5;
/** An import exchanges its tables within moments; what takes longer was left by one that died. */
const EXCHANGE_MS = 5_000;
const LOOK_MS = 20;

/**
 * Names the state of the market's tables: another one after every import, also after one that brings an earlier content
 * back, and another one while an import is exchanging its tables.
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
  const giveUp = Date.now() + EXCHANGE_MS;
  for (;;) {
    const state = await stateOf(market);
    if (!state.includes(COMMIT) || Date.now() > giveUp) return state;
    await delay(LOOK_MS);
  }
}

/**
 * Work of several statements, all of them on one state of the market: done again where an import landed meanwhile. What
 * the work leaves is to be replaced by the next try. Rejects with MarketError `changed` where imports do not end.
 */
export async function onOneState<T>(market: Market, work: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    const before = await settledState(market);
    try {
      const done = await work();
      if ((await stateOf(market)) === before) return done;
    } catch (error) {
      const final = !(error instanceof MarketError) || error.code === "cancelled" || left === 1;
      // A table that is exchanged under a statement may fail it.
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
