import type { ListSpans, NumberRows } from "../../vocabulary/index.ts";
import type { Binding } from "./binding.ts";

/** Elements of one bound value: servers take 128 kB of each by default. */
const ELEMENTS = 5_000;

/** A long array, bound in pieces. */
function bindArray(values: readonly (string | number)[], type: string, binding: Binding): string {
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from < values.length; from += ELEMENTS)
    pieces.push(binding.bind(values.slice(from, from + ELEMENTS), `Array(${type})`));
  return pieces.length === 1 ? pieces.join("") : `arrayConcat(${pieces.join(", ")})`;
}

/** SELECT of a list's rows: symbol, first and last day. They travel with the statement, and are stored nowhere in the engine. */
export function listSelect({ symbols, from, until }: ListSpans, binding: Binding): string {
  const arrays = [
    bindArray(symbols, "String", binding),
    bindArray(from, "Int32", binding),
    bindArray(until, "Int32", binding),
  ];
  return `SELECT own.1 AS symbol, own.2 AS from_day, own.3 AS until_day FROM (SELECT arrayJoin(arrayZip(${arrays.join(", ")})) AS own)`;
}

/** SELECT of a number's rows: symbol or security, day, value. */
export function numberSelect({ of, keys, days, values }: NumberRows, binding: Binding): string {
  const arrays = [
    bindArray(keys, of === "symbol" ? "String" : "UInt32", binding),
    bindArray(days, "Int32", binding),
    bindArray(values, "Float64", binding),
  ];
  return `SELECT own.1 AS of_key, own.2 AS at_day, own.3 AS value FROM (SELECT arrayJoin(arrayZip(${arrays.join(", ")})) AS own)`;
}
