import type { OwnNames } from "../../vocabulary/index.ts";
import type { ParameterValues } from "../parameters.ts";
import type { Node } from "../tree.ts";

/** A column of the request as other formulas see it. */
export interface KnownColumn {
  readonly name: string;
  /** Null where its formula is unknown or has a mistake; references to it are not checked then. */
  readonly tree: Node | null;
}

/** The surroundings of a formula. */
export interface CheckEnv {
  /** The request's own columns, by `columnKey`. */
  readonly columns: ReadonlyMap<string, KnownColumn>;
  readonly use: "filter" | "column";
  /** The chosen values of the request's parameters; it has none when left out. */
  readonly parameters?: ParameterValues;
  /** Fields of which the market knows only the present value; the vocabulary's guess when left out. */
  readonly currentOnly?: ReadonlySet<string>;
  /** Values a text field has in the market, by field; the vocabulary's lists when left out. */
  readonly values?: ReadonlyMap<string, readonly string[]>;
  /** Symbols that securities of the market have or had, in capitals; any may be one where they are left out. */
  readonly symbols?: ReadonlySet<string>;
  /** The account's own lists and numbers; where they are left out, any name may be one. */
  readonly own?: OwnNames;
}

/** How column names are compared: trimmed, without regard to case. */
export const columnKey = (name: string): string => name.trim().normalize("NFC").toLowerCase();

const byKey = new WeakMap<object, ReadonlyMap<string, KnownColumn>>();

/**
 * Columns by key, the way `CheckEnv` wants them. A name that stands twice keeps its first. The same list gives the same
 * map, with which the checks keep what they found out of its columns.
 */
export function columnsByKey(columns: Iterable<KnownColumn>): ReadonlyMap<string, KnownColumn> {
  const known = byKey.get(columns);
  if (known !== undefined) return known;
  const map = new Map<string, KnownColumn>();
  for (const column of columns) {
    const key = columnKey(column.name);
    if (!map.has(key)) map.set(key, column);
  }
  byKey.set(columns, map);
  return map;
}
