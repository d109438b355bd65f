/** Edits between two words, a swap of neighbours counting as one (Damerau, optimal string alignment). */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    const above = rows[i - 1] ?? [];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Case, hyphens, blanks and underscores do not make a name another one. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** The name somebody probably meant, or null. One mistake is forgiven in three letters, two from six on. */
export function nearest(given: string, names: Iterable<string>): string | null {
  const wanted = folded(given);
  if (wanted === "" || wanted.length > 40) return null;
  const allowed = wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2;
  let best: string | null = null;
  let least = allowed + 1;
  let begins: string | null = null;
  for (const name of names) {
    const other = folded(name);
    if (Math.abs(other.length - wanted.length) <= allowed) {
      const distance = editDistance(wanted, other);
      if (distance < least) [best, least] = [name, distance];
    }
    if (begins === null && wanted.length >= 3 && other.startsWith(wanted)) begins = name;
  }
  return best ?? begins;
}

/** ` Did you mean close?`, or nothing. */
export const hint = (name: string | null): string => (name === null ? "" : ` Did you mean ${name}?`);
