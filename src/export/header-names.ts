import { LIMITS } from "../vocabulary/index.ts";

/** Characters a header of a spreadsheet table may hold. */
const HEADER = 255;

const key = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * Names of the columns as headers of a table: no line breaks or control characters, at most 255 characters, never empty,
 * unique without regard to case (a second `Gap` becomes `Gap 2`). Names that keep these rules stay as they are.
 */
export function headerNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    // oxlint-disable-next-line no-control-regex
    const clean = name
      .toWellFormed()
      .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g, " ")
      .trim();
    const base = [...(clean === "" ? `Column ${index + 1}` : clean)];
    for (let count = 1; count <= LIMITS.columns + 2; count += 1) {
      const suffix = count === 1 ? "" : ` ${count}`;
      let length = base.length;
      while (base.slice(0, length).join("").length + suffix.length > HEADER) length -= 1;
      const candidate = base.slice(0, length).join("") + suffix;
      if (taken.has(key(candidate))) continue;
      taken.add(key(candidate));
      return candidate;
    }
    throw new RangeError("More columns of one name than a request has columns.");
  });
}
