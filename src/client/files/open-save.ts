import { columnNamesOf, countOf, requestSent } from "../../request/index.ts";
import { navigate } from "wouter/use-browser-location";
import { TIMINGS } from "../../vocabulary/index.ts";
import { copyText } from "../state/page/copy.ts";
import { builder, replaceRequest, undo } from "../state/slices/builder.ts";
import { waitForLists } from "../state/page/waiting-list.ts";
import { showToast } from "../state/slices/toast.ts";
import type { ToastAction } from "../state/slices/toast.ts";
import { openJson } from "./open-json.ts";
import { openResult } from "./open-result.ts";
import type { OpenResult } from "./open-result.ts";

/** A request as JSON is small; whatever is larger is something else. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Opens a request from a file: a text, JSON, or a workbook with its sheet Request. */
export async function openFile(file: File): Promise<void> {
  let more: ToastAction | null = asRows.test(file.name) ? rowsOf(file) : null;
  try {
    const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    // Every zip file begins with PK, whatever it is called.
    const workbook = first === 0x50 && second === 0x4b;
    if (!workbook && file.size > MAX_JSON_BYTES) throw new Error("This is neither a request nor a workbook.");
    if (workbook) {
      const { openSheet, requestOfWorkbook } = await import("./text-file.ts");
      const sheet = await requestOfWorkbook(file);
      more = rowsOf(file);
      openInPlace(openResult(openSheet(sheet)), file.name, more);
    } else {
      const text = await file.text();
      const isText = file.name.toLowerCase().endsWith(".scan");
      openInPlace(isText ? await openText(text) : await openJson(JSON.parse(text)), file.name);
    }
  } catch (error) {
    const reason = error instanceof SyntaxError ? "It is not JSON." : error instanceof Error ? error.message : "";
    showToast(`${file.name} could not be opened. ${reason}`, "error", null, TIMINGS.toast, more);
  }
}

const asRows = /\.(?:csv|tsv|txt|xlsx)$/i;

/** What holds rows may be meant as a list, or as numbers of one's own. */
const rowsOf = (file: File): ToastAction => ({
  label: "Use its rows as a list",
  run: () => {
    waitForLists(file);
    navigate("/lists");
  },
});

async function openText(given: string): Promise<OpenResult> {
  const { stateOfFile } = await import("./text-file.ts");
  return { ...stateOfFile(given), note: undefined };
}

/** Puts a request in place of the one on screen, as much of it as can be read; Undo brings the other one back. */
export function openInPlace({ state, mistake, note }: OpenResult, from: string, more: ToastAction | null = null): void {
  const why = mistake === undefined ? "" : ` ${mistake}`;
  const name = state.dataRange.requestName;
  const empty = countOf(state, "filters") + columnNamesOf(state).length - 2 === 0;
  if (empty && name === "") {
    showToast(`${from} is not a request.${why}`, "error", null, TIMINGS.toast, more);
    return;
  }
  replaceRequest(`open ${from}`, state);
  const opened = `Opened ${name === "" ? from : name}`;
  const say = (text: string, type: "success" | "error" = "error"): void =>
    showToast(text, type, undo, TIMINGS.toast, more);
  if (mistake === undefined && note !== undefined) say(`${opened}. ${note}`);
  else if (mistake === undefined) say(opened, "success");
  else if (state.text === null) say(`${opened}, without what could not be read.${why}`);
  else say(`${opened}, which has mistakes.${why}`);
}

/** The request on screen as a JSON file, right or wrong as it stands. */
export const saveFile = (): void =>
  download(`${JSON.stringify(requestSent(builder.state), null, 2)}\n`, "application/json", ".json");

/** The request on screen as a text, its comments and what is switched off included; null where the code for it did not come. */
export async function requestText(): Promise<string | null> {
  try {
    const { textOfState } = await import("./text-file.ts");
    return textOfState(builder.state);
  } catch {
    return null;
  }
}

const notReached = (what: string): void =>
  showToast(`The text could not be ${what}: the server was not reached. Try again.`, "error");

export async function saveText(): Promise<void> {
  const text = await requestText();
  if (text === null) notReached("saved");
  else download(text, "text/plain", ".scan");
}

/** Puts the request on screen on the clipboard as its text. */
export async function copyAsText(): Promise<void> {
  const text = await requestText();
  if (text === null) notReached("copied");
  else await copyText(text, "Copied as text");
}

function download(text: string, type: string, ending: string): void {
  const { state } = builder;
  const name = state.dataRange.requestName.trim().replaceAll(/[^\p{L}\p{N} _()+,-]+/gu, "-");
  const link = document.createElement("a");
  const blob = new Blob([text], { type });
  link.href = URL.createObjectURL(blob);
  link.download = `${name || "request"}${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
