import type { EditorState } from "@codemirror/state";
import type { Finding } from "../../contract/index.ts";
import type { FormulaCheck } from "../../request/index.ts";
import { BLANK } from "../state/page/checks.ts";
import type { Checked } from "../state/page/checks.ts";
import { findingsOf } from "./findings.ts";
import { checkedField } from "./place.ts";
import { serverParseField } from "./server-parse.ts";
import type { ParseState } from "./server-parse.ts";

/** What an editor knows of the text it holds. `state` is what Add asks for: success only by the server's word. */
export interface EditorCheck extends FormulaCheck {
  readonly parse: ParseState;
  readonly findings: readonly Finding[];
  readonly checked: Checked;
}

export const NOT_CHECKED: EditorCheck = { state: "idle", text: "", parse: "idle", findings: [], checked: BLANK };

const isError = ({ severity }: Finding): boolean => severity === "error";

/** An error that the browser sees stands before what the server has not said yet. */
function stateOf(parse: ParseState, findings: readonly Finding[]): FormulaCheck["state"] {
  if (parse === "loading") return "loading";
  if (findings.some(isError) || parse === "failure") return "failure";
  // The server has not answered yet.
  return parse === "offline" ? "failure" : parse;
}

export function checkOf(state: EditorState): EditorCheck {
  const { state: parse } = state.field(serverParseField);
  const findings = findingsOf(state);
  const checked = state.field(checkedField);
  return { state: stateOf(parse, findings), text: state.doc.toString(), parse, findings, checked };
}
