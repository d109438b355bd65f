/** A request on the clipboard: as its text, as JSON, or as the rows of a workbook's sheet Request. */
export interface Recognised {
  readonly kind: "text" | "json" | "sheet";
  /** It says more than filters and columns: it can be opened in place of another. */
  readonly whole: boolean;
}

/** Longer texts are no request. */
const MAX_CHARS = 4 * 1024 * 1024;

const HEAD = /^(?:request|about|dates|options|notation)\b/i;
const ENTRY = /^(?:off\s+)?(?:filter|column)\b/i;
const SHEET = /^"?(?:Request as JSON|The request as text)"?(?:\t|\r?$)/m;
const KEYS = ["filters", "columns", "Date_Range", "text"];

/** What a pasted text is; null where it is no request. Cheap, since it is asked at every paste. */
export function recognise(text: string): Recognised | null {
  if (text.length > MAX_CHARS) return null;
  if (SHEET.test(text)) return { kind: "sheet", whole: true };
  const trimmed = text.trim();
  if (trimmed.startsWith("{") && trimmed.endsWith("}"))
    return isRequest(trimmed) ? { kind: "json", whole: true } : null;
  // Comments in the first column say nothing.
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .split(/\r\n?|\n/)
    .filter((line) => /^\S/.test(line));
  const heads = lines.filter((line) => HEAD.test(line)).length;
  const entries = lines.filter((line) => ENTRY.test(line) && /[[{(]/.test(line)).length;
  return lines.length > 0 && heads + entries === lines.length && (heads > 1 || entries > 0)
    ? { kind: "text", whole: heads > 0 }
    : null;
}

function isRequest(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && KEYS.some((key) => key in json);
  } catch {
    return false;
  }
}

/** The first two cells of each pasted row of a sheet, without the quotes that programs put around some of them. */
export function pastedRows(text: string): readonly (readonly [string, string])[] {
  const rows = text.split(/\r\n?|\n/).map((line) => line.split("\t"));
  const plain = (cell = ""): string => {
    const [, inner] = /^"((?:[^"]|"")*)"$/.exec(cell) ?? [];
    return inner === undefined ? cell : inner.replaceAll('""', '"');
  };
  return rows.map(([first, second]) => [plain(first), plain(second)]);
}
