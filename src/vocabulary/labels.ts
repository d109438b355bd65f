/** Labels that an account gives to days of securities. */
export const LABELS = { first: 1, last: 9, atMost: 100_000 } as const;

/** Charts of rows that one answer holds, and the sessions around a day that has no minutes. */
export const GALLERY_LIMITS = { charts: 300, sessionsBefore: 40, sessionsAfter: 12, minutes: 5 } as const;

/** Name of the column of labels beside those of a run; another one may be called Label. */
export function labelColumnName(names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? "Label" : `Label (${count})`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
