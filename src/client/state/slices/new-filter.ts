import { filterOfColumn } from "../../../formula/index.ts";
import { addFilter } from "../../../request/index.ts";
import { entryLimits, productNow } from "../queries/product.ts";
import { builder, change, undo } from "./builder.ts";
import { showToast } from "./toast.ts";
import { takeWaiting } from "./waiting-filter.ts";
import type { NewFilter } from "./waiting-filter.ts";

/** Adds filters to the request being written, a step that Undo takes back; the reason where that cannot be. */
export function addNewFilters(filters: readonly NewFilter[]): string | null {
  let { state } = builder;
  for (const { columns, place, condition, tag } of filters) {
    const filter = filterOfColumn(columns, place, condition);
    if (!filter.ok) return filter.message;
    const next = addFilter(state, { code: filter.code, tag }, entryLimits(productNow()));
    if (next === null) return "Your subscription allows no more filters.";
    state = next;
  }
  const named = filters.map(({ tag }) => tag).join(" and ");
  change(filters.length === 1 ? "add a filter" : "add filters", () => state);
  showToast(`Added the filter${filters.length === 1 ? "" : "s"} ${named}`, "success", undo);
  return null;
}

/** Adds the filters that waited for the request that is open now, and gives its parameters the values that did. */
export function addWaitingFilters(): void {
  const { phase, source } = builder;
  if (phase !== "ready") return;
  const { filters, setting } = takeWaiting(source.id);
  if (setting !== undefined) {
    const parameters = builder.state.parameters.map((one, at) => ({ ...one, value: setting[at] ?? one.value }));
    change("choose a setting", (state) => ({ ...state, parameters }));
    const chosen = parameters.map(({ name, value }) => `$${name} ${value}`).join(", ");
    showToast(`Chose the setting ${chosen}`, "success", undo);
  }
  const why = filters.length === 0 ? null : addNewFilters(filters);
  if (why !== null) showToast(why, "error");
}
