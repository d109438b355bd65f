import {
  GROUPS,
  RANGE_FUNCTIONS,
  readStatementName,
  REGULAR_CLOSE,
  REGULAR_OPEN,
  STATEMENT_ITEMS,
  statementName,
} from "../../vocabulary/index.ts";
import type { Field, Group, IntradayField, Minute, RangeFunctionName } from "../../vocabulary/index.ts";
import type { DataPoint, DayRange, Extreme, Span } from "../tree.ts";
import { fieldNames, fieldOf, indicatorOf, isGroup, isRangeFunction, rangeFunctionMeant } from "./catalogue.ts";
import type { Cst } from "./cst.ts";
import { factPoint } from "../fact-point.ts";
import { joinedNames } from "./joined-names.ts";
import { readIndicator } from "./indicator-points.ts";
import { hint, nearest } from "./nearest.ts";
import {
  BASIS_WORDS,
  parenthesesFix,
  readParts,
  refuseOtherSecurity,
  reportSingleDay,
  reportOtherSecurity,
} from "./point-parts.ts";
import type { NamePart, PointParts } from "./point-parts.ts";
import { rangeText } from "./literal-text.ts";
import { EVENT_WINDOW, pointText } from "./point-text.ts";
import type { Reading } from "./reading.ts";
import { unknownGroup } from "./unknown-group.ts";

/** The data point between a pair of brackets with its defaults filled in; null after a report. */
export function readPoint(reading: Reading, cst: Cst): DataPoint | null {
  if (cst.kids.some(({ error }) => error)) return null;
  const parts = readParts(reading, cst);
  if (parts === null) return null;
  const inside = { from: cst.from, to: cst.to };
  if (joinedNames(reading, parts, inside)) return null;
  const [head, ...names] = parts.names;
  if (!head) {
    if (parts.days || parts.times || parts.at || parts.basis || parts.timeframe)
      reading.report("group-missing", inside, { right: "[daily close]" });
    else reading.report("point-empty", inside, {});
    return null;
  }
  const group = head.text.toLowerCase();
  if (!isGroup(group)) {
    unknownGroup(reading, head, parts);
    return null;
  }
  if (head.params && group !== "indicator") {
    reading.report("no-parameters", head.params, { found: head.text }, [reading.fix("", head.params, "Remove them")]);
    return null;
  }
  return new PointReader(reading, group, { ...parts, names }, inside).read();
}

/** The statement item that was probably meant, with the given quarter. */
export function nearestStatement(name: string): string | null {
  const [, head = "", suffix = ""] = /^(.*?)(-[1-9]\d?q)?$/.exec(name.toLowerCase()) ?? [];
  const names = STATEMENT_ITEMS.flatMap(({ item, accepted = [] }) => [item, ...accepted]);
  const near = nearest(head, names);
  const read = near === null ? null : readStatementName(near + suffix);
  return read && statementName(read.item, read.quarter);
}

class PointReader {
  readonly #reading: Reading;
  readonly #group: Group;
  readonly #parts: PointParts;
  readonly #place: Span;

  constructor(reading: Reading, group: Group, parts: PointParts, place: Span) {
    this.#reading = reading;
    this.#group = group;
    this.#parts = parts;
    this.#place = place;
  }

  read(): DataPoint | null {
    const { ofSymbol } = this.#parts;
    if (ofSymbol === null) return this.#own();
    if (this.#group === "earnings") {
      refuseOtherSecurity(this.#reading, ofSymbol);
      return null;
    }
    const own = this.#own();
    return own && { ...own, ofSymbol: ofSymbol.symbol };
  }

  #own(): DataPoint | null {
    switch (this.#group) {
      case "daily":
        return this.#daily();
      case "intraday":
        return this.#intraday();
      case "weekly":
      case "monthly":
        return this.#period(this.#group);
      case "indicator":
        return readIndicator(this.#reading, this.#parts, this.#place);
      case "identity":
      case "fundamental":
      case "ownership":
        return this.#fact(this.#group);
      case "earnings":
        return this.#statement();
    }
    return this.#group satisfies never;
  }

  #daily(): DataPoint | null {
    if (!this.#onlyParts(["at", "days", "basis"], this.#intradayMeant())) return null;
    const { at, days } = this.#parts;
    if (at?.kind === "time") {
      this.#reading.report("part-not-allowed", at, { group: "daily", what: "time" }, [this.#intradayMeant()]);
      return null;
    }
    const named = this.#functionAndField("daily");
    if (named === null) return null;
    const { func, field } = named;
    const basis = this.#parts.basis?.value ?? "unadj";
    const range: DayRange = days?.range ?? { from: 0, to: 0 };
    if (at) {
      const extreme = this.#extreme("daily", at);
      if (extreme === null) return null;
      if (func !== null) {
        this.#reading.report("misplaced", named.place, { found: func }, [this.#reading.remove(named.place)]);
        return null;
      }
      if (days === null) {
        this.#reading.report("extreme-needs-range", at, { extreme: extreme.of }, [
          this.#reading.fix(`${this.#reading.text(at)} -10 .. -1`, at, "Write a range of 10 days"),
        ]);
        return null;
      }
      return { group: "daily-at", field, at: extreme, days: range, basis };
    }
    if (func !== null && days?.single) reportSingleDay(this.#reading, days, range.from);
    if (func !== null) return { group: "daily-range", func, field, days: range, basis };
    if (days && !days.single) {
      const usual = fieldOf("intraday", field)?.windowDefault ?? "last";
      const forward = { from: Math.min(range.from, range.to), to: Math.max(range.from, range.to) };
      const right = pointText({ group: "daily-range", func: usual, field, days: forward, basis });
      this.#reading.report("range-needs-function", days, { right }, [this.#reading.fix(right, this.#place)]);
      return null;
    }
    return { group: "daily", field, day: range.from, basis };
  }

  #intraday(): DataPoint | null {
    if (!this.#onlyParts(["at", "days", "times", "basis"], null) || !this.#oneDay()) return null;
    const { at, times } = this.#parts;
    const named = this.#functionAndField("intraday");
    if (named === null) return null;
    const { func, field } = named;
    const day = this.#parts.days?.range.from ?? 0;
    const basis = this.#parts.basis?.value ?? "unadj";
    if (at && func !== null) {
      this.#reading.report("misplaced", named.place, { found: func }, [this.#reading.remove(named.place)]);
      return null;
    }
    if (at?.kind === "time") {
      if (times) {
        this.#reading.report("repeated-part", times, { what: "time or window" }, [this.#reading.remove(times)]);
        return null;
      }
      return { group: "intraday-at-time", field, time: at.minute, day, basis };
    }
    if (times?.single) {
      const right = pointText({ group: "intraday-at-time", field, time: times.start, day, basis });
      this.#reading.report("window-needs-at", times, { right }, [this.#reading.fix(right, this.#place)]);
      return null;
    }
    // The regular session, as in a new entry of a card.
    const start = times?.start ?? REGULAR_OPEN;
    const end = times?.end ?? REGULAR_CLOSE - 1;
    if (at) {
      const extreme = this.#extreme("intraday", at);
      return extreme && { group: "intraday-at", field, at: extreme, start, end, day, basis };
    }
    const usual = func ?? fieldOf("intraday", field)?.windowDefault;
    if (usual === undefined) {
      this.#windowNeedsFunction(field, { start, end }, day);
      return null;
    }
    return { group: "intraday", func: usual, field, start, end, day, basis };
  }

  /** `[weekly close -1 adj]`, `[monthly high so far]`. */
  #period(group: "weekly" | "monthly"): DataPoint | null {
    const names = this.#parts.names.map(({ text }) => text.toLowerCase());
    const soFar = names.at(-2) === "so" && names.at(-1) === "far";
    const [name, extra] = soFar ? this.#parts.names.slice(0, -2) : this.#parts.names;
    const field = this.#field(group, name);
    if (field === null || (extra && this.#misplaced(extra))) return null;
    if (!this.#onlyParts(["days", "basis"], null) || !this.#oneDay()) return null;
    const { days, basis } = this.#parts;
    if (soFar && days) {
      this.#reading.report("part-not-allowed", days, { group: "so far", what: group === "weekly" ? "week" : "month" }, [
        this.#reading.remove(days),
      ]);
      return null;
    }
    return { group, field: field.name, offset: days?.range.from ?? 0, soFar, basis: basis?.value ?? "unadj" };
  }

  #windowNeedsFunction(field: IntradayField, window: { start: Minute; end: Minute }, day: number): void {
    const right = pointText({ group: "intraday", func: "first", field, ...window, day, basis: "unadj" });
    this.#reading.report("window-needs-function", this.#place, { found: field, right }, [
      this.#reading.fix(right, this.#place),
    ]);
  }

  #fact(group: "identity" | "fundamental" | "ownership"): DataPoint | null {
    if (this.#parts.basis) {
      const { basis } = this.#parts;
      this.#reading.report("adjusted-not-allowed", basis, {}, [this.#reading.remove(basis)]);
      return null;
    }
    const [name, extra] = this.#parts.names;
    const field = this.#field(group, name);
    if (field === null || (extra && this.#misplaced(extra))) return null;
    if (!this.#onlyParts(field.event === "window" ? ["days", "times"] : ["days"], null) || !this.#oneDay()) return null;
    const day = this.#parts.days?.range.from ?? 0;
    if (field.event === undefined) return factPoint(field, day);
    const { start, end } = this.#parts.times ?? EVENT_WINDOW;
    return { group: "event", field: field.name, start, end, day };
  }

  #statement(): DataPoint | null {
    const [name, extra] = this.#parts.names;
    if (!name) {
      this.#reading.report("field-missing", this.#place, { group: "earnings", options: "total-revenue-1q, …" });
      return null;
    }
    if (!this.#onlyParts([], null) || (extra && this.#misplaced(extra))) return null;
    const read = readStatementName(name.text);
    // Other signs between the words are read too, with a message that the name has hyphens.
    if (read && /^[a-z0-9-]+$/i.test(name.text)) return { group: "earnings", ...read };
    const right = read ? statementName(read.item, read.quarter) : nearestStatement(name.text);
    this.#reading.report("statement-item", name, { found: name.text, hint: hint(right) }, [
      this.#reading.instead(right, name),
    ]);
    return null;
  }

  /** `[func] field` of bars. */
  #functionAndField<G extends "daily" | "intraday">(
    group: G,
  ): { func: RangeFunctionName | null; field: Field<G>["name"]; place: Span } | null {
    const [first, second, third] = this.#parts.names;
    if (third && this.#misplaced(third)) return null;
    if (!second) {
      // A function without anything after it lacks its field.
      const alone = first && isRangeFunction(first.text.toLowerCase()) ? undefined : first;
      const field = this.#field(group, alone);
      return field === null ? null : { func: null, field: field.name, place: this.#place };
    }
    if (!first) return null;
    const func = first.text.toLowerCase();
    const place = { from: first.from, to: first.to };
    if (isRangeFunction(func)) {
      const field = this.#field(group, second);
      return field === null ? null : { func, field: field.name, place };
    }
    const swapped = isRangeFunction(second.text.toLowerCase()) && fieldOf(group, func);
    if (!swapped && fieldOf(group, func)) {
      this.#otherName(second);
      return null;
    }
    const meant =
      rangeFunctionMeant(func) ??
      nearest(
        func,
        RANGE_FUNCTIONS.map(({ name }) => name),
      );
    const fix = swapped
      ? this.#reading.fix(`${second.text} ${first.text}`, { from: first.from, to: second.to })
      : this.#reading.instead(meant, first);
    const known = swapped ? `${second.text} ${first.text}` : meant;
    this.#reading.report("unknown-range-function", first, { found: first.text, hint: hint(known) }, [fix]);
    return null;
  }

  #field<G extends Group>(group: G, name: NamePart | undefined): Field<G> | null {
    if (!name) {
      const options = fieldNames(group);
      const { to } = this.#groupSpan();
      const after = this.#parts.names.at(-1)?.to ?? to;
      const fixes = options.map((option) => this.#reading.fix(` ${option}`, { from: after, to: after }, option));
      this.#reading.report("field-missing", this.#place, { group, options: options.join(", ") }, fixes);
      return null;
    }
    if (name.params) {
      const fix = indicatorOf(name.text)
        ? this.#reading.fix("indicator", this.#groupSpan())
        : fieldOf(group, name.text)
          ? parenthesesFix(this.#reading, name.params)
          : null;
      this.#reading.report("no-parameters", name.params, { found: name.text }, [fix]);
      return null;
    }
    const field = fieldOf(group, name.text);
    if (field) return field;
    const near = nearest(name.text, fieldNames(group));
    const elsewhere =
      GROUPS.find((other) => fieldOf(other, name.text)) ?? (indicatorOf(name.text) ? "indicator" : null);
    const fix =
      elsewhere === null ? this.#reading.instead(near, name) : this.#reading.fix(elsewhere, this.#groupSpan());
    const meant = elsewhere === null ? near : `${elsewhere} ${name.text}`;
    this.#reading.report("unknown-field", name, { group, found: name.text, hint: hint(meant) }, [fix]);
    return null;
  }

  #groupSpan(): Span {
    const start = this.#place.from + 1;
    const from = start + (/\S/.exec(this.#reading.source.slice(start))?.index ?? 0);
    return { from, to: from + this.#group.length };
  }

  #extreme<G extends "daily" | "intraday">(
    group: G,
    at: Extract<PointParts["at"], { kind: "extreme" }>,
  ): Extreme<Field<G>["name"]> | null {
    const of = at.of.text.toLowerCase();
    const meant = rangeFunctionMeant(of);
    if (of !== "max" && of !== "min") {
      const near = meant === "max" || meant === "min" ? meant : nearest(of, ["max", "min"]);
      this.#reading.report("unknown-range-function", at.of, { found: at.of.text, hint: hint(near) }, [
        this.#reading.instead(near, at.of),
      ]);
      return null;
    }
    const field = this.#field(group, at.field);
    return field === null ? null : { of, field: field.name };
  }

  /** A second name behind a field: perhaps the symbol of another security. */
  #otherName(part: NamePart): void {
    if (!/^[A-Z]{1,5}(?:\.[A-Z])?$/.test(part.text)) this.#misplaced(part);
    else reportOtherSecurity(this.#reading, part, part.text);
  }

  #misplaced(part: NamePart): true {
    const basis = BASIS_WORDS.get(part.text.toLowerCase());
    const fix = basis === undefined ? this.#reading.remove(part) : this.#reading.fix(basis, part);
    this.#reading.report("misplaced", part, { found: part.text }, [fix]);
    return true;
  }

  #intradayMeant(): ReturnType<Reading["fix"]> | null {
    const { times, at } = this.#parts;
    return times || at?.kind === "time" ? this.#reading.fix("intraday", this.#groupSpan()) : null;
  }

  #oneDay(): boolean {
    const { days } = this.#parts;
    if (days === null || days.single) return true;
    this.#reading.report("single-day", days, { group: this.#group }, [this.#overDays(days)]);
    return false;
  }

  /** Fix: a function over the days around the point, where the point names a function; else its last day. */
  #overDays(days: NonNullable<PointParts["days"]>): ReturnType<Reading["fix"]> | null {
    const over = { max: "highest", min: "lowest", sum: "sum", first: "first", last: "last" };
    const [func = "", field] = this.#parts.names.map(({ text }) => text.toLowerCase());
    const call =
      this.#group === "intraday" && field !== undefined ? new Map(Object.entries(over)).get(func) : undefined;
    // A later day only if every day of the range is one.
    const last = Math.min(days.range.to, Math.max(days.range.from, 0));
    if (call === undefined) return this.#reading.fix(String(last), days);
    const inside = this.#reading.text({ from: this.#place.from, to: days.from }).trimEnd();
    const rest = this.#reading.text({ from: days.to, to: this.#place.to });
    return this.#reading.fix(`${call}(${inside}${rest}, ${rangeText(days.range)})`, this.#place);
  }

  /** Refuses parts that the group does not take. */
  #onlyParts(allowed: readonly (keyof PointParts)[], fix: ReturnType<Reading["fix"]> | null): boolean {
    const what = {
      at: "at",
      days: "day",
      times: "window of times",
      timeframe: "size of bars",
      basis: "adj, adjdiv or unadj",
    };
    for (const key of ["at", "days", "times", "timeframe", "basis"] as const) {
      const part = this.#parts[key];
      if (part === null || allowed.includes(key)) continue;
      this.#reading.report("part-not-allowed", part, { group: this.#group, what: what[key] }, [
        fix ?? this.#reading.remove(part),
      ]);
      return false;
    }
    return true;
  }
}
