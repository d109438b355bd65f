import { snapshot } from "valtio";
import { replaceDocument, removeEntry, requestDocument } from "../state/document.ts";
import type { Part } from "../state/document.ts";
import { showToast } from "../state/toast.ts";

type Replacement = Parameters<typeof replaceDocument>[0];

/** Removes an entry; the message offers it back. */
export function removeWithUndo(part: Part, id: string): void {
  const before = snapshot(requestDocument);
  removeEntry(part, id);
  showToast(part === "filters" ? "Filter removed" : "Column removed", "success", () => replaceDocument(before));
}

/** Puts another request in place of this one; the message offers the old one back. */
export function replaceWithUndo(next: Replacement, message: string): void {
  const before = snapshot(requestDocument);
  const worthKeeping = before.filters.length + before.columns.length > 0;
  replaceDocument(next);
  showToast(message, "success", worthKeeping ? () => replaceDocument(before) : null);
}
