/** What a sweep gives: the outcome at each setting of a request's parameters. Values of one cell per setting. */
export interface SweepCell {
  /** The values of the parameters, in their order. */
  readonly values: readonly number[];
  /** Rows that the setting leaves. */
  readonly rows: number;
  /** Rows of those that have an outcome. */
  readonly known: number;
  /** Days on which they are. */
  readonly days: number;
  /** Mean outcome; null without one. */
  readonly mean: number | null;
  /** Share of the known outcomes above 0; null without one. */
  readonly won: number | null;
}

/** The cells around one, itself among them, that have enough rows. */
export interface SweepPlateau {
  /** Place of the cell in the middle. */
  readonly cell: number;
  readonly cells: number;
  /** Median of their means: one cell that sticks out does not make a plateau. */
  readonly median: number;
  /** The lowest of them. */
  readonly lowest: number;
}

/** The best setting where the outcomes of each day were shuffled among its rows. */
export interface SweepChance {
  readonly draws: number;
  readonly seed: number;
  /** Half of the draws have a best setting above it. */
  readonly median: number;
  /** One in twenty has. */
  readonly high: number;
  /** How often chance alone made as much as the peak, the peak itself counted. */
  readonly share: number;
}

export const SWEEP_VERDICT_NAMES = [
  "better-than-chance",
  "not-told-apart",
  "too-few",
  "no-comparison",
  "too-many",
] as const;
export type SweepVerdict = (typeof SWEEP_VERDICT_NAMES)[number];

export interface SweptParameter {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly value: number;
}

export interface SweepHeld {
  readonly part: string;
  readonly start: string;
  readonly end: string;
  /** Sessions before them whose rows would read them, which are left out. */
  readonly leftOut: number;
  /** Sessions that are left to look at. */
  readonly lookedAt: number;
}

export interface Sweep {
  readonly parameters: readonly SweptParameter[];
  /** Name of the outcome's column. */
  readonly outcome: string;
  /** First and last day that were looked at. */
  readonly start: string;
  readonly end: string;
  /** What is held out of the request, and was not looked at. */
  readonly held: SweepHeld | null;
  /** Rows of all settings together. */
  readonly rows: number;
  /** One for each setting, the last parameter turning fastest. */
  readonly cells: readonly SweepCell[];
  /** Place of the best cell with enough rows; null where none has. */
  readonly peak: number | null;
  readonly aroundPeak: SweepPlateau | null;
  /** The plateau that is best on the whole. */
  readonly best: SweepPlateau | null;
  readonly chance: SweepChance | null;
  readonly verdict: SweepVerdict;
  readonly seconds: number;
}

/** One look at the days that were held out, at one setting. */
export interface SweepOpening {
  /** When. */
  readonly at: string;
  /** Values of the parameters, in their order. */
  readonly values: readonly number[];
  /** First and last day that were looked at. */
  readonly start: string;
  readonly end: string;
  readonly cell: SweepCell;
}

/** What was tried to find a setting of a request. */
export interface SweepHistory {
  /** Runs that somebody started. */
  readonly runs: number;
  /** Sweeps that asked for something else each, and their settings together. */
  readonly sweeps: number;
  readonly settings: number;
  /** Looks at days that were held out, the newest first. */
  readonly openings: readonly SweepOpening[];
  /** How often any request of the account looked at any of the days that this one holds out. */
  readonly looks: number;
}

/** Rows with an outcome below which a cell counts for nothing: a mean of few rows is mostly luck. */
export const SWEEP_ENOUGH_ROWS = 30;

/** Neighbours in the middle of a map or a line; a plateau needs most of them, or it is a peak at the edge. */
const PLATEAU_SHARE = 2 / 3;

/** What makes a setting the middle of a plateau, on a map of so many settings. */
export interface PlateauRule {
  /** Cells with enough rows that it takes, the setting itself among them. */
  readonly needed: number;
  /** How many a setting in the middle has. */
  readonly whole: number;
  /** Whether a setting at a corner has too few neighbours. */
  readonly noCorners: boolean;
}

/** `width` is the number of the last parameter's values, `count` that of all settings. */
export function plateauRule(width: number, count: number): PlateauRule {
  const height = count / width;
  const whole = Math.min(width, 3) * Math.min(height, 3);
  const needed = Math.ceil(whole * PLATEAU_SHARE);
  return { needed, whole, noCorners: Math.min(width, 2) * Math.min(height, 2) < needed };
}
