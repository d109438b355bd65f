import { readFile } from "node:fs/promises";
import { z } from "zod";
import { currentSnapshot } from "../market/index.ts";
import { DAY_MS } from "../vocabulary/index.ts";
import type { Market } from "../market/index.ts";
import type { FetchRequest } from "./connector.ts";
import { writeWhole } from "./kept-pages.ts";

/** Days before the last fetched one that are fetched again where a source says nothing else: bars are corrected for some days. */
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

const keysOf = ({ symbols, kinds }: FetchRequest): string[] =>
  kinds.flatMap((kind) => (symbols.length === 0 ? ["*"] : symbols).map((symbol) => `${kind} ${symbol}`));

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * What is left of a want where earlier fetches brought a part of it: one for each day to begin at. `overlap` is how many
 * fetched days are fetched again.
 */
export function requestsLeft(
  request: FetchRequest,
  days: FetchedDays,
  overlap = OVERLAP_DAYS,
): readonly FetchRequest[] {
  const begins = new Map<string, string[]>();
  for (const symbol of request.symbols.length === 0 ? ["*"] : request.symbols) {
    const known = request.kinds.map((kind) => days[`${kind} ${symbol}`]);
    const lasts = known.flatMap((range) => {
      const covers = range !== undefined && range.from <= request.from && range.to >= request.from;
      return covers ? [range.to < request.to ? range.to : request.to] : [];
    });
    const last = lasts.length === known.length ? lasts.toSorted()[0] : undefined;
    const from = last === undefined ? request.from : shifted(last, -overlap);
    const begin = from > request.from ? from : request.from;
    begins.set(begin, [...(begins.get(begin) ?? []), symbol]);
  }
  return [...begins].map(([from, symbols]) => ({
    ...request,
    from,
    symbols: request.symbols.length === 0 ? [] : symbols,
  }));
}

/**
 * Whether what an unfinished fetch was begun for holds everything that is left now: a market that was put in the place of
 * another has less. Its last day may be an earlier one.
 */
export const isCovered = (left: readonly FetchRequest[], begun: readonly FetchRequest[]): boolean =>
  left.every(({ symbols, from }) => {
    const inTime = begun.filter((each) => each.from <= from);
    return inTime.length > 0 && symbols.every((symbol) => inTime.some((each) => each.symbols.includes(symbol)));
  });

/** The days after a fetch of a whole want: joined with those before where no day lies between them. */
export function daysAfter(days: FetchedDays, request: FetchRequest): FetchedDays {
  const joined = keysOf(request).map((key) => {
    const range = days[key];
    const touches = range !== undefined && range.from <= shifted(request.to, 1) && request.from <= shifted(range.to, 1);
    if (!touches) return [key, { from: request.from, to: request.to }] as const;
    const from = range.from < request.from ? range.from : request.from;
    return [key, { from, to: range.to > request.to ? range.to : request.to }] as const;
  });
  return { ...days, ...Object.fromEntries(joined) };
}
