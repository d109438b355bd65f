import { SECURITY_TEXTS } from "../tables.ts";
import type { Table } from "../tables.ts";
import type { Kind } from "./kinds.ts";
import { IDENTITY_COLUMNS, IDENTITY_TABLES } from "./identity-tables.ts";
import { ORIGIN_TABLES } from "./origin-tables.ts";

/*
 * What imports were given, by symbol and as written. The tables of the market are derived from it again at the end of
 * every import, so that the order of imports does not matter. Bars are not kept twice: `daily` and `minute` carry the
 * symbol they were given under; only bars that cannot be stored there as given are set aside in `given_daily` and `given_minute`.
 */
const setAsideTable = (minute: readonly (readonly [string, string])[], key: string, name: string): Table => ({
  name,
  // adjusted_to: 0 as traded (a bar behind another of the same security), else prices are adjusted to that session.
  columns: [
    ["symbol", "LowCardinality(String)"],
    ["session", "UInt16"],
    ...minute,
    ["open", "Float64"],
    ["high", "Float64"],
    ["low", "Float64"],
    ["close", "Float64"],
    ["volume", "Float64"],
    ["num_trades", "Nullable(UInt32)"],
    ["vwap", "Nullable(Float64)"],
    ["adjusted_to", "UInt16"],
  ],
  orderBy: key,
});

export const GIVEN_TABLES = [
  {
    name: "given_security",
    columns: [
      ["symbol", "String"],
      ["listed", "Date32"],
      ...SECURITY_TEXTS.map((name) => [name, "Nullable(String)"] as const),
      ["ipo_date", "Nullable(Date32)"],
      ["delisted_date", "Nullable(Date32)"],
    ],
    // A listing is known by its IPO date, else by its end: one symbol may have had several.
    orderBy: "(symbol, listed)",
  },
  {
    name: "given_symbol",
    columns: [
      ["symbol", "String"],
      ["old_symbol", "String"],
      ["date", "Date32"],
      ["session", "UInt16"],
    ],
    orderBy: "(old_symbol, date)",
  },
  ...IDENTITY_TABLES,
  {
    // From that session on the symbol is another security than before, for a reason that no other table says.
    name: "given_cut",
    columns: [
      ["symbol", "String"],
      ["session", "UInt16"],
    ],
    orderBy: "(symbol, session)",
  },
  {
    name: "given_split",
    columns: [
      ["symbol", "String"],
      ["date", "Date32"],
      ["session", "UInt16"],
      ["ratio", "Float64"],
    ],
    orderBy: "(symbol, date)",
  },
  {
    // `kind` tells dividends of one ex-date apart, a regular one from a special one.
    name: "given_dividend",
    columns: [
      ["symbol", "String"],
      ["date", "Date32"],
      ["session", "UInt16"],
      ["kind", "String"],
      ["amount", "Float64"],
    ],
    orderBy: "(symbol, date, kind)",
  },
  {
    name: "given_fact",
    columns: [
      ["symbol", "LowCardinality(String)"],
      ["field", "LowCardinality(String)"],
      ["known_at", "DateTime('UTC')"],
      ["session", "UInt16"],
      ["value", "Nullable(Float64)"],
      ["text", "Nullable(String)"],
    ],
    orderBy: "(symbol, field, known_at)",
  },
  {
    name: "given_statement",
    columns: [
      ["symbol", "LowCardinality(String)"],
      ["item", "LowCardinality(String)"],
      ["fiscal_end", "Date32"],
      ["known_at", "DateTime('UTC')"],
      ["session", "UInt16"],
      ["value", "Float64"],
    ],
    orderBy: "(symbol, item, fiscal_end, known_at)",
  },
  {
    // What an admin said of a finding, of the bar that stood there then (`finding` in `tables.ts`): with another bar it holds
    // no longer. A bar that is excluded is in none of the tables of bars.
    name: "given_verdict",
    columns: [
      ["symbol", "String"],
      ["session", "UInt16"],
      ["kind", "LowCardinality(String)"],
      ["bar", "String"],
      ["verdict", "LowCardinality(String)"],
    ],
    orderBy: "(symbol, session, kind)",
  },
  {
    // Marks statements of a quarter that no filing reported: a longer period less what came before in it.
    name: "given_derived",
    columns: [
      ["symbol", "LowCardinality(String)"],
      ["item", "LowCardinality(String)"],
      ["fiscal_end", "Date32"],
      ["known_at", "DateTime('UTC')"],
    ],
    orderBy: "(symbol, item, fiscal_end, known_at)",
  },
  {
    name: "given_event",
    columns: [
      ["symbol", "LowCardinality(String)"],
      ["kind", "LowCardinality(String)"],
      ["at", "String"],
      ["session", "UInt16"],
      ["minute", "Nullable(UInt16)"],
    ],
    orderBy: "(symbol, kind, at)",
  },
  {
    name: "given_coverage",
    columns: [
      ["kind", "LowCardinality(String)"],
      ["from_session", "UInt16"],
      ["to_session", "UInt16"],
    ],
    orderBy: "(kind, from_session, to_session)",
  },
  setAsideTable([], "(session, symbol)", "given_daily"),
  setAsideTable([["minute", "UInt16"]], "(session, symbol, minute)", "given_minute"),
  {
    // Which security a symbol stands for from a session on; valid_from: from when the symbol was really its own.
    name: "era",
    columns: [
      ["symbol", "LowCardinality(String)"],
      ["from_session", "UInt16"],
      ["to_session", "UInt16"],
      ["security_id", "UInt32"],
      ["valid_from", "UInt16"],
      ["last_symbol", "String"],
    ],
    orderBy: "(symbol, from_session)",
  },
  {
    // Split factor to the snapshot date from a session on.
    name: "split_step",
    columns: [
      ["security_id", "UInt32"],
      ["from_session", "UInt16"],
      ["factor", "Float64"],
    ],
    orderBy: "(security_id, from_session)",
  },
  {
    // The digest of each partition, by the content of its files: an import reads only what it has written again.
    name: "part_digest",
    columns: [
      ["table", "LowCardinality(String)"],
      ["partition", "String"],
      ["parts", "String"],
      ["rows", "UInt64"],
      ["digest", "UInt64"],
    ],
    orderBy: "(table, partition)",
  },
  ...ORIGIN_TABLES,
] as const satisfies readonly Table[];

type SmallKind = Exclude<Kind, "daily" | "minute">;

/** Where the rows of a kind that is no bar are kept as given. */
export const GIVEN_OF: Readonly<Record<SmallKind, { readonly table: string; readonly columns: string }>> = {
  securities: {
    table: "given_security",
    columns: ["symbol", "listed", ...SECURITY_TEXTS, "ipo_date", "delisted_date"].join(", "),
  },
  symbols: { table: "given_symbol", columns: "symbol, old_symbol, date, session" },
  identities: { table: "given_identity", columns: IDENTITY_COLUMNS.map(([name]) => name).join(", ") },
  splits: { table: "given_split", columns: "symbol, date, session, ratio" },
  dividends: { table: "given_dividend", columns: "symbol, date, session, kind, amount" },
  facts: { table: "given_fact", columns: "symbol, field, known_at, session, value, text" },
  statements: { table: "given_statement", columns: "symbol, item, fiscal_end, known_at, session, value" },
  events: { table: "given_event", columns: "symbol, kind, at, session, minute" },
};
