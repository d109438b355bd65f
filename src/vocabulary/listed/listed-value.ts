/** One value of a list: what the data say, what the screen shows, and other spellings that mean it. */
export interface ListedValue {
  /** As the market holds it and a formula compares it. */
  readonly value: string;
  readonly label: string;
  /** The other usual name, where there is one. */
  readonly otherLabel?: string;
  /** Spellings of vendors and of people: imports turn them into `value`, the check of a formula suggests `value`. */
  readonly accepted?: readonly string[];
}

/** Entries as text, or text with other spellings. */
export const listed = (
  ...entries: readonly (string | readonly [value: string, ...accepted: string[]])[]
): readonly ListedValue[] =>
  entries.map((entry) => {
    if (typeof entry === "string") return { value: entry, label: entry };
    const [value, ...accepted] = entry;
    return { value, label: value, accepted };
  });
