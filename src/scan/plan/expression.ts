import type { NodeId, SeriesId } from "./ids.ts";
import type { TradeSeries } from "./trade-series.ts";
import type {
  Adjusted,
  AggregateName,
  BarField,
  Minute,
  PeriodGroup,
  RangeFunctionName,
  Recipe,
  Timeframe,
  ValueType,
} from "../../vocabulary/index.ts";

export type { NodeId, SeriesId } from "./ids.ts";

/** Columns of a bar row of `daily`. */
type BarColumn = BarField | "date";

/** Functions over the bar rows of a range of days; null elements are skipped, none left gives null. */
export type WindowFunction =
  /** The row of exactly that day (from = to). */
  | "value"
  | "count"
  | "any"
  | "all"
  | "avg"
  | "sum"
  | "highest"
  | "lowest"
  | "first"
  | "last"
  /** First argument where the second is highest or lowest, the earliest of equals. */
  | "argHighest"
  | "argLowest"
  /** Sessions from the latest true element to the last day of the range. */
  | "sinceTrue"
  /** Sessions from the row's to the first true element, null where there is none. */
  | "untilTrue"
  /** Of pairs of both arguments; null where fewer than half of the days have one, or the second, of `correl` either, stands still. */
  | "beta"
  | "correl"
  /** Bar rows of the range, 0 where there are none; takes no argument. */
  | "bars";

export type ScalarFunction =
  | "add"
  | "subtract"
  | "multiply"
  | "divide"
  | "negate"
  | "dateMinusDate"
  | "datePlusDays"
  | "timeMinusTime"
  | "timePlusMinutes"
  // Numbers within 1e-9 of the larger magnitude are equal, and their difference is 0; `exact` and every other type
  // compare as they are.
  | "subtractExact"
  | "equal"
  | "less"
  | "lessOrEqual"
  | "equalExact"
  | "lessExact"
  | "lessOrEqualExact"
  | "and"
  | "or"
  | "not"
  | "abs"
  | "sign"
  | "sqrt"
  | "ln"
  | "exp"
  | "pow"
  | "round"
  | "floor"
  | "ceil"
  | "min"
  | "max"
  | "if"
  | "default"
  | "isNull"
  | "normalise"
  | "contains"
  | "startsWith";

/** A node of the expression graph: plain data, arguments by id. Days are relative to the row. */
export type Expression =
  /** `folded` where it was computed from others: only a number that is written compares exactly. */
  | {
      readonly op: "constant";
      readonly type: ValueType;
      readonly value: number | string | boolean;
      readonly folded?: true;
    }
  | { readonly op: "null"; readonly type: ValueType }
  | { readonly op: "bar"; readonly type: ValueType; readonly column: BarColumn; readonly adjusted: boolean }
  | {
      readonly op: "window";
      readonly type: ValueType;
      readonly of: WindowFunction;
      readonly args: readonly NodeId[];
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly op: "firstTouch";
      readonly type: "number";
      /** Day of the entry close. */
      readonly day: number;
      readonly target: number;
      readonly stop: number;
      readonly days: number;
    }
  /** A value kept by (security, session) in a relation of its own, read `day` sessions from the row. */
  | { readonly op: "lookup"; readonly type: ValueType; readonly series: SeriesId; readonly day: number }
  | { readonly op: "scalar"; readonly type: ValueType; readonly of: ScalarFunction; readonly args: readonly NodeId[] };

/** What a lookup relation holds per security and session. */
export type Series =
  | {
      readonly kind: "intraday";
      readonly func: RangeFunctionName;
      readonly field: BarField | "time";
      readonly start: Minute;
      readonly end: Minute;
      readonly adjusted: boolean;
    }
  | {
      readonly kind: "intraday-at";
      readonly field: BarField | "time";
      readonly of: "max" | "min";
      readonly by: BarField | "time";
      readonly start: Minute;
      readonly end: Minute;
      readonly adjusted: boolean;
    }
  | {
      readonly kind: "indicator";
      readonly recipe: Recipe;
      readonly bars: null | { readonly timeframe: Timeframe; readonly at: Minute };
      readonly adjusted: Adjusted;
      readonly minimum: number;
      /** Bars until it has settled; null for cumulative ones, which start with the first bar. */
      readonly warmup: number | null;
    }
  /** A bar of weeks or months, so many from that of the day: whole, or up to the day. */
  | {
      readonly kind: "period";
      readonly group: PeriodGroup;
      readonly field: BarField;
      readonly offset: number;
      readonly soFar: boolean;
      readonly adjusted: Adjusted;
    }
  /** An indicator on bars of weeks or months. */
  | {
      readonly kind: "period-indicator";
      readonly group: PeriodGroup;
      readonly recipe: Recipe;
      readonly offset: number;
      readonly adjusted: Adjusted;
    }
  /** Node `x` as the security sees it that has the symbol on the row's day; null where nobody has it. */
  | { readonly kind: "other"; readonly symbol: string; readonly x: NodeId }
  /** What cash dividends after the day multiply a price of it with. */
  | { readonly kind: "dividend-factor" }
  /** Daily bars up to the day; from `warmup` on perhaps fewer than there are. */
  | { readonly kind: "bar-number"; readonly adjusted: Adjusted; readonly warmup: number }
  /** Whether the symbol of the row's day is on a list of that version. */
  | { readonly kind: "own-list"; readonly version: string }
  /** A number of the account's own, of the symbol or the security and exactly that day. */
  | {
      readonly kind: "own-number";
      readonly version: string;
      readonly field: string;
      readonly of: "symbol" | "security";
    }
  | { readonly kind: "identity"; readonly field: string }
  | { readonly kind: "fact"; readonly field: string; readonly text: boolean }
  /** Days to a date that a fact announces. */
  | { readonly kind: "days-to"; readonly fact: string }
  | { readonly kind: "event"; readonly event: string; readonly start: Minute; readonly end: Minute }
  | { readonly kind: "statement"; readonly item: string; readonly quarter: number }
  | TradeSeries
  /**
   * Place of node `x` among the securities of a session, `exact` where its values compare as they are; `by` is the text
   * whose equals are ranked among each other, null for all.
   */
  | {
      readonly kind: "rank";
      readonly x: NodeId;
      readonly by: NodeId | null;
      readonly percent: boolean;
      readonly exact: boolean;
    }
  /** One value of node `x` of the securities of a session that have the own one's text `by`, null for all of them. */
  | { readonly kind: "across"; readonly of: AcrossFunction; readonly x: NodeId; readonly by: NodeId | null };

/** `zscore` is of one security, the others are the same for all of a group. */
export type AcrossFunction = AggregateName | "zscore";

/** What is computed over the values of many securities, by a pass of its own. */
export type CrossSectional = Extract<Series, { kind: "rank" | "across" }>;

export const isCrossSectional = (series: Series): series is CrossSectional =>
  series.kind === "rank" || series.kind === "across";

/** One value for a whole session, also on a day on which the security has no bar. */
export const isOfSession = (series: CrossSectional): boolean =>
  series.kind === "across" && series.by === null && series.of !== "zscore";

/** Interns expressions and series: equal ones get the same id. Serialisable through `nodes` and `series`. */
export class ExpressionGraph {
  readonly nodes: Expression[] = [];
  readonly series: Series[] = [];
  readonly #ids = new Map<string, NodeId>();
  readonly #seriesIds = new Map<string, SeriesId>();

  add(node: Expression): NodeId {
    const key = JSON.stringify(node);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.nodes.push(node) - 1;
    this.#ids.set(key, id);
    return id;
  }

  addSeries(series: Series): SeriesId {
    const key = JSON.stringify(series);
    const known = this.#seriesIds.get(key);
    if (known !== undefined) return known;
    const id = this.series.push(series) - 1;
    this.#seriesIds.set(key, id);
    return id;
  }

  node(id: NodeId): Expression {
    return nodeOf(this.nodes, id);
  }
}

/** The node of an id; an unknown id is a bug in the planner. */
export function nodeOf(nodes: readonly Expression[], id: NodeId): Expression {
  const node = nodes[id];
  if (!node) throw new RangeError(`no expression ${id}`);
  return node;
}

export function seriesOf(series: readonly Series[], id: SeriesId): Series {
  const found = series[id];
  if (!found) throw new RangeError(`no series ${id}`);
  return found;
}

/** Ids a node depends on directly. */
export function argumentsOf(node: Expression): readonly NodeId[] {
  return node.op === "scalar" || node.op === "window" ? node.args : [];
}
