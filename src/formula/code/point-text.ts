import { clock, INDICATORS, statementName } from "../../vocabulary/index.ts";
import type { Basis, Minute } from "../../vocabulary/index.ts";
import type { DataPoint, Extreme } from "../tree.ts";
import { numberText, rangeText, textLiteral } from "./literal-text.ts";

type Part = string | null;

const day = (value: number): Part => (value === 0 ? null : String(value));
const adjusted = (basis: Basis): Part => (basis === "unadj" ? null : basis);
const window = (start: Minute, end: Minute): string => `'${clock(start)}' .. '${clock(end)}'`;
const extreme = ({ of, field }: Extreme): string => `at ${of} ${field}`;
const brackets = (parts: readonly Part[]): string => `[${parts.filter((part) => part !== null).join(" ")}]`;

/** Behind a field: its period up to the row's day. */
export const SO_FAR = "so far";

/** 00:00 to 23:59, the whole day, left out in the canonical form. */
export const EVENT_WINDOW = { start: 0, end: 1_439 } as const;

function indicatorText(point: Extract<DataPoint, { group: "indicator" | "period-indicator" }>): string {
  const entry = INDICATORS.find(({ name }) => name === point.name);
  const one = entry ? entry.lines.length === 1 : point.line === "value";
  const values = point.parameters.map((value) => (typeof value === "number" ? numberText(value) : textLiteral(value)));
  return `${point.name}${one ? "" : `.${point.line}`}${values.length > 0 ? `(${values.join(", ")})` : ""}`;
}

/** A data point in its brackets; a day of 0 and the basis `unadj` are left out, everything else is written. */
export function pointText(point: DataPoint): string {
  return brackets([...partsOf(point), point.ofSymbol === undefined ? null : `of ${textLiteral(point.ofSymbol)}`]);
}

function partsOf(point: DataPoint): readonly Part[] {
  switch (point.group) {
    case "daily":
      return ["daily", point.field, day(point.day), adjusted(point.basis)];
    case "daily-range":
      return ["daily", point.func, point.field, rangeText(point.days), adjusted(point.basis)];
    case "daily-at":
      return ["daily", point.field, extreme(point.at), rangeText(point.days), adjusted(point.basis)];
    case "intraday": {
      const { func, field, start, end } = point;
      return ["intraday", func, field, window(start, end), day(point.day), adjusted(point.basis)];
    }
    case "intraday-at-time": {
      const time = `at '${clock(point.time)}'`;
      return ["intraday", point.field, time, day(point.day), adjusted(point.basis)];
    }
    case "intraday-at": {
      const { field, at, start, end } = point;
      return ["intraday", field, extreme(at), window(start, end), day(point.day), adjusted(point.basis)];
    }
    case "weekly":
    case "monthly":
      return [point.group, point.field, point.soFar ? SO_FAR : day(point.offset), adjusted(point.basis)];
    case "indicator": {
      const bars = point.bars && `${point.bars.timeframe}min at '${clock(point.bars.at)}'`;
      return ["indicator", indicatorText(point), point.source, bars, day(point.day), adjusted(point.basis)];
    }
    case "period-indicator":
      return ["indicator", indicatorText(point), point.source, point.bars, day(point.offset), adjusted(point.basis)];
    case "identity":
    case "fundamental":
    case "ownership":
      return [point.group, point.field, day(point.day)];
    case "event": {
      const whole = point.start === EVENT_WINDOW.start && point.end === EVENT_WINDOW.end;
      const times = whole || point.field === "ipo" ? null : window(point.start, point.end);
      return ["fundamental", point.field, times, day(point.day)];
    }
    case "earnings":
      return ["earnings", statementName(point.item, point.quarter)];
  }
  return point satisfies never;
}
