import { cleanName } from "../names.ts";
import { addedRow } from "./added-rows.ts";
import { customItem } from "./custom-item.ts";
import { cardState, limitReached, withCard } from "./state.ts";
import type { EntryLimits, RequestState } from "./state.ts";

/** Another filter, as code; null where the subscription allows no more. What is being written in a form stays. */
export function addFilter(
  state: RequestState,
  { code, tag }: { readonly code: string; readonly tag: string },
  limits: EntryLimits,
): RequestState | null {
  if (limitReached(state, "filters", limits)) return null;
  const item = customItem({ type: "code", text: code, name: "", tag: cleanName(tag) });
  const card = cardState(state, "filters", "Custom");
  const row = addedRow("filters", "Custom", item);
  return withCard(state, "filters", "Custom", { ...card, addedOptions: [...card.addedOptions, row] });
}
