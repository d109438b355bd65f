import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { lazily } from "../ui/lazily.tsx";
import { showText, shownText } from "./shown-text.ts";

/** The code of the text comes when one is looked at. */
const RequestTextDialog = lazily(() => import("./RequestTextDialog.tsx"));

/** The text of an example or template, while it is looked at. */
export function ShownText(): ReactNode {
  const { open } = useSnapshot(shownText);
  return open && <RequestTextDialog {...open} onClose={() => showText(null)} />;
}
