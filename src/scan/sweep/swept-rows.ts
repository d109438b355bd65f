/** The rows of all settings, by day, and which setting has which: what cells and chance are computed from. */
export interface SweptRows {
  /** Session of each row, ascending. */
  readonly sessions: Int32Array;
  /** Which of `patterns` each row has. */
  readonly pattern: Int32Array;
  /** Outcomes, one list for each variant of the outcome; NaN where there is none. */
  readonly outcomes: readonly Float64Array[];
  /** For each setting the patterns of its rows. */
  readonly ofSetting: readonly Int32Array[];
  readonly patterns: number;
  /** Which variant of the outcome each setting has. */
  readonly outcomeOf: readonly number[];
}
