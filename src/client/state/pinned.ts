import { proxy, ref, subscribe } from "valtio";
import type { ExplainedPart } from "../../contract/index.ts";
import { call, messageOf } from "./calls.ts";
import { readKept, write } from "./kept.ts";

/** The security-day whose values formulas show. */
export interface Pinned {
  readonly symbol: string;
  /** yyyy-MM-dd */
  readonly date: string;
}

const KEY = "scanbook.pinned";

const readPinned = (value: unknown): Pinned | null => {
  if (typeof value !== "object" || value === null || !("symbol" in value) || !("date" in value)) return null;
  const { symbol, date } = value;
  return typeof symbol === "string" && typeof date === "string" ? { symbol, date } : null;
};

export const pinned = proxy<{
  /** Null where nothing is pinned: nothing is asked then. */
  at: Pinned | null;
  /** Data points of the catalogue by their code, with their values there; null until they are known. */
  values: ReadonlyMap<string, ExplainedPart> | null;
  error: string | null;
}>({ at: readKept(KEY, readPinned), values: null, error: null });

export function pin(symbol: string, date: string): void {
  const name = symbol.trim().toUpperCase();
  pinned.at = name === "" || date === "" ? null : ref({ symbol: name, date });
  write(KEY, pinned.at);
}

let asked: Pinned | null = null;

/** Fetches the catalogue's values on the pinned day, once for each; what is given back stops it. */
export function keepPinnedValues(): () => void {
  const load = async (): Promise<void> => {
    const { at } = pinned;
    if (at === asked) return;
    asked = at;
    Object.assign(pinned, { values: null, error: null });
    if (at === null) return;
    const answer = await call("fieldValues", { body: { symbol: at.symbol, date: at.date } });
    if (asked !== at) return;
    if (!answer.ok) Object.assign(pinned, { error: messageOf(answer.error) });
    else {
      const { absence, formulas } = answer.value;
      pinned.values = ref(new Map(formulas.map(({ root }) => [root.code, root])));
      pinned.error = absence?.text ?? null;
    }
  };
  void load();
  return subscribe(pinned, () => void load());
}
