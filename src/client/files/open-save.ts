import { columnNamesOf, countOf, openRequest, requestSent } from "../../request/index.ts";
import { builder, replaceRequest, undo } from "../state/slices/builder.ts";
import { showToast } from "../state/slices/toast.ts";
import { requestOfWorkbook } from "./workbook.ts";

/** A request as JSON is small; whatever is larger is something else. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Opens a request from a file: JSON, or a workbook with its sheet Request. */
export async function openFile(file: File): Promise<void> {
  try {
    const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    // Every zip file begins with PK, whatever it is called.
    const workbook = first === 0x50 && second === 0x4b;
    if (!workbook && file.size > MAX_JSON_BYTES) throw new Error("This is neither a request nor a workbook.");
    const json: unknown = workbook ? await requestOfWorkbook(file) : JSON.parse(await file.text());
    openInPlace(json, file.name);
  } catch (error) {
    const reason = error instanceof SyntaxError ? "It is not JSON." : error instanceof Error ? error.message : "";
    showToast(`${file.name} could not be opened. ${reason}`, "error");
  }
}

/** Puts a request in place of the one on screen, as much of it as can be read; Undo brings the other one back. */
function openInPlace(json: unknown, from: string): void {
  const { state, diagnostics } = openRequest(json, "request", "create");
  const wrong = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = wrong;
  const why = first === undefined ? "" : ` ${first.path === "" ? "" : `${first.path}: `}${first.message}`;
  const name = state.dataRange.requestName;
  const empty = countOf(state, "filters") + columnNamesOf(state).length - 2 === 0;
  if (empty && name === "") {
    showToast(`${from} is not a request.${why}`, "error");
    return;
  }
  replaceRequest(`open ${from}`, state);
  const opened = `Opened ${name === "" ? from : name}`;
  if (first === undefined) showToast(opened, "success", undo);
  else showToast(`${opened}, without what could not be read.${why}`, "error", undo);
}

/** The request on screen as a JSON file, right or wrong as it stands. */
export function saveFile(): void {
  const { state } = builder;
  const name = state.dataRange.requestName.trim().replaceAll(/[^\p{L}\p{N} _()+,-]+/gu, "-");
  const link = document.createElement("a");
  const blob = new Blob([`${JSON.stringify(requestSent(state), null, 2)}\n`], { type: "application/json" });
  link.href = URL.createObjectURL(blob);
  link.download = `${name || "request"}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
