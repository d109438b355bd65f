import type { Statement } from "../market.ts";
import { versionedTable } from "../snapshot-log.ts";
import { PRICE_SCALE, type Table } from "../tables.ts";
import { READ_SETTINGS, type CsvRows } from "./csv-rows.ts";
import { shapesOf } from "./incoming.ts";
import type { Input } from "./input.ts";
import { dayAndMinute } from "./shape.ts";
import { FOREVER, securityId } from "./security-id.ts";

interface Reading {
  readonly rows: CsvRows;
  /** The table of calendar days, and the last day that can have bars. */
  readonly calendar: { readonly day: string; readonly today: string };
  readonly sample: readonly (readonly string[])[];
  /** Types of the file's columns (`columnTypesOf`); without them every field is read as a text. */
  readonly types?: ColumnTypes | null;
  /** Whether the statement fails at a row with more or fewer fields, or with a field of another type. Needs types. */
  readonly strict?: boolean;
}

type Settings = NonNullable<Statement["settings"]>;
type StoredColumn = Table["columns"][number];

/** Types of columns by their number in the file, from 1. */
export type ColumnTypes = ReadonlyMap<number, string>;

/** The settings of `plainBars`. */
export const PLAIN_BARS_SETTINGS: Settings = {
  ...READ_SETTINGS,
  // A field that is not of its type is read as an empty one: its row is not plain.
  input_format_csv_use_default_on_bad_values: 1,
  // What an expression needs is computed for all rows at once: almost all of them are plain.
  short_circuit_function_evaluation: "disable",
  min_insert_block_size_rows: 2_000_000,
  max_insert_block_size: 2_000_000,
  min_insert_block_size_bytes: 0,
};

/** Those of a strict reading. To allow fields of another type, null, more of them or fewer takes a third of the CPU of reading a file. */
export const strictSettings = ({ headerRows }: Input): Settings => ({
  ...PLAIN_BARS_SETTINGS,
  input_format_csv_use_default_on_bad_values: 0,
  input_format_csv_allow_variable_number_of_columns: 0,
  input_format_null_as_default: 0,
  input_format_csv_skip_first_lines: headerRows,
});

/** The session of a row that is not plain; its `volume` is the number of the row. */
export const NOT_PLAIN_SESSION = 65_535;

/** A symbol that needs no other look; `NULL` and the like are empty fields. */
const PLAIN_SYMBOL = "^[A-Z0-9.$/^=+-]{1,40}$";
/** Below it a price is exact to the last stored decimal as a whole number of them. What is above, or none, is read as 0. */
const MAX_PLAIN = "1e14";
/** What is above, negative or none is read as half a share. */
const MAX_PLAIN_VOLUME = "1e15";
/** What a price may be off a whole number of its last decimals: far less than counts as rounded. */
const EXACT = "9e-4";
const UNIT = `1e${PRICE_SCALE}`;

const PRICES = ["open", "high", "low", "close"] as const;
/** Bytes of an ISO date. */
const DATE_BYTES = 10;
/** What the engine may read a field as while it splits a row. An empty price is 0, an empty volume null. */
const TYPES: Readonly<Record<string, string>> = {
  date: `FixedString(${DATE_BYTES})`,
  ...Object.fromEntries(PRICES.map((field) => [field, "Float64"])),
  volume: "Nullable(Float64)",
};

/** What the columns of a file are read as; null where one is read for two fields. */
export function columnTypesOf(input: Input, sample: readonly (readonly string[])[]): ColumnTypes | null {
  const shape = shapesOf(input, sample)("date");
  const types = new Map<number, string>();
  for (const [field, origin] of Object.entries(input.origins)) {
    if (!("column" in origin)) continue;
    if (types.has(origin.column)) return null;
    const isText = field === "date" && !("date" in shape && shape.date === "iso" && shape.time === "none");
    types.set(origin.column, isText ? "String" : (TYPES[field] ?? "String"));
  }
  return types;
}

/** Columns of `daily` whose default is right for a plain bar where its file does not give them. */
const DEFAULT_COLUMNS: ReadonlySet<string> = new Set(["num_trades", "vwap", "split_factor", "source"]);

/** The columns of `daily` that `plainBars` gives, in that order. */
export const plainColumns = ({ origins }: Input): readonly StoredColumn[] =>
  versionedTable("daily").columns.filter(([name]) => origins[name] !== undefined || !DEFAULT_COLUMNS.has(name));

/**
 * SELECT of the rows of a file as `daily` stores them (`plainColumns`). A row is plain where it is sure that `readStatement` takes
 * it with the same values: everything else has NOT_PLAIN_SESSION and is read by that. A number is what `toFloat64OrNull` reads of it there too.
 */
export function plainBars(
  input: Input,
  { rows, calendar: { day, today }, sample, types = null, strict = false }: Reading,
): string {
  const isTyped = (field: string): boolean => {
    const [origin, type] = [input.origins[field], TYPES[field]];
    return type !== undefined && origin !== undefined && "column" in origin && types?.get(origin.column) === type;
  };
  const text = (field: string): string => {
    const origin = input.origins[field];
    if (origin === undefined) return "''";
    return "column" in origin ? `c${origin.column}` : `'${origin.text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  };
  const trimmed = (field: string): string => `trim(BOTH ' \\t\\r' FROM toLowCardinality(${text(field)}))`;
  const price = (field: string): string =>
    `${isTyped(field) ? text(field) : `toFloat64OrZero(${text(field)})`} * ${UNIT} AS u_${field}, if(abs(u_${field}) < ${MAX_PLAIN}, u_${field}, 0.) AS x_${field}, toInt64(x_${field} + 0.5) AS k_${field}`;
  const exact = (field: string): string => `abs(x_${field} - k_${field}) < ${EXACT}`;
  const decimal = (field: string): string => `reinterpret(k_${field}, 'Decimal64(${PRICE_SCALE})')`;
  const hasVwap = input.origins["vwap"] !== undefined;
  const hasTrades = input.origins["num_trades"] !== undefined;
  const [date, days] = isTyped("date")
    ? [text("date"), `CAST(sessions.1, 'Array(FixedString(${DATE_BYTES}))')`]
    : [dayAndMinute(shapesOf(input, sample)("date"), trimmed("date"), input.timezone, true).day, "sessions.1"];
  const [volume, isVolume] = isTyped("volume")
    ? [`ifNull(${text("volume")}, -1.) AS u_volume`, []]
    : // A text that is no number is read as 0.
      [
        `${text("volume")} AS t_volume, toFloat64OrZero(t_volume) AS u_volume`,
        ["(n_volume > 0 OR t_volume IN ('0', '0.0'))"],
      ];
  const plain = [
    "overflow = ''",
    "is_symbol",
    `day_session < ${NOT_PLAIN_SESSION}`,
    ...PRICES.map(exact),
    "k_low > 0",
    ...["open", "close"].flatMap((field) => [`k_${field} >= k_low`, `k_${field} <= k_high`]),
    "k_high >= k_low",
    "n_volume = floor(n_volume)",
    ...isVolume,
    ...(hasVwap ? [`(t_vwap = '' OR (${exact("vwap")} AND k_vwap > 0))`] : []),
    ...(hasTrades ? ["(t_trades = '' OR isNotNull(n_trades))"] : []),
  ];
  const columns = Array.from({ length: input.width + (strict ? 0 : 1) }, (_, at) => types?.get(at + 1) ?? "String");
  const from = types === null || rows.typed === null ? rows.from : rows.typed(columns);
  const [row, overflow] = strict ? [`${rows.number} + ${input.headerRows}`, "''"] : [rows.number, "overflow"];
  return `
SELECT ${securityId("symbol", `toUInt16(${FOREVER})`)} AS security_id, if(plain, day_session, ${NOT_PLAIN_SESSION}) AS session,
  ${PRICES.map(decimal).join(", ")}, if(plain, toUInt64(n_volume), toUInt64(row)) AS volume,
  ${hasTrades ? "n_trades," : ""} ${hasVwap ? `if(t_vwap = '', NULL, ${decimal("vwap")}),` : ""} symbol
FROM (
  SELECT *, ${plain.join(" AND ")} AS plain
  FROM (
    WITH (SELECT arraySort(groupArray((day, assumeNotNull(session)))) FROM ${day} WHERE open AND date <= toDate32('${today}')) AS sessions
    SELECT ${row} AS row, ${overflow} AS overflow, ${PRICES.map(price).join(", ")}, ${volume},
      if(u_volume >= 0 AND u_volume < ${MAX_PLAIN_VOLUME}, u_volume, 0.5) AS n_volume,
      ${hasVwap ? `${text("vwap")} AS t_vwap, ${price("vwap")},` : ""}${hasTrades ? `${text("num_trades")} AS t_trades, toUInt32OrNull(t_trades) AS n_trades,` : ""}
      upper(${trimmed("symbol")}) AS symbol,
      toUInt8(match(replaceRegexpOne(symbol, '^(NULL|NONE)$', ''), '${PLAIN_SYMBOL}')) AS is_symbol,
      toUInt16(transform(${date}, ${days}, sessions.2, toUInt16(${NOT_PLAIN_SESSION}))) AS day_session
    FROM ${from}
  )
)`;
}
