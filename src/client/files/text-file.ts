import { checkText, readText } from "../../request/index.ts";
import type { RequestState, TextFinding } from "../../request/index.ts";
export { textOfState } from "../../request/index.ts";

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
  return first && `Line ${text.slice(0, first.from).split("\n").length}: ${first.message}`;
}
