import { readRequest, requestOfFormulas, type ScanRequest } from "../../src/request/index.ts";
import type { Random } from "../naive/random.ts";

/** Filters of every stage and kind. */
export const FILTERS = [
  "[daily open adj] / [daily close -1 adj] > 1.005",
  "[daily close] > 20",
  "[daily close] > 20 & [daily volume] > 1000",
  "[daily avg volume -20 .. -1 adj] >= 300K",
  "[daily close adj] > [daily avg close -50 .. -1 adj]",
  '[identity exchange] != "OTC"',
  "[indicator rsi(14) close -1 adj] > 45",
  "[daily close] > 10 & [indicator ema(20) close adj] < [daily close adj]",
  "[intraday sum volume '04:00' .. '09:29'] >= 1K",
  "rank([daily volume]) <= 15",
  "[fundamental market_cap] > 100M",
  "[fundamental news]",
  "pct_rank([indicator rsi(14) close adj]) > 40",
] as const;

const COLUMNS: Readonly<Record<string, string>> = {
  Close: "[daily close]",
  Gap: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100",
  Twice: "{gap} * 2",
  High20: "[daily max high -20 .. -1 adj]",
  High250: "[daily max high -250 .. -1 adj]",
  Premarket: "[intraday max high '04:00' .. '09:29']",
  Rsi: "[indicator rsi(14) close adj]",
  Macd: "[indicator macd.line(12, 26, 9) close -1 adj]",
  Cap: "[fundamental market_cap]",
  Sector: "[fundamental sector]",
  News: "[fundamental news]",
  Rank: "rank([daily volume])",
  Day: "[daily date -1]",
  When: "[intraday time at max high '09:30' .. '15:59']",
  Since: "bars_since([daily close] > [daily open], 20)",
  Green: "[daily close] > [daily open]",
};
export const RANGES = [
  ["2025-12-01", "2025-12-31"],
  ["2025-12-10", "2025-12-19"],
  ["2025-11-17", "2025-12-12"],
] as const;

/** What an edit changes. */
export interface Text {
  readonly days: readonly [string, string];
  readonly filters: readonly { readonly formula: string; readonly off: boolean }[];
  readonly columns: readonly string[];
}

/** The request as a page sends it. */
export function sentOf({ days, filters, columns }: Text): ReturnType<typeof requestOfFormulas> {
  const named = columns.includes("Twice") && !columns.includes("Gap") ? [...columns, "Gap"] : columns;
  return requestOfFormulas({
    name: "edited",
    start: days[0],
    end: days[1],
    filters: filters.filter(({ off }) => !off).map(({ formula }) => ({ formula })),
    columns: named.map((name) => ({ name, formula: COLUMNS[name] ?? "" })),
  });
}

export function requestOf(text: Text): ScanRequest {
  const { request, diagnostics } = readRequest(sentOf(text));
  if (request === null) throw new Error(JSON.stringify(diagnostics));
  return request;
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);
const inserted = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];

/** The text after a random edit, and what that was. */
export function edit(random: Random, text: Text): { readonly text: Text; readonly what: string } {
  const { filters, columns } = text;
  const at = random.whole(0, Math.max(0, filters.length - 1));
  const unused = Object.keys(COLUMNS).filter((name) => !columns.includes(name));
  const formula = random.of(FILTERS);
  const filter = filters[at];
  switch (random.of(["add", "change", "off", "move", "remove", "column", "column", "no column", "days"] as const)) {
    case "add":
      return { what: `add ${formula}`, text: { ...text, filters: inserted(filters, at, { formula, off: false }) } };
    case "change":
      return {
        what: `change ${at} to ${formula}`,
        text: { ...text, filters: inserted(without(filters, at), at, { formula, off: false }) },
      };
    case "off":
      if (!filter) return { what: "nothing", text };
      return {
        what: `switch ${at}`,
        text: { ...text, filters: inserted(without(filters, at), at, { ...filter, off: !filter.off }) },
      };
    case "move":
      if (!filter) return { what: "nothing", text };
      return { what: `move ${at} to the front`, text: { ...text, filters: [filter, ...without(filters, at)] } };
    case "remove":
      return { what: `remove ${at}`, text: { ...text, filters: without(filters, at) } };
    case "column": {
      const [name] = unused.length > 0 ? [random.of(unused)] : [];
      return name === undefined
        ? { what: "nothing", text }
        : {
            what: `column ${name}`,
            text: { ...text, columns: inserted(columns, random.whole(0, columns.length), name) },
          };
    }
    case "no column":
      return columns.length < 2
        ? { what: "nothing", text }
        : {
            what: "remove a column",
            text: { ...text, columns: without(columns, random.whole(0, columns.length - 1)) },
          };
    case "days":
      return { what: "other days", text: { ...text, days: random.of(RANGES) } };
  }
}
