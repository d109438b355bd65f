import { DAY_MS } from "../../../vocabulary/index.ts";
import { readKept, write } from "../session/kept.ts";

/** Belongs to the account at hand, and goes with it: names of columns and saved formulas are among the keys. */
const KEY = "scanbook.completion-uses";
const MAX_KEPT = 200;
/** After so many milliseconds a use counts half. */
const HALF_LIFE_MS = 30 * DAY_MS;

/** How often something was taken, as it counted at the last time. */
interface Use {
  readonly weight: number;
  readonly at: number;
}
type Kept = ReadonlyMap<string, Use>;

const isUse = (value: unknown): value is Use =>
  typeof value === "object" &&
  value !== null &&
  "weight" in value &&
  typeof value.weight === "number" &&
  "at" in value &&
  typeof value.at === "number";

const readUses = (value: unknown): Kept | null =>
  typeof value === "object" && value !== null
    ? new Map(Object.entries(value).flatMap(([key, use]) => (isUse(use) ? [[key, use] as const] : [])))
    : null;

const weightAt = ({ weight, at }: Use, now: number): number => weight * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS);

/** Always as they lie there: what another tab has counted counts here too, and nothing outlives the account in memory. */
const kept = (): Kept => readKept(KEY, readUses) ?? new Map<string, Use>();

/** How often the user has taken each suggestion, the older the less. */
export const completionUses = (now = Date.now()): ReadonlyMap<string, number> =>
  new Map([...kept()].map(([key, use]) => [key, weightAt(use, now)]));

export function countUse(key: string, now = Date.now()): void {
  const uses = kept();
  const before = uses.get(key);
  const next = new Map(uses).set(key, { weight: (before === undefined ? 0 : weightAt(before, now)) + 1, at: now });
  const stay = [...next].toSorted(([, a], [, b]) => weightAt(b, now) - weightAt(a, now)).slice(0, MAX_KEPT);
  write(KEY, Object.fromEntries(stay));
}
