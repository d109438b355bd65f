export type Separator = "," | ";" | "\t";

/** Fields of one row; quotes may hold separators, line breaks and doubled quotes. */
export function csvFields(row: string, separator: Separator = ","): readonly string[] {
  if (!row.includes('"')) return row.split(separator);
  const field = new RegExp(`${separator}(?: *"((?:[^"]|"")*)" *(?=${separator}|$)|([^${separator}]*))`, "g");
  // Each match begins with a separator: an empty one at the beginning would skip the next.
  return Array.from(`${separator}${row}`.matchAll(field), ({ 1: held, 2: bare }) =>
    (held ?? bare ?? "").replaceAll('""', '"'),
  );
}
