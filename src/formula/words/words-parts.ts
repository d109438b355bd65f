import { withoutComments } from "../code/reading.ts";
import type {
  Basis,
  Field,
  Indicator,
  Minute,
  PeriodGroup,
  RangeFunctionName,
  Timeframe,
} from "../../vocabulary/index.ts";
import { child } from "../code/cst.ts";
import type { Cst } from "../code/cst.ts";
import { readNumber } from "../code/literal-text.ts";
import { clockMinute, looseMinute, readTime } from "../code/literals.ts";
import { isTimeframe, readDay, readOfSymbol, timeframes } from "../code/point-parts.ts";
import type { Reading } from "../code/reading.ts";
import type { DayRange, Span } from "../tree.ts";
import { BAR_SIZE, DAY, DAY_COUNT, LAST_DAYS, MINUTE_COUNT, PERIODS_AWAY } from "./patterns.ts";
import type { NumberPattern } from "./patterns.ts";
import type { Meaning } from "./phrases.ts";
import { phrasesOf } from "./tokens.ts";

/** What a data point in words says, in any order, each part once. */
export interface WordParts {
  readonly basis: (Span & { readonly value: Basis }) | null;
  readonly func: (Span & { readonly value: RangeFunctionName }) | null;
  readonly field: (Span & { readonly fields: readonly Field[] }) | null;
  readonly indicator: (Span & { readonly entry: Indicator; readonly line: string | null }) | null;
  readonly params: Cst | null;
  /** `20 day` in front. */
  readonly count: (Span & { readonly value: number }) | null;
  readonly days: (Span & { readonly range: DayRange; readonly single: boolean }) | null;
  readonly window: (Span & { readonly start: Minute; readonly end: Minute }) | null;
  readonly at: (Span & { readonly minute: Minute }) | null;
  readonly extreme:
    | (Span & {
        readonly over: "days" | "minutes";
        readonly func: RangeFunctionName;
        readonly fields: readonly Field[];
      })
    | null;
  /** Bars of weeks or months, and which of them; `soFar` is where its words stand. */
  readonly period: (Span & { readonly group: PeriodGroup; readonly offset: number | null }) | null;
  readonly away: (Span & { readonly group: PeriodGroup; readonly offset: number }) | null;
  readonly soFar: Span | null;
  readonly source: (Span & { readonly fields: readonly Field[] }) | null;
  readonly timeframe: (Span & { readonly minutes: Timeframe }) | null;
  readonly ofSymbol: (Span & { readonly symbol: string }) | null;
}

type OfKind<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

/** What a phrase means as one of a kind; reports one that is understood and refused. */
export function meaningOf<Kind extends Meaning["kind"]>(reading: Reading, cst: Span, kind: Kind): OfKind<Kind> | null {
  const isKind = (means: Meaning): means is OfKind<Kind> => means.kind === kind;
  for (const { means, refused, canonical } of phrasesOf(reading.text(cst))) {
    if (!isKind(means)) continue;
    if (refused) {
      const found = reading.text(cst);
      reading.report("wording", cst, { found, right: canonical }, [reading.fix(canonical, cst)]);
    }
    return means;
  }
  return null;
}

const matched = <Value>(reading: Reading, cst: Span, pattern: NumberPattern<Value>): Value | null =>
  pattern.match(withoutComments(reading.text(cst)));

/** The day of `5 days ago`, `yesterday`; null after a report. */
function readDayPhrase(reading: Reading, cst: Cst): number | null {
  const found = matched(reading, cst, DAY);
  if (!found) return meaningOf(reading, cst, "day")?.day ?? null;
  if (found.refused) {
    const right = reading.notation.day(found.day);
    reading.report("wording", cst, { found: reading.text(cst), right }, [reading.fix(right, cst)]);
    return null;
  }
  return found.day;
}

/** The days of a range; null after a report, undefined where the part is none. */
export function readDays(reading: Reading, cst: Cst): DayRange | null | undefined {
  switch (cst.name) {
    case "DayPhrase": {
      const day = readDayPhrase(reading, cst);
      return day === null ? null : { from: day, to: day };
    }
    case "LastDays":
      return matched(reading, cst, LAST_DAYS)?.days ?? null;
    case "Days":
      return readFromTo(reading, cst);
    default:
      return undefined;
  }
}

/** `from 10 days ago to today`, `from -10 to -1`, and `from 10 to 1 day ago`, where the last word holds for both. */
function readFromTo(reading: Reading, cst: Cst): DayRange | null {
  const [first, second] = cst.kids.filter(({ name }) => name === "DayPhrase" || name === "Day");
  if (!first || !second || cst.kids.some(({ error }) => error)) return null;
  const to = dayEnd(reading, second);
  const from = dayEnd(reading, first);
  if (from === null || to === null) return null;
  const bare = first.name === "Day" && !child(first, "Minus") && !child(first, "Plus");
  if (bare && second.name === "DayPhrase") return { from: to < 0 && from !== 0 ? -from : from, to };
  if (bare && second.name === "Day" && from > to) {
    // `from 10 to 1 days`: without ago or later nobody can tell.
    const right = reading.notation.range({ from: from === 0 ? 0 : -from, to: to === 0 ? 0 : -to });
    reading.report("wording", cst, { found: reading.text(cst), right }, [reading.fix(right, cst)]);
    return null;
  }
  return { from, to };
}

const dayEnd = (reading: Reading, cst: Cst): number | null =>
  cst.name === "Day" ? readDay(reading, cst) : readDayPhrase(reading, cst);

/** The minute of a time in words or in quotes; null after a report. */
export function readMinute(reading: Reading, cst: Cst): Minute | null {
  if (cst.name !== "TimeWord") return readTime(reading, cst);
  const text = reading.text(cst);
  const minute = clockMinute(text) ?? looseMinute(text);
  if (minute === null) reading.report("time-format", cst, {});
  return minute;
}

const isTime = ({ name }: Cst): boolean => name === "TimeWord" || name === "Time" || name === "OpenTime";

type Draft = { -readonly [Key in keyof WordParts]: WordParts[Key] };

const PART_NAMES: Readonly<Record<keyof WordParts, string>> = {
  basis: "basis",
  func: "function",
  field: "field",
  indicator: "indicator",
  params: "list of parameters",
  count: "length",
  days: "day or range of days",
  window: "window of times",
  at: "time",
  extreme: "day or minute of an extreme",
  period: "week or month",
  away: "week or month",
  soFar: "so far",
  source: "source",
  timeframe: "size of bars",
  ofSymbol: "symbol of another security",
};

/** Collects the parts of a data point. Null where one was refused. */
export function readWordParts(reading: Reading, cst: Cst): WordParts | null {
  const before = reading.diagnostics.length;
  const parts: Draft = {
    basis: null,
    func: null,
    field: null,
    indicator: null,
    params: null,
    count: null,
    days: null,
    window: null,
    at: null,
    extreme: null,
    period: null,
    away: null,
    soFar: null,
    source: null,
    timeframe: null,
    ofSymbol: null,
  };
  const collect = new Collector(reading, parts);
  for (const kid of cst.kids) collect.part(kid);
  return reading.diagnostics.length > before ? null : parts;
}

class Collector {
  readonly #reading: Reading;
  readonly #parts: Draft;

  constructor(reading: Reading, parts: Draft) {
    this.#reading = reading;
    this.#parts = parts;
  }

  #once<Key extends keyof WordParts>(key: Key, part: WordParts[Key]): void {
    if (part === null) return;
    if (this.#parts[key] === null) this.#parts[key] = part;
    else this.#reading.report("repeated-part", part, { what: PART_NAMES[key] }, [this.#reading.remove(part)]);
  }

  part(cst: Cst): void {
    const reading = this.#reading;
    const { from, to } = cst;
    switch (cst.name) {
      case "BasisWord": {
        const means = meaningOf(reading, cst, "basis");
        this.#once("basis", means && { from, to, value: means.basis });
        return;
      }
      case "SessionName":
      case "SessionTail": {
        const means = meaningOf(reading, cst, "session");
        this.#once("window", means && { from, to, start: means.session.start, end: means.session.end });
        return;
      }
      case "DayOf": {
        const means = meaningOf(reading, cst, "day-of");
        this.#once("days", means && { from, to, range: { from: means.day, to: means.day }, single: true });
        return;
      }
      case "DayCount": {
        const found = matched(reading, cst, DAY_COUNT);
        this.#once("count", found && { from, to, value: found.count });
        return;
      }
      case "Length": {
        const number = child(cst, "Number");
        this.#once("count", number ? { from, to, value: readNumber(reading.text(number)) } : null);
        return;
      }
      case "MinuteCount":
      case "Bars": {
        const found = matched(reading, cst, cst.name === "Bars" ? BAR_SIZE : MINUTE_COUNT);
        if (found) this.#timeframe(cst, found.minutes);
        return;
      }
      case "Func": {
        const word = child(cst, "FunctionOf");
        const means = word && meaningOf(reading, word, "function");
        if (word) this.#once("func", means ? { from: word.from, to: word.to, value: means.func } : null);
        return;
      }
      case "FieldName": {
        const means = meaningOf(reading, cst, "field");
        this.#once("field", means && { from, to, fields: means.fields });
        return;
      }
      case "IndicatorName": {
        const means = meaningOf(reading, cst, "indicator");
        this.#once("indicator", means && { from, to, entry: means.entry, line: means.line });
        return;
      }
      case "Params":
        this.#once("params", cst);
        return;
      case "DayPhrase":
      case "LastDays":
      case "Days": {
        const range = readDays(reading, cst);
        this.#once("days", range ? { from, to, range, single: cst.name === "DayPhrase" } : null);
        return;
      }
      case "PeriodName": {
        const means = meaningOf(reading, cst, "period");
        this.#once("period", means && { from, to, group: means.group, offset: means.offset });
        return;
      }
      case "PeriodPhrase": {
        const found = matched(reading, cst, PERIODS_AWAY);
        this.#once("away", found && { from, to, group: found.group, offset: found.offset });
        return;
      }
      case "SoFar":
        this.#once("soFar", { from, to });
        return;
      case "Source": {
        const name = this.#inner(cst);
        this.#once("source", name && { from, to, fields: name });
        return;
      }
      case "OfSymbol":
        this.#once("ofSymbol", readOfSymbol(reading, cst));
        return;
      case "Extreme":
        this.#extreme(cst);
        return;
      case "AtTime": {
        const time = cst.kids.find(isTime);
        const minute = time ? readMinute(reading, time) : null;
        this.#once("at", minute === null ? null : { from, to, minute });
        return;
      }
      case "Window": {
        const [start, end] = cst.kids.filter(isTime).map((time) => readMinute(reading, time));
        const read = typeof start === "number" && typeof end === "number";
        this.#once("window", read ? { from, to, start, end } : null);
        return;
      }
      default:
    }
  }

  /** The field of a part that names a second one; what stands before it belongs to the data point. */
  #inner(cst: Cst): readonly Field[] | null {
    let fields: readonly Field[] | null = null;
    for (const kid of cst.kids) {
      if (kid.name === "FieldName") fields = meaningOf(this.#reading, kid, "field")?.fields ?? null;
      else if (kid.name === "Func" || kid.name === "SessionName" || kid.name === "DayCount") {
        this.#reading.report("misplaced", kid, { found: this.#reading.text(kid) }, [this.#reading.remove(kid)]);
      } else this.part(kid);
    }
    return fields;
  }

  #extreme(cst: Cst): void {
    const { from, to } = cst;
    const [place, word] = [child(cst, "OnThe"), child(cst, "FunctionOf")];
    const over = place && meaningOf(this.#reading, place, "extreme");
    const func = word && meaningOf(this.#reading, word, "function");
    const fields = this.#inner(cst);
    if (!word || !over || !func || !fields) return;
    if (func.func !== "max" && func.func !== "min") {
      const fixes = (["max", "min"] as const).map((code) => this.#reading.fix(this.#reading.notation.sign(code), word));
      const found = this.#reading.text(word);
      this.#reading.report("unknown-range-function", word, { found, hint: "" }, fixes);
      return;
    }
    this.#once("extreme", { from, to, over: over.of, func: func.func, fields });
  }

  #timeframe(cst: Cst, minutes: number): void {
    const { from, to } = cst;
    if (isTimeframe(minutes)) this.#once("timeframe", { from, to, minutes });
    else this.#reading.report("timeframe", cst, { found: this.#reading.text(cst), options: timeframes });
  }
}
