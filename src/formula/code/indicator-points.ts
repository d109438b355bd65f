import { isPeriodGroup } from "../../vocabulary/index.ts";
import type { Indicator } from "../../vocabulary/index.ts";
import type { DataPoint, Span } from "../tree.ts";
import { fieldNames, indicatorNames, indicatorOf, isSource, fieldOf } from "./catalogue.ts";
import type { Cst } from "./cst.ts";
import { numberText } from "./literal-text.ts";
import { hint, nearest } from "./nearest.ts";
import { readParameters } from "./point-parts.ts";
import type { NamePart, PointParts } from "./point-parts.ts";
import type { Reading } from "./reading.ts";

type IndicatorPoint = Extract<DataPoint, { group: "indicator" }>;

/** `name.line(parameters) source timeframe at time day basis`, by the catalogue. Null after a report. */
export function readIndicator(reading: Reading, parts: PointParts, place: Span): DataPoint | null {
  // `close weekly`: the bars that it runs on.
  const period = parts.names.find(({ text }, index) => index > 0 && isPeriodGroup(text.toLowerCase()));
  const [name, second, third] = parts.names.filter((part) => part !== period);
  if (!name) {
    reading.report("field-missing", place, {
      group: "indicator",
      options: `${indicatorNames().slice(0, 6).join(", ")}, …`,
    });
    return null;
  }
  const [word = "", ...lineWords] = name.text.toLowerCase().split(".");
  const entry = indicatorOf(word);
  if (!entry) {
    unknownIndicator(reading, name, word);
    return null;
  }
  if (second && lineBehind(reading, entry, { name, line: second, source: third }, parts)) return null;
  if (third) {
    reading.report("misplaced", third, { found: third.text }, [reading.remove(third)]);
    return null;
  }
  if (parts.times) {
    const { times } = parts;
    const fix = times.single ? reading.fix(`at ${reading.text(times)}`, times) : reading.remove(times);
    reading.report("part-not-allowed", times, { group: "indicator", what: "window of times" }, [fix]);
    return null;
  }
  if (parts.days && !parts.days.single) {
    reading.report("single-day", parts.days, { group: "indicator" }, [
      reading.fix(String(parts.days.range.to), parts.days),
    ]);
    return null;
  }
  lengthAsDay(reading, entry, name, parts);
  const line = readLine(reading, entry, name, word, lineWords.join("."));
  if (sourceInside(reading, entry, name, second)) return null;
  const parameters = line === null ? null : parametersOf(reading, entry, name);
  const source = parameters === null ? undefined : readSource(reading, entry, second);
  const bars = source === undefined ? undefined : readBars(reading, entry, parts, place);
  if (line === null || parameters === null || source === undefined || bars === undefined) return null;
  const every = period?.text.toLowerCase() ?? "";
  if (period && isPeriodGroup(every)) {
    if (bars !== null) {
      reading.report("misplaced", period, { found: period.text }, [reading.remove(period)]);
      return null;
    }
    const offset = parts.days?.range.from ?? 0;
    const basis = parts.basis?.value ?? "unadj";
    return { group: "period-indicator", bars: every, name: entry.name, line, parameters, source, offset, basis };
  }
  return {
    group: "indicator",
    name: entry.name,
    line,
    parameters,
    source,
    bars,
    day: parts.days?.range.from ?? 0,
    basis: parts.basis?.value ?? "unadj",
  };
}

/** `[indicator rsi 14]`: without parentheses the length is read as a day far ahead. */
function lengthAsDay(reading: Reading, entry: Indicator, name: NamePart, { days }: PointParts): void {
  const found = days?.single ? days.range.from : 0;
  if (found <= 0 || !days || name.params || entry.parameters.length === 0) return;
  const right = `${name.text}(${found})`;
  const between = reading.source.slice(name.to, days.from);
  const fix = parameterMistake(entry, [found, ...entry.parameters.slice(1).map((parameter) => parameter.default)])
    ? null
    : reading.fix(`${right}${between.trimEnd()}`, { from: name.from, to: days.to }, `Write ${right}`);
  reading.report("day-not-length", days, { found, right }, [fix]);
}

/** `[indicator bb upper 20]`: the line behind a blank, the length behind it. True after a report. */
function lineBehind(
  reading: Reading,
  entry: Indicator,
  { name, line, source }: { readonly name: NamePart; readonly line: NamePart; readonly source: NamePart | undefined },
  { days }: PointParts,
): boolean {
  const own = line.text.toLowerCase();
  if (name.text.includes(".") || entry.lines.length < 2 || !entry.lines.some((known) => known.name === own))
    return false;
  if (fieldOf("daily", own) && !line.params && source === undefined && days === null) return false;
  const length = days?.single && days.range.from > 0 && !name.params && !line.params ? days.range.from : null;
  const lengthRight =
    length === null ||
    parameterMistake(entry, [length, ...entry.parameters.slice(1).map((parameter) => parameter.default)]) === null;
  const params = name.params ?? line.params;
  const written = params ? reading.text(params) : length === null ? "" : `(${length})`;
  const to = Math.max(line.params?.to ?? line.to, length === null ? 0 : (days?.to ?? 0));
  const from = source ? ` ${source.text}` : "";
  const right = `${name.text}.${own}${written}`;
  const between = source !== undefined && source.from < to;
  const options = entry.lines.map((known) => known.name).join(", ");
  reading.report(
    "line-missing",
    { from: name.from, to: line.to },
    { indicator: reading.notation.indicator(entry), options },
    [lengthRight ? reading.fix(between ? `${right}${from}` : right, { from: name.from, to }, `Write ${right}`) : null],
  );
  return true;
}

function unknownIndicator(reading: Reading, name: NamePart, word: string): void {
  const near = nearest(word, indicatorNames());
  const place = { from: name.from, to: name.from + word.length };
  reading.report("unknown-indicator", place, { found: word, hint: hint(near) }, [reading.instead(near, place)]);
}

function readLine(reading: Reading, entry: Indicator, name: NamePart, word: string, line: string): string | null {
  const lines = entry.lines.map((known) => known.name);
  const [only = "value", second] = lines;
  if (line === "") {
    if (second === undefined) return only;
    const fixes = lines.map((known) => reading.fix(`${word}.${known}`, name));
    reading.report(
      "line-missing",
      name,
      { indicator: reading.notation.indicator(entry), options: lines.join(", ") },
      fixes,
    );
    return null;
  }
  if (lines.includes(line)) return line;
  const near = nearest(line, lines);
  const fix =
    second === undefined ? reading.fix(word, name) : near === null ? null : reading.fix(`${word}.${near}`, name);
  const known = near ?? (second === undefined ? null : lines.join(" or "));
  reading.report(
    "unknown-line",
    name,
    { indicator: reading.notation.indicator(entry), found: line, hint: hint(known) },
    [fix],
  );
  return null;
}

/** The given values, then the catalogue's defaults; each within the catalogue's bounds. */
/** `rsi(14, close)`: the source among the parameters, where other languages have it. True after a report. */
function sourceInside(reading: Reading, entry: Indicator, { params }: NamePart, source: NamePart | undefined): boolean {
  if (!params || source !== undefined || entry.source === null) return false;
  const given = params.kids.filter(({ name }) => name === "Param").map((kid) => reading.text(kid));
  const found = given.find((text) => isSource(text.toLowerCase()));
  if (found === undefined) return false;
  const numbers = given.filter((text) => text !== found);
  const right = `${numbers.length === 0 ? "" : `(${numbers.join(", ")})`} ${found.toLowerCase()}`;
  reading.report("number-unknown", params, { found }, [reading.fix(right, params)]);
  return true;
}

function parametersOf(reading: Reading, entry: Indicator, name: NamePart): IndicatorPoint["parameters"] | null {
  const given = name.params ? readParameters(reading, name.params) : [];
  return given && completeParameters(reading, entry, given, name.params ?? name, name.params);
}

/** The parameters of an indicator, those that are left out filled in; null after a report. */
export function completeParameters(
  reading: Reading,
  entry: Indicator,
  given: IndicatorPoint["parameters"],
  place: Span,
  params: Cst | null,
): IndicatorPoint["parameters"] | null {
  const indicator = reading.notation.indicator(entry);
  if (given.length > entry.parameters.length) {
    const expected =
      entry.parameters.length === 0
        ? "no parameters"
        : `at most ${entry.parameters.length} (${entry.parameters.map((parameter) => parameter.name).join(", ")})`;
    const [first, last] = [0, entry.parameters.length - 1].map(
      (index) => params?.kids.filter((kid) => kid.name === "Param")[index],
    );
    const fix =
      entry.parameters.length === 0
        ? reading.fix("", place, "Remove them")
        : first && last
          ? reading.fix(`(${reading.text({ from: first.from, to: last.to })})`, place)
          : null;
    reading.report("parameter-count", place, { indicator, expected, count: given.length }, [fix]);
    return null;
  }
  const values = entry.parameters.map((parameter, index) => given[index] ?? parameter.default);
  const mistake = parameterMistake(entry, values);
  if (mistake === null) return values;
  const defaults = entry.parameters.map((parameter) => parameter.default);
  if ("reason" in mistake) {
    const fix = reading.fix(`(${defaults.map(numberText).join(", ")})`, place);
    reading.report("parameters-refused", place, { indicator, reason: mistake.reason }, [params && fix]);
    return null;
  }
  const within = entry.parameters.map(({ min, max, integer, default: usual }, index) => {
    const value = values[index];
    const whole = typeof value !== "number" ? usual : integer ? Math.round(value) : value;
    return Math.min(Math.max(whole, min), max);
  });
  const written = `(${within.slice(0, given.length).map(numberText).join(", ")})`;
  const fix = parameterMistake(entry, within) === null && params !== null ? reading.fix(written, place) : null;
  reading.report("parameter-value", place, { indicator, ...mistake }, [fix]);
  return null;
}

/** Whether an indicator takes these parameters; what is wrong where it does not. */
export function parameterMistake(
  entry: Indicator,
  values: readonly (number | string)[],
): { readonly parameter: string; readonly expected: string } | { readonly reason: string } | null {
  for (const [index, { name, min, max, integer }] of entry.parameters.entries()) {
    const value = values[index];
    if (typeof value === "number" && value >= min && value <= max && (!integer || Number.isInteger(value))) continue;
    const kind = integer ? "a whole number" : "a number";
    return { parameter: name, expected: `${kind} from ${numberText(min)} to ${numberText(max)}` };
  }
  const reason = entry.refuse?.(...values.filter((value) => typeof value === "number")) ?? null;
  return reason === null ? null : { reason };
}

/** Undefined after a report. */
function readSource(
  reading: Reading,
  entry: Indicator,
  part: NamePart | undefined,
): IndicatorPoint["source"] | undefined {
  if (!part) return entry.source;
  const name = fieldOf("daily", part.text)?.name ?? "";
  if (!isSource(name)) {
    const near = nearest(part.text, fieldNames("daily").filter(isSource));
    reading.report("unknown-source", part, { found: part.text, hint: hint(near) }, [reading.instead(near, part)]);
    return undefined;
  }
  if (entry.source === null) {
    reading.report("no-source", part, { indicator: reading.notation.indicator(entry), found: part.text }, [
      reading.remove(part),
    ]);
    return undefined;
  }
  return name;
}

function readBars(
  reading: Reading,
  entry: Indicator,
  parts: PointParts,
  place: Span,
): IndicatorPoint["bars"] | undefined {
  const { at, timeframe } = parts;
  if (at?.kind === "extreme") {
    reading.report("part-not-allowed", at, { group: "indicator", what: "at max or min" }, [reading.remove(at)]);
    return undefined;
  }
  if (timeframe && !at) {
    const right = `${timeframe.minutes}min at '10:00'`;
    reading.report("at-missing", timeframe, { right }, [reading.fix(right, timeframe)]);
    return undefined;
  }
  if (at && !timeframe) {
    const right = `5min ${reading.text(at)}`;
    reading.report("at-needs-timeframe", at, { right }, [reading.fix(right, at)]);
    return undefined;
  }
  if (entry.intradayOnly && !timeframe) {
    const right = "5min at '10:00'";
    const end = parts.names.at(-1)?.params ?? parts.names.at(-1) ?? place;
    reading.report("timeframe-missing", place, { indicator: reading.notation.indicator(entry), right }, [
      reading.fix(` ${right}`, { from: end.to, to: end.to }, `Write ${right}`),
    ]);
    return undefined;
  }
  return at && timeframe ? { timeframe: timeframe.minutes, at: at.minute } : null;
}
