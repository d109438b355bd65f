import { clock, INDICATORS, statementName } from "../../vocabulary/index.ts";
import type { Basis, Minute } from "../../vocabulary/index.ts";
import type { DataPoint, Extreme } from "../tree.ts";
import { numberText, rangeText, textLiteral } from "./literal-text.ts";

type Part = string | null;

const day = (value: number): Part => (value === 0 ? null : String(value));
const ofSymbol = (symbol: string | undefined): Part => (symbol === undefined ? null : `of ${textLiteral(symbol)}`);
const adjusted = (basis: Basis): Part => (basis === "adj" ? "adj" : null);
const window = (start: Minute, end: Minute): string => `'${clock(start)}' .. '${clock(end)}'`;
const extreme = ({ of, field }: Extreme): string => `at ${of} ${field}`;
const brackets = (parts: readonly Part[]): string => `[${parts.filter((part) => part !== null).join(" ")}]`;

/** 00:00 to 23:59, the whole day, left out in the canonical form. */
export const EVENT_WINDOW = { start: 0, end: 1_439 } as const;

function indicatorText(point: Extract<DataPoint, { group: "indicator" }>): string {
  const entry = INDICATORS.find(({ name }) => name === point.name);
  const one = entry ? entry.lines.length === 1 : point.line === "value";
  const values = point.parameters.map((value) => (typeof value === "number" ? numberText(value) : textLiteral(value)));
  return `${point.name}${one ? "" : `.${point.line}`}${values.length > 0 ? `(${values.join(", ")})` : ""}`;
}

/** A data point in its brackets; a day of 0 and the basis `unadj` are left out, everything else is written. */
export function pointText(point: DataPoint): string {
  switch (point.group) {
    case "daily":
      return brackets(["daily", point.field, day(point.day), adjusted(point.basis), ofSymbol(point.ofSymbol)]);
    case "daily-range":
      return brackets(["daily", point.func, point.field, rangeText(point.days), adjusted(point.basis)]);
    case "daily-at":
      return brackets(["daily", point.field, extreme(point.at), rangeText(point.days), adjusted(point.basis)]);
    case "intraday": {
      const { func, field, start, end } = point;
      return brackets(["intraday", func, field, window(start, end), day(point.day), adjusted(point.basis)]);
    }
    case "intraday-at-time": {
      const time = `at '${clock(point.time)}'`;
      return brackets(["intraday", point.field, time, day(point.day), adjusted(point.basis)]);
    }
    case "intraday-at": {
      const { field, at, start, end } = point;
      return brackets(["intraday", field, extreme(at), window(start, end), day(point.day), adjusted(point.basis)]);
    }
    case "indicator": {
      const bars = point.bars && `${point.bars.timeframe}min at '${clock(point.bars.at)}'`;
      return brackets(["indicator", indicatorText(point), point.source, bars, day(point.day), adjusted(point.basis)]);
    }
    case "identity":
    case "fundamental":
    case "ownership":
      return brackets([point.group, point.field, day(point.day)]);
    case "event": {
      const whole = point.start === EVENT_WINDOW.start && point.end === EVENT_WINDOW.end;
      const times = whole || point.field === "ipo" ? null : window(point.start, point.end);
      return brackets(["fundamental", point.field, times, day(point.day)]);
    }
    case "earnings":
      return brackets(["earnings", statementName(point.item, point.quarter)]);
  }
  return point satisfies never;
}
