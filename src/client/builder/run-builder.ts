import { proxy } from "valtio";
import { screenText } from "../../vocabulary/index.ts";
import { textActions } from "../state/page/text-caret.ts";
import { builder } from "../state/slices/builder.ts";
import { run } from "../state/slices/run.ts";
import { showToast } from "../state/slices/toast.ts";
import { validity } from "../state/slices/validity.ts";
import { goToStep } from "./go-to.ts";
import { saveRequest, saveTemplate } from "./save.ts";
import { settleForms } from "./settle-forms.ts";

/** What was tried: a missing name is no mistake before. */
export const tries = proxy({ name: false });

/**
 * Runs the request as it stands on screen, or saves the template: what is written in an open form is added first. Goes to
 * the first problem instead, where there is one.
 */
export async function runBuilder(): Promise<void> {
  if (builder.phase !== "ready") return;
  if (!(await settleForms(builder.state.kind === "template" ? "Nothing was saved." : "Nothing was run."))) return;
  if (run.phase === "starting" || run.phase === "running") return;
  tries.name = true;
  if (!(await textIsRead())) return;
  const { nameError, startError, endError, broken, runnable } = validity;
  if (runnable !== null) {
    void (builder.state.kind === "template" ? saveTemplate(runnable) : saveRequest(runnable));
    return;
  }
  const inText = textActions();
  const field =
    nameError !== null ? "#request-name" : startError !== null ? "#startTime" : endError !== null ? "#endTime" : null;
  if (inText !== null) inText.showMistake();
  else if (field !== null) {
    goToStep("date-range");
    document.querySelector<HTMLElement>(field)?.focus();
  } else document.querySelector<HTMLElement>(".added tr.error")?.scrollIntoView({ block: "center" });
  const first = nameError ?? startError ?? endError;
  showToast(first ?? (broken > 0 ? "Fix the errors in the request first." : screenText("toast-failed")), "error");
}

/** Whether everything in the request's text could be read: a filter that could not must not be left out in silence. */
async function textIsRead(): Promise<boolean> {
  const { text, kind } = builder.state;
  if (text === null) return true;
  const nothing = kind === "template" ? "Nothing was saved" : "Nothing was run";
  try {
    const { unreadInText } = await import("../files/text-file.ts");
    const mistake = unreadInText(text);
    if (mistake !== undefined) textActions()?.showMistake();
    if (mistake !== undefined) showToast(`${nothing}: the text has a mistake. ${mistake}`, "error");
    return mistake === undefined;
  } catch {
    showToast(`${nothing}: the server was not reached. Try again.`, "error");
    return false;
  }
}
