import { adjustedOf, basisOf, clock, statementName } from "../../vocabulary/index.ts";
import { indicatorOf } from "../code/catalogue.ts";
import { numberText, textLiteral } from "../code/literal-text.ts";
import type { OwnPoint } from "../code/own-point.ts";
import { SO_FAR } from "../code/point-text.ts";
import type { DataPoint, Extreme } from "../tree.ts";
import type { DataPointMember } from "./member.ts";

const extreme = ({ of, field }: Extreme): Pick<DataPointMember, "is_the" | "data_point_to_evaluate"> => ({
  is_the: of === "max" ? "MAX" : "MIN",
  data_point_to_evaluate: field,
});

const times = (start: number, end: number): Pick<DataPointMember, "start_time" | "end_time"> => ({
  start_time: clock(start),
  end_time: clock(end),
});

/** A data point with the keys it has. */
export function pointMember(point: DataPoint | OwnPoint): DataPointMember {
  const own = ownMember(point);
  return !("ofSymbol" in point) || point.ofSymbol === undefined ? own : { ...own, of_symbol: point.ofSymbol };
}

function ownMember(point: DataPoint | OwnPoint): DataPointMember {
  const base = { type: "data_point", adjusted: "basis" in point && adjustedOf(point.basis) } as const;
  switch (point.group) {
    case "daily":
      return {
        ...base,
        value: "daily",
        data_point: point.field,
        n: point.day,
      };
    case "daily-range":
      return { ...base, value: "daily", data_point: point.field, func: point.func.toUpperCase(), ...point.days };
    case "daily-at":
      return { ...base, value: "daily", data_point: point.field, ...extreme(point.at), ...point.days };
    case "intraday":
      return {
        ...base,
        value: "intraday",
        data_point: point.field,
        n: point.day,
        func: point.func.toUpperCase(),
        ...times(point.start, point.end),
      };
    case "intraday-at-time":
      return { ...base, value: "intraday", data_point: point.field, n: point.day, time: clock(point.time) };
    case "intraday-at":
      return {
        ...base,
        value: "intraday",
        data_point: point.field,
        n: point.day,
        ...extreme(point.at),
        ...times(point.start, point.end),
      };
    case "weekly":
    case "monthly":
      return {
        ...base,
        value: point.group,
        data_point: point.field,
        n: point.offset,
        ...(point.soFar ? { so_far: true } : {}),
      };
    case "indicator":
    case "period-indicator": {
      const entry = indicatorOf(point.name);
      const lines = entry ? entry.lines.length : 1;
      return {
        ...base,
        value: "indicator",
        data_point: point.source ?? "",
        n: point.group === "indicator" ? point.day : point.offset,
        func: entry?.code ?? point.name.toUpperCase(),
        params: point.parameters,
        ...(lines > 1 ? { line: point.line } : {}),
        ...(point.group === "period-indicator"
          ? { bars: point.bars }
          : point.bars
            ? { timeframe: point.bars.timeframe, time: clock(point.bars.at) }
            : {}),
      };
    }
    case "mine":
    case "identity":
    case "fundamental":
    case "ownership":
      return { ...base, value: point.group, data_point: point.field, n: point.day };
    case "event": {
      const window = point.field === "ipo" ? {} : times(point.start, point.end);
      return { ...base, value: "fundamental", data_point: point.field, n: point.day, ...window };
    }
    case "earnings":
      return { ...base, value: "earnings", data_point: statementName(point.item, point.quarter), n: 0 };
  }
  return point satisfies never;
}

/** A trade, which is written rather than taken apart: its levels are formulas. */
export const tradeMember = (code: string): DataPointMember => ({
  type: "data_point",
  value: "trade",
  data_point: /^\[\s*trade\s+(\w+)/i.exec(code)?.[1]?.toLowerCase() ?? "",
  n: 0,
  adjusted: false,
  code,
});

const word = (name: string | undefined): string => name?.toLowerCase() ?? "";

/** The code of a data point member, for the reader to judge; texts go through unchanged. */
export function pointMemberText(member: DataPointMember): string {
  if (member.value === "trade" && member.code !== undefined) return member.code;
  const { value, data_point: field, n, from, to, func, params, line, timeframe, time } = member;
  const window =
    member.start_time === undefined && member.end_time === undefined
      ? ""
      : `'${member.start_time ?? ""}' .. '${member.end_time ?? ""}'`;
  const extremes =
    member.is_the === undefined ? "" : `at ${word(member.is_the)} ${word(member.data_point_to_evaluate)}`;
  const days =
    from !== undefined || to !== undefined ? `${from ?? 0} .. ${to ?? 0}` : n === undefined || n === 0 ? "" : String(n);
  const parameters =
    params === undefined || params.length === 0
      ? ""
      : `(${params.map((one) => (typeof one === "number" ? numberText(one) : textLiteral(one))).join(", ")})`;
  const head =
    value === "indicator" ? `${word(func)}${line === undefined ? "" : `.${word(line)}`}${parameters}` : word(func);
  const bars = timeframe === undefined ? word(member.bars) : `${timeframe}min`;
  const at = time === undefined ? "" : `at '${time}'`;
  const soFar = member.so_far ? SO_FAR : "";
  const other = member.of_symbol === undefined ? "" : `of ${textLiteral(member.of_symbol)}`;
  const parts = [
    value,
    head,
    word(field),
    bars,
    at,
    extremes,
    soFar,
    window,
    days,
    member.adjusted === false ? "" : basisOf(member.adjusted),
    other,
  ];
  return `[${parts.filter((part) => part !== "").join(" ")}]`;
}
