import type { DataPointMember, Member } from "../formula/index.ts";
import { ADJUSTED_CHOICES, LIMITS } from "../vocabulary/index.ts";
import type { ObjectReader } from "./json.ts";
import { isObject, pathTo } from "./json.ts";

type Kind = "text" | "number" | "boolean" | "list" | "basis";

/** What each key of a data point must be; the first four always stand there, but `n` gives way to `from` and `to`. */
const DATA_POINT: Readonly<Record<Exclude<keyof DataPointMember, "type">, Kind>> = {
  value: "text",
  data_point: "text",
  adjusted: "basis",
  n: "number",
  from: "number",
  to: "number",
  func: "text",
  start_time: "text",
  end_time: "text",
  is_the: "text",
  data_point_to_evaluate: "text",
  params: "list",
  line: "text",
  timeframe: "number",
  time: "text",
  bars: "text",
  so_far: "boolean",
  of_symbol: "text",
  code: "text",
};
const REQUIRED = ["value", "data_point", "adjusted"] as const;

/** Keys of each other member, all of them required. */
const OTHERS: Readonly<Record<Exclude<Member["type"], "data_point">, Readonly<Record<string, Kind>>>> = {
  operator: { value: "text" },
  number: { value: "number" },
  parameter: { value: "text" },
  text: { value: "text" },
  time: { value: "text" },
  date: { value: "text" },
  column: { value: "text" },
  function: { value: "text" },
  range: { from: "number", to: "number" },
  group: { value: "text" },
};

function is(kind: Kind, value: unknown): boolean {
  if (kind === "list")
    return Array.isArray(value) && value.every((one) => typeof one === "number" || typeof one === "string");
  if (kind === "basis") return ADJUSTED_CHOICES.some(({ adjusted }) => adjusted === value);
  return typeof value === (kind === "text" ? "string" : kind) && (kind !== "number" || Number.isFinite(value));
}

const fits = (
  value: Readonly<Record<string, unknown>>,
  kinds: ReadonlyMap<string, Kind>,
  required: readonly string[],
) =>
  required.every((key) => Object.hasOwn(value, key)) &&
  Object.entries(value).every(([key, one]) => {
    const kind = kinds.get(key);
    return key === "type" || (kind !== undefined && is(kind, one));
  });

function isMember(value: unknown): value is Member {
  if (!isObject(value) || typeof value["type"] !== "string") return false;
  if (value["type"] === "data_point") return fits(value, new Map(Object.entries(DATA_POINT)), REQUIRED);
  const kinds = new Map(Object.entries(OTHERS)).get(value["type"]);
  return kinds !== undefined && fits(value, new Map(Object.entries(kinds)), Object.keys(kinds));
}

/** A formula sent as its members; null where one of them is none. */
export function readMembers(given: readonly unknown[], entry: ObjectReader): readonly Member[] | null {
  if (given.length === 0 || given.length > LIMITS.formulaCharacters) {
    entry.error("formula", "missing", `A formula has 1 to ${LIMITS.formulaCharacters} members.`);
    return null;
  }
  const list = given.filter(isMember);
  if (list.length === given.length) return list;
  const wrong = given.findIndex((one) => !isMember(one));
  entry.errorAt(pathTo(pathTo(entry.path, "formula"), wrong), "member", "This is no member of a formula.");
  return null;
}
