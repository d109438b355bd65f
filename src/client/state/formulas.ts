import { proxy, ref, subscribe } from "valtio";
import { forgetFormula, FORMULAS_KEY, formulasText, readFormulas, saveFormula } from "../../request/index.ts";
import type { NamedFormula, SavedFormulas } from "../../request/index.ts";
import { call, messageOf } from "./calls.ts";
import { user } from "./session.ts";
import { showToast } from "./toast.ts";

/** Saved formulas by tag: those of this browser and, signed in, those of the account, which stand before them. */
export const formulas = proxy<{ saved: SavedFormulas; phase: "idle" | "loading" | "ready" | "failed" }>({
  saved: ref(readHere()),
  phase: "idle",
});

function readHere(): SavedFormulas {
  try {
    return readFormulas(localStorage.getItem(FORMULAS_KEY) ?? "{}").saved;
  } catch {
    // The browser allows no storage.
    return new Map();
  }
}

function keepHere(saved: SavedFormulas): void {
  formulas.saved = ref(saved);
  try {
    localStorage.setItem(FORMULAS_KEY, formulasText(saved));
  } catch {
    // Full or forbidden: the account still keeps them, and this page until it is left.
  }
}

const KEPT_HERE = "The formula is saved in this browser only.";

/** Saves a formula under its tag, here and in the account. */
export async function saveNamed(formula: NamedFormula): Promise<void> {
  const next = saveFormula(formulas.saved, formula);
  if (next === formulas.saved) return;
  keepHere(next);
  if (!user.isAuth) return;
  const { tag, display, description, formula: code } = formula;
  const answer = await call("saveFormula", { body: { tag, display, description, formula: code } });
  if (!answer.ok) showToast(`${KEPT_HERE} ${messageOf(answer.error)}`, "error");
}

export async function forgetNamed(tag: string): Promise<void> {
  keepHere(forgetFormula(formulas.saved, tag));
  if (!user.isAuth) return;
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

let asked: string | null = null;

/** Reads the account's formulas once a session begins; what is given back stops it. */
export function keepFormulas(): () => void {
  const load = async (): Promise<void> => {
    const { token } = user;
    if (token === asked) return;
    asked = token;
    if (token === null) return;
    formulas.phase = "loading";
    const answer = await call("savedFormulas");
    if (user.token !== token) return;
    if (!answer.ok) {
      formulas.phase = "failed";
      asked = null;
      return;
    }
    formulas.phase = "ready";
    keepHere(new Map([...formulas.saved, ...answer.value.items.map((one) => [one.tag, one] as const)]));
  };
  void load();
  return subscribe(user, () => void load());
}
