/**
 * What a price of bars stands on: adjusted to the snapshot date of the data by the splits since (`adj`) or by splits and cash
 * dividends (`adjdiv`), or as traded on the day.
 */
export const BASES = ["adj", "adjdiv", "unadj"] as const;
export type Basis = (typeof BASES)[number];

/** The same as cards and members of formulas send it. */
export type Adjusted = boolean | "dividends";

/** The bases as cards offer and word them. */
export const ADJUSTED_CHOICES: readonly {
  readonly basis: Basis;
  readonly adjusted: Adjusted;
  /** Of the chip. */
  readonly value: string;
  readonly label: string;
}[] = [
  { basis: "adj", adjusted: true, value: "adjusted", label: "Adjusted" },
  { basis: "adjdiv", adjusted: "dividends", value: "dividends", label: "Dividend adjusted" },
  { basis: "unadj", adjusted: false, value: "unadjusted", label: "Unadjusted" },
];

const choiceOf = (is: (choice: (typeof ADJUSTED_CHOICES)[number]) => boolean): (typeof ADJUSTED_CHOICES)[number] => {
  const found = ADJUSTED_CHOICES.find(is);
  if (found === undefined) throw new RangeError("no such basis");
  return found;
};

export const adjustedOf = (basis: Basis): Adjusted => choiceOf((choice) => choice.basis === basis).adjusted;

export const basisOf = (adjusted: Adjusted): Basis => choiceOf((choice) => choice.adjusted === adjusted).basis;
