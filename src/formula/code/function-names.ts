import { CALLS } from "../../vocabulary/index.ts";
import type { Fix } from "../diagnostic.ts";
import { indicatorNames } from "./catalogue.ts";
import type { Cst } from "./cst.ts";
import { foldedNames, nearestFolded } from "./nearest.ts";
import type { Reading } from "./reading.ts";

const FUNCTIONS: readonly string[] = CALLS.map(({ name }) => name);
const FUNCTION_NAMES = foldedNames(FUNCTIONS);
const INDICATOR_NAMES = foldedNames(indicatorNames());

/**
 * Names of our functions in other formula languages, only where the meaning is the same, since a fix must keep it. Several
 * are offered as a choice; an empty list gives a hint without a fix.
 */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["iif", ["if"]],
  ["iff", ["if"]],
  ["power", ["pow"]],
  ["average", ["avg"]],
  ["mean", ["avg"]],
  ["maximum", ["max"]],
  ["minimum", ["min"]],
  ["total", ["sum"]],
  ["ceiling", ["ceil"]],
  ["barssince", ["bars_since"]],
  ["crossover", ["crosses_above"]],
  ["crossunder", ["crosses_below"]],
  // Both kinds exist there.
  ["cross", ["crosses_above", "crosses_below"]],
  ["isnull", ["is_null"]],
  ["isblank", ["is_null"]],
  ["coalesce", ["default"]],
  ["nz", ["default"]],
  ["ifnull", ["default"]],
  ["iferror", ["default"]],
  ["ref", ["at"]],
]);

/** Near, but not the same: a logarithm to another base, numbers below zero, a rank over days. Shown as a hint, never as a fix. */
const ONLY_HINTS: ReadonlyMap<string, string> = new Map([
  ["log", "ln"],
  ["int", "floor"],
  ["percentrank", "pct_rank"],
]);

/** Functions that count bars back with positive numbers, where our days are negative. */
const BACKWARDS: ReadonlySet<string> = new Set(["lag", "shift"]);

interface FunctionSuggestion {
  readonly meant: string | null;
  readonly fixes: readonly (Fix | null)[];
}

/** The function that a name of another language stands for, or the nearest name, and what may be written instead. */
export function suggestFunction(
  reading: Reading,
  name: Cst | { readonly from: number; readonly to: number },
  call: Cst | null,
): FunctionSuggestion {
  const found = reading.text(name).toLowerCase();
  const [one, ...others] = SYNONYMS.get(found) ?? [];
  if (one !== undefined) return { meant: one, fixes: [one, ...others].map((right) => reading.fix(right, name)) };
  const near = ONLY_HINTS.get(found);
  if (near !== undefined) return { meant: near, fixes: [] };
  if (BACKWARDS.has(found)) return { meant: "at", fixes: [call === null ? null : daysBack(reading, call)] };
  const meant = nearestFolded(found, FUNCTION_NAMES) ?? nearestFolded(found, INDICATOR_NAMES);
  return { meant, fixes: [meant !== null && FUNCTIONS.includes(meant) ? reading.fix(meant, name) : null] };
}

/** `lag([daily close], 1)` is the close of the day before. */
function daysBack(reading: Reading, call: Cst): Fix | null {
  const [, value, days] = /^\w+\s*\(([\s\S]*),\s*(\d{1,4})\s*\)$/.exec(reading.text(call)) ?? [];
  if (value === undefined || days === undefined) return null;
  const day = Number(days) === 0 ? "0" : `-${Number(days)}`;
  return reading.fix(`at(${value.trim()}, ${day})`, call);
}
