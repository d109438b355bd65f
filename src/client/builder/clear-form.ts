import { discardDraft, formsKept, openForms } from "../../request/index.ts";
import { builder, change } from "../state/slices/builder.ts";
import { showToast } from "../state/slices/toast.ts";
import type { CardPlace } from "./submit-card.ts";

/** Empties a card's form, and can bring back what was in it. */
export function clearForm({ side, title }: CardPlace): void {
  const { [title]: form } = formsKept(builder.state, side);
  change("", (now) => discardDraft(now, side, title));
  showToast("Cleared", "success", () => change("", (now) => openForms(now, side, { [title]: form })));
}
