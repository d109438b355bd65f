/** The request as one text: statements in, a builder's state out, and back. */
export { checkText } from "./check-text.ts";
export type { CheckedText } from "./check-text.ts";
export type { TextFinding } from "./finding.ts";
export { formatText } from "./print-text.ts";
export { parser as requestParser } from "./parser.ts";
export { readText } from "./read-text.ts";
export { isEntry } from "./request-text.ts";
export type { EntryStatement, RequestText, Statement } from "./request-text.ts";
export { textFollowing, textOfState, withText } from "./state-with-text.ts";
export { STATEMENTS as REQUEST_STATEMENTS } from "./statements.ts";
export { stateOfText } from "./state-of-text.ts";
export type { TextState } from "./state-of-text.ts";
export { toggledOff } from "./toggled-off.ts";
export { textIn, turnText, withEdits } from "./turn-text.ts";
export { updateText } from "./update-text.ts";
export { printState } from "./text-of-state.ts";
