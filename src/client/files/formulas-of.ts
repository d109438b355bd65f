import type { replaceDocument } from "../state/document.ts";

type Written = Parameters<typeof replaceDocument>[0];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The entries of a side that has formulas only; null where a card has entries too. */
function customOnly(side: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  if (side === undefined) return [];
  if (!isObject(side)) return null;
  const { Custom: custom = [], ...cards } = side;
  const empty = (value: unknown): boolean =>
    Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(empty);
  if (!Object.values(cards).every(empty) || !Array.isArray(custom)) return null;
  return custom.every(
    (one) => isObject(one) && typeof one["formula"] === "string" && text(one["type"] ?? "code") === "code",
  )
    ? custom.filter(isObject)
    : null;
}

/**
 * A request of formulas exactly as written, comments, blanks and mistakes included. Null where it has entries of cards,
 * another notation or an order of columns: those are read by the room `request`.
 */
export function formulasOf(json: unknown): Written | null {
  if (!isObject(json) || "column_order" in json) return null;
  const range = isObject(json["Date_Range"]) ? json["Date_Range"] : {};
  const filters = customOnly(json["filters"]);
  const columns = customOnly(json["columns"]);
  if (filters === null || columns === null || typeof json["name"] !== "string") return null;
  return {
    name: json["name"],
    start: text(range["start_date"]),
    end: text(range["end_date"]),
    filters: filters.map((one) => ({ tag: text(one["tag"] ?? one["name"]), formula: text(one["formula"]) })),
    columns: columns.map((one) => ({ name: text(one["name"] ?? one["tag"]), formula: text(one["formula"]) })),
  };
}
