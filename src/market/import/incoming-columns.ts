import { SECURITY_TEXTS } from "../tables.ts";
import { IDENTITY_COLUMNS } from "./identity-tables.ts";
import type { Kind } from "./kinds.ts";

/** Where a row stood, and what is wrong with it. */
export const INCOMING_META: readonly (readonly [string, string])[] = [
  ["source_file", "LowCardinality(String)"],
  ["line", "UInt32"],
  ["wrong_field", "LowCardinality(String)"],
  ["problem", "LowCardinality(String)"],
  ["source_text", "String"],
];

/** What a checked row of each kind holds, beside file, line, problem and text. */
export const INCOMING: Readonly<
  Record<Kind, { readonly columns: readonly (readonly [string, string])[]; readonly key: readonly string[] }>
> = {
  daily: {
    columns: bars([
      ["split_ratio", "Nullable(Float64)"],
      ["dividend", "Nullable(Float64)"],
    ]),
    key: ["session", "symbol"],
  },
  minute: { columns: bars([["minute", "UInt16"]]), key: ["session", "symbol", "minute"] },
  securities: {
    columns: [
      ["symbol", "String"],
      ["listed", "Date32"],
      ...SECURITY_TEXTS.map((name) => [name, "Nullable(String)"] as const),
      ["ipo_date", "Nullable(Date32)"],
      ["delisted_date", "Nullable(Date32)"],
    ],
    key: ["symbol", "listed"],
  },
  symbols: {
    columns: [
      ["symbol", "String"],
      ["old_symbol", "String"],
      ["date", "Date32"],
      ["session", "UInt16"],
    ],
    key: ["old_symbol", "date"],
  },
  identities: { columns: IDENTITY_COLUMNS, key: IDENTITY_COLUMNS.map(([name]) => name) },
  splits: {
    columns: [
      ["symbol", "String"],
      ["date", "Date32"],
      ["session", "UInt16"],
      ["ratio", "Float64"],
    ],
    key: ["symbol", "date"],
  },
  dividends: {
    columns: [
      ["symbol", "String"],
      ["date", "Date32"],
      ["session", "UInt16"],
      ["kind", "String"],
      ["amount", "Float64"],
    ],
    key: ["symbol", "date", "kind"],
  },
  facts: {
    columns: [
      ["symbol", "String"],
      ["field", "String"],
      ["known_at", "DateTime('UTC')"],
      ["session", "UInt16"],
      ["value", "Nullable(Float64)"],
      ["text", "Nullable(String)"],
      ["filing", "LowCardinality(String)"],
    ],
    key: ["symbol", "field", "known_at"],
  },
  statements: {
    columns: [
      ["symbol", "String"],
      ["item", "String"],
      ["fiscal_end", "Date32"],
      ["known_at", "DateTime('UTC')"],
      ["session", "UInt16"],
      ["value", "Float64"],
      ["derived", "UInt8"],
      ["filing", "LowCardinality(String)"],
    ],
    key: ["symbol", "item", "fiscal_end", "known_at"],
  },
  events: {
    columns: [
      ["symbol", "String"],
      ["kind", "String"],
      ["at", "String"],
      ["session", "UInt16"],
      ["minute", "Nullable(UInt16)"],
    ],
    key: ["symbol", "kind", "at"],
  },
};

function bars(more: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return [
    ["symbol", "LowCardinality(String)"],
    ["session", "UInt16"],
    ...more,
    ["open", "Float64"],
    ["high", "Float64"],
    ["low", "Float64"],
    ["close", "Float64"],
    ["volume", "Float64"],
    ["num_trades", "Nullable(UInt32)"],
    ["vwap", "Nullable(Float64)"],
    ["rounded", "UInt8"],
  ];
}
