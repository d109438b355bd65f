/**
 * Edits between two words, a swap of neighbours counting as one (Damerau, optimal string alignment). Above `most` it is
 * only known to be more than that.
 */
export function editDistance(a: string, b: string, most = Infinity): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  let leastAbove = 0;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      const same = letter === other ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      row.push(best);
      if (best < least) least = best;
    }
    // A swap reaches back two rows.
    if (least > most && leastAbove >= most) return least;
    [before, above, leastAbove] = [above, row, least];
  }
  return above[b.length] ?? 0;
}

/** Case, hyphens, blanks and underscores do not make a name another one. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** A name with what it is compared by: thousands of them are made ready once. */
export interface FoldedName {
  readonly name: string;
  readonly folded: string;
}

export const foldedNames = (names: Iterable<string>): readonly FoldedName[] =>
  Array.from(names, (name) => ({ name, folded: folded(name) }));

/** The name somebody probably meant, or null. One mistake is forgiven in three letters, two from six on. */
export const nearest = (given: string, names: Iterable<string>): string | null =>
  nearestFolded(given, foldedNames(names));

/** The same among names made ready. */
export function nearestFolded(given: string, names: readonly FoldedName[]): string | null {
  const wanted = folded(given);
  if (wanted === "" || wanted.length > 40) return null;
  const allowed = wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2;
  let best: string | null = null;
  let least = allowed + 1;
  let begins: string | null = null;
  for (const { name, folded: other } of names) {
    if (Math.abs(other.length - wanted.length) < least) {
      const distance = editDistance(wanted, other, least - 1);
      if (distance < least) [best, least] = [name, distance];
    }
    if (begins === null && wanted.length >= 3 && other.startsWith(wanted)) begins = name;
  }
  return best ?? begins;
}

/** ` Did you mean close?`, or nothing. */
export const hint = (name: string | null): string => (name === null ? "" : ` Did you mean ${name}?`);
