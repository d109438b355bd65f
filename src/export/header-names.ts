/** Characters a header of a spreadsheet table may hold. */
const HEADER = 255;

const key = (name: string): string => name.normalize("NFC").toLowerCase();

// oxlint-disable-next-line no-control-regex
const UNPRINTED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g;

/** At most so many UTF-16 units, no surrogate pair torn. */
function head(text: string, length: number): string {
  const shortened = text.slice(0, length);
  return shortened.isWellFormed() ? shortened : shortened.slice(0, -1);
}

/**
 * Names of the columns as headers of a table: no line breaks or control characters, at most 255 characters, never
 * empty, unique without regard to case (a second `Gap` becomes `Gap 2`). Names that keep these rules stay as they are.
 */
export function headerNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const clean = name.toWellFormed().replaceAll(UNPRINTED, " ").trim();
    const base = clean === "" ? `Column ${index + 1}` : clean;
    for (let count = 1; count <= names.length; count += 1) {
      const suffix = count === 1 ? "" : ` ${count}`;
      const candidate = head(base, HEADER - suffix.length) + suffix;
      if (taken.has(key(candidate))) continue;
      taken.add(key(candidate));
      return candidate;
    }
    throw new RangeError("As many names as columns are always enough.");
  });
}
