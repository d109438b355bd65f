import { DAY_MS, ownKey, ownNamed, type ListSpans, type NumberRows, type OwnData } from "../../vocabulary/index.ts";
import type { MarketProfile } from "../../market/index.ts";
import type { Sessions } from "./coverage.ts";
import type { Series } from "./expression.ts";
import type { OwnRows } from "./plan.ts";

export const NO_OWN_DATA: OwnData = { lists: [], numbers: [] };

/** The version of the list of a name. Throws RangeError for one that the account lacks: the checks refuse it. */
export function listVersion({ lists }: OwnData, name: string): string {
  const list = ownNamed(lists, name);
  if (list === null) throw new RangeError(`no list ${name}`);
  return list.version;
}

/** The series of the number of a name; as above. */
export function numberSeries({ numbers }: OwnData, name: string): OwnNumber {
  const found = ownNamed(numbers, name);
  if (found === null) throw new RangeError(`no number ${name}`);
  return { kind: "own-number", version: found.version, field: ownKey(found.name), of: found.rows.of };
}

type OwnNumber = Extract<Series, { kind: "own-number" }>;

/** Where a plan keeps the rows of a number. */
export const numberKey = ({ version, field }: Pick<OwnNumber, "version" | "field">): string => `${version} ${field}`;

/** What a plan's statements read of an account's own: of each list that it names the days that it reaches. */
export function ownRowsOf(
  own: OwnData,
  {
    series,
    reach,
    calendar,
  }: { readonly series: readonly Series[]; readonly reach: Sessions; readonly calendar: MarketProfile["calendar"] },
): OwnRows {
  const named = new Set(series.flatMap((one) => (one.kind === "own-list" ? [one.version] : [])));
  const inside = calendar.filter(({ session }) => session >= reach.from && session <= reach.to);
  const days = { from: dayNumber(inside[0]?.date), to: dayNumber(inside.at(-1)?.date) };
  const keys = new Set(series.flatMap((one) => (one.kind === "own-number" ? [numberKey(one)] : [])));
  const numbers = own.numbers.flatMap(({ name, version, rows }) => {
    const key = numberKey({ version, field: ownKey(name) });
    return keys.has(key) ? [[key, rowsIn(rows, days)] as const] : [];
  });
  return {
    numbers: Object.fromEntries(numbers),
    lists: Object.fromEntries(
      own.lists.filter(({ version }) => named.has(version)).map(({ version, rows }) => [version, spansIn(rows, days)]),
    ),
  };
}

const dayNumber = (date: string | undefined): number =>
  date === undefined ? 0 : Date.parse(`${date}T00:00Z`) / DAY_MS;

function rowsIn(rows: NumberRows, { from, to }: { readonly from: number; readonly to: number }): NumberRows {
  const places = rows.days.flatMap((day, place) => (day >= from && day <= to ? [place] : []));
  return {
    of: rows.of,
    keys: places.map((place) => rows.keys[place] ?? ""),
    days: places.map((place) => rows.days[place] ?? 0),
    values: places.map((place) => rows.values[place] ?? 0),
  };
}

function spansIn(spans: ListSpans, { from, to }: { readonly from: number; readonly to: number }): ListSpans {
  const places = spans.symbols.flatMap((_, place) =>
    (spans.from[place] ?? 0) <= to && (spans.until[place] ?? 0) >= from ? [place] : [],
  );
  return {
    symbols: places.map((place) => spans.symbols[place] ?? ""),
    from: places.map((place) => spans.from[place] ?? 0),
    until: places.map((place) => spans.until[place] ?? 0),
  };
}
