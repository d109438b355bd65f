import type { Reading } from "../code/reading.ts";
import type { DataPoint, Node } from "../tree.ts";
import type { WordParts } from "./words-parts.ts";

/** A data point as a tree of its own, for a fix that shows it. */
export const dataNode = (point: DataPoint): Node => ({ from: 0, to: 0, kind: "data", point });

const PART_NAMES = {
  basis: "basis",
  func: "function",
  count: "number of days",
  days: "day",
  window: "window of times",
  at: "time",
  extreme: "day of an extreme",
  period: "week or month",
  away: "week or month",
  soFar: "so far",
  source: "source",
  timeframe: "size of bars",
} as const;

/** Refuses parts that go with something else. */
export class PartsRefused {
  readonly #reading: Reading;
  readonly #parts: WordParts;
  readonly #label: string;

  constructor(reading: Reading, parts: WordParts, label: string) {
    this.#reading = reading;
    this.#parts = parts;
    this.#label = label;
  }

  /** Whether only these parts are there; reports the first other one. */
  only(allowed: readonly (keyof typeof PART_NAMES)[]): boolean {
    for (const key of Object.keys(PART_NAMES)) {
      if (!isPartName(key) || allowed.includes(key)) continue;
      const part = this.#parts[key];
      if (part === null) continue;
      if (key === "timeframe") this.#reading.report("bars-only", part, {}, [this.#reading.remove(part)]);
      else {
        const parameters = { group: this.#label, what: PART_NAMES[key] };
        this.#reading.report("part-not-allowed", part, parameters, [this.#reading.remove(part)]);
      }
      return false;
    }
    return true;
  }

  oneDay(): boolean {
    const { days } = this.#parts;
    if (days === null || days.range.from === days.range.to) return true;
    this.#reading.report("single-day", days, { group: this.#label });
    return false;
  }
}

const isPartName = (key: string): key is keyof typeof PART_NAMES => Object.hasOwn(PART_NAMES, key);
