import {
  BUILT_IN_COLUMNS,
  CALLS,
  EARNINGS_DATA_POINTS,
  FIELDS,
  INDICATORS,
  NAMED_SESSIONS,
  RANGE_FUNCTIONS,
  clock,
} from "../../vocabulary/index.ts";
import type { Field, Group, Indicator } from "../../vocabulary/index.ts";
import { numberText } from "../code/literal-text.ts";

/** One thing that may be offered. */
export interface Candidate {
  readonly kind: "data point" | "indicator" | "function" | "column" | "value" | "operator" | "part";
  readonly label: string;
  /** Texts that would do, best first; the first one that checks clean in its place is offered. */
  readonly inserts: readonly string[];
  readonly detail: string;
  readonly doc: string;
}

const detailOf = ({ type, unit }: Pick<Field, "type" | "unit">): string => (unit === null ? type : unit);

const DATED = "-10 .. -1";
const WINDOW = "'09:30' .. '15:59'";

/** `ema(20) close`, `bbands.upper(20, 2) close`. */
function indicatorWords(entry: Indicator, line: string): string {
  const values = entry.parameters.map((parameter) => numberText(parameter.default)).join(", ");
  const name = entry.lines.length > 1 ? `${entry.name}.${line}` : entry.name;
  return [values === "" ? name : `${name}(${values})`, ...(entry.source === null ? [] : [entry.source])].join(" ");
}

const indicatorCandidates = (wrap: (words: string) => string): readonly Candidate[] =>
  INDICATORS.flatMap((entry) =>
    entry.lines.map((line): Candidate => {
      const bars = entry.intradayOnly ? " 5min at '10:00'" : "";
      return {
        kind: "indicator",
        label: entry.lines.length > 1 ? `${entry.name}.${line.name}` : entry.name,
        inserts: [wrap(indicatorWords(entry, line.name) + bars)],
        detail: entry.title,
        doc: `${entry.formula} ${entry.reference}`,
      };
    }),
  );

/** The words of a field in its group that make a data point. */
const fieldWords = ({ group, name, windowDefault }: Field): string =>
  group === "intraday" ? `${windowDefault ?? "first"} ${name} ${WINDOW}` : name;

const fieldCandidates = (
  wrap: (field: Field) => readonly string[],
  of: (field: Field) => boolean,
): readonly Candidate[] =>
  FIELDS.filter(of).map((field) => ({
    kind: "data point",
    label: `${field.group} ${field.name}`,
    inserts: wrap(field),
    detail: detailOf(field),
    doc: field.label,
  }));

const STATEMENT: Candidate = {
  kind: "data point",
  label: "earnings total-revenue-1q",
  inserts: ["[earnings total-revenue-1q]"],
  detail: "currency",
  doc: "an item of the latest quarterly statement; columns only",
};

/** What may begin a value; columns of the request come on top. */
export const VALUES: readonly Candidate[] = [
  ...fieldCandidates(
    (field) => [`[${field.group} ${fieldWords(field)}]`],
    () => true,
  ),
  STATEMENT,
  ...CALLS.map((call): Candidate => ({
    kind: "function",
    label: call.name,
    inserts: [call.example],
    detail: call.signature,
    doc: call.doc,
  })),
  ...indicatorCandidates((words) => `[indicator ${words}]`),
];

/** What may follow `[`: the data points with their group. */
export const GROUP_WORDS: readonly Candidate[] = [
  ...fieldCandidates(
    (field) => [`${field.group} ${fieldWords(field)}`],
    () => true,
  ),
  { ...STATEMENT, inserts: ["earnings total-revenue-1q"] },
  ...indicatorCandidates((words) => `indicator ${words}`).map((one) => ({ ...one, label: `indicator ${one.label}` })),
];

export const columnCandidates = (own: Iterable<string>): readonly Candidate[] => [
  ...[...own].map((name): Candidate => ({
    kind: "column",
    label: name,
    inserts: [name],
    detail: "column",
    doc: "a column of the request",
  })),
  ...BUILT_IN_COLUMNS.map(({ name, doc }): Candidate => ({
    kind: "column",
    label: name,
    inserts: [name],
    detail: "percent",
    doc,
  })),
];

const part = (label: string, inserts: readonly string[], detail: string, doc = ""): Candidate => ({
  kind: "part",
  label,
  inserts,
  detail,
  doc,
});

const DAYS = [
  part("-1", ["-1"], "day", "the session before"),
  part("-10 .. -1", [DATED], "range of days", "the ten sessions before"),
];
const ADJUSTED = part("adj", ["adj"], "basis", "split-adjusted");
const WINDOWS = NAMED_SESSIONS.map(({ name, start, end }) => {
  const window = `'${clock(start)}' .. '${clock(end)}'`;
  return part(window, [window], "window", name);
});
const AT_TIME = part("at '10:00'", ["at '10:00'"], "bar of one minute", "the bar that starts then");

/** What may stand in the brackets behind a group; an indicator is named once. */
export function pointWords(group: Group, named: boolean): readonly Candidate[] {
  const fields = FIELDS.filter((field) => field.group === group);
  const names = fields.map((field): Candidate => ({
    kind: "data point",
    label: field.name,
    inserts: group === "intraday" ? [field.name, `${field.name} ${WINDOW}`, fieldWords(field)] : [field.name],
    detail: detailOf(field),
    doc: field.label,
  }));
  switch (group) {
    case "daily":
    case "intraday": {
      const range = group === "daily" ? ` ${DATED}` : ` ${WINDOW}`;
      const functions = RANGE_FUNCTIONS.map(({ name, label }) =>
        part(name, [name, `${name} close`, `${name} close${range}`], "function", label),
      );
      const extremes = (["max", "min"] as const).map((of) =>
        part(
          `at ${of} volume`,
          [`at ${of} volume`, `at ${of} volume${range}`],
          "is the",
          `where volume is ${of === "max" ? "highest" : "lowest"}`,
        ),
      );
      const places = group === "daily" ? DAYS : [...DAYS, ...WINDOWS, AT_TIME];
      return [...names, ...functions, ...extremes, ...places, ADJUSTED];
    }
    case "indicator":
      return [
        ...(named ? [] : indicatorCandidates((words) => words)),
        ...FIELDS.filter((field) => field.group === "daily" && field.type === "number").map((field) =>
          part(field.name, [field.name], "source", field.label),
        ),
        part("5min at '10:00'", ["5min at '10:00'"], "intraday bars", "the last bar complete at that time"),
        ...DAYS,
        ADJUSTED,
      ];
    case "earnings":
      return EARNINGS_DATA_POINTS.map(({ data_point: name, name: label, groupBy, unit }) =>
        part(name, [name], unit, `${label}, ${groupBy}`),
      );
    case "identity":
    case "fundamental":
    case "ownership":
      return [...names, ...DAYS, ...(group === "fundamental" ? WINDOWS : [])];
  }
  return group satisfies never;
}

const operator = (sign: string, doc: string): Candidate => ({
  kind: "operator",
  label: sign,
  inserts: [sign],
  detail: "operator",
  doc,
});

/** Operators by the type of the value before them. */
export const OPERATORS = {
  arithmetic: [operator("+", "plus"), operator("-", "minus"), operator("*", "times"), operator("/", "divided by")],
  order: [
    operator(">", "is above"),
    operator("<", "is below"),
    operator(">=", "is at least"),
    operator("<=", "is at most"),
  ],
  equality: [operator("=", "is"), operator("!=", "is not")],
  logical: [operator("&", "and"), operator("|", "or")],
} as const;
