import type { CardOptionName, CardSide, CardTitle } from "../../vocabulary/index.ts";
import { formulaText } from "./custom-form.ts";
import { fill } from "./fill.ts";
import { activePlace, shownOptions } from "./form.ts";
import { submission, takenNames } from "./added-rows.ts";
import type { Blocked, FormulaCheck } from "./added-rows.ts";
import { cardState } from "./state.ts";
import type { EntryLimits, RequestState } from "./state.ts";

/** Why a form cannot be added, and the part of it where that is put right. */
export interface FormProblem {
  readonly blocked: Blocked;
  /** Null where it is no single option: a limit, statements that are not chosen. */
  readonly at: CardOptionName | "formula" | null;
}

/** Why a card's form cannot be added; null where it can. */
export function formProblem(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  limits: EntryLimits,
  formulaCheck?: FormulaCheck,
): FormProblem | null {
  const { blocked } = submission(state, side, title, limits, formulaCheck);
  if (blocked === null) return null;
  const { form } = cardState(state, side, title);
  switch (form.kind) {
    case "custom": {
      const at = blocked === "name" || (blocked === "unfilled" && formulaText(form).trim() !== "") ? "name" : "formula";
      return { blocked, at: blocked === "limit" ? null : at };
    }
    case "earnings":
      return { blocked, at: blocked === "name" || (blocked === "unfilled" && form.items.length > 0) ? "name" : null };
    case "ordinary": {
      const place = activePlace(side, title, form);
      if (place === null || blocked === "limit" || blocked === "meaning") return { blocked, at: null };
      const { missing, errors } = fill(place, takenNames(state, side, title));
      const wrong = shownOptions(place).find((option) => errors[option] !== undefined || missing.includes(option));
      return { blocked, at: wrong ?? null };
    }
  }
  return form satisfies never;
}
