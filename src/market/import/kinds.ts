import { EVENT_FIELD_NAMES, FIELDS, LISTING_FIELDS } from "../../vocabulary/index.ts";
import type { SECURITY_TEXTS } from "../tables.ts";

export const KIND_NAMES = [
  "daily",
  "minute",
  "securities",
  "symbols",
  "identities",
  "splits",
  "dividends",
  "facts",
  "statements",
  "events",
] as const;
export type Kind = (typeof KIND_NAMES)[number];

/** How a field is read: `moment` is a date with or without a time, `day` a date, `code` a symbol, upper-cased. */
export type Reading =
  | "code"
  | "text"
  | "day"
  | "time"
  | "moment"
  | "price"
  | "volume"
  | "trades"
  | "ratio"
  | "number"
  | "value";

export interface ImportField {
  readonly name: string;
  readonly reading: Reading;
  readonly optional?: true;
  /** Other headers that mean it where a single file is read without a mapping. */
  readonly also?: readonly string[];
}

const bar: readonly ImportField[] = [
  { name: "open", reading: "price", also: ["o"] },
  { name: "high", reading: "price", also: ["h"] },
  { name: "low", reading: "price", also: ["l"] },
  { name: "close", reading: "price", also: ["c", "close/last"] },
  { name: "volume", reading: "volume", also: ["v"] },
  {
    name: "num_trades",
    reading: "trades",
    optional: true,
    also: ["numtrades", "transactions", "trade_count", "trades", "n"],
  },
  { name: "vwap", reading: "price", optional: true, also: ["vw"] },
];

const symbol: ImportField = { name: "symbol", reading: "code", also: ["ticker"] };

/** Every kind of file an import takes, with its fields in the order of the `csv` folder. */
export const KINDS: Readonly<Record<Kind, readonly ImportField[]>> = {
  daily: [
    symbol,
    { name: "date", reading: "day", also: ["timestamp", "datetime", "window_start"] },
    ...bar,
    { name: "split_ratio", reading: "ratio", optional: true, also: ["splitfactor", "split_factor", "split ratio"] },
    { name: "dividend", reading: "number", optional: true, also: ["divcash", "ex-dividend", "ex_dividend"] },
  ],
  minute: [
    symbol,
    { name: "date", reading: "day", optional: true },
    { name: "time", reading: "time", optional: true },
    { name: "timestamp", reading: "moment", optional: true, also: ["datetime", "window_start", "t"] },
    ...bar,
  ],
  securities: [
    symbol,
    ...[...LISTING_FIELDS].map((name): ImportField => ({ name, reading: "text", optional: true })),
    { name: "ipo_date", reading: "day", optional: true, also: ["ipodate"] },
    { name: "delisted_date", reading: "day", optional: true, also: ["delistingdate"] },
  ],
  symbols: [symbol, { name: "old_symbol", reading: "code" }, { name: "date", reading: "day" }],
  identities: [
    symbol,
    { name: "first_date", reading: "day", also: ["date"] },
    { name: "last_date", reading: "day", optional: true },
    { name: "figi", reading: "code", optional: true, also: ["composite_figi"] },
    { name: "permanent_id", reading: "text", optional: true, also: ["permaticker"] },
    { name: "cik", reading: "text", optional: true },
    { name: "source", reading: "text", optional: true },
  ],
  splits: [symbol, { name: "date", reading: "day" }, { name: "ratio", reading: "ratio" }],
  dividends: [
    symbol,
    { name: "date", reading: "day", also: ["ex_date", "ex_dividend_date"] },
    { name: "amount", reading: "number", also: ["cash_amount"] },
    { name: "kind", reading: "text", optional: true },
  ],
  facts: [
    symbol,
    { name: "field", reading: "text" },
    { name: "known_at", reading: "moment" },
    { name: "value", reading: "value" },
  ],
  statements: [
    symbol,
    { name: "item", reading: "text" },
    { name: "fiscal_end", reading: "day" },
    { name: "known_at", reading: "moment" },
    { name: "value", reading: "number" },
  ],
  events: [symbol, { name: "kind", reading: "text" }, { name: "at", reading: "moment" }],
};

/** Name of the folder form, without .csv and .gz; the bars may come in several files. */
export const FOLDER_FILES: readonly { readonly kind: Kind; readonly name: RegExp }[] = [
  { kind: "daily", name: /^daily.*\.csv(\.gz)?$/i },
  { kind: "minute", name: /^minute.*\.csv(\.gz)?$/i },
  ...(["securities", "symbols", "identities", "splits", "dividends", "facts", "statements", "events"] as const).map(
    (kind) => ({
      kind,
      name: new RegExp(`^${kind}\\.csv(\\.gz)?$`, "i"),
    }),
  ),
];

/** Characters a text may have: several times what any that is in use has. `value` is that of a fact which is a text. */
export const MAX_TEXT_CHARS = {
  symbol: 40,
  old_symbol: 40,
  name: 300,
  exchange: 60,
  security_class: 60,
  status: 40,
  country: 60,
  currency: 20,
  sector: 120,
  industry: 200,
  kind: 20,
  permanent_id: 40,
  source: 40,
  value: 300,
} as const satisfies Readonly<Record<(typeof SECURITY_TEXTS)[number], number>> & Readonly<Record<string, number>>;

export const EVENT_KINDS = EVENT_FIELD_NAMES;

const dated = FIELDS.filter(({ file }) => file === "securities" || file === "facts");
/** Fields a fact may give a dated value of. */
export const FACT_NUMBERS: readonly string[] = dated
  .filter((field) => field.type === "number" && field.countsDownTo === undefined)
  .map((field) => field.name);
/** Facts that announce a date. It is stored as the number of days since 1970-01-01. */
export const FACT_DATES: readonly string[] = dated.flatMap(({ countsDownTo }) => countsDownTo ?? []);
export const FACT_TEXTS: readonly string[] = dated.filter((field) => field.type === "text").map((field) => field.name);
