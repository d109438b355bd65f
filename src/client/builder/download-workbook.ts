import { download, messageOf } from "../state/queries/calls.ts";
import { run } from "../state/slices/run.ts";
import { showToast } from "../state/slices/toast.ts";

/** The workbook of the run that is shown as finished. */
export async function downloadWorkbook(): Promise<void> {
  const { phase, status } = run;
  if (phase !== "finished" || status === null) return;
  const error = await download("export", { id: status.id }, { format: "xlsx" });
  if (error !== null) showToast(messageOf(error), "error");
}
