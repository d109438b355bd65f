import {
  AGGREGATES,
  BUILT_IN_COLUMNS,
  CALL_TEXTS,
  CALLS,
  EARNINGS_DATA_POINTS,
  FIELDS,
  FIELDS_OF,
  FUNCTION_WORDS,
  INDICATORS,
  NAMED_SESSIONS,
  PERIODS,
  periodOfGroup,
  RANGE_FUNCTIONS,
  SECURITY_GROUPS,
  TRADE_FIELD_TEXTS,
  TRADE_FIELDS,
  clock,
} from "../../vocabulary/index.ts";
import type { Field, Group, Indicator, RangeFunctionName } from "../../vocabulary/index.ts";
import { numberText } from "../code/literal-text.ts";
import type { NotationName } from "../notation.ts";
import type { Searched } from "./rank.ts";

/** One thing that may be offered. */
export interface Candidate extends Searched {
  readonly label: string;
  /** Texts that would do, best first; the first one that checks clean in its place is offered. */
  readonly inserts: readonly string[];
  readonly detail: string;
  readonly doc: string;
}

const detailOf = ({ type, unit }: Pick<Field, "type" | "unit">): string => (unit === null ? type : unit);

const DATED = "-10 .. -1";
const WINDOW = "'09:30' .. '15:59'";

const indicatorName = ({ name, lines }: Indicator, line: string): string =>
  lines.length > 1 ? `${name}.${line}` : name;

/** What people mean by words that several indicators have in their titles. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  sma: ["moving average", "ma"],
  stoch: ["stochastics"],
  bbands: ["bollinger"],
  adx: ["directional movement"],
};

/** What an indicator is looked for by; its place in the counts of use is the same in both notations. */
export const indicatorSearch = (
  entry: Indicator,
  line: Indicator["lines"][number],
): Pick<Candidate, "key" | "names" | "titles"> => ({
  key: `indicator ${indicatorName(entry, line.name)}`,
  names: [indicatorName(entry, line.name), entry.name, entry.code, entry.words ?? "", ...(entry.aliases ?? [])],
  titles: [...(SPOKEN[entry.name] ?? []), entry.title, `${entry.title} ${line.title}`],
});

export const fieldSearch = ({ group, name, label, words }: Field): Pick<Candidate, "key" | "names" | "titles"> => ({
  key: `data point ${group} ${name}`,
  names: [name],
  titles: [label, `${group} ${name}`, `${group} ${label}`, ...words],
});

/** `ema(20) close`, `bbands.upper(20, 2) close`, with bars where the indicator has none of days. */
export function indicatorCode(
  entry: Indicator,
  line: string,
  values: readonly string[] = entry.parameters.map((parameter) => numberText(parameter.default)),
): string {
  const name = indicatorName(entry, line);
  const bars = entry.intradayOnly ? ["5min at '10:00'"] : [];
  const given = values.length === 0 ? name : `${name}(${values.join(", ")})`;
  return [given, ...(entry.source === null ? [] : [entry.source]), ...bars].join(" ");
}

const indicatorCandidates = (wrap: (words: string) => string): readonly Candidate[] =>
  INDICATORS.flatMap((entry) =>
    entry.lines.map((line): Candidate => ({
      kind: "indicator",
      ...indicatorSearch(entry, line),
      label: indicatorName(entry, line.name),
      inserts: [wrap(indicatorCode(entry, line.name))],
      detail: entry.title,
      doc: entry.title,
    })),
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
    ...fieldSearch(field),
    label: `${field.group} ${field.name}`,
    inserts: wrap(field),
    detail: detailOf(field),
    doc: field.label,
  }));

const STATEMENT: Candidate = {
  kind: "data point",
  key: "data point earnings",
  names: ["earnings"],
  titles: ["earnings total revenue", "statement item"],
  label: "earnings total-revenue-1q",
  inserts: ["[earnings total-revenue-1q]"],
  detail: "currency",
  doc: "an item of the latest quarterly statement; columns only",
};

/** A trade with one of its fields, as an example to type over. */
const tradeCandidates = (wrap: (words: string) => string): readonly Candidate[] =>
  TRADE_FIELDS.map(({ name, label, type, unit }) => ({
    kind: "data point",
    key: `data point trade ${name}`,
    names: [`trade ${name}`],
    titles: [`trade ${label}`, `${label} of a trade`],
    label: `trade ${name}`,
    inserts: [wrap(`trade ${name} long at '09:30' target 10 stop 5 until '15:59'`)],
    detail: unit ?? type,
    doc: TRADE_FIELD_TEXTS[name],
  }));

/** Bars of weeks and months: of the one before, and of that of the row's day so far. */
const periodCandidates = (wrap: (words: string) => string): readonly Candidate[] =>
  PERIODS.flatMap(({ name, group }) =>
    FIELDS_OF[group].flatMap((field) =>
      [
        { when: "-1", doc: `${field.label} of the ${name} before` },
        { when: "so far", doc: `${field.label} of the ${name} up to the day` },
      ].map(({ when, doc }): Candidate => ({
        kind: "data point",
        key: `data point ${group} ${field.name} ${when}`,
        names: [`${group} ${field.name}`],
        titles: [`${name} ${field.label}`],
        label: `${group} ${field.name} ${when}`,
        inserts: [wrap(`${group} ${field.name} ${when} adj`)],
        detail: detailOf(field),
        doc,
      })),
    ),
  );

/** What may begin a value; columns of the request come on top. */
export const VALUES: readonly Candidate[] = [
  ...fieldCandidates(
    (field) => [`[${field.group} ${fieldWords(field)}]`],
    () => true,
  ),
  ...periodCandidates((words) => `[${words}]`),
  STATEMENT,
  ...CALLS.map((call): Candidate => ({
    kind: "function",
    key: `function ${call.name}`,
    names: [call.name],
    // `average` for avg.
    titles: FUNCTION_WORDS.flatMap(({ code, canonical, accepted = [] }) =>
      code === call.name ? [canonical, ...accepted] : [],
    ),
    label: call.name,
    inserts: [call.example],
    detail: call.signature,
    doc: CALL_TEXTS[call.name],
  })),
  ...indicatorCandidates((words) => `[indicator ${words}]`),
  ...tradeCandidates((words) => `[${words}]`),
];

/** What may follow `[`: the data points with their group. */
export const GROUP_WORDS: readonly Candidate[] = [
  ...fieldCandidates(
    (field) => [`${field.group} ${fieldWords(field)}`],
    () => true,
  ),
  ...periodCandidates((words) => words),
  { ...STATEMENT, inserts: ["earnings total-revenue-1q"] },
  ...indicatorCandidates((words) => `indicator ${words}`).map((one) => ({ ...one, label: `indicator ${one.label}` })),
  ...tradeCandidates((words) => words),
];

export const columnCandidates = (own: Iterable<string>): readonly Candidate[] => [
  ...[...own].map((name): Candidate => ({
    kind: "column",
    key: `column ${name}`,
    names: [name],
    titles: [],
    label: name,
    inserts: [name],
    detail: "column",
    doc: "a column of the request",
  })),
  ...BUILT_IN_COLUMNS.map(({ name, doc }): Candidate => ({
    kind: "column",
    key: `column ${name}`,
    names: [name],
    titles: [],
    label: name,
    inserts: [name],
    detail: "percent",
    doc,
  })),
];

export const part = (label: string, inserts: readonly string[], detail: string, doc = ""): Candidate => ({
  kind: "part",
  key: `part ${label}`,
  names: [label],
  titles: [doc],
  label,
  inserts,
  detail,
  doc,
});

/** What a function takes that is no value: a group of securities, or how many values become one. */
export function argumentNames(kind: "group" | "aggregate" | null, notation: NotationName): readonly Candidate[] {
  if (kind === "aggregate") return AGGREGATES.map(({ name, doc }) => part(name, [name], "aggregate", doc));
  if (kind === null) return [];
  return SECURITY_GROUPS.map(({ name, label }) => {
    const by = `by ${notation === "words" ? label : name}`;
    return part(by, [by], "group", `among the securities of the same ${label}`);
  });
}

/** The day of a value that has one. */
export const ONE_DAY = [part("-1", ["-1"], "day", "the session before")];
const DAYS = [...ONE_DAY, part("-10 .. -1", [DATED], "range of days", "the ten sessions before")];
const ADJUSTED = [
  part("adj", ["adj"], "basis", "split-adjusted"),
  part("adjdiv", ["adjdiv"], "basis", "adjusted for splits and cash dividends"),
];
const WINDOWS = NAMED_SESSIONS.map(({ name, start, end }) => {
  const window = `'${clock(start)}' .. '${clock(end)}'`;
  return part(window, [window], "window", name);
});
const AT_TIME = part("at '10:00'", ["at '10:00'"], "bar of one minute", "the bar that starts then");

/** What a function over days or a window is most often asked of. */
export const USUAL_FIELDS: Readonly<Record<RangeFunctionName, string>> = {
  first: "close",
  last: "close",
  max: "high",
  min: "low",
  avg: "volume",
  sum: "volume",
};

/** Another security, the index fund of the whole market as the usual one. */
const OF_SYMBOL = part('of "SPY"', ['of "SPY"'], "symbol", "of another security, by its symbol on the row's day");

/** What may stand in the brackets behind a group; an indicator is named once. */
export function pointWords(group: Group, named: boolean): readonly Candidate[] {
  const fields: readonly Field[] = FIELDS_OF[group];
  const names = fields.map((field): Candidate => ({
    kind: "data point",
    ...fieldSearch(field),
    label: field.name,
    inserts: group === "intraday" ? [field.name, `${field.name} ${WINDOW}`, fieldWords(field)] : [field.name],
    detail: detailOf(field),
    doc: field.label,
  }));
  switch (group) {
    case "daily":
    case "intraday": {
      const range = group === "daily" ? ` ${DATED}` : ` ${WINDOW}`;
      // All that is missing of a data point comes with a function; what stands there already is left as it is.
      const functions = RANGE_FUNCTIONS.map(({ name, label }) => {
        const values = [`${name} ${USUAL_FIELDS[name]}`, `${name} close`];
        return part(name, [...values.map((one) => one + range), ...values, name], "function", label);
      });
      const extremes = (["max", "min"] as const).map((of) =>
        part(
          `at ${of} volume`,
          [`at ${of} volume`, `at ${of} volume${range}`],
          "is the",
          `where volume is ${of === "max" ? "highest" : "lowest"}`,
        ),
      );
      const places = group === "daily" ? DAYS : [...DAYS, ...WINDOWS, AT_TIME];
      return [...names, ...functions, ...extremes, ...places, ...ADJUSTED, OF_SYMBOL];
    }
    case "weekly":
    case "monthly": {
      const { name } = periodOfGroup(group);
      return [
        ...names,
        part("-1", ["-1"], name, `the ${name} before`),
        part("so far", ["so far"], name, `the ${name} of the day, up to the day`),
        ...ADJUSTED,
        OF_SYMBOL,
      ];
    }
    case "indicator":
      return [
        ...(named ? [] : indicatorCandidates((words) => words)),
        ...FIELDS.filter((field) => field.group === "daily" && field.type === "number").map((field) =>
          part(field.name, [field.name], "source", field.label),
        ),
        ...PERIODS.map(({ name, group: bars }) =>
          part(`${bars} -1`, [`${bars} -1`], `bars of ${name}s`, `at the ${name} before`),
        ),
        part("5min at '10:00'", ["5min at '10:00'"], "intraday bars", "the last bar complete at that time"),
        ...DAYS,
        ...ADJUSTED,
        OF_SYMBOL,
      ];
    case "earnings":
      return EARNINGS_DATA_POINTS.map(({ data_point: name, name: label, groupBy, unit }) =>
        part(name, [name], unit, `${label}, ${groupBy}`),
      );
    case "identity":
    case "fundamental":
    case "ownership":
      return [...names, ...DAYS, ...(group === "fundamental" ? WINDOWS : []), OF_SYMBOL];
  }
  return group satisfies never;
}
