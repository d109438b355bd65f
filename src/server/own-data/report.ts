import type { OwnReport } from "../../contract/index.ts";
import { dateText, dayNumber } from "../../own-data/index.ts";
import { currentSnapshot, dateOf, sessionOf, type Market } from "../../market/index.ts";
import { FIRST_LIST_DAY, LAST_LIST_DAY, OWN_BOUNDS } from "../../vocabulary/index.ts";
import type { ListSpans } from "../../vocabulary/index.ts";

/** A security under a symbol: from its first to its last bar under it, days since 1970-01-01. */
interface Era {
  readonly symbol: string;
  readonly from: number;
  readonly until: number;
  /** The symbol that it got, or had before; empty where it had no other. */
  readonly next: string;
  readonly before: string;
}

const SYMBOLS_AT_ONCE = 5_000;

/** What of the symbols and days of a file the market has, and why it lacks the others. */
export async function ownReport(market: Market, spans: ListSpans): Promise<OwnReport> {
  const symbols = [...new Set(spans.symbols)];
  const snapshot = await currentSnapshot(market);
  const bounds = await boundsOf(snapshot);
  if (bounds === null)
    return {
      symbols: symbols.length,
      matched: 0,
      market: null,
      findings: [],
      others: 0,
      notes: ["There are no market data yet."],
    };
  const wanted = [...new Set(symbols.flatMap((symbol) => [symbol, ...spellings(symbol)]))];
  const eras = new Map<string, Era[]>();
  for (let at = 0; at < wanted.length; at += SYMBOLS_AT_ONCE)
    for (const era of await erasOf(snapshot, wanted.slice(at, at + SYMBOLS_AT_ONCE)))
      eras.set(era.symbol, [...(eras.get(era.symbol) ?? []), era]);
  const findings: OwnReport["findings"] = [];
  const bySymbol = new Map<string, (readonly [number, number])[]>();
  for (const [place, symbol] of spans.symbols.entries()) {
    const span = [spans.from[place] ?? FIRST_LIST_DAY, spans.until[place] ?? LAST_LIST_DAY] as const;
    const known = bySymbol.get(symbol);
    if (known === undefined) bySymbol.set(symbol, [span]);
    else known.push(span);
  }
  let matched = 0;
  for (const [symbol, days] of bySymbol) {
    const finding = findingOf(symbol, days, eras, bounds);
    if (finding === null || finding.state === "reused") matched += 1;
    if (finding !== null) findings.push({ symbol, ...finding });
  }
  return {
    symbols: symbols.length,
    matched,
    market: { from: dateText(bounds.from), to: dateText(bounds.to) },
    findings: findings.slice(0, OWN_BOUNDS.reportedSymbols),
    others: findings.length,
    notes: notesOf(spans),
  };
}

/** The days of the market's first and last session; null without data. */
async function boundsOf(snapshot: Snapshot): Promise<{ readonly from: number; readonly to: number } | null> {
  const [bars] = await snapshot.query<{ first: number; last: number; bars: number }>(
    `SELECT min(session) AS first, max(session) AS last, toFloat64(count()) AS bars FROM ${snapshot.table("daily")}`,
  );
  if (bars === undefined || bars.bars === 0) return null;
  const [from, to] = [dateOf(bars.first), dateOf(bars.last)];
  return from === null || to === null ? null : { from: dayNumber(from), to: dayNumber(to) };
}

type Snapshot = Awaited<ReturnType<typeof currentSnapshot>>;

/** The stretches of time in which any security had one of the symbols and bars. */
function erasOf(snapshot: Snapshot, symbols: readonly string[]): Promise<Era[]> {
  const changes = snapshot.table("symbol_change");
  const first = "[(toInt32(-1000000), argMin(old_symbol, date), '')]";
  const later =
    "arrayMap(each -> (toInt32(each.1), each.2, each.3), arraySort(groupArray((date, symbol, old_symbol))))";
  const named = `SELECT security_id, arrayConcat(${first}, ${later}) AS names FROM ${changes} GROUP BY security_id`;
  const all = `SELECT s.security_id AS security_id, if(empty(ifNull(c.names, [])), [(toInt32(-1000000), s.symbol, '')], assumeNotNull(c.names)) AS names FROM ${snapshot.table("security")} AS s LEFT JOIN (${named}) AS c ON s.security_id = c.security_id`;
  const eras = `SELECT security_id, arrayJoin(arrayEnumerate(names)) AS place, names[place].2 AS symbol, names[place].1 AS named_from, if(place < length(names), names[place + 1].1 - 1, toInt32(1000000)) AS named_until, if(place < length(names), names[place + 1].2, '') AS next, names[place].3 AS before FROM (${all})`;
  const bars = `SELECT d.security_id AS security_id, toInt32(min(n.date)) AS first, toInt32(max(n.date)) AS last FROM ${snapshot.table("daily")} AS d INNER JOIN ${snapshot.table("session")} AS n ON d.session = n.session GROUP BY d.security_id`;
  return snapshot.query<Era>({
    sql: `SELECT e.symbol AS symbol, greatest(e.named_from, b.first) AS from, least(e.named_until, b.last) AS until, e.next AS next, e.before AS before FROM (${eras}) AS e INNER JOIN (${bars}) AS b ON e.security_id = b.security_id WHERE e.symbol IN {symbols:Array(String)} ORDER BY symbol, from SETTINGS join_use_nulls = 1`,
    params: { symbols },
  });
}

/** The same symbol as other vendors write it: BRK-B, BRK.B, BRK/B. */
const spellings = (symbol: string): readonly string[] =>
  /[.\-/ ]/.test(symbol)
    ? [".", "-", "/", ""].map((sign) => symbol.replaceAll(/[.\-/ ]/g, sign)).filter((one) => one !== symbol)
    : [];

/** Why a symbol does not simply match on its days; null where it does. */
export function findingOf(
  symbol: string,
  spans: readonly (readonly [number, number])[],
  eras: ReadonlyMap<string, readonly Era[]>,
  market: { readonly from: number; readonly to: number },
): Omit<OwnReport["findings"][number], "symbol"> | null {
  const inside = spans.filter(([from, until]) => from <= market.to && until >= market.from);
  if (inside.length === 0) {
    const [first, last] = [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0];
    const days = `${dayText(first, "the beginning")} to ${dayText(last, "today")}`;
    return {
      state: "out-of-range",
      message: `Its days, ${days}, lie outside the market's data, ${dateText(market.from)} to ${dateText(market.to)}.`,
    };
  }
  const own = (eras.get(symbol) ?? []).filter(({ from, until }) => from <= until);
  if (own.length === 0) {
    const other = spellings(symbol).find((one) => eras.has(one));
    return {
      state: "unknown",
      message: `No security of the market ever had this symbol.${other === undefined ? "" : ` Did you mean ${other}?`}`,
    };
  }
  const meeting = own.filter((era) => inside.some(([from, until]) => era.from <= until && era.until >= from));
  if (meeting.length === 0) {
    const era = own.findLast(({ until }) => until < (inside[0]?.[0] ?? 0)) ?? own[0];
    const to = era?.next === "" || era === undefined ? null : era.next;
    const from = era?.before === "" || era === undefined ? null : era.before;
    if (to !== null && era !== undefined && era.until < (inside[0]?.[0] ?? 0))
      return {
        state: "renamed",
        message: `It has been ${to} since ${dateText(era.until + 1)}. Write ${to} for days from then on.`,
      };
    if (from !== null && era !== undefined)
      return {
        state: "renamed",
        message: `It was ${from} before ${dateText(era.from)}. Write ${from} for earlier days.`,
      };
    const stretch = era === undefined ? "" : `${dateText(era.from)} to ${dateText(era.until)}`;
    return { state: "out-of-range", message: `It was traded from ${stretch}, and the list has other days of it.` };
  }
  if (meeting.length > 1) {
    const each = meeting.map(({ from, until }) => `${dateText(from)} to ${dateText(until)}`).join(", then ");
    return {
      state: "reused",
      message: `Two securities had this symbol: ${each}. Each counts on its days; give days to keep one.`,
    };
  }
  const [only] = meeting;
  if (only !== undefined && only.next !== "" && inside.some(([, until]) => until > only.until))
    return {
      state: "renamed",
      message: `It counts until ${dateText(only.until)}; since then it is ${only.next}. Add ${only.next} for later days.`,
    };
  if (only !== undefined && only.before !== "" && inside.some(([from]) => from < only.from))
    return {
      state: "renamed",
      message: `It counts from ${dateText(only.from)}; before it was ${only.before}. Add ${only.before} for earlier days.`,
    };
  return null;
}

const dayText = (day: number, open: string): string =>
  day === FIRST_LIST_DAY || day === LAST_LIST_DAY ? open : dateText(day);

function notesOf(spans: ListSpans): string[] {
  const notes: string[] = [];
  const undated = spans.from.filter(
    (from, place) => from === FIRST_LIST_DAY && spans.until[place] === LAST_LIST_DAY,
  ).length;
  if (undated > 0)
    notes.push(
      `${undated.toLocaleString("en-US")} of its symbols have no day and are on it on all days. Chosen today, they are chosen with hindsight of the past.`,
    );
  const closed = spans.from.filter(
    (from, place) => from === spans.until[place] && sessionOf(dateText(from)) === null,
  ).length;
  if (closed > 0)
    notes.push(
      `${closed.toLocaleString("en-US")} of its days are no sessions of the exchange: no row of a scan is of them.`,
    );
  return notes;
}
