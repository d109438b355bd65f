import { checkText, readText } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
export { textOfState } from "../../request/index.ts";

/** What a text says, with everything in it, and the first of its mistakes by its line. */
export function stateOfFile(given: string): { readonly state: RequestState; readonly mistake: string | undefined } {
  const text = readText(given);
  const { state, findings } = checkText(text);
  const first = findings.find(({ severity }) => severity === "error");
  const line = first === undefined ? 0 : text.text.slice(0, first.from).split("\n").length;
  return { state, mistake: first && `Line ${line}: ${first.message}` };
}
