import { columnKey } from "../../formula/index.ts";
import { builderText, optionRow, screenText, TEXT_PATTERNS } from "../../vocabulary/index.ts";
import type { CardOptionName, Minute } from "../../vocabulary/index.ts";
import { comparedPoint } from "../card-values.ts";
import { readDay } from "../days.ts";
import { cleanName } from "../names.ts";
import { windowMistake, readTime } from "../selection.ts";
import { padTime } from "./conversion.ts";
import type { CardItem, EntryOptions } from "./entry.ts";
import { shownOptions } from "./form.ts";
import type { FormPlace } from "./form.ts";
import { indicatorChosen } from "./indicator-options.ts";
import { readOption } from "./option-kinds.ts";
import { optionOf } from "./option-of.ts";

/** An input's error; numbers are in error without a message. */
export interface FieldError {
  readonly isError: boolean;
  readonly errorMessage: string;
}

export const NO_ERROR: FieldError = { isError: false, errorMessage: "" };
const wrong = (errorMessage: string): FieldError => ({ isError: true, errorMessage });

/** Errors by option; options without an error are left out. */
export type FieldErrors = { readonly [Name in CardOptionName]?: FieldError };

const minute = (text: string): Minute | null => {
  const read = readTime(padTime(text));
  return "value" in read ? read.value : null;
};

/** `taken` holds the keys of the names of other columns. */
export function errorsOf(place: FormPlace, taken: ReadonlySet<string>): FieldErrors {
  const found: { [Name in CardOptionName]?: FieldError } = {};
  for (const option of shownOptions(place)) {
    const error = errorOf(place, option, taken);
    if (error !== null) found[option] = error;
  }
  return found;
}

function errorOf(place: FormPlace, option: CardOptionName, taken: ReadonlySet<string>): FieldError | null {
  const { point, selected } = place;
  const text = selected[option];
  if (typeof text !== "string" || text === "") return null;
  const { unique, holds } = optionRow(option);
  if (unique === true) return taken.has(columnKey(cleanName(text))) ? wrong(screenText("name-not-unique")) : null;
  if (holds === "time") return timeError(place, option, text);
  const { pattern } = optionOf(point, option);
  switch (pattern) {
    case undefined:
    case "text":
    case "parameters":
      return null;
    case "date":
      return readDay(text) === null ? wrong(screenText("invalid-date")) : null;
    case "time":
      return minute(text) === null ? wrong("") : null;
    case "value":
      if (text.startsWith("[")) return comparedPoint(text) === null ? wrong(builderText("no-point")) : null;
      return TEXT_PATTERNS[pattern].whole.test(text) ? null : wrong("");
    case "field":
    case "digits":
    case "integer":
    case "decimal":
    case "symbols":
      return TEXT_PATTERNS[pattern].whole.test(text) ? null : wrong("");
  }
  return pattern satisfies never;
}

/** Times between 04:00 and 19:59, start not after end. The Fundamental card knows the whole day. */
function timeError(place: FormPlace, option: CardOptionName, text: string): FieldError | null {
  const wholeDay = place.card.title === "Fundamental";
  const time = minute(text);
  if (time === null) return wrong(wholeDay ? "" : screenText("time-limits"));
  if (!wholeDay) {
    // The last bar of an indicator is complete at 20:00.
    const own = option === "time" ? Math.max(time - 1, 0) : time;
    const limits = windowMistake(own, own);
    if (limits !== null) return wrong(limits);
  }
  const end = shownOptions(place).includes("end_time") ? minute(place.selected.end_time ?? "") : null;
  return option === "start_time" && end !== null && time > end ? wrong(screenText("time-order")) : null;
}

interface Filling {
  /** Null while a field is unfilled or in error. */
  readonly item: CardItem | null;
  /** What is filled in so far. */
  readonly options: EntryOptions;
  /** Options that are empty or have no readable value. */
  readonly missing: readonly CardOptionName[];
  readonly errors: FieldErrors;
}

/** The form's entry, or what is missing. */
export function fill(place: FormPlace, taken: ReadonlySet<string>): Filling {
  const errors = errorsOf(place, taken);
  const missing: CardOptionName[] = [];
  let options: EntryOptions = {};
  for (const option of shownOptions(place)) {
    const read = readOption(option, place.selected, place.point);
    if (read !== null) options = { ...options, ...read };
    else if (optionOf(place.point, option).optional !== true) missing.push(option);
  }
  const whole = missing.length === 0 && Object.keys(errors).length === 0;
  const item: CardItem | null = whole
    ? { kind: "card", tab: place.tab.name, data_point: sourceOf(place), options }
    : null;
  return { item, options, missing, errors };
}

/** The data point of an entry: none for an indicator that fixes its own inputs. */
export function sourceOf(place: FormPlace): string {
  const { card, point, advanced } = place;
  const indicator = card.title === "Indicator" && !advanced ? indicatorChosen(place) : null;
  return indicator !== null && indicator.source === null ? "" : point.name;
}
