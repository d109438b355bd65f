import { FIELDS_OF, REGULAR_CLOSE, REGULAR_OPEN } from "../../vocabulary/index.ts";
import type { Field, RangeFunctionName } from "../../vocabulary/index.ts";
import { fieldOf, indicatorOf } from "../code/catalogue.ts";
import { child } from "../code/cst.ts";
import type { Cst } from "../code/cst.ts";
import { factPoint } from "../fact-point.ts";
import { EVENT_WINDOW } from "../code/point-text.ts";
import type { Reading } from "../code/reading.ts";
import type { DataPoint, Day, DayRange, Extreme, Span } from "../tree.ts";
import { readIndicatorWords } from "./words-indicators.ts";
import { dataNode, PartsRefused } from "./parts-refused.ts";
import { meaningOf, readWordParts } from "./words-parts.ts";
import type { WordParts } from "./words-parts.ts";

/** The data point that words say, its defaults filled in; null after a report. */
export function readPointWords(reading: Reading, cst: Cst): DataPoint | null {
  if (cst.kids.some(({ error }) => error)) return null;
  const parts = readWordParts(reading, cst);
  if (parts === null) return null;
  const own = ownPoint(reading, cst, parts);
  return own && ofOther(own, parts);
}

/** The point, of the symbol where there is one. */
const ofOther = (point: DataPoint, { ofSymbol }: WordParts): DataPoint =>
  ofSymbol === null ? point : { ...point, ofSymbol: ofSymbol.symbol };

function ownPoint(reading: Reading, cst: Cst, parts: WordParts): DataPoint | null {
  const { field } = parts;
  if (parts.indicator) return readIndicatorWords(reading, { ...parts, indicator: parts.indicator }, cst);
  if (!field) return null;
  // VWAP is a field of bars and, on bars of so many minutes, an indicator.
  const [first] = field.fields;
  const entry = parts.timeframe && first ? indicatorOf(first.name) : undefined;
  if (entry) {
    const { from, to } = field;
    const indicator = { from, to, entry, line: entry.lines[0]?.name ?? "value" };
    return readIndicatorWords(reading, { ...parts, indicator }, cst);
  }
  return new WordPointReader(reading, parts, field, cst).read();
}

/** `news between 09:30 and 15:59 today`, behind had; null after a report. */
export function readEventWords(reading: Reading, cst: Cst): DataPoint | null {
  if (cst.kids.some(({ error }) => error)) return null;
  const name = child(cst, "EventName");
  const means = name && meaningOf(reading, name, "event-field");
  const parts = readWordParts(reading, cst);
  if (parts === null || !name || !means) return null;
  const { field } = means;
  const label = reading.text(name);
  const reader = new PartsRefused(reading, parts, label);
  if (parts.basis) {
    reading.report("adjusted-not-allowed", parts.basis, {}, [reading.remove(parts.basis)]);
    return null;
  }
  const allowed = field === "ipo" ? (["days"] as const) : (["days", "window"] as const);
  if (!reader.only(allowed) || !reader.oneDay()) return null;
  const { start, end } = parts.window ?? EVENT_WINDOW;
  return ofOther({ group: "event", field, start, end, day: parts.days?.range.from ?? 0 }, parts);
}

class WordPointReader {
  readonly #reading: Reading;
  readonly #parts: WordParts;
  readonly #fields: readonly Field[];
  readonly #name: Span;
  readonly #place: Span;
  readonly #refused: PartsRefused;

  constructor(reading: Reading, parts: WordParts, field: NonNullable<WordParts["field"]>, place: Span) {
    this.#reading = reading;
    this.#parts = parts;
    this.#fields = field.fields;
    this.#name = field;
    this.#place = place;
    this.#refused = new PartsRefused(reading, parts, reading.text(field));
  }

  read(): DataPoint | null {
    const { window, at, extreme } = this.#parts;
    const [daily, intraday] = [this.#of("daily"), this.#of("intraday")];
    if (this.#parts.period && daily) return this.#period(this.#parts.period, daily);
    if (!daily && !intraday) return this.#fact();
    const minutes = window !== null || at !== null || extreme?.over === "minutes" || !daily;
    if (minutes && intraday) return this.#intraday(intraday);
    return daily ? this.#daily(daily) : null;
  }

  #of<G extends "daily" | "intraday">(group: G): Field<G> | undefined {
    return fieldOfGroup(this.#fields, group);
  }

  #daily(field: Field<"daily">): DataPoint | null {
    if (!this.#refused.only(["basis", "func", "count", "days", "extreme"])) return null;
    const { extreme, basis, func, count } = this.#parts;
    const common = { field: field.name, basis: basis?.value ?? ("unadj" as const) };
    const days = this.#days();
    if (days === null) return null;
    if (extreme) {
      if (func) {
        this.#misplaced(func);
        return null;
      }
      const at = this.#extreme(extreme, "daily");
      if (at === null) return null;
      if (days === undefined) {
        const fix = `${this.#reading.text(extreme)} ${this.#reading.notation.range(LAST_TEN_DAYS)}`;
        this.#reading.report("extreme-needs-range", extreme, { extreme: this.#reading.text(extreme) }, [
          this.#reading.fix(fix, extreme, "Write a range of 10 days"),
        ]);
        return null;
      }
      return { group: "daily-at", ...common, at, days: days.range };
    }
    if (func || count) {
      const usual = func?.value ?? this.#countFunction(field.name);
      if (usual !== null && days) return { group: "daily-range", func: usual, ...common, days: days.range };
      const point: DataPoint = {
        group: "daily-range",
        func: usual ?? "avg",
        ...common,
        days: days?.range ?? LAST_TEN_DAYS,
      };
      this.#needs(days ? "range-needs-function" : "range-missing", days ? (count ?? this.#place) : this.#name, point);
      return null;
    }
    if (days && !days.single) {
      const usual = fieldOf("intraday", field.name)?.windowDefault ?? "last";
      this.#needs("range-needs-function", days, { group: "daily-range", func: usual, ...common, days: days.range });
      return null;
    }
    return { group: "daily", ...common, day: days?.range.from ?? 0 };
  }

  #period({ group, offset }: NonNullable<WordParts["period"]>, { name }: Field<"daily">): DataPoint | null {
    if (!this.#refused.only(["basis", "period", "away", "soFar"])) return null;
    const { away, soFar, basis } = this.#parts;
    const field = fieldOf(group, name);
    const second = away && (soFar ?? (offset === null && away.group === group ? null : away));
    if (!field || second) {
      this.#misplaced(second ?? this.#name);
      return null;
    }
    if (soFar && offset !== null) {
      this.#misplaced(soFar);
      return null;
    }
    const from = away?.offset ?? offset ?? 0;
    return { group, field: field.name, offset: from, soFar: soFar !== null, basis: basis?.value ?? "unadj" };
  }

  /** What `20 day high` asks for; null where that is no custom. */
  #countFunction(field: string): RangeFunctionName | null {
    return field === "high" ? "max" : field === "low" ? "min" : null;
  }

  #needs(code: "range-needs-function" | "range-missing", place: Span, point: DataPoint): void {
    const right = this.#reading.notation.print(dataNode(point));
    const fix = this.#reading.fix(right, this.#place);
    if (code === "range-missing") {
      this.#reading.report(code, this.#place, { found: this.#reading.text(this.#place), right }, [fix]);
    } else this.#reading.report(code, place, { right }, [fix]);
  }

  /** The days asked for, those of `20 day` included; undefined where none are, null after a report. */
  #days(): WordParts["days"] | undefined {
    const { count, days } = this.#parts;
    if (count === null) return days ?? undefined;
    if (days !== null && !days.single) {
      this.#reading.report("repeated-part", days, { what: "range of days" }, [this.#reading.remove(days)]);
      return null;
    }
    // `yesterday's 20 day high`: the twenty days that end then.
    return { from: count.from, to: count.to, range: rangeOfLast(count.value, days?.range.to ?? 0), single: false };
  }

  #extreme<G extends "daily" | "intraday">(
    part: NonNullable<WordParts["extreme"]>,
    group: G,
  ): Extreme<Field<G>["name"]> | null {
    const field = fieldOfGroup(part.fields, group);
    const of = part.func === "max" ? "max" : "min";
    if (field) return { of, field: field.name };
    this.#reading.report("misplaced", part, { found: this.#reading.text(part) }, [this.#reading.remove(part)]);
    return null;
  }

  #misplaced(part: Span): void {
    this.#reading.report("misplaced", part, { found: this.#reading.text(part) }, [this.#reading.remove(part)]);
  }

  #intraday(field: Field<"intraday">): DataPoint | null {
    if (!this.#refused.only(["basis", "func", "days", "window", "at", "extreme"])) return null;
    if (!this.#refused.oneDay()) return null;
    const { extreme, func, window, at } = this.#parts;
    const common = {
      field: field.name,
      day: this.#parts.days?.range.from ?? 0,
      basis: this.#parts.basis?.value ?? ("unadj" as const),
    };
    if (at) {
      const other = func ?? window ?? extreme;
      if (!other) return { group: "intraday-at-time", ...common, time: at.minute };
      this.#misplaced(other);
      return null;
    }
    const start = window?.start ?? REGULAR_OPEN;
    const end = window?.end ?? REGULAR_CLOSE - 1;
    if (extreme) {
      if (func) {
        this.#misplaced(func);
        return null;
      }
      const found = this.#extreme(extreme, "intraday");
      return found && { group: "intraday-at", ...common, at: found, start, end };
    }
    const usual = func?.value ?? field.windowDefault;
    if (usual !== undefined) return { group: "intraday", func: usual, ...common, start, end };
    const right = this.#reading.notation.print(dataNode({ group: "intraday", func: "first", ...common, start, end }));
    const found = this.#reading.text(this.#name);
    this.#reading.report("window-needs-function", this.#place, { found, right }, [
      this.#reading.fix(right, this.#place),
    ]);
    return null;
  }

  #fact(): DataPoint | null {
    const { basis } = this.#parts;
    if (basis) {
      this.#reading.report("adjusted-not-allowed", basis, {}, [this.#reading.remove(basis)]);
      return null;
    }
    if (!this.#refused.only(["days"]) || !this.#refused.oneDay()) return null;
    const day = this.#parts.days?.range.from ?? 0;
    for (const field of this.#fields)
      if (
        (field.group === "identity" || field.group === "fundamental" || field.group === "ownership") &&
        field.event === undefined
      )
        return factPoint(field, day);
    return null;
  }
}

/** The one of some fields that belongs to a group. */
const fieldOfGroup = <G extends "daily" | "intraday">(fields: readonly Field[], group: G): Field<G> | undefined =>
  FIELDS_OF[group].find((known) => fields.some((field) => field === known));

const LAST_TEN_DAYS: DayRange = { from: -10, to: -1 };

/** So many days, the last of them given. */
const rangeOfLast = (count: number, to: Day): DayRange => ({ from: to - count + 1, to });
