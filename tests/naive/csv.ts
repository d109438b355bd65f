import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clock } from "../../src/vocabulary/index.ts";
import { calendar, symbolOn, type Bar, type ReferenceMarket, type Security } from "./market.ts";

const BAR = ["open", "high", "low", "close", "volume", "num_trades", "vwap"] as const;
const LISTING = [
  "name",
  "exchange",
  "security_class",
  "status",
  "country",
  "currency",
  "sector",
  "industry",
  "ipo_date",
  "delisted_date",
] as const;

type Cell = string | number | null;

/** Writes the csv folder of a market, every row under the symbol of its day; files without rows are left out. */
export function writeCsv(market: ReferenceMarket, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const rows = (of: (security: Security) => readonly (readonly Cell[])[]): readonly (readonly Cell[])[] =>
    market.securities.flatMap(of);
  const file = (name: string, columns: readonly string[], lines: readonly (readonly Cell[])[]): void => {
    if (lines.length === 0) return;
    const text = [columns, ...lines].map((line) => line.map(cell).join(",")).join("\n");
    writeFileSync(join(folder, `${name}.csv`), `${text}\n`);
  };
  const bar = (values: Bar): readonly Cell[] => BAR.map((field) => values[field]);

  file(
    "daily",
    ["symbol", "date", ...BAR],
    rows((security) =>
      [...security.daily].map(([session, values]) => {
        const { date } = calendar(session);
        return [symbolOn(security, date), date, ...bar(values)];
      }),
    ),
  );
  file(
    "minute",
    ["symbol", "date", "time", ...BAR],
    rows((security) =>
      [...security.minutes].flatMap(([session, minutes]) => {
        const { date } = calendar(session);
        return minutes.map((values) => [symbolOn(security, date), date, clock(values.minute), ...bar(values)]);
      }),
    ),
  );
  file(
    "securities",
    ["symbol", ...LISTING],
    rows(({ symbol, listing }) => (listing ? [[symbol, ...LISTING.map((field) => listing[field])]] : [])),
  );
  file(
    "symbols",
    ["symbol", "old_symbol", "date"],
    rows(({ changes }) => changes.map(({ symbol, old, date }) => [symbol, old, date])),
  );
  file(
    "splits",
    ["symbol", "date", "ratio"],
    rows((security) => security.splits.map(({ date, ratio }) => [symbolOn(security, date), date, ratio])),
  );
  file(
    "dividends",
    ["symbol", "date", "amount", "kind"],
    rows((security) =>
      (security.dividends ?? []).map(({ date, amount, kind }) => [
        symbolOn(security, date),
        date,
        amount,
        kind ?? "regular",
      ]),
    ),
  );
  file(
    "facts",
    ["symbol", "field", "known_at", "value"],
    rows((security) =>
      security.facts.map(({ field, known_at, value }) => [
        symbolOn(security, known_at.slice(0, 10)),
        field,
        known_at,
        value,
      ]),
    ),
  );
  file(
    "statements",
    ["symbol", "item", "fiscal_end", "known_at", "value"],
    rows((security) =>
      security.statements.map(({ item, fiscal_end, known_at, value }) => [
        symbolOn(security, known_at.slice(0, 10)),
        item,
        fiscal_end,
        known_at,
        value,
      ]),
    ),
  );
  file(
    "events",
    ["symbol", "kind", "at"],
    rows((security) => security.events.map(({ kind, at }) => [symbolOn(security, at.slice(0, 10)), kind, at])),
  );
}

function cell(value: Cell): string {
  if (value === null) return "";
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
