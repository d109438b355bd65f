import { proxy } from "valtio";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Light or dark as the system asks, until it is turned by hand in this tab. */
export const appearance = proxy<{
  chosen: "light" | "dark" | null;
  system: "light" | "dark";
  readonly shown: "light" | "dark";
}>({
  chosen: null,
  system: dark.matches ? "dark" : "light",
  get shown(): "light" | "dark" {
    return this.chosen ?? this.system;
  },
});

dark.addEventListener("change", ({ matches }) => {
  appearance.system = matches ? "dark" : "light";
});

export function turnAppearance(): void {
  appearance.chosen = appearance.shown === "dark" ? "light" : "dark";
}
