import { forget, readKept, write } from "./kept.ts";

/** Where the browser keeps saved formulas: an object by tag. */
const KEY = "formulas";
/** What stood under the tags that the account at hand has changed there; null for nothing. */
const BEFORE_KEY = "scanbook.formulas-before";

type ByTag = Readonly<Record<string, unknown>>;

const readByTag = (value: unknown): ByTag | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

/** As stored. */
export const browserFormulas = (): ByTag => readKept(KEY, readByTag) ?? {};

const without = (formulas: ByTag, tag: string): ByTag =>
  Object.fromEntries(Object.entries(formulas).filter(([known]) => known !== tag));

/** Changes one of them, for an account only during its session. Null deletes it. */
export function changeBrowserFormula(tag: string, formula: object | null, ofAccount: boolean): void {
  const formulas = browserFormulas();
  if (ofAccount) {
    const before = readKept(BEFORE_KEY, readByTag) ?? {};
    // What was deleted on purpose is not restored.
    if (formula === null) write(BEFORE_KEY, { ...before, [tag]: null });
    else if (!Object.hasOwn(before, tag)) {
      write(BEFORE_KEY, { ...before, [tag]: Object.hasOwn(formulas, tag) ? formulas[tag] : null });
    }
  }
  if (formula !== null) write(KEY, { ...formulas, [tag]: formula });
  else if (Object.hasOwn(formulas, tag)) write(KEY, without(formulas, tag));
}

/** Removes what the account has put among the browser's formulas. */
export function restoreBrowserFormulas(): void {
  const before = readKept(BEFORE_KEY, readByTag);
  if (before === null) return;
  let formulas = browserFormulas();
  for (const [tag, formula] of Object.entries(before)) {
    formulas = formula === null ? without(formulas, tag) : { ...formulas, [tag]: formula };
  }
  write(KEY, formulas);
  forget(BEFORE_KEY);
}
