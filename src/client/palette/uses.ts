import { DAY_MS } from "../../vocabulary/index.ts";
import { readKept, write } from "../state/session/kept.ts";

/** How often something was chosen, each time counting half as much after a fortnight. */
interface Use {
  readonly weight: number;
  /** When it was weighed, in milliseconds. */
  readonly at: number;
}

/** By the value of a row, that chosen last at the end. */
export type Uses = ReadonlyMap<string, Use>;

const HALF_LIFE_MS = 14 * DAY_MS;
const MAX_USES = 200;
const MAX_RECENT = 12;

const weightAt = ({ weight, at }: Use, now: number): number => weight * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);

/** One more use. */
export function used(uses: Uses, value: string, now: number): Uses {
  const before = uses.get(value);
  const next = new Map(uses);
  next.delete(value);
  next.set(value, { weight: 1 + (before === undefined ? 0 : weightAt(before, now)), at: now });
  return new Map([...next].slice(-MAX_USES));
}

/** What use says for a row, from 0 to below 1: what was chosen often and lately comes before what was chosen once. */
export function useOf(uses: Uses, value: string, now: number): number {
  const use = uses.get(value);
  if (use === undefined) return 0;
  const weight = weightAt(use, now);
  return weight / (1 + weight);
}

/** What was chosen last, the newest first. */
export const recentOf = (uses: Uses): readonly string[] => [...uses.keys()].toReversed().slice(0, MAX_RECENT);

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** What is kept, as far as it can be read. */
export function readUses(kept: unknown): Uses | null {
  if (!Array.isArray(kept)) return null;
  const rows: readonly unknown[] = kept;
  return new Map(
    rows.flatMap((row): readonly (readonly [string, Use])[] => {
      if (!Array.isArray(row)) return [];
      const [value, weight, at]: readonly unknown[] = row;
      return typeof value === "string" && isNumber(weight) && isNumber(at) ? [[value, { weight, at }]] : [];
    }),
  );
}

const KEY = "scanbook.uses";
/** A list of values, the newest first, which the version before kept. */
const RECENTS_KEY = "scanbook.recents";
const readRecents = (kept: unknown): Uses | null =>
  Array.isArray(kept)
    ? new Map(
        kept
          .filter((one) => typeof one === "string")
          .toReversed()
          .map((value) => [value, { weight: 1, at: 0 }]),
      )
    : null;

let uses: Uses = readKept(KEY, readUses) ?? readKept(RECENTS_KEY, readRecents) ?? new Map();

/** What was used so far by the account at hand. */
export const usesNow = (): Uses => uses;

export function remember(value: string): void {
  uses = used(uses, value, Date.now());
  write(
    KEY,
    [...uses].map(([name, { weight, at }]) => [name, Number(weight.toFixed(3)), at]),
  );
}
