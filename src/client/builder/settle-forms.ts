import { proxy, subscribe } from "valtio";
import {
  asksForCheck,
  cardState,
  cardView,
  formHolds,
  formulaText,
  formProblem,
  withSuggestedName,
} from "../../request/index.ts";
import type { FormProblem } from "../../request/index.ts";
import { builder, sameContent } from "../state/slices/builder.ts";
import { focusEditor } from "../state/page/caret.ts";
import { entryLimits, productNow } from "../state/queries/product.ts";
import { showToast } from "../state/slices/toast.ts";
import { judgeNow, validity } from "../state/slices/validity.ts";
import { columnsWithout } from "./columns-without.ts";
import { cardId, formulaId } from "./go-to.ts";
import { submitCard } from "./submit-card.ts";
import type { CardPlace } from "./submit-card.ts";

/** A form that is being added waits for the server's word on its formula; a column was to be added without a name. */
export const settling = proxy({ waits: false, unnamed: false });

export const UNNAMED = "Name In Excel is missing.";

const SIDES = ["filters", "columns"] as const;

/** The open cards with input that is not part of the request yet. */
const openForms = (): readonly CardPlace[] =>
  SIDES.flatMap((side) => {
    const title = builder.open[side];
    return title !== null && formHolds(builder.state, side, title) ? [{ side, title }] : [];
  });

/** Whether the server's word on the formula that is there now is still to come. */
function waits({ side, title }: CardPlace): boolean {
  const { form, editing, addedOptions } = cardState(builder.state, side, title);
  if (form.kind !== "custom") return false;
  const text = formulaText(form);
  const check = builder.checks[side];
  if (check.text === text && (check.state === "success" || check.state === "failure")) return false;
  const own = editing === null ? undefined : addedOptions[editing]?.addedItem;
  const name = side === "columns" && own?.kind === "custom" ? own.formula.name : "";
  return asksForCheck(
    text,
    columnsWithout(validity.columns, name).map((column) => column.name),
  );
}

const problemIn = ({ side, title }: CardPlace): FormProblem | null =>
  formProblem(
    withSuggestedName(builder.state, side, title),
    side,
    title,
    entryLimits(productNow()),
    builder.checks[side],
  );

/** Moves the caret to the reason why a form cannot be added, and returns it. */
function goToProblem({ side, title }: CardPlace, { blocked, at }: FormProblem): string {
  const card = document.querySelector(`#${cardId(side, title)}`);
  const check = builder.checks[side];
  const limits = entryLimits(productNow());
  card?.scrollIntoView({ block: "nearest" });
  if (at === "formula") {
    const { form } = cardState(builder.state, side, title);
    const text = form.kind === "custom" ? formulaText(form) : "";
    const mistake = check.text === text ? check.mistake : null;
    focusEditor(side, formulaId(side), mistake ?? undefined);
    if (text.trim() === "") return "The formula is missing.";
    if (mistake !== null) return mistake.message;
    if (check.offline) return "The server does not answer, so the formula is not checked.";
    return check.state === "idle" ? "The name of a column alone is no formula." : "The formula does not parse.";
  }
  const option = at === null ? null : card?.querySelector(`[data-option="${at}"]`);
  option?.querySelector<HTMLElement>("input, .chip[tabindex='0'], button")?.focus();
  if (title === "Custom" && at === "name" && blocked === "unfilled") {
    settling.unnamed = true;
    return UNNAMED;
  }
  return cardView(builder.state, side, title, limits, check).button.hint;
}

const changed = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const stop = subscribe(builder, finish);
    signal.addEventListener("abort", finish);
    function finish(): void {
      stop();
      signal.removeEventListener("abort", finish);
      done();
    }
  });

let current = new AbortController();

/** Whoever waits gives up. */
export const stopSettling = (): void => current.abort();

/**
 * Adds what the forms hold, once the server has judged the formulas in them as they are then; true where nothing is left
 * to add. Otherwise nothing is added, the caret goes to the reason, and `without` says what was not done.
 */
async function settle(places: () => readonly CardPlace[], without: string): Promise<boolean> {
  if (settling.waits) return false;
  current = new AbortController();
  const { signal } = current;
  const began = builder.state;
  const open = SIDES.map((side) => builder.open[side]).join("|");
  for (;;) {
    const found = places();
    for (const place of found) {
      const problem = problemIn(place);
      // What is missing beside a formula is asked for at once.
      if (problem === null || (problem.blocked === "formula" && waits(place))) continue;
      const reason = goToProblem(place, problem);
      // A hint of a card has no full stop.
      showToast(without === "" ? reason : `${reason.replace(/[.]?$/, ".")} ${without}`, "error");
      return false;
    }
    if (!found.some(waits)) {
      for (const place of found) submitCard(place);
      settling.unnamed = false;
      return true;
    }
    settling.waits = true;
    await changed(signal);
    settling.waits = false;
    if (signal.aborted) return false;
    const moved = SIDES.map((side) => builder.open[side]).join("|") !== open;
    if (builder.phase !== "ready" || moved || !sameContent(began, builder.state)) {
      showToast(`Something else was changed while the formula was checked. ${without}`.trim(), "error");
      return false;
    }
  }
}

/** Adds what stands in the open forms; `without` says what is not done where that cannot be. */
export async function settleForms(without: string): Promise<boolean> {
  const settled = await settle(openForms, without);
  // What was added counts from now on.
  if (settled) judgeNow();
  return settled;
}

/** Adds what stands in one form, as its button does, but waits for the check of a formula. */
export const addForm = (place: CardPlace): Promise<boolean> => settle(() => [place], "");
