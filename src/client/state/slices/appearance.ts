import { proxy, subscribe } from "valtio";
import { readKept, write } from "../session/kept.ts";

export type Appearance = "system" | "light" | "dark";

/** As the menu and the settings offer them. */
export const APPEARANCES: readonly { readonly value: Appearance; readonly label: string }[] = [
  { value: "system", label: "Use system setting" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

const KEY = "scanbook.appearance";
const dark = matchMedia("(prefers-color-scheme: dark)");

const chosen = readKept(KEY, (value): Appearance | null =>
  value === "light" || value === "dark" || value === "system" ? value : null,
);

/** `shown` follows the system until something else is chosen. */
export const appearance = proxy<{ chosen: Appearance; systemDark: boolean; readonly shown: "light" | "dark" }>({
  chosen: chosen ?? "system",
  systemDark: dark.matches,
  get shown(): "light" | "dark" {
    return this.chosen === "system" ? (this.systemDark ? "dark" : "light") : this.chosen;
  },
});

dark.addEventListener("change", ({ matches }) => {
  appearance.systemDark = matches;
});
subscribe(appearance, () => write(KEY, appearance.chosen));
