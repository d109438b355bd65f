import { checkText, lineAndColumn, openSent, readText } from "../../request/index.ts";
import type { OpenedRequest, RequestState, TextFinding } from "../../request/index.ts";
import { openResult } from "./open-result.ts";
import type { OpenResult } from "./open-result.ts";
import { pastedRows } from "./recognise.ts";
import type { Recognised } from "./recognise.ts";
import { requestOfRows } from "./workbook.ts";
export { requestOfWorkbook } from "./workbook.ts";
import type { SheetRequest } from "./workbook.ts";
export { openSent, textFollowing, textOfState, textWithEntriesOf, withText } from "../../request/index.ts";

/** What a text says, with everything in it, and the first of its mistakes by its line. */
export function stateOfFile(given: string): { readonly state: RequestState; readonly mistake: string | undefined } {
  const text = readText(given);
  const { state, findings } = checkText(text);
  return { state, mistake: firstMistake(text.text, findings) };
}

/** The first thing in a text that cannot be read; what follows from it is not among the entries. */
export function unreadInText(given: string): string | undefined {
  const { text, findings } = readText(given);
  return firstMistake(text, findings);
}

function firstMistake(text: string, findings: readonly TextFinding[]): string | undefined {
  const first = findings.find(({ severity }) => severity === "error");
  return first && `Line ${lineAndColumn(text, first.from).line}: ${first.message}`;
}

/** The request of a workbook: what its JSON says. Lines of its text that somebody changed there do not count, and that is said. */
export function openSheet({ json, text }: SheetRequest): OpenedRequest {
  if (json === null) return openSent({ text });
  const own = openSent(json);
  if (text === "" || typeof json !== "object") return own;
  const beside = openSent({ ...json, text });
  return beside.diagnostics.length > own.diagnostics.length ? beside : own;
}

/** A request that was pasted. */
export function openPasted(kind: Recognised["kind"], raw: string): OpenResult {
  try {
    if (kind === "text") return { ...stateOfFile(raw), note: undefined };
    return openResult(kind === "json" ? openSent(JSON.parse(raw)) : openSheet(requestOfRows(pastedRows(raw))));
  } catch (error) {
    const { state } = openSent(null);
    return { state, mistake: error instanceof Error ? error.message : "It cannot be read.", note: undefined };
  }
}
