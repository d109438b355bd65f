import { proxy, ref } from "valtio";
import type { RequestTextProps } from "./RequestTextDialog.tsx";

/** The example or template whose text is looked at. It outlives the list it was asked for in, which a narrow window hides. */
export const shownText = proxy<{ open: RequestTextProps | null }>({ open: null });

export function showText(text: RequestTextProps | null): void {
  shownText.open = text && ref(text);
}
