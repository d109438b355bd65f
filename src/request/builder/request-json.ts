import { cardsOf } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { readShownDay } from "./date-range.ts";
import { itemJson } from "./entry-json.ts";
import type { Json } from "./entry-json.ts";
import { areaOf } from "./state.ts";
import type { RequestState } from "./state.ts";

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
    ...(state.columnOrder === null ? {} : { column_order: state.columnOrder }),
    // Only an edited request has one to remove.
    options: { data_updates, email_notification, ...(state.mode === "edit" ? { overwrite } : {}) },
  };
}
