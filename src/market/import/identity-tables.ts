import type { Table } from "../tables.ts";

/** What a source says a symbol is, on days that are known; see `../identity/records.ts`. Empty texts are not said. */
export const IDENTITY_COLUMNS = [
  ["symbol", "String"],
  ["source", "String"],
  ["figi", "String"],
  ["permanent_id", "String"],
  ["cik", "String"],
  ["first_date", "Date32"],
  ["last_date", "Date32"],
] as const;

const CONFLICT_COLUMNS = [
  ["key", "String"],
  ["kind", "LowCardinality(String)"],
  ["subject", "String"],
  ["among", "Array(String)"],
  ["symbols", "Array(String)"],
  ["choices", "Array(String)"],
  // Empty while it is open.
  ["answer", "String"],
] as const;

export const IDENTITY_TABLES = [
  { name: "given_identity", columns: IDENTITY_COLUMNS, orderBy: "(symbol, source, first_date)" },
  // What an admin said, with the conflict as it was then.
  { name: "given_identity_answer", columns: CONFLICT_COLUMNS, orderBy: "key" },
  {
    // What follows from identities: a `renaming` that nothing else says, a `cut` of `symbol`, a renaming that is `refused`.
    name: "identity_step",
    columns: [
      ["step", "LowCardinality(String)"],
      ["symbol", "String"],
      ["old_symbol", "String"],
      ["date", "Date32"],
      ["session", "UInt16"],
    ],
    orderBy: "(step, symbol, date)",
  },
  { name: "identity_conflict", columns: CONFLICT_COLUMNS, orderBy: "key" },
] as const satisfies readonly Table[];
