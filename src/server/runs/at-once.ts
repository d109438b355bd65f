import type { Market } from "../../market/index.ts";

/** The engine inside the data folder takes the statements of two scans at a time, and leaves room for short ones beside two previews. */
const EMBEDDED = { scans: 2, previews: 2 } as const;

type Count = Readonly<Record<keyof typeof EMBEDDED, number>>;

/** As many as keep an engine of so many cores busy: a statement of a scan uses all of them for most of its time. */
export const atOnceOn = (cores: number): Count => ({
  scans: Math.max(EMBEDDED.scans, Math.floor(cores / 4)),
  previews: Math.max(EMBEDDED.previews, Math.floor(cores / 2)),
});

/**
 * How many scans and previews run at a time in the engine, whichever workers they are of: as set, else by the cores of an
 * engine at an address, which it is asked for.
 */
export async function atOnceIn(market: Market, set: Readonly<Record<keyof Count, number | null>>): Promise<Count> {
  const own = market.folder === null ? atOnceOn(await coresOf(market)) : EMBEDDED;
  return { scans: set.scans ?? own.scans, previews: set.previews ?? own.previews };
}

/** Threads that the engine gives one statement: its cores, unless its own configuration gives less. */
async function coresOf(market: Market): Promise<number> {
  const [row] = await market.query<{ threads: number }>({
    sql: "SELECT toFloat64(getSetting('max_threads')) AS threads",
    lane: "control",
  });
  return row?.threads ?? 1;
}
