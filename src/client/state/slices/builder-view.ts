import { proxy, subscribe } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.builder-view";

/** How the builder shows the request: as the cards of its steps, or as one text. */
export type BuilderView = "cards" | "text";

export const builderView = proxy<{ shown: BuilderView }>({
  shown: readKept(KEY, (value) => (value === "text" || value === "cards" ? value : null)) ?? "text",
});

/** What the way to a view is called. */
export const VIEW_NAMES: Readonly<Record<BuilderView, string>> = { cards: "Show as cards", text: "Show as text" };

export function showView(shown: BuilderView): void {
  builderView.shown = shown;
}

subscribe(builderView, () => write(KEY, builderView.shown));
