import type { Group, Unit, ValueType } from "./types.ts";

/**
 * When a value became public, relative to the day it belongs to: `midnight` 00:00, `open` 09:30, `close` the regular
 * close, `minute` its own window or `at`, `window` the end of an event window.
 */
export type KnownAtRule = "midnight" | "open" | "close" | "minute" | "window";

/** A data field: what may stand after a group inside the brackets. */
export interface Field {
  readonly group: Exclude<Group, "indicator" | "earnings">;
  readonly name: string;
  readonly type: ValueType;
  readonly unit: Unit | null;
  readonly known: KnownAtRule;
  /** May carry `adj`: prices times the split factor, volume divided by it, the rest unchanged. */
  readonly adjusts: "price" | "shares" | "none" | "never";
  /** Other spellings that are read; the canonical form prints `name`. */
  readonly aliases?: readonly string[];
  /** Function of an intraday window when none is written. */
  readonly windowDefault?: RangeFunctionName;
  /** Boolean fact about a window of a day (news, earnings). */
  readonly event?: "window" | "day";
  /** Source data usually has only the present value; the check warns `current-value` unless the market says otherwise. */
  readonly currentOnly?: true;
  readonly label: string;
}

export type RangeFunctionName = "first" | "last" | "max" | "min" | "avg" | "sum";

/** Functions over a range of days or a window of minutes, with the names they have in capitals on the cards and in members. */
export const RANGE_FUNCTIONS: readonly { readonly name: RangeFunctionName; readonly label: string }[] = [
  { name: "first", label: "first" },
  { name: "last", label: "last" },
  { name: "max", label: "highest" },
  { name: "min", label: "lowest" },
  { name: "avg", label: "average" },
  { name: "sum", label: "total" },
];

const bars = (group: "daily" | "intraday"): readonly Field[] => {
  const known = group === "daily" ? "close" : "minute";
  const field = (
    name: string,
    unit: Unit,
    adjusts: Field["adjusts"],
    windowDefault: RangeFunctionName,
    label = name,
  ): Field => ({
    group,
    name,
    type: "number",
    unit,
    known: group === "daily" && name === "open" ? "open" : known,
    adjusts,
    label,
    ...(group === "intraday" ? { windowDefault } : {}),
  });
  return [
    field("open", "price", "price", "first"),
    field("high", "price", "price", "max"),
    field("low", "price", "price", "min"),
    field("close", "price", "price", "last"),
    field("volume", "shares", "shares", "sum"),
    field("num_trades", "count", "none", "sum", "number of trades"),
    field("vwap", "price", "price", "avg", "VWAP"),
  ];
};

export const FIELDS: readonly Field[] = [
  ...bars("daily"),
  { group: "daily", name: "date", type: "date", unit: null, known: "midnight", adjusts: "none", label: "date" },
  ...bars("intraday"),
  { group: "intraday", name: "time", type: "time", unit: null, known: "minute", adjusts: "none", label: "time" },

  { group: "identity", name: "symbol", type: "text", unit: null, known: "midnight", adjusts: "never", label: "symbol" },
  {
    group: "identity",
    name: "old_symbol",
    type: "text",
    unit: null,
    known: "midnight",
    adjusts: "never",
    label: "old symbol",
  },
  {
    group: "identity",
    name: "name",
    type: "text",
    unit: null,
    known: "midnight",
    adjusts: "never",
    currentOnly: true,
    label: "name",
  },
  {
    group: "identity",
    name: "exchange",
    type: "text",
    unit: null,
    known: "midnight",
    adjusts: "never",
    currentOnly: true,
    label: "exchange",
  },
  {
    group: "identity",
    name: "security_class",
    type: "text",
    unit: null,
    known: "midnight",
    adjusts: "never",
    currentOnly: true,
    aliases: ["code", "type"],
    label: "security class",
  },
  {
    group: "identity",
    name: "status",
    type: "text",
    unit: null,
    known: "midnight",
    adjusts: "never",
    currentOnly: true,
    label: "status",
  },
  {
    group: "identity",
    name: "country",
    type: "text",
    unit: null,
    known: "midnight",
    adjusts: "never",
    currentOnly: true,
    label: "country",
  },
  {
    group: "identity",
    name: "currency",
    type: "text",
    unit: null,
    known: "midnight",
    adjusts: "never",
    currentOnly: true,
    label: "currency",
  },

  {
    group: "fundamental",
    name: "sector",
    type: "text",
    unit: null,
    known: "close",
    adjusts: "never",
    currentOnly: true,
    label: "sector",
  },
  {
    group: "fundamental",
    name: "industry",
    type: "text",
    unit: null,
    known: "close",
    adjusts: "never",
    currentOnly: true,
    label: "industry",
  },
  {
    group: "fundamental",
    name: "market_cap",
    type: "number",
    unit: "currency",
    known: "close",
    adjusts: "never",
    label: "market cap",
  },
  {
    group: "fundamental",
    name: "outstanding_shares",
    type: "number",
    unit: "shares",
    known: "close",
    adjusts: "never",
    label: "outstanding shares",
  },
  {
    group: "fundamental",
    name: "ipo",
    type: "boolean",
    unit: null,
    known: "midnight",
    adjusts: "never",
    event: "day",
    label: "IPO",
  },
  {
    group: "fundamental",
    name: "news",
    type: "boolean",
    unit: null,
    known: "window",
    adjusts: "never",
    event: "window",
    label: "news",
  },
  {
    group: "fundamental",
    name: "earnings",
    type: "boolean",
    unit: null,
    known: "window",
    adjusts: "never",
    event: "window",
    label: "earnings",
  },

  {
    group: "ownership",
    name: "float",
    type: "number",
    unit: "shares",
    known: "close",
    adjusts: "never",
    label: "float",
  },
  {
    group: "ownership",
    name: "io_shares",
    type: "number",
    unit: "shares",
    known: "close",
    adjusts: "never",
    label: "institutional ownership shares",
  },
  {
    group: "ownership",
    name: "io_percent",
    type: "number",
    unit: "percent",
    known: "close",
    adjusts: "never",
    label: "institutional ownership percent",
  },
  {
    group: "ownership",
    name: "ins_shares",
    type: "number",
    unit: "shares",
    known: "close",
    adjusts: "never",
    label: "insiders ownership shares",
  },
  {
    group: "ownership",
    name: "ins_percent",
    type: "number",
    unit: "percent",
    known: "close",
    adjusts: "never",
    label: "insiders ownership percent",
  },
  {
    group: "ownership",
    name: "owner_13f_shares",
    type: "number",
    unit: "shares",
    known: "close",
    adjusts: "never",
    label: "13F ownership shares",
  },
  {
    group: "ownership",
    name: "owner_13f_percent",
    type: "number",
    unit: "percent",
    known: "close",
    adjusts: "never",
    label: "13F ownership percent",
  },
];

/** Fields of which a row sees what was known as its day began; of every other dated one, what was known at its close. */
export const KNOWN_AT_MIDNIGHT: ReadonlySet<string> = new Set(
  FIELDS.filter(({ group, known }) => group === "identity" && known === "midnight").map(({ name }) => name),
);
