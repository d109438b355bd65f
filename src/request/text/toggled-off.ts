import { readText } from "./read-text.ts";
import { isEntry } from "./request-text.ts";
import { OFF_KEYWORD } from "./statements.ts";

/** A text in which the filter or column at an offset is switched off, or on again; elsewhere the text as it is. */
export function toggledOff(given: string, offset: number): string {
  const { text, statements } = readText(given);
  const statement = statements.findLast(({ from }) => from <= offset);
  if (statement === undefined || !isEntry(statement)) return given;
  const { from, off } = statement;
  const on = text.slice(from).replace(/^off\s+/i, "");
  return off ? text.slice(0, from) + on : `${text.slice(0, from)}${OFF_KEYWORD} ${text.slice(from)}`;
}
