import type { ExportMeta } from "../../src/export/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { FinishedRun, LiveFormula, ResultColumn, Unit, ValueType } from "../../src/vocabulary/index.ts";

/** Result tables made by hand, as a scan leaves them. */
const TYPES: Readonly<Record<ValueType, string>> = {
  number: "Nullable(Float64)",
  text: "Nullable(String)",
  boolean: "Nullable(Bool)",
  date: "Nullable(Date32)",
  time: "Nullable(UInt16)",
};

export interface Given {
  readonly name: string;
  readonly type: ValueType;
  readonly unit?: Unit;
  readonly live?: LiveFormula;
  readonly outcome?: boolean;
}

const column = (id: number, { name, type, unit, live, outcome }: Given): ResultColumn => ({
  id: `c${id}`,
  name,
  type,
  unit: type === "number" ? (unit ?? "plain") : null,
  live: live ?? null,
  nulls: 0,
  code: `[daily ${id}]`,
  outcome: outcome ?? false,
});

let made = 0;

/** A table with Symbol, Date and the given columns; `rows` is a SELECT of row, c0, c1, c2 … or the rows themselves. */
export async function resultTable(
  market: Market,
  given: readonly Given[],
  rows: string | readonly (readonly (string | number | boolean | null)[])[],
): Promise<FinishedRun> {
  const table = `result_${(made += 1)}`;
  const columns = given.map((one, index) => column(index + 2, one));
  await market.command(
    `CREATE TABLE ${market.database}.${table} (row UInt32, c0 String, c1 Date32${columns
      .map(({ id, type }) => `, ${id} ${TYPES[type]}`)
      .join("")}) ENGINE = MergeTree ORDER BY row`,
  );
  if (typeof rows === "string") await market.command(`INSERT INTO ${market.database}.${table} ${rows}`);
  else if (rows.length > 0)
    await market.insert(
      table,
      rows.map((values, index) =>
        Object.fromEntries([["row", index + 1], ...values.map((value, place) => [`c${place}`, value])]),
      ),
    );
  const [counted] = await market.query<{ rows: number }>(
    `SELECT toUInt32(count()) AS rows FROM ${market.database}.${table}`,
  );
  return {
    run: table,
    database: market.database,
    table,
    rows: counted?.rows ?? 0,
    columns: [
      { ...column(0, { name: "Symbol", type: "text" }), code: "" },
      { ...column(1, { name: "Date", type: "date" }), code: "" },
      ...columns,
    ],
    funnel: [
      { label: "Security-days", code: "", rows: 5040 },
      { label: "gap", code: "[daily open] > 5", rows: 12 },
    ],
    hits: [
      { date: "2024-01-02", rows: 10 },
      { date: "2024-01-03", rows: 2 },
    ],
    snapshot: { id: "snapshot-7", date: "2024-03-28" },
    engine: "26.7",
    seconds: 0.25,
    notes: [{ code: "short-range", column: "Close", rows: 3, message: "Ranges reach before the listing." }],
  };
}

export const META: ExportMeta = {
  requestName: "Gap & go <1>",
  dates: { start: "2024-01-02", end: "2024-03-28" },
  filters: [{ label: "gap", code: "[daily open] > 5", words: "open is above 5" }],
  columns: [],
  basis: "As traded; adj is split-adjusted to the snapshot date.",
  request: { name: "Gap & go <1>", columns: { Custom: [{ name: "é 😀 _x0041_ \u0001", formula: "= 1" }] } },
  text: 'request "Gap & go <1>"\n\nfilter {gap}:\n  [daily open] > 5  /* é 😀 _x0041_ */\n=1\n',
};

/** Everything that could be lost on the way: cell boundaries, escapes, blanks, what looks like a formula. */
export const REQUEST = {
  ...JSON.parse('{"__proto__": {"own": "key"}}'),
  name: "Gap & go <1> \"quoted\" 'single'",
  long: `${"= + - @ _x0041_ é 😀 \u0000\u0001\ufffe\ud800 ".repeat(5_000)}end  `,
  numbers: [0, -0.5, 1e-300, 2 ** 53],
};

/** Changes of {@link outcomeTable}, some of them missing. */
export const CHANGES: readonly (number | null)[] = Array.from({ length: 301 }, (_, row) =>
  row % 11 === 0 ? null : Math.sin(row) * 7 - 0.5,
);

/** Rows with two Outcomes made of changes, prices, and cells without a value. */
export const outcomeTable = (market: Market, changes: readonly (number | null)[]): Promise<FinishedRun> =>
  resultTable(
    market,
    [
      { name: "Close", type: "number", unit: "price" },
      { name: "=Next day %", type: "number", unit: "percent", outcome: true },
      { name: "After <5> days", type: "number", unit: "percent", outcome: true },
      { name: "Class", type: "text" },
      { name: "Twice", type: "number", live: { kind: "negative", of: { kind: "column", name: "Close" } } },
      { name: "Never", type: "number" },
    ],
    changes.map((change, row) => {
      const close = row % 7 === 0 ? null : 10 + row / 3;
      const day = new Date(Date.UTC(2024, 0, 2) + Math.floor(row / 2) * 86_400_000).toISOString().slice(0, 10);
      const negated = close === null ? null : -close;
      return ["A", day, close, change, change === null ? null : change / 3, "x", negated, null];
    }),
  );
