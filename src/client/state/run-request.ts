import { focusEditor } from "./caret.ts";
import { requestDocument } from "./document.ts";
import { run, startRun } from "./run.ts";
import { showToast } from "./toast.ts";
import { validity } from "./validity.ts";

/** Runs the request as it stands, or goes to what keeps it from running. */
export function runWhatIsWritten(): void {
  if (run.phase === "starting" || run.phase === "running") return;
  if (validity.runnable !== null) {
    void startRun(validity.runnable);
    return;
  }
  if (validity.nameError !== null) {
    document.querySelector<HTMLElement>("#request-name")?.focus();
    showToast(validity.nameError, "error");
    return;
  }
  const broken = document.querySelector<HTMLElement>(".entry.error .cm-content, .entry.error input");
  if (broken !== null) broken.focus();
  else if (requestDocument.columns[0]) focusEditor("columns", requestDocument.columns[0].id);
  showToast("Something in the request has to be mended first.", "error");
}
