import { columnKey } from "../../formula/index.ts";
import { LIMITS, showDate } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { readDay } from "../days.ts";
import { readEntries } from "../entries.ts";
import type { Entry } from "../entries.ts";
import { ObjectReader } from "../json.ts";
import type { Report } from "../json.ts";
import { columnNames, columnOrder, filterOrder, readOptions } from "../read-request.ts";
import { readOutcome } from "../outcome.ts";
import { readHoldOut, readParameters } from "../read-parameters.ts";
import type { RequestDiagnostic } from "../request.ts";
import { customItem } from "./custom-item.ts";
import { textOfTree } from "./notation.ts";
import { itemName } from "./entry.ts";
import { filterOrderToKeep, itemOfTree, placeItems } from "./place-items.ts";
import type { PlacedItem } from "./place-items.ts";
import { rowsOf } from "./request-json.ts";
import { freshRequest } from "./state.ts";
import type { RequestState } from "./state.ts";

export interface OpenedRequest {
  readonly state: RequestState;
  /** What could not be opened, and what is wrong with the shape; formulas are judged by `readRequest`. */
  readonly diagnostics: readonly RequestDiagnostic[];
}

/** Where an entry goes: the card that shows its tree, else Custom. Null where it could not be read. */
function itemOf(entry: Entry, side: CardSide, name: string): PlacedItem | null {
  const { formula, group } = entry;
  if (formula === null) return null;
  const label =
    side === "filters" ? { name: entry.second ?? "", tag: entry.name ?? "" } : { name, tag: entry.tag ?? "" };
  if (formula.kind === "text")
    return { title: "Custom", item: customItem({ type: formula.type, text: formula.text, ...label }) };
  const { tree } = formula;
  const text = (): string => textOfTree("code", tree);
  if (group === "custom") return { title: "Custom", item: customItem({ type: "code", text: text(), ...label, tree }) };
  return itemOfTree(tree, side, { type: "code", text, ...label });
}

/** Names of a builder's columns in the order of their cards in a workbook. */
const outputNames = (state: RequestState): readonly string[] =>
  rowsOf(state, "columns").map(({ added: { addedItem } }) => itemName(addedItem));

/** The column order to keep: the one that was sent or, where an entry moved to another card, that of all columns. */
function orderToKeep(
  state: RequestState,
  names: readonly string[],
  order: readonly string[],
): readonly string[] | null {
  const own = new Map(names.map((name) => [columnKey(name), name]));
  const sent = order.flatMap((key) => own.get(key) ?? []);
  const now = outputNames(state);
  const given = names.filter((name) => now.includes(name));
  if (now.every((name, index) => name === given[index])) return sent.length === 0 ? null : sent;
  const place = new Map(sent.map((name, index) => [name, index]));
  return given.toSorted((a, b) => (place.get(a) ?? place.size) - (place.get(b) ?? place.size));
}

function shownDate(range: ObjectReader | null, key: string): string {
  const text = range?.take(key);
  if (typeof text !== "string") return "";
  const day = readDay(text);
  return day === null ? text : showDate(day);
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
  const filtersFirst = filterOrder(reader, filters, report);
  const outcome = readOutcome(reader, names);
  const parameters = readParameters(reader, report);
  const holdOut = readHoldOut(reader, report);
  const text = reader.text("text");
  reader.close();
  const read = <Kept>(entry: Entry, kept: (item: PlacedItem) => Kept, side: CardSide, name = ""): Kept[] => {
    const item = itemOf(entry, side, name);
    return item === null ? [] : [kept(item)];
  };
  const opened = filters.flatMap((entry) => read(entry, (item) => ({ entry, item }), "filters"));
  const base = { ...fresh, description, dataRange, options, outcome, parameters, holdOut, text };
  const withFilters = placeItems(
    base,
    "filters",
    opened.map(({ item }) => item),
  );
  const items = columns.flatMap((entry, index) => read(entry, (item) => item, "columns", names[index]));
  const { state } = placeItems(withFilters.state, "columns", items);
  const first = new Map(filtersFirst.map((path, index) => [path, index]));
  const place = (index: number): number => first.get(opened[index]?.entry.path ?? "") ?? first.size;
  const byPlace = withFilters.paths
    .map((path, index) => ({ path, place: place(index) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ path }) => path);
  return {
    state: {
      ...state,
      columnOrder: orderToKeep(state, names, order),
      filterOrder: filterOrderToKeep(state, byPlace),
    },
    diagnostics,
  };
}
