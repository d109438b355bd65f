import { columnKey } from "../../formula/index.ts";
import { cardsOf, LIMITS } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { CARDS } from "../cards.ts";
import { readDay } from "../days.ts";
import { readEntries } from "../entries.ts";
import type { Entry } from "../entries.ts";
import { ObjectReader } from "../json.ts";
import type { Report } from "../json.ts";
import { columnNames, columnOrder, readOptions } from "../read-request.ts";
import type { RequestDiagnostic } from "../request.ts";
import { customItem } from "./custom-item.ts";
import { shownDay } from "./date-range.ts";
import type { Item } from "./entry.ts";
import { placedTree } from "./entry-of-tree.ts";
import { textOfTree } from "./notation.ts";
import { itemName } from "./entry.ts";
import { added } from "./added-rows.ts";
import { cardState, freshRequest, withCard } from "./state.ts";
import type { Cards, RequestState } from "./state.ts";

export interface OpenedRequest {
  readonly state: RequestState;
  /** What could not be opened, and what is wrong with the shape; formulas are judged by `readRequest`. */
  readonly diagnostics: readonly RequestDiagnostic[];
}

/** Where an entry goes: the card that shows its tree, else Custom with the reason. Null where it could not be read. */
function itemOf(entry: Entry, side: CardSide, name: string): { title: CardTitle; item: Item } | null {
  const { formula, group } = entry;
  if (formula === null) return null;
  const label = side === "filters" ? { name: "", tag: entry.name ?? "" } : { name, tag: entry.tag ?? "" };
  if (formula.kind === "text")
    return { title: "Custom", item: customItem({ type: formula.type, text: formula.text, ...label }) };
  if (group === "custom") {
    const text = textOfTree("code", formula.tree);
    return { title: "Custom", item: customItem({ type: "code", text, ...label, tree: formula.tree }) };
  }
  const placed = placedTree(formula.tree, side);
  if ("why" in placed) {
    const text = textOfTree("code", formula.tree);
    return { title: "Custom", item: customItem({ type: "code", text, ...label, tree: formula.tree }) };
  }
  const { title, item } = placed;
  const options = {
    ...item.options,
    ...(label.tag === "" ? {} : { tag: label.tag }),
    ...(label.name === "" ? {} : { name: label.name }),
  };
  return { title, item: { ...item, options } };
}

/** Adds the entries of one side to their cards, in their order. */
function placedEntries(
  state: RequestState,
  side: CardSide,
  entries: readonly Entry[],
  names: readonly string[],
): RequestState {
  const rows = new Map<CardTitle, Item[]>();
  for (const [index, entry] of entries.entries()) {
    const found = itemOf(entry, side, names[index] ?? "");
    if (found !== null) rows.set(found.title, [...(rows.get(found.title) ?? []), found.item]);
  }
  let next = state;
  for (const { title } of cardsOf(side)) {
    const items = rows.get(title);
    if (items === undefined) continue;
    const addedOptions = items.map((item) => added(side, title, item));
    next = withCard(next, side, title, { ...cardState(next, side, title), addedOptions });
  }
  return next;
}

/** Names of a builder's columns in output order: card by card as in a workbook, Custom last. */
function outputNames(cards: Cards): readonly string[] {
  const titles: readonly CardTitle[] = [...CARDS.map(({ title }) => title), "Custom"];
  return titles.flatMap((title) => (cards[title]?.addedOptions ?? []).map(({ addedItem }) => itemName(addedItem)));
}

/** The column order to keep: the one that was sent or, where an entry moved to another card, that of all columns. */
function orderToKeep(
  state: RequestState,
  names: readonly string[],
  order: readonly string[],
): readonly string[] | null {
  const own = new Map(names.map((name) => [columnKey(name), name]));
  const sent = order.flatMap((key) => own.get(key) ?? []);
  const now = outputNames(state.columnOptions);
  const given = names.filter((name) => now.includes(name));
  if (now.every((name, index) => name === given[index])) return sent.length === 0 ? null : sent;
  const place = new Map(sent.map((name, index) => [name, index]));
  return given.toSorted((a, b) => (place.get(a) ?? place.size) - (place.get(b) ?? place.size));
}

function shownDate(range: ObjectReader | null, key: string): string {
  const text = range?.take(key);
  if (typeof text !== "string") return "";
  const day = readDay(text);
  return day === null ? text : shownDay(day);
}

/**
 * Opens a request in the builder: entries that a card shows go there, all others stay formulas. Everything `readRequest`
 * accepts opens whole and is sent back meaning the same; of anything else as much as can be read. Never throws.
 */
export function openRequest(
  json: unknown,
  kind: RequestState["kind"] = "request",
  mode: RequestState["mode"] = "edit",
): OpenedRequest {
  const diagnostics: RequestDiagnostic[] = [];
  const report: Report = (found) => diagnostics.push(found);
  const fresh = freshRequest("", kind, mode);
  const reader = ObjectReader.of(json, "", report);
  if (reader === null) return { state: fresh, diagnostics };
  const requestName = reader.text("name")?.trim() ?? "";
  const description = reader.text("description") ?? "";
  const range = reader.object("Date_Range");
  const dataRange = { requestName, startTime: shownDate(range, "start_date"), endTime: shownDate(range, "end_date") };
  const filters = readEntries(reader, "filters", LIMITS.filters, report);
  const columns = readEntries(reader, "columns", LIMITS.columns, report);
  const options = readOptions(reader);
  const names = columnNames(columns, report);
  const order = columnOrder(reader, names, report);
  reader.close();
  const base = { ...fresh, description, dataRange, options };
  const state = placedEntries(placedEntries(base, "filters", filters, []), "columns", columns, names);
  return { state: { ...state, columnOrder: orderToKeep(state, names, order) }, diagnostics };
}
