import { proxy, ref, subscribe } from "valtio";
import { forgetFormula, formulasText, readFormulas, saveFormula } from "../../../request/index.ts";
import type { NamedFormula, SavedFormulas } from "../../../request/index.ts";
import { browserFormulas, changeBrowserFormula } from "../session/browser-formulas.ts";
import { call, messageOf } from "../queries/calls.ts";
import type { CallError } from "../queries/calls.ts";
import { readKept, write } from "../session/kept.ts";
import { user } from "../session/session.ts";
import { showToast } from "./toast.ts";

/** Formulas that could not be saved to the account yet. */
const UNSENT_KEY = "scanbook.formulas-unsent";

const here = (): SavedFormulas => readFormulas(JSON.stringify(browserFormulas())).saved;
const unsent = (): SavedFormulas =>
  readKept(UNSENT_KEY, (value) => readFormulas(JSON.stringify(value)).saved) ?? new Map<string, NamedFormula>();
const keepUnsent = (saved: SavedFormulas): void => write(UNSENT_KEY, JSON.parse(formulasText(saved)));

/**
 * Saved formulas by tag: those of this browser and, signed in, those of the account, which stand before them. What an
 * account saves lies in the browser as well, until the account goes.
 */
export const formulas = proxy<{ saved: SavedFormulas; phase: "idle" | "loading" | "ready" | "failed" }>({
  saved: ref(here()),
  phase: "idle",
});

const KEPT_HERE = "The formula is saved in this browser only.";

/** Saves a formula under its tag, here and in the account. */
export async function saveNamed(formula: NamedFormula): Promise<void> {
  const next = saveFormula(formulas.saved, formula);
  if (next === formulas.saved) return;
  formulas.saved = ref(next);
  const { tag, ...kept } = formula;
  changeBrowserFormula(tag, kept, user.isAuth);
  if (!user.isAuth) return;
  keepUnsent(saveFormula(unsent(), formula));
  const error = await send(formula);
  if (error !== null) showToast(`${KEPT_HERE} ${messageOf(error)}`, "error");
}

async function send({ tag, display, description, formula }: NamedFormula): Promise<CallError | null> {
  const answer = await call("saveFormula", { body: { tag, display, description, formula } });
  if (!answer.ok) return answer.error;
  keepUnsent(forgetFormula(unsent(), tag));
  return null;
}

export async function forgetNamed(tag: string): Promise<void> {
  formulas.saved = ref(forgetFormula(formulas.saved, tag));
  changeBrowserFormula(tag, null, user.isAuth);
  if (!user.isAuth) return;
  keepUnsent(forgetFormula(unsent(), tag));
  const answer = await call("forgetFormula", { params: { tag } });
  // One that the account never had is forgotten all the same.
  if (!answer.ok && !(answer.error.kind === "problem" && answer.error.problem.status === 404))
    showToast(messageOf(answer.error), "error");
}

/** Takes in the formulas of a file; says how many, and which entries are none. */
export async function importFormulas(
  text: string,
): Promise<{ readonly taken: number; readonly refused: readonly string[] }> {
  const { saved, refused } = readFormulas(text);
  for (const formula of saved.values()) await saveNamed(formula);
  return { taken: saved.size, refused };
}

let loadedToken: string | null = null;

/** Reads the account's formulas once it is known; the returned function stops it. */
export function keepFormulas(): () => void {
  const load = async (): Promise<void> => {
    const { token, known } = user;
    if (!known || token === loadedToken) return;
    loadedToken = token;
    formulas.phase = "loading";
    const answer = await call("savedFormulas");
    if (!answer.ok) {
      formulas.phase = "failed";
      loadedToken = null;
      return;
    }
    formulas.phase = "ready";
    const waiting = unsent();
    formulas.saved = ref(new Map([...here(), ...answer.value.items.map((one) => [one.tag, one] as const), ...waiting]));
    for (const formula of waiting.values()) await send(formula);
  };
  void load();
  return subscribe(user, () => void load());
}
