import { columnKey } from "../../formula/index.ts";
import type { KnownColumn } from "../../formula/index.ts";

const known = new WeakMap<readonly KnownColumn[], { readonly name: string; readonly rest: readonly KnownColumn[] }>();

/** All columns but one, so that a formula that refers to itself gets an error. The same list while nothing changes. */
export function columnsWithout(all: readonly KnownColumn[], name: string): readonly KnownColumn[] {
  if (name === "") return all;
  const before = known.get(all);
  if (before?.name === name) return before.rest;
  const key = columnKey(name);
  const rest = all.filter((column) => columnKey(column.name) !== key);
  known.set(all, { name, rest });
  return rest;
}
