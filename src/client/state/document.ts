import { proxy, subscribe } from "valtio";
import { LIMITS } from "../../vocabulary/index.ts";
import { readKept, write } from "./kept.ts";
import type { Part } from "./part.ts";

export interface FilterEntry {
  readonly id: string;
  tag: string;
  formula: string;
}

export interface ColumnEntry {
  readonly id: string;
  name: string;
  formula: string;
}

/** The request being written. Text fields hold what was typed, right or wrong; checks live beside it. */
export interface RequestDocument {
  name: string;
  /** yyyy-MM-dd, or empty until the market is known. */
  start: string;
  end: string;
  filters: FilterEntry[];
  columns: ColumnEntry[];
}

export type { Part };

const KEY = "scanbook.document.1";

export const newId = (): string => crypto.randomUUID().slice(0, 8);

const text = (given: unknown): string => (typeof given === "string" ? given : "");
const list = (given: unknown): Record<string, unknown>[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === "object" && one !== null) : [];

function readDocument(value: unknown): RequestDocument | null {
  if (typeof value !== "object" || value === null) return null;
  const kept = new Map<string, unknown>(Object.entries(value));
  return {
    name: text(kept.get("name")),
    start: text(kept.get("start")),
    end: text(kept.get("end")),
    filters: list(kept.get("filters"))
      .slice(0, LIMITS.filters)
      .map((one) => ({ id: newId(), tag: text(one["tag"]), formula: text(one["formula"]) })),
    columns: list(kept.get("columns"))
      .slice(0, LIMITS.columns)
      .map((one) => ({ id: newId(), name: text(one["name"]), formula: text(one["formula"]) })),
  };
}

const EMPTY: RequestDocument = { name: "", start: "", end: "", filters: [], columns: [] };

const kept = readKept(KEY, readDocument);

/** True on the very first visit: the page then starts with an example instead of emptiness. */
export const firstVisit = kept === null;

export const requestDocument = proxy<RequestDocument>(kept ?? structuredClone(EMPTY));

subscribe(requestDocument, () => write(KEY, requestDocument));

/** Replaces everything at once, as opening a file does. What was there comes back by `restore`. */
export function replaceDocument(
  next: Omit<RequestDocument, "filters" | "columns"> & {
    readonly filters: readonly { readonly tag: string; readonly formula: string }[];
    readonly columns: readonly { readonly name: string; readonly formula: string }[];
  },
): void {
  Object.assign(requestDocument, {
    ...next,
    filters: next.filters.map((filter) => ({ ...filter, id: newId() })),
    columns: next.columns.map((column) => ({ ...column, id: newId() })),
  });
}

/** Adds an empty entry and gives its id, so that its editor can take the focus. */
export function addEntry(part: Part, formula = "", name = ""): string {
  const id = newId();
  if (part === "filters") requestDocument.filters.push({ id, tag: name, formula });
  else requestDocument.columns.push({ id, name, formula });
  return id;
}

export function removeEntry(part: Part, id: string): void {
  const list: { id: string }[] = requestDocument[part];
  const index = list.findIndex((entry) => entry.id === id);
  if (index >= 0) list.splice(index, 1);
}

export function duplicateEntry(part: Part, id: string): string {
  const copy = newId();
  if (part === "filters") {
    const index = requestDocument.filters.findIndex((entry) => entry.id === id);
    const entry = requestDocument.filters[index];
    if (entry) requestDocument.filters.splice(index + 1, 0, { ...entry, id: copy });
  } else {
    const index = requestDocument.columns.findIndex((entry) => entry.id === id);
    const entry = requestDocument.columns[index];
    if (entry) requestDocument.columns.splice(index + 1, 0, { ...entry, id: copy, name: freeName(entry.name) });
  }
  return copy;
}

/** Moves an entry by so many places; stays where it is at an end. */
export function moveEntry(part: Part, id: string, by: number): void {
  const list: { id: string }[] = requestDocument[part];
  const index = list.findIndex((entry) => entry.id === id);
  const [entry] = index < 0 || index + by < 0 || index + by >= list.length ? [] : list.splice(index, 1);
  if (entry) list.splice(index + by, 0, entry);
}

/** `Gap`, else `Gap 2`, `Gap 3` …, compared as a spreadsheet does. */
export function freeName(name: string): string {
  const taken = new Set(requestDocument.columns.map((column) => column.name.trim().toLowerCase()));
  const stem = name.replace(/ \d+$/, "");
  for (let n = 2; ; n += 1) {
    if (!taken.has(`${stem} ${n}`.toLowerCase())) return `${stem} ${n}`;
  }
}
