import { cardOf, cardsOf } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { readShownDay } from "./date-range.ts";
import { CARDS } from "../cards.ts";
import type { Added } from "./entry.ts";
import { itemJson } from "./entry-json.ts";
import type { Json } from "./entry-json.ts";
import { areaOf } from "./state.ts";
import type { RequestState } from "./state.ts";

/** Where a row stands among the filters or columns of a request's JSON: `Technical.Daily[0]`. */
export function pathOfRow(side: CardSide, title: CardTitle, index: number): string {
  const [first = title, second] = cardOf(side, title)?.place ?? [];
  return `${second === undefined ? first : `${first}.${second}`}[${index}]`;
}

/** The rows of a side, card by card as they are sent. */
export const rowsOf = (
  state: RequestState,
  side: CardSide,
): readonly { readonly title: CardTitle; readonly path: string; readonly added: Added }[] =>
  CARDS_IN_OUTPUT.flatMap((title) =>
    (areaOf(state, side)[title]?.addedOptions ?? []).map((added, index) => ({
      title,
      path: pathOfRow(side, title, index),
      added,
    })),
  );

/** Card by card as in a workbook, Custom last. */
const CARDS_IN_OUTPUT: readonly CardTitle[] = [...CARDS.map(({ title }) => title), "Custom"];

/** The order of the filters where it is that of all of them, as they are now. */
function filterOrderNow(state: RequestState): readonly string[] | null {
  const now = new Set(rowsOf(state, "filters").map(({ path }) => path));
  const { filterOrder } = state;
  return filterOrder?.length === now.size && filterOrder.every((path) => now.has(path)) ? filterOrder : null;
}

/** The lists of one side, grouped by tab: Daily and Intraday go under Technical, Custom is a list of formula objects. */
function groupsJson(state: RequestState, side: CardSide): Json {
  const groups: Record<string, unknown> = {};
  const technical: Record<string, unknown> = {};
  for (const { title, place } of cardsOf(side)) {
    const rows = areaOf(state, side)[title]?.addedOptions ?? [];
    const list = rows.map(({ addedItem }) => itemJson(side, title, addedItem));
    const [first = title, second] = place;
    if (second === undefined) groups[first] = list;
    else {
      technical[second] = list;
      groups[first] = technical;
    }
  }
  return groups;
}

/**
 * The request as it is sent (docs/product-rules.md, What is sent). Not checked here: `readRequest` finds mistakes. An
 * invalid day is sent as it was typed.
 */
export function requestJson(state: RequestState): Json {
  const { requestName, startTime, endTime } = state.dataRange;
  const filterOrder = filterOrderNow(state);
  const { data_updates, email_notification, overwrite } = state.options;
  return {
    name: requestName.trim(),
    ...(state.description === "" ? {} : { description: state.description }),
    Date_Range: {
      start_date: readShownDay(startTime) ?? startTime,
      end_date: readShownDay(endTime) ?? endTime,
    },
    filters: groupsJson(state, "filters"),
    columns: groupsJson(state, "columns"),
    ...(state.outcome === null ? {} : { outcome: state.outcome }),
    ...(state.parameters.length === 0 ? {} : { parameters: state.parameters }),
    ...(state.holdOut === null ? {} : { hold_out: state.holdOut }),
    ...(state.columnOrder === null ? {} : { column_order: state.columnOrder }),
    ...(filterOrder === null ? {} : { filter_order: filterOrder }),
    ...(state.text === null ? {} : { text: state.text }),
    // Only an edited request has one to remove.
    options: { data_updates, email_notification, ...(state.mode === "edit" ? { overwrite } : {}) },
  };
}
