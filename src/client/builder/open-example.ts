import {
  cardState,
  columnNamesOf,
  openRequest,
  readShownDay,
  requestOfFormulas,
  rowsOf,
  showOnCard,
} from "../../request/index.ts";
import type { Item, RequestState } from "../../request/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import type { Example } from "./examples.ts";

/** Moves the formulas of a side to the cards that show them. */
function onCards(state: RequestState, side: CardSide): RequestState {
  let now = state;
  for (let at = 0; at < cardState(now, side, "Custom").addedOptions.length;) {
    const next = showOnCard(now, side, at);
    if (next === now) at += 1;
    now = next;
  }
  return now;
}

const itemTag = (item: Item): string => (item.kind === "custom" ? item.formula.tag : (item.options.tag ?? ""));

/** An example as the builder opens it: what a card shows stands on its card, filters and columns keep their order. */
export function openExample(
  { name, filters, columns }: Example,
  range: { readonly start: string; readonly end: string },
): RequestState {
  const { state } = openRequest(requestOfFormulas({ name, ...range, filters, columns }), "request", "create");
  const placed = onCards(onCards(state, "filters"), "columns");
  const order = columns.map((column) => column.name);
  const [, , ...now] = columnNamesOf(placed);
  const byTag = rowsOf(placed, "filters").map(({ path, added }) => ({ path, tag: itemTag(added.addedItem) }));
  const paths = filters.flatMap(({ tag }) => byTag.find((row) => row.tag === tag)?.path ?? []);
  const inOrder = byTag.every(({ path }, index) => path === paths[index]);
  const filterOrder = inOrder ? null : paths;
  return { ...placed, filterOrder, columnOrder: now.join("|") === order.join("|") ? null : order };
}

/** Examples that a first visit began with: their text says what its parts are for. */
export const welcomed = new WeakSet<RequestState>();

/** The days of a request as it is sent; empty where they are none. */
export const rangeOfState = ({ dataRange }: RequestState): { readonly start: string; readonly end: string } => ({
  start: readShownDay(dataRange.startTime) ?? "",
  end: readShownDay(dataRange.endTime) ?? "",
});
