import type { Node } from "../formula/index.ts";
import { cardOf } from "../vocabulary/index.ts";
import type { CardSide } from "../vocabulary/index.ts";
import { CARDS } from "./cards.ts";
import type { Card } from "./cards.ts";
import type { Made } from "./made.ts";
import { readFilter } from "./conditions.ts";
import { readFormula } from "./formulas.ts";
import type { Formula } from "./formulas.ts";
import type { Report } from "./json.ts";
import { ObjectReader, kindOf, pathTo } from "./json.ts";
import { cleanName, readName } from "./names.ts";
import type { EntryGroup } from "./request.ts";
import { readSelection } from "./selection.ts";

/** One filter or column as read, before names and formulas are looked at together. */
export interface Entry {
  readonly group: EntryGroup;
  readonly path: string;
  /** Where mistakes of the formula are shown: `….formula` of a Custom entry, else the entry. */
  readonly formulaPath: string;
  /** Tag or Name In Excel; null where none is given. */
  readonly name: string | null;
  /** Null where none is given. */
  readonly tag: string | null;
  /** Of a filter that has a tag: its other label. Null where there is none. */
  readonly second: string | null;
  /** Null where the entry has mistakes that were reported already. */
  readonly formula: Formula | null;
}

const ofTree = (tree: Node | null): Formula | null => (tree === null ? null : { kind: "tree", tree });

/** Keys of entries that are only for people and are ignored. */
const REMARKS = ["display", "description"] as const;

/** The data point of an entry; several only on an earnings card. */
function readPoint(card: Card, entry: ObjectReader, given: unknown, made: (point: string) => Made): Node | null {
  if (typeof given !== "string" || (given.trim() === "" && card.group !== "indicator")) {
    entry.error(
      "data_point",
      "missing",
      given === undefined ? "data_point is missing." : `A text belongs here, not ${kindOf(given)}.`,
    );
    return null;
  }
  const point = made(given);
  if (!("refused" in point)) return point;
  entry.error(point.key, "card", point.refused);
  return null;
}

/** One entry of a card's list; several where an earnings entry names several items. Empty where it is no object. */
export function readCardEntry(
  card: Card,
  side: CardSide,
  value: unknown,
  path: string,
  report: Report,
): readonly Entry[] {
  const entry = ObjectReader.of(value, path, report);
  if (entry === null) return [];
  const tag = readName(entry, "tag");
  const excel = readName(entry, "name");
  const name = side === "filters" ? (tag ?? excel) : excel;
  for (const key of REMARKS) entry.text(key);
  // An indicator may be named by its function alone.
  const given = entry.take("data_point") ?? (card.group === "indicator" ? "" : undefined);
  const selection = readSelection(entry, card.options);
  const second = side === "filters" && tag !== null ? excel : null;
  const base = { group: card.group, path, formulaPath: path, tag, second };
  if (side === "filters") {
    const point = readPoint(card, entry, given, (one) => card.make(one, selection));
    const tree = point === null ? null : readFilter(entry, point);
    // Without a data point its condition and value are not judged.
    if (point === null) for (const key of ["condition", "operator", "value"]) entry.take(key);
    entry.close();
    return [{ ...base, name, formula: ofTree(tree) }];
  }
  entry.close();
  const several: readonly unknown[] = card.group === "earnings" && Array.isArray(given) ? given : [given];
  if (several.length === 0) entry.error("data_point", "missing", "data_point is missing.");
  return several.map((one) => {
    const point = readPoint(card, entry, one, (each) => card.make(each, selection));
    // A group of statement items shares one name, so each item needs its own.
    const own = several.length === 1 ? name : cleanName(`${name ?? ""} ${String(one)}`);
    return { ...base, name: own, formula: ofTree(point) };
  });
}

function readCustomEntry(side: CardSide, value: unknown, path: string, report: Report): Entry | null {
  const entry = ObjectReader.of(value, path, report);
  if (entry === null) return null;
  const tag = readName(entry, "tag");
  const name = readName(entry, "name");
  for (const key of REMARKS) entry.text(key);
  // Offsets are those of the text that was typed, where it came along.
  const formulaPath = pathTo(path, entry.has("inputFormula") ? "inputFormula" : "formula");
  const formula = readFormula(entry);
  entry.close();
  if (side === "columns" && name === null && tag === null)
    entry.error("name", "name-missing", "Name In Excel is missing.");
  const label = side === "filters" ? (tag ?? name) : (name ?? tag);
  const second = side === "filters" && tag !== null ? name : null;
  return { group: "custom", path, formulaPath, tag, second, name: label, formula };
}

/** The entries of one side of a request, card by card in the order of a workbook's columns, Custom last. */
export function readEntries(request: ObjectReader, side: CardSide, limit: number, report: Report): readonly Entry[] {
  const reader = request.object(side);
  if (reader === null) return [];
  const technical = reader.object("Technical");
  const entries: Entry[] = [];
  for (const card of CARDS) {
    const shown = cardOf(side, card.title);
    if (shown === null) continue;
    const [first, second] = shown.place;
    const holder = second === undefined ? reader : technical;
    const key = second ?? first;
    if (holder === null || key === undefined) continue;
    for (const [index, value] of holder
      .list(key)
      .slice(0, limit + 1)
      .entries())
      entries.push(...readCardEntry(card, side, value, pathTo(pathTo(holder.path, key), index), report));
  }
  for (const [index, value] of reader
    .list("Custom")
    .slice(0, limit + 1)
    .entries()) {
    const entry = readCustomEntry(side, value, pathTo(pathTo(reader.path, "Custom"), index), report);
    if (entry !== null) entries.push(entry);
  }
  technical?.close();
  reader.close();
  if (entries.length > limit) {
    report({ path: side, severity: "error", code: "too-many", message: `At most ${limit} ${side}.` });
    return entries.slice(0, limit);
  }
  return entries;
}
