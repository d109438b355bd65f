import { printCode } from "../formula/index.ts";
import type { Node } from "../formula/index.ts";
import type { ObjectReader } from "./json.ts";

/** Characters of a column name; the header of a spreadsheet table holds no more. */
const MAX_NAME_CHARS = 255;

/** Names and tags as stored: braces and `|` stripped, since formulas and lists of columns use them; line breaks and control characters blanks, trimmed. */
export function cleanName(name: string): string {
  return (
    name
      .replaceAll(/[{}|]/g, "")
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ")
      .trim()
  );
}

/** Name In Excel of a card's column that was given none: its formula without the brackets. */
export const automaticName = (tree: Node): string => printCode(tree).replaceAll(/[[\]]/g, "");

/** A name or tag under a key, cleaned; null where it is left out or empty. */
export function readName(entry: ObjectReader, key: "name" | "tag"): string | null {
  const given = entry.text(key);
  if (given === null) return null;
  const name = cleanName(given);
  if (name.length > MAX_NAME_CHARS) {
    entry.error(key, "name-length", `At most ${MAX_NAME_CHARS} characters.`);
    return name.slice(0, MAX_NAME_CHARS);
  }
  return name === "" ? null : name;
}
