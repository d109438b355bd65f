import { offered } from "../commands/registry.ts";
import type { Command } from "../commands/registry.ts";

const MAC = "navigator" in globalThis && /Mac|iP(hone|ad)/.test(navigator.userAgent);

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  ...(MAC ? { Mod: "⌘", Alt: "⌥", Shift: "⇧", Enter: "↩" } : { Mod: "Ctrl" }),
};

/** `Mod-Shift-z` as the caps of a keyboard; `g d` as two keys in a row. */
export const keyCaps = (keys: string): readonly string[] =>
  keys
    .split(" ")
    .flatMap((press) => press.split(/-(?=.)/).map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)));

/**
 * Commands to list with their keys: those that are offered, and those of a formula or a row wherever there may be one, as
 * there is no caret while the list is open. Of several that share a key within a group one stands for all.
 */
export function commandsWithKeys(all: readonly Command[]): readonly Command[] {
  const withKeys = all.filter(
    (command) => command.keys !== undefined && (command.fits !== undefined || offered(command)),
  );
  const placeOf = ({ group, keys = [] }: Command): string => `${group} ${keys.join(" ")}`;
  const chosen = new Map<string, Command>();
  for (const command of withKeys) {
    const held = chosen.get(placeOf(command));
    if (held === undefined || (!offered(held) && offered(command))) chosen.set(placeOf(command), command);
  }
  return withKeys.filter((command) => chosen.get(placeOf(command)) === command);
}
