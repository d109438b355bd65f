/**
 * Text as it compares: lower case, trimmed, every run of blanks, hyphens and underscores one hyphen, so that `Common
 * stock` and the cards' `COMMON-STOCK` are the same.
 */
export function normaliseText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
}
