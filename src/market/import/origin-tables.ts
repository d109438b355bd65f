import type { Table } from "../tables.ts";

/*
 * Which import, and which of its files, brought what the market holds. Bars are recorded by runs of sessions of a symbol, all else
 * row by row; the newest import that gave a row is the one whose values stand. It is no part of what names a snapshot.
 */

export const ORIGIN_TABLES = [
  {
    name: "origin_import",
    columns: [
      ["import", "UInt32"],
      // The connector, or what kind of files it was: see `ImportOrigin`.
      ["source", "String"],
      ["imported_at", "DateTime('UTC')"],
    ],
    orderBy: "import",
  },
  {
    // Bars of a symbol on these sessions, both ends included, without a gap. `whole`: none of an earlier import stand beside them
    // on those days, as they may where minutes of a day are restated.
    name: "origin_bars",
    columns: [
      ["kind", "LowCardinality(String)", "CODEC(ZSTD(1))"],
      ["symbol", "LowCardinality(String)", "CODEC(ZSTD(1))"],
      ["from_session", "UInt16", "CODEC(Delta, ZSTD(1))"],
      ["to_session", "UInt16", "CODEC(Delta, ZSTD(1))"],
      ["whole", "UInt8", "CODEC(ZSTD(1))"],
      ["import", "UInt32", "CODEC(Delta, ZSTD(1))"],
    ],
    orderBy: "(symbol, kind, from_session)",
  },
  {
    // The file of those bars; of an empty symbol it holds all bars that the import has of these sessions.
    name: "origin_file",
    columns: [
      ["import", "UInt32"],
      ["kind", "LowCardinality(String)"],
      ["symbol", "LowCardinality(String)"],
      ["from_session", "UInt16"],
      ["to_session", "UInt16"],
      ["file", "String", "CODEC(ZSTD(1))"],
    ],
    orderBy: "(symbol, import, kind, from_session)",
  },
  {
    // `at` and `items` together name a row of its kind, see `ROW_KEYS`; the session is that of its symbol.
    name: "origin_rows",
    columns: [
      ["kind", "LowCardinality(String)", "CODEC(ZSTD(1))"],
      ["symbol", "LowCardinality(String)", "CODEC(ZSTD(1))"],
      ["session", "UInt16", "CODEC(ZSTD(1))"],
      ["at", "String", "CODEC(ZSTD(1))"],
      ["items", "Array(LowCardinality(String))", "CODEC(ZSTD(1))"],
      ["import", "UInt32", "CODEC(ZSTD(1))"],
      ["file", "LowCardinality(String)", "CODEC(ZSTD(1))"],
      // Form and accession number, where it comes from a filing.
      ["filing", "String", "CODEC(ZSTD(1))"],
    ],
    orderBy: "(symbol, kind, at)",
  },
] as const satisfies readonly Table[];
