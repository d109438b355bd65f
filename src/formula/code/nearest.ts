/**
 * Edits between two words, a swap of neighbours counting as one (Damerau, optimal string alignment). Above
 * `maxEdits` the result is only some larger number.
 */
function editDistance(a: string, b: string, maxEdits = Infinity): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  let leastAbove = 0;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    const row = [i];
    let least = i <= maxEdits ? i : Infinity;
    // Further from the diagonal there are more edits than that already.
    const first = Math.max(1, i - maxEdits);
    const last = Math.min(b.length, i + maxEdits);
    for (let j = first; j <= last; j++) {
      const other = b.charCodeAt(j - 1);
      const same = letter === other ? 0 : 1;
      let best = Math.min((above[j] ?? Infinity) + 1, (row[j - 1] ?? Infinity) + 1, (above[j - 1] ?? Infinity) + same);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        best = Math.min(best, (before[j - 2] ?? Infinity) + 1);
      }
      row[j] = best;
      if (best < least) least = best;
    }
    // A swap reaches back two rows.
    if (least > maxEdits && leastAbove >= maxEdits) return least;
    [before, above, leastAbove] = [above, row, least];
  }
  return above[b.length] ?? Infinity;
}

/** A name without case, hyphens, blanks and underscores, which do not matter in comparisons. */
const foldName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** A name prepared for comparisons, once for thousands of names. */
export interface FoldedName {
  readonly name: string;
  readonly folded: string;
  /** A bit for each letter in it, some letters sharing one. */
  readonly letters: number;
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

/** Number of letters of one text that another lacks, each of which needs an edit. */
function missingLetters(one: number, other: number): number {
  let count = 0;
  for (let rest = one & ~other; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

export const foldedNames = (names: Iterable<string>): readonly FoldedName[] =>
  Array.from(names, (name) => {
    const key = foldName(name);
    return { name, folded: key, letters: lettersOf(key) };
  });

/** The name that was probably meant, or null where none is near. */
export const nearest = (given: string, names: Iterable<string>): string | null =>
  nearestFolded(given, foldedNames(names));

/** Edits that a slip of the hand may make in a word of so many letters. */
const allowedEdits = (letters: number): number => (letters < 3 ? 0 : letters < 7 ? 1 : 2);

/** A letter typed twice, or two neighbours that changed places: a slip whatever the length of the word. */
function sameLetters(given: string, name: string): boolean {
  if (given.length === name.length)
    return Array.from(given).toSorted().join("") === Array.from(name).toSorted().join("");
  const [short, long] = given.length < name.length ? [given, name] : [name, given];
  const at = Array.from(long).findIndex((letter, index) => letter !== short[index]);
  return at > 0 && long[at] === long[at - 1];
}

/**
 * Whether a name within the allowed edits is the same word misspelt and not another word: in short words one letter makes
 * another (`gap` is no slip of `gbp`, `row` none of `low`), and hardly anybody mistypes the first letter.
 */
function isSlip(given: string, name: string, edits: number): boolean {
  if (edits === 0 || (edits === 1 && sameLetters(given, name))) return true;
  if (given[0] !== name[0]) return edits === 1 && Math.min(given.length, name.length) >= 6;
  if (Math.min(given.length, name.length) > 3) return true;
  return given.length !== name.length && given.at(-1) === name.at(-1);
}

/** The same among prepared names. */
export function nearestFolded(given: string, names: readonly FoldedName[]): string | null {
  const wanted = foldName(given);
  if (wanted === "" || wanted.length > 40) return null;
  let best: string | null = null;
  let least = allowedEdits(wanted.length) + 1;
  let begins: string | null = null;
  const letters = lettersOf(wanted);
  for (const { name, folded: other, letters: others } of names) {
    const far = Math.max(
      missingLetters(letters, others),
      missingLetters(others, letters),
      Math.abs(other.length - wanted.length),
    );
    if (far < least) {
      const distance = editDistance(wanted, other, least - 1);
      if (distance < least && isSlip(wanted, other, distance)) [best, least] = [name, distance];
    }
    // The beginning of a name, at least half of it: `price` does not mean the price volume trend.
    if (begins === null && wanted.length >= 3 && 2 * wanted.length >= other.length && other.startsWith(wanted))
      begins = name;
  }
  return best ?? begins;
}

/** What names that are no misspelling most probably mean. */
const MEANT: ReadonlyMap<string, string> = new Map([["price", "close"]]);
export const meantBy = (name: string): string | null => MEANT.get(name.toLowerCase()) ?? null;

/** ` Did you mean close?`, or nothing. */
export const hint = (name: string | null): string => (name === null ? "" : ` Did you mean ${name}?`);
