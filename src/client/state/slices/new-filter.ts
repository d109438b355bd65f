import { filterOfColumn } from "../../../formula/index.ts";
import { addFilter } from "../../../request/index.ts";
import { entryLimits, productNow } from "../queries/product.ts";
import { builder, change, undo } from "./builder.ts";
import { showToast } from "./toast.ts";
import { takeWaitingFilter } from "./waiting-filter.ts";
import type { NewFilter } from "./waiting-filter.ts";

/** Adds a filter to the request being written, a step that Undo takes back; the reason where that cannot be. */
export function addNewFilter({ columns, place, condition, tag }: NewFilter): string | null {
  const filter = filterOfColumn(columns, place, condition);
  if (!filter.ok) return filter.message;
  const next = addFilter(builder.state, { code: filter.code, tag }, entryLimits(productNow()));
  if (next === null) return "Your subscription allows no more filters.";
  change("add a filter", () => next);
  showToast(`Added the filter ${tag}`, "success", undo);
  return null;
}

/** Adds the filter that waited for the request that is open now. */
export function addWaitingFilter(): void {
  const { phase, source } = builder;
  const filter = phase === "ready" ? takeWaitingFilter(source.id) : null;
  const why = filter === null ? null : addNewFilter(filter);
  if (why !== null) showToast(why, "error");
}
