import { columnKey } from "../../formula/index.ts";
import { screenText, TEXT_PATTERNS } from "../../vocabulary/index.ts";
import type { CardOptionName, Minute } from "../../vocabulary/index.ts";
import { readDay } from "../days.ts";
import { cleanName } from "../names.ts";
import { windowMistake, readTime } from "../selection.ts";
import { convertValue, padTime, valueOfSelection } from "./conversion.ts";
import type { CardItem, EntryOptions } from "./entry.ts";
import { optionOf, shownOptions } from "./form.ts";
import type { FormPlace } from "./form.ts";
import { indicatorChosen } from "./indicator-options.ts";

/** An input's error; numbers are in error without a message. */
export interface FieldError {
  readonly isError: boolean;
  readonly errorMessage: string;
}

export const NO_ERROR: FieldError = { isError: false, errorMessage: "" };
const wrong = (errorMessage: string): FieldError => ({ isError: true, errorMessage });

/** Errors by option; one that is not there has none. */
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
  if (option === "name") return taken.has(columnKey(cleanName(text))) ? wrong(screenText("name-not-unique")) : null;
  if (option === "start_time" || option === "end_time" || option === "time") return timeError(place, option, text);
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
    case "digits":
    case "integer":
    case "decimal":
    case "symbols":
      return TEXT_PATTERNS[pattern].whole.test(text) ? null : wrong("");
  }
  return pattern satisfies never;
}

/** Times between 04:00 and 19:59, start not after end. The Fundamental card knows the whole day. */
function timeError(place: FormPlace, option: "start_time" | "end_time" | "time", text: string): FieldError | null {
  const wholeDay = place.card.title === "Fundamental";
  const time = minute(text);
  if (time === null) return wrong(wholeDay ? "" : screenText("time-limits"));
  if (!wholeDay) {
    // The last bar of an indicator is complete at 20:00.
    const own = option === "time" ? Math.max(time - 1, 0) : time;
    const limits = windowMistake(own, own);
    if (limits !== null) return wrong(limits);
  }
  const end = minute(place.selected.end_time ?? "");
  return option === "start_time" && end !== null && time > end ? wrong(screenText("time-order")) : null;
}

export interface Filling {
  /** Null while a field is unfilled or in error. */
  readonly item: CardItem | null;
  /** What is filled in so far. */
  readonly options: EntryOptions;
  /** Options that hold the unfilled placeholder, or no value that could be read. */
  readonly missing: readonly CardOptionName[];
  readonly errors: FieldErrors;
}

/** What the form says: an entry, or not yet one. */
export function fill(place: FormPlace, taken: ReadonlySet<string>): Filling {
  const errors = errorsOf(place, taken);
  const missing: CardOptionName[] = [];
  let options: EntryOptions = {};
  for (const option of shownOptions(place)) {
    const read = readSelected(place, option);
    if (read !== null) options = { ...options, ...read };
    else if (optionOf(place.point, option).optional !== true) missing.push(option);
  }
  const whole = missing.length === 0 && Object.keys(errors).length === 0;
  const item: CardItem | null = whole
    ? { kind: "card", tab: place.tab.name, data_point: sourceOf(place), options }
    : null;
  return { item, options, missing, errors };
}

/** The selection of one option as an added entry has it; null where it is unfilled. */
function readSelected({ point, selected }: FormPlace, option: CardOptionName): EntryOptions | null {
  switch (option) {
    case "adjusted":
      return { adjusted: selected.adjusted ?? false };
    case "condition":
      return selected.condition === undefined || selected.condition === 0 ? null : { condition: selected.condition };
    case "value": {
      const value = valueOfSelection(point, selected.value ?? "");
      return value === null ? null : { value };
    }
    case "day":
    case "days":
    case "offset":
    case "bar":
    case "num_bars": {
      const text = selected[option] ?? "";
      // -0 and 0 are one day.
      return TEXT_PATTERNS.integer.whole.test(text) ? { [option]: Number(text) || 0 } : null;
    }
    case "start_time":
    case "end_time":
    case "time": {
      const text = padTime(selected[option] ?? "");
      return text === "" ? null : { [option]: text };
    }
    case "is_the":
      return selected.is_the === "MAX" || selected.is_the === "MIN" ? { is_the: selected.is_the } : null;
    case "params": {
      const params = (selected.params ?? "").split(",").filter((part) => part.trim() !== "");
      return params.length === 0 ? null : { params: params.map(parameter) };
    }
    case "name":
    case "tag": {
      const text = cleanName(selected[option] ?? "");
      return text === "" ? null : { [option]: text };
    }
    case "func":
    case "data_point_to_evaluate":
    case "line": {
      const text = selected[option] ?? "";
      return text === "" ? null : { [option]: text };
    }
  }
  return option satisfies never;
}

const parameter = (text: string): number | string => {
  const value = convertValue(text);
  return typeof value === "object" ? text.trim() : value;
};

/** The data point of an entry: none for an indicator that fixes its own inputs. */
export function sourceOf(place: FormPlace): string {
  const { card, point, advanced } = place;
  const indicator = card.title === "Indicator" && !advanced ? indicatorChosen(place) : null;
  return indicator !== null && indicator.source === null ? "" : point.name;
}
