import { plainDigits, printCode } from "../../formula/index.ts";
import { EVENT_VALUES, listedValue, TEXT_PATTERNS } from "../../vocabulary/index.ts";
import type { CardDataPoint } from "../../vocabulary/index.ts";
import { comparedPoint } from "../card-values.ts";
import { readDay } from "../days.ts";
import type { EntryValue } from "./entry.ts";
import { valueKind } from "./option-of.ts";

const upper = (text: string): string => text.trim().toUpperCase();
const hyphened = (text: string): string => upper(text).replaceAll(/\s+/g, "-");

/**
 * How a typed value becomes the value of a filter: non-numeric text containing commas is split into an upper-cased list, other text is
 * upper-cased with spaces turned into hyphens, numeric text becomes a number.
 */
export function convertValue(text: string): number | string | readonly string[] {
  const trimmed = text.trim();
  if (TEXT_PATTERNS.decimal.whole.test(trimmed)) return Number(trimmed);
  if (!trimmed.includes(",")) return hyphened(trimmed);
  return trimmed
    .split(",")
    .map(upper)
    .filter((part) => part !== "");
}

const single = (values: readonly string[]): EntryValue | null => {
  const [only, more] = values;
  return only === undefined ? null : more === undefined ? only : values;
};

/** The value of a filter as it is added; null where the selection is no value yet. */
export function valueOfSelection(point: CardDataPoint, given: string | readonly string[]): EntryValue | null {
  const kind = valueKind(point);
  const list = typeof given === "string" ? [given] : given;
  switch (kind) {
    case "boolean":
      return EVENT_VALUES.find(({ label }) => label === list[0])?.value ?? null;
    case "listed":
      return single(list.map(hyphened).filter((part) => part !== ""));
    case "number": {
      const compared = comparedPoint(list[0]);
      if (compared !== null) return printCode(compared);
      return TEXT_PATTERNS.decimal.whole.test(list[0] ?? "") ? Number(list[0]) || 0 : null;
    }
    case "time": {
      const time = padTime(list[0] ?? "");
      return TEXT_PATTERNS.time.whole.test(time) ? time : null;
    }
    case "date":
      return readDay(list[0] ?? "");
    case "symbols":
    case "text": {
      const converted = convertValue(list[0] ?? "");
      if (typeof converted === "string") return converted === "" ? null : converted;
      // A name of digits stays the text it is.
      return typeof converted === "number" ? upper(list[0] ?? "") : single(converted);
    }
  }
  return kind satisfies never;
}

/** An added value as the form shows it again. */
export function selectionOfValue(point: CardDataPoint, value: EntryValue): string | readonly string[] {
  if (typeof value === "boolean")
    return EVENT_VALUES.filter((known) => known.value === value).map(({ label }) => label);
  if (typeof value === "number") return numberTyped(value);
  const list = typeof value === "string" ? [value] : value;
  return valueKind(point) === "listed" ? list.map((one) => listedValue(point.name, one)?.value ?? one) : list.join(",");
}

/** A number as it would be typed: digits, no exponent. */
export const numberTyped = (value: number): string => `${value < 0 ? "-" : ""}${plainDigits(value)}`;

/** Times are HH:MM and padded with :00 when short: `9` is 09:00, `9:30` is 09:30. */
export function padTime(text: string): string {
  const [, hour, minute] = /^(\d{1,2})(?::(\d{2})?)?$/.exec(text.trim()) ?? [];
  return hour === undefined ? text.trim() : `${hour.padStart(2, "0")}:${minute ?? "00"}`;
}
