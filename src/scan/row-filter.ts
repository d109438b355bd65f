import type { ColumnCondition, ConditionValue } from "../formula/index.ts";
import type { Bound } from "../market/index.ts";
import type { FinishedRun, ResultColumn, RunRows, ValueType } from "../vocabulary/index.ts";
import { ROUNDING } from "../vocabulary/index.ts";
import { normaliseText } from "./plan/text.ts";
import { Binding } from "./sql/binding.ts";
import { normaliseSql } from "./sql/scalar.ts";

/** What a row has to meet to be looked at. */
export interface RowFilter {
  /** Words that a row has to hold, each in its symbol, its date or another text; empty for all rows. */
  readonly search: string;
  readonly where: readonly {
    /** Place of a column, from 0. */
    readonly column: number;
    readonly condition: ColumnCondition;
  }[];
}

export const ALL_ROWS: RowFilter = { search: "", where: [] };

/** Words searched for at most. */
const MAX_WORDS = 8;

/** What rows are read from; its parameters are `paramsOf`. */
export const tableOf = ({ database, table, from }: Pick<RunRows, "database" | "table" | "from">): string =>
  from === undefined ? `${database}.${table}` : `(${from.sql})`;

export const paramsOf = ({ from }: RunRows): Readonly<Record<string, Bound>> => from?.params ?? {};

export const columnAt = (run: FinishedRun, place: number): ResultColumn => {
  const column = run.columns[place];
  if (column === undefined) throw new RangeError(`there is no column ${place}`);
  return column;
};

/** The condition of a WHERE, its values bound; null where every row is looked at. RangeError for a column that does not exist. */
export function filterSql(
  run: FinishedRun,
  { search, where }: RowFilter,
): { readonly sql: string; readonly params: Readonly<Record<string, Bound>> } | null {
  const binding = new Binding("f");
  const terms = [
    ...wordsOf(search).map((word) => containsWord(run.columns, binding.bind(word, "String"))),
    ...where.map(({ column, condition }) => conditionSql(columnAt(run, column), condition, binding)),
  ];
  return terms.length === 0 ? null : { sql: terms.join(" AND "), params: binding.params };
}

const wordsOf = (search: string): readonly string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);

/** Whether a row holds a word: within a text, whatever its case, or within a date as it is stored or as it is shown. */
function containsWord(columns: readonly ResultColumn[], word: string): string {
  const places = columns.flatMap(({ id, type }) => {
    if (type === "text") return [`ifNull(positionCaseInsensitiveUTF8(${id}, ${word}) > 0, 0)`];
    if (type !== "date") return [];
    return [`toString(${id})`, `formatDateTime(${id}, '%m/%d/%Y')`].map(
      (text) => `ifNull(position(${text}, ${word}) > 0, 0)`,
    );
  });
  return `(${places.join(" OR ")})`;
}

function conditionSql({ id, type }: ResultColumn, condition: ColumnCondition, binding: Binding): string {
  const left = type === "text" ? normaliseSql(id, binding) : id;
  const equal = (value: ConditionValue): string => equalSql(left, value, type, binding);
  const least = (value: ConditionValue): string => `(${left} > ${bound(value, type, binding)} OR ${equal(value)})`;
  const most = (value: ConditionValue): string => `(${left} < ${bound(value, type, binding)} OR ${equal(value)})`;
  switch (condition.kind) {
    case "empty":
      return condition.empty ? `isNull(${id})` : `isNotNull(${id})`;
    case "compare": {
      const { op, value } = condition;
      switch (op) {
        case "=":
          return equal(value);
        case "!=":
          return `NOT ${equal(value)}`;
        case ">=":
          return least(value);
        case "<=":
          return most(value);
        case ">":
          return `NOT ${most(value)}`;
        case "<":
          return `NOT ${least(value)}`;
      }
      return op satisfies never;
    }
    case "between":
      return `(${least(condition.low)} AND ${most(condition.high)})`;
    case "in":
      return `(${condition.values.map(equal).join(" OR ")})`;
    case "part": {
      const part = binding.bind(normaliseText(condition.text), "String");
      const held = condition.of === "contains" ? `(position(${left}, ${part}) > 0)` : `startsWith(${left}, ${part})`;
      return condition.negated ? `NOT ${held}` : held;
    }
  }
}

function bound(value: ConditionValue, type: ValueType, binding: Binding): string {
  switch (type) {
    case "number":
      return binding.bind(Number(value), "Float64");
    case "text":
      return binding.bind(normaliseText(String(value)), "String");
    case "date":
      return `toDate32(${binding.bind(String(value), "String")})`;
    case "time":
      return binding.bind(Number(value), "UInt16");
    case "boolean":
      return value === true ? "true" : "false";
  }
}

/** The language's rule of equality; whole numbers are exact, so that a volume of billions is not its neighbour. */
function equalSql(left: string, value: ConditionValue, type: ValueType, binding: Binding): string {
  const right = bound(value, type, binding);
  if (typeof value !== "number" || type !== "number") return `(${left} = ${right})`;
  const near = `abs(${left} - ${right}) <= ${ROUNDING} * greatest(abs(${left}), abs(${right}))`;
  return `(${left} = ${right} OR ${Number.isInteger(value) ? `(${left} != round(${left}) AND ${near})` : near})`;
}
