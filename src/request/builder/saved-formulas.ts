import { cleanName } from "../names.ts";
import { isObject } from "../json.ts";
import type { NamedFormula } from "./custom-form.ts";

/** Saved formulas keyed by tag; stored by the caller. */
export type SavedFormulas = ReadonlyMap<string, NamedFormula>;

const TEXTS = ["display", "description", "formula"] as const;

/** Saves a formula under its tag, in the place of one that has it; one without a tag or formula is not saved. */
export function saveFormula(saved: SavedFormulas, given: NamedFormula): SavedFormulas {
  const tag = cleanName(given.tag);
  if (tag === "" || given.formula.trim() === "") return saved;
  const { display, description, formula } = given;
  return new Map([...saved, [tag, { tag, display: display.trim(), description: description.trim(), formula }]]);
}

export const forgetFormula = (saved: SavedFormulas, tag: string): SavedFormulas =>
  new Map([...saved].filter(([known]) => known !== tag));

/** As a browser's storage and a file hold them: an object by tag. */
export const formulasText = (saved: SavedFormulas): string =>
  JSON.stringify(
    Object.fromEntries(
      [...saved].map(([tag, { display, description, formula }]) => [tag, { display, description, formula }]),
    ),
  );

/** Reads stored formulas. Invalid entries are left out and named; a text that is not JSON gives none. */
export function readFormulas(text: string): { readonly saved: SavedFormulas; readonly refused: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { saved: new Map(), refused: [""] };
  }
  if (!isObject(json)) return { saved: new Map(), refused: [""] };
  const refused: string[] = [];
  let saved: SavedFormulas = new Map();
  for (const [tag, value] of Object.entries(json)) {
    const [display, description, formula] = TEXTS.map((key) => (isObject(value) ? value[key] : undefined));
    const whole = typeof formula === "string" && formula.trim() !== "" && cleanName(tag) !== "";
    if (!whole) refused.push(tag);
    else
      saved = saveFormula(saved, {
        tag,
        display: typeof display === "string" ? display : tag,
        description: typeof description === "string" ? description : "",
        formula,
      });
  }
  return { saved, refused };
}
