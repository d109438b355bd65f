import { proxy, subscribe } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.display";

export interface Display {
  /** *Formula Word Display*: a form says in words what it would add. */
  formulaWords: boolean;
  /** *Wording Display*: rows as sentences, else as fields. */
  wording: boolean;
}

export const display = proxy<Display>(
  readKept(KEY, (value) => {
    if (typeof value !== "object" || value === null) return null;
    const kept = new Map<string, unknown>(Object.entries(value));
    return { formulaWords: kept.get("formulaWords") !== false, wording: kept.get("wording") !== false };
  }) ?? { formulaWords: true, wording: true },
);

subscribe(display, () => write(KEY, display));
