/**
 * Characters that move the cursor, colour or hide text, or turn its direction: from a file or another user they must
 * not reach a terminal.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const UNPRINTABLE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** A text of one line, such as a name in a message: line breaks and tabs are escaped too. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, escaped);

/** Whole lines. The escapes are those of JSON, so that JSON is still the same JSON. */
export const printableLines = (text: string): string => text.replaceAll(UNPRINTABLE_IN_LINES, escaped);
