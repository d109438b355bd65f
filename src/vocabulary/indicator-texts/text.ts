/** What an indicator is, for people. */
export interface IndicatorText {
  /** Formula in words, one to three lines. */
  readonly formula: string;
  /** Where the definition comes from, and which reference it agrees with. */
  readonly reference: string;
}

/** By the name of the indicator. */
export type IndicatorTexts = Readonly<Record<string, IndicatorText>>;
