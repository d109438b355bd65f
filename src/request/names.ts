import type { ObjectReader } from "./json.ts";

/** Characters of a column name; the header of a spreadsheet table holds no more. */
const NAME_CHARACTERS = 255;

/** Names and tags as kept: braces and `|` stripped, since formulas and lists of columns use them; line breaks and control characters blanks, trimmed. */
export function cleanName(name: string): string {
  return (
    name
      .replaceAll(/[{}|]/g, "")
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ")
      .trim()
  );
}

/** A name or tag under a key, cleaned; null where it is left out or empty. */
export function readName(entry: ObjectReader, key: "name" | "tag"): string | null {
  const given = entry.text(key);
  if (given === null) return null;
  const name = cleanName(given);
  if (name.length > NAME_CHARACTERS) {
    entry.error(key, "name-length", `At most ${NAME_CHARACTERS} characters.`);
    return name.slice(0, NAME_CHARACTERS);
  }
  return name === "" ? null : name;
}
