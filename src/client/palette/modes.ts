/** What a first character narrows the palette to; shown as a chip. */
export const MODES = {
  ">": { chip: "Commands", placeholder: "What to do" },
  "@": { chip: "Data points and functions", placeholder: "What to put at the caret" },
  "{": { chip: "Columns", placeholder: "Which column" },
  "#": { chip: "Requests, templates, folders", placeholder: "Which one to open" },
  "/": { chip: "Symbols", placeholder: "Which chart to open" },
  "!": { chip: "Users", placeholder: "Which user" },
  "?": { chip: "Help", placeholder: "About what" },
} as const satisfies Readonly<Record<string, { readonly chip: string; readonly placeholder: string }>>;

export type Mode = keyof typeof MODES;

const isMode = (character: string): character is Mode => Object.hasOwn(MODES, character);

/** A text as typed where no chip stands yet: its mode, and what is looked for in it. */
export function readTyped(text: string): { readonly mode: Mode | null; readonly query: string } {
  const first = text[0] ?? "";
  return isMode(first) ? { mode: first, query: text.slice(1).trimStart() } : { mode: null, query: text };
}
