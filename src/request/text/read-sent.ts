import { sameTree } from "../../formula/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { isObject } from "../json.ts";
import { openRequest } from "../builder/open-request.ts";
import type { OpenedRequest } from "../builder/open-request.ts";
import type { RequestState } from "../builder/state.ts";
import { readRequest } from "../read-request.ts";
import type { ReadOptions, ReadRequest } from "../read-request.ts";
import type { RequestDiagnostic } from "../request.ts";
import { checkText } from "./check-text.ts";
import type { TextFinding } from "./finding.ts";
import { readText } from "./read-text.ts";
import { stateOfText } from "./state-of-text.ts";
import { textOfState } from "./state-with-text.ts";
import { HEADS, headsOfState, orderedRows, parameterLines, rowParts, treeOfRow } from "./text-of-state.ts";
import type { EntryRow } from "./text-of-state.ts";

/** Line and column of an offset, counted from 1 as editors show them. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** The text of a request that is sent as its text alone: `{ "text": "request Gap …" }`; null for any other. */
export function textAlone(json: unknown): string | null {
  if (!isObject(json)) return null;
  const [first, ...others] = Object.entries(json);
  return others.length === 0 && first?.[0] === "text" && typeof first[1] === "string" ? first[1] : null;
}

type Base = Pick<RequestState, "kind" | "mode">;
const NEW: Base = { kind: "request", mode: "create" };

/**
 * Reads a request as it is sent: as JSON, or as its text alone. A text beside the entries must be readable where the request
 * is to be kept; one that is only looked at may have statements that are being written. Where it says something else, the
 * entries count, and a warning says so. Never throws.
 */
export function readSent(
  json: unknown,
  options: ReadOptions = {},
  base: Base = NEW,
  use: "kept" | "looked at" = "kept",
): ReadRequest {
  const alone = textAlone(json);
  if (alone !== null) {
    const read = readText(alone);
    const { request, findings } = checkText(read, options, base);
    return { request, diagnostics: findings.map((found) => inText(read.text, found)) };
  }
  const read = readRequest(json, options);
  const beside = besideEntries(json, base).map((found): RequestDiagnostic =>
    use === "kept" ? found : { ...found, severity: "warning" },
  );
  const diagnostics = [...read.diagnostics, ...beside];
  return { request: diagnostics.some(({ severity }) => severity === "error") ? null : read.request, diagnostics };
}

/**
 * Opens a request as it is sent, as much of it as can be read, and says what is wrong with its shape and its text; formulas
 * are judged by `readSent`. A text that says what the entries say brings its comments and what is switched off.
 */
export function openSent(json: unknown, base: Base = NEW): OpenedRequest {
  const alone = textAlone(json);
  if (alone !== null) {
    const read = readText(alone);
    const diagnostics = read.findings.map((found) => inText(read.text, found));
    return { state: stateOfText(read, base).state, diagnostics };
  }
  const { state, diagnostics } = openRequest(json, base.kind, base.mode);
  if (state.text === null) return { state, diagnostics };
  const beside = textDiagnostics(state);
  const counts = beside.length === 0 && diagnostics.length === 0 && base.kind === "request";
  return {
    state: counts ? stateOfText(readText(state.text), base).state : state,
    diagnostics: [...diagnostics, ...beside],
  };
}

/** The text of a request as it was sent: its own where that counts, else written anew. */
export const textOfSent = (json: unknown): string =>
  textOfState(openSent(json, { kind: "request", mode: "edit" }).state);

function inText(text: string, { severity, code, message, from, to }: TextFinding): RequestDiagnostic {
  return { path: "text", severity, code, message, from, to, ...lineAndColumn(text, from) };
}

function besideEntries(json: unknown, { kind, mode }: Base): readonly RequestDiagnostic[] {
  const hasText = isObject(json) && Object.entries(json).some(([key, value]) => key === "text" && value !== "");
  return hasText ? textDiagnostics(openRequest(json, kind, mode).state) : [];
}

/** Parts of a request that its text can say otherwise, and what they are called. */
const PARTS = {
  request: "name",
  about: "description",
  dates: "days",
  options: "options",
  outcome: "outcome",
  hold: "days held out",
} as const;

/** Stored beside a template, or given when a request is made from it. */
const BESIDE_TEMPLATE: readonly string[] = ["name", "description", "days"];

/** Whether two entries have the same labels and mean the same; comments are no difference. */
function sameRow(side: CardSide, row: EntryRow, other: EntryRow | undefined): boolean {
  if (other === undefined) return false;
  const [own, others] = [rowParts(side, row, "code"), rowParts(side, other, "code")];
  if (own.name !== others.name || own.second !== others.second) return false;
  const [tree, otherTree] = [treeOfRow(side, row), treeOfRow(side, other)];
  return tree === null || otherTree === null ? own.formula === others.formula : sameTree(tree, otherTree);
}

/** What a request's text says otherwise than its entries: `name`, `days`, `filters` …; nothing where it says the same. */
export function textDifferences(state: RequestState): readonly string[] {
  if (state.text === null) return [];
  const { state: said } = stateOfText(readText(state.text), state);
  const [heads, saidHeads] = [headsOfState(state), headsOfState(said)];
  // A text has no line breaks in its names, and no difference between them and blanks.
  const head = (of: typeof heads, part: keyof typeof PARTS): string => (of.get(part) ?? "").replaceAll(/\s+/g, " ");
  const sameRows = (side: CardSide): boolean => {
    const [own, others] = [orderedRows(state, side), orderedRows(said, side)];
    return own.length === others.length && own.every((row, index) => sameRow(side, row, others[index]));
  };
  return [
    ...HEADS.filter((part) => head(heads, part) !== head(saidHeads, part)).map((part) => PARTS[part]),
    ...(JSON.stringify([...parameterLines(state)]) === JSON.stringify([...parameterLines(said)]) ? [] : ["parameters"]),
    ...(["filters", "columns"] as const).filter((side) => !sameRows(side)),
  ].filter((part) => state.kind !== "template" || !BESIDE_TEMPLATE.includes(part));
}

/** What is wrong with the text beside a request's entries: what of it cannot be read, and whether it says something else. */
function textDiagnostics(state: RequestState): readonly RequestDiagnostic[] {
  if (state.text === null) return [];
  const { text, findings } = readText(state.text);
  const unread = findings.filter(({ severity }) => severity === "error");
  const differs = textDifferences(state);
  return [
    ...unread.map((found) => inText(text, found)),
    ...(differs.length === 0 ? [] : [differently(new Intl.ListFormat("en").format(differs))]),
  ];
}

const differently = (parts: string): RequestDiagnostic => ({
  path: "text",
  severity: "warning",
  code: "text-differs",
  message: `The text says something else than the request beside it: ${parts}. The request counts, and its text is written anew.`,
});
