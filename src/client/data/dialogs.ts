import { proxy, ref } from "valtio";
import type { Item, RequestItem, TemplateItem } from "./item.ts";

type DataDialog =
  | { readonly kind: "rename"; readonly item: Item }
  | { readonly kind: "move"; readonly items: readonly RequestItem[] }
  | { readonly kind: "history"; readonly item: RequestItem }
  | { readonly kind: "review"; readonly item: RequestItem | TemplateItem }
  | { readonly kind: "text"; readonly item: RequestItem | TemplateItem }
  | { readonly kind: "new-folder" };

/** The dialog that is open over the list. */
export const dataDialog = proxy<{ open: DataDialog | null }>({ open: null });

export function openDialog(dialog: DataDialog): void {
  dataDialog.open = ref(dialog);
}
export function closeDialog(): void {
  dataDialog.open = null;
}
