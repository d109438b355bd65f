import type { DataPoint } from "../../formula/index.ts";
import { adjustedOf, DIVIDEND_FIELDS, fieldRow, SPLIT_FIELDS } from "../../vocabulary/index.ts";
import type { Adjusted, BarField, Basis, ValueType } from "../../vocabulary/index.ts";
import { settledRecipe } from "../indicators/index.ts";
import type { ExpressionBuilder } from "./build.ts";
import type { NodeId } from "./expression.ts";

/** The node of a data point, seen `shift` sessions from the row. */
export function lowerData(build: ExpressionBuilder, point: DataPoint, shift: number): NodeId {
  if (point.ofSymbol !== undefined) {
    const { ofSymbol: symbol, ...own } = point;
    const x = ownOfOther(build, own, shift);
    return build.lookup(build.typeOf(x), { kind: "other", symbol, x }, 0);
  }
  switch (point.group) {
    case "daily":
      return build.barOn(point.field, point.basis, point.day + shift);
    case "daily-range": {
      const x = build.barOn(point.field, point.basis, 0);
      return build.window(
        build.typeOf(x),
        RANGE_WINDOW[point.func],
        [x],
        point.days.from + shift,
        point.days.to + shift,
      );
    }
    case "daily-at": {
      const x = build.barOn(point.field, point.basis, 0);
      const by = build.barOn(point.at.field, point.basis, 0);
      const of = point.at.of === "max" ? "argHighest" : "argLowest";
      return build.window(build.typeOf(x), of, [x, by], point.days.from + shift, point.days.to + shift);
    }
    case "intraday":
    case "intraday-at-time":
    case "intraday-at":
      return intraday(build, point, point.day + shift);
    case "weekly":
    case "monthly": {
      const { group, field, offset, soFar } = point;
      const adjusted = adjustedField(field, point.basis);
      return build.lookup("number", { kind: "period", group, field, offset, soFar, adjusted }, shift);
    }
    case "indicator":
      return indicator(build, point, point.day + shift);
    case "period-indicator": {
      const { recipe } = settledRecipe(point);
      const { bars: group, offset, basis } = point;
      const adjusted = adjustedOf(basis);
      return build.lookup("number", { kind: "period-indicator", group, recipe, offset, adjusted }, shift);
    }
    case "identity":
      return build.lookup("text", { kind: "identity", field: point.field }, point.day + shift);
    case "fundamental":
    case "ownership": {
      const { type, countsDownTo } = fieldRow(point.group, point.field);
      const day = point.day + shift;
      if (countsDownTo !== undefined) return build.lookup("number", { kind: "days-to", fact: countsDownTo }, day);
      const text = type === "text";
      return build.lookup(text ? "text" : "number", { kind: "fact", field: point.field, text }, day);
    }
    case "event":
      return build.lookup(
        "boolean",
        { kind: "event", event: point.field, start: point.start, end: point.end },
        point.day + shift,
      );
    case "earnings":
      return build.lookup("number", { kind: "statement", item: point.item, quarter: point.quarter }, shift);
  }
}

/** What a field of a bar is adjusted for. */
const adjustedField = (field: BarField, basis: Basis): Adjusted =>
  SPLIT_FIELDS.has(field) && adjustedOf(basis === "adjdiv" && !DIVIDEND_FIELDS.has(field) ? "adj" : basis);

/** What a data point is on the rows of its security, of which some have no bar: the date is that of a bar. */
function ownOfOther(build: ExpressionBuilder, point: DataPoint, shift: number): NodeId {
  if (point.group !== "daily" || point.field !== "date") return lowerData(build, point, shift);
  const day = point.day + shift;
  return build.window("date", "value", [build.bar("date", false, 0)], day, day);
}

function intraday(
  build: ExpressionBuilder,
  point: Extract<DataPoint, { group: "intraday" | "intraday-at-time" | "intraday-at" }>,
  day: number,
): NodeId {
  const type: ValueType = point.field === "time" ? "time" : "number";
  const adjusted = (basis: Basis): boolean => basis !== "unadj" && SPLIT_FIELDS.has(point.field);
  // One factor holds for all minutes of a day.
  if (point.basis === "adjdiv") {
    const value = intraday(build, { ...point, basis: "adj" }, day);
    return DIVIDEND_FIELDS.has(point.field) ? build.withoutDividends(value, day) : value;
  }
  switch (point.group) {
    case "intraday":
      return build.lookup(
        type,
        {
          kind: "intraday",
          func: point.func,
          field: point.field,
          start: point.start,
          end: point.end,
          adjusted: adjusted(point.basis),
        },
        day,
      );
    case "intraday-at-time":
      // The single bar that starts then: the sum of a volume would be 0 where there is none, `first` is null.
      return build.lookup(
        type,
        {
          kind: "intraday",
          func: "first",
          field: point.field,
          start: point.time,
          end: point.time,
          adjusted: adjusted(point.basis),
        },
        day,
      );
    case "intraday-at":
      return build.lookup(
        type,
        {
          kind: "intraday-at",
          field: point.field,
          of: point.at.of,
          by: point.at.field,
          start: point.start,
          end: point.end,
          adjusted: adjusted(point.basis),
        },
        day,
      );
  }
}

function indicator(build: ExpressionBuilder, point: Extract<DataPoint, { group: "indicator" }>, day: number): NodeId {
  const settled = settledRecipe(point);
  return build.lookup(
    "number",
    { kind: "indicator", ...settled, bars: point.bars, adjusted: adjustedOf(point.basis) },
    day,
  );
}

const RANGE_WINDOW = { first: "first", last: "last", max: "highest", min: "lowest", avg: "avg", sum: "sum" } as const;
