import { readFile } from "node:fs/promises";
import { z } from "zod";
import { currentSnapshot } from "../market/index.ts";
import { DAY_MS } from "../vocabulary/index.ts";
import type { Market } from "../market/index.ts";
import type { Want } from "./connector.ts";
import { writeWhole } from "./kept-pages.ts";

/** Days before the last fetched one that are fetched again: sources correct their last bars for some days. */
const OVERLAP_DAYS = 7;

/** The days that a market has of a source, without a gap, by kind and symbol; `*` where a source is not called by symbol. */
export type FetchedDays = Readonly<Record<string, { readonly from: string; readonly to: string }>>;

const State = z.object({
  /** The market that has them, and its count of changes then: another one, or one set back, has to fetch anew. */
  market: z.string(),
  number: z.number(),
  days: z.record(z.string(), z.object({ from: z.iso.date(), to: z.iso.date() })),
});

async function identityOf(market: Market): Promise<{ readonly market: string; readonly number: number }> {
  const [database] = await market.query<{ id: string }>(
    `SELECT toString(uuid) AS id FROM system.databases WHERE name = '${market.database}'`,
  );
  const { number } = await currentSnapshot(market);
  return { market: database?.id ?? "", number };
}

/** What earlier fetches brought into this market; nothing where they are of another one, or cannot be read. */
export async function readFetchedDays(path: string, market: Market): Promise<FetchedDays> {
  const text = await readFile(path, "utf8").catch(() => "null");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  const { success, data } = State.safeParse(value);
  const now = await identityOf(market);
  return success && data.market === now.market && data.number <= now.number ? data.days : {};
}

export async function writeFetchedDays(path: string, market: Market, days: FetchedDays): Promise<void> {
  await writeWhole(path, JSON.stringify({ ...(await identityOf(market)), days }));
}

const keysOf = ({ symbols, kinds }: Want): string[] =>
  kinds.flatMap((kind) => (symbols.length === 0 ? ["*"] : symbols).map((symbol) => `${kind} ${symbol}`));

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** What is left of a want where earlier fetches brought a part of it: one for each day to begin at. */
export function wantsLeft(want: Want, days: FetchedDays): readonly Want[] {
  const begins = new Map<string, string[]>();
  for (const symbol of want.symbols.length === 0 ? ["*"] : want.symbols) {
    const known = want.kinds.map((kind) => days[`${kind} ${symbol}`]);
    const lasts = known.flatMap((range) => {
      const covers = range !== undefined && range.from <= want.from && range.to >= want.from;
      return covers ? [range.to < want.to ? range.to : want.to] : [];
    });
    const last = lasts.length === known.length ? lasts.toSorted()[0] : undefined;
    const from = last === undefined ? want.from : shifted(last, -OVERLAP_DAYS);
    const begin = from > want.from ? from : want.from;
    begins.set(begin, [...(begins.get(begin) ?? []), symbol]);
  }
  return [...begins].map(([from, symbols]) => ({ ...want, from, symbols: want.symbols.length === 0 ? [] : symbols }));
}

/** The days after a fetch of a whole want: joined with those before where no day lies between them. */
export function daysAfter(days: FetchedDays, want: Want): FetchedDays {
  const joined = keysOf(want).map((key) => {
    const range = days[key];
    const touches = range !== undefined && range.from <= shifted(want.to, 1) && want.from <= shifted(range.to, 1);
    if (!touches) return [key, { from: want.from, to: want.to }] as const;
    const from = range.from < want.from ? range.from : want.from;
    return [key, { from, to: range.to > want.to ? range.to : want.to }] as const;
  });
  return { ...days, ...Object.fromEntries(joined) };
}
