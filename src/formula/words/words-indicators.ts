import type { Indicator } from "../../vocabulary/index.ts";
import { fieldNames, isSource } from "../code/catalogue.ts";
import { completeParameters } from "../code/indicator-points.ts";
import { hint, nearest } from "../code/nearest.ts";
import { readParameters } from "../code/point-parts.ts";
import type { Reading } from "../code/reading.ts";
import type { DataPoint, Span } from "../tree.ts";
import { PartsRefused } from "./parts-refused.ts";
import { indicatorWords } from "./phrases.ts";
import type { WordParts } from "./words-parts.ts";

type IndicatorPoint = Extract<DataPoint, { group: "indicator" }>;
type IndicatorParts = WordParts & { readonly indicator: NonNullable<WordParts["indicator"]> };

/** `EMA(20) of close on 5 minute bars at 10:00 1 day ago`, by the catalogue. Null after a report. */
export function readIndicatorWords(reading: Reading, parts: IndicatorParts, place: Span): DataPoint | null {
  const { entry, line } = parts.indicator;
  const refused = new PartsRefused(reading, parts, reading.notation.indicator(entry));
  if (!refused.only(["basis", "count", "days", "at", "source", "timeframe", "period", "away"]) || !refused.oneDay())
    return null;
  if (line === null) {
    const { indicator } = parts;
    const options = entry.lines.map(({ name }) => name).join(", ");
    const fixes = entry.lines.map(({ name }) => reading.fix(indicatorWords(entry, name), indicator));
    reading.report("line-missing", indicator, { indicator: reading.notation.indicator(entry), options }, fixes);
    return null;
  }
  const parameters = readGiven(reading, entry, parts);
  const source = parameters === null ? undefined : readSource(reading, entry, parts);
  const bars = source === undefined ? undefined : readBars(reading, entry, parts, place);
  if (parameters === null || source === undefined || bars === undefined) return null;
  const { period, away, days } = parts;
  if (
    period === null
      ? away !== null
      : (bars ?? days) !== null || (away && (period.offset !== null || away.group !== period.group))
  ) {
    const place = away ?? days ?? parts.indicator;
    reading.report("misplaced", place, { found: reading.text(place) }, [reading.remove(place)]);
    return null;
  }
  if (period !== null) {
    const offset = away?.offset ?? period.offset ?? 0;
    const basis = parts.basis?.value ?? "unadj";
    return { group: "period-indicator", bars: period.group, name: entry.name, line, parameters, source, offset, basis };
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

/** The parameters in parentheses, or the one in front: `20 day EMA`. */
function readGiven(
  reading: Reading,
  entry: Indicator,
  { indicator, params, count }: IndicatorParts,
): IndicatorPoint["parameters"] | null {
  if (params === null) return completeParameters(reading, entry, count ? [count.value] : [], count ?? indicator, null);
  const given = readParameters(reading, params);
  if (given === null) return null;
  if (count === null) return completeParameters(reading, entry, given, params, params);
  reading.report("repeated-part", count, { what: "length" }, [reading.remove(count)]);
  return null;
}

/** Undefined after a report. */
function readSource(
  reading: Reading,
  entry: Indicator,
  { source }: IndicatorParts,
): IndicatorPoint["source"] | undefined {
  if (source === null) return entry.source;
  const name = source.fields.find(({ group }) => group === "daily")?.name ?? "";
  const found = reading.text(source);
  if (!isSource(name)) {
    const near = nearest(name, fieldNames("daily").filter(isSource));
    reading.report("unknown-source", source, { found, hint: hint(near) }, []);
    return undefined;
  }
  if (entry.source !== null) return name;
  reading.report("no-source", source, { indicator: reading.notation.indicator(entry), found }, [
    reading.remove(source),
  ]);
  return undefined;
}

/** Undefined after a report. */
function readBars(
  reading: Reading,
  entry: Indicator,
  { timeframe, at }: IndicatorParts,
  place: Span,
): IndicatorPoint["bars"] | undefined {
  if (timeframe && at) return { timeframe: timeframe.minutes, at: at.minute };
  if (timeframe) {
    const right = `${reading.text(timeframe)} at 10:00`;
    reading.report("at-missing", timeframe, { right }, [reading.fix(right, timeframe)]);
    return undefined;
  }
  if (at) {
    const right = `on 5 minute bars ${reading.text(at)}`;
    reading.report("at-needs-timeframe", at, { right }, [reading.fix(right, at)]);
    return undefined;
  }
  if (entry.intradayOnly !== true) return null;
  reading.report("timeframe-missing", place, {
    indicator: reading.notation.indicator(entry),
    right: "on 5 minute bars at 10:00",
  });
  return undefined;
}
