const MAC = "navigator" in globalThis && /Mac|iP(hone|ad)/.test(navigator.userAgent);

const NAMES: Readonly<Record<string, string>> = MAC
  ? { Mod: "⌘", Alt: "⌥", Shift: "⇧", Enter: "↩" }
  : { Mod: "Ctrl", Alt: "Alt", Shift: "Shift", Enter: "Enter" };

/** `Mod-Shift-z` as the caps of a keyboard; `g d` as two keys in a row. */
export const keyCaps = (keys: string): readonly string[] =>
  keys
    .split(" ")
    .flatMap((press) => press.split(/-(?=.)/).map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)));
