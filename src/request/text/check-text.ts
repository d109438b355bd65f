import { columnKey, columnsByKey, diagnose, replace } from "../../formula/index.ts";
import type { CheckEnv, Fix, KnownColumn, NotationName, Span } from "../../formula/index.ts";
import { DIAGNOSTICS } from "../../vocabulary/index.ts";
import { itemName } from "../builder/entry.ts";
import type { Json } from "../builder/entry-json.ts";
import { requestJson } from "../builder/request-json.ts";
import type { RequestState } from "../builder/state.ts";
import { treeOf } from "../builder/wording.ts";
import { readRequest } from "../read-request.ts";
import type { ReadOptions } from "../read-request.ts";
import type { RequestDiagnostic, ScanRequest } from "../request.ts";
import type { TextFinding } from "./finding.ts";
import { headOf, isEntry } from "./request-text.ts";
import type { EntryStatement, RequestText } from "./request-text.ts";
import { stateOfText } from "./state-of-text.ts";
import { orderedRows } from "./text-of-state.ts";

export interface CheckedText {
  /** What the text says, as the builder has it. */
  readonly state: RequestState;
  /** The request as it is sent; the text goes with it. */
  readonly json: Json;
  /** Null where an error keeps it from running. */
  readonly request: ScanRequest | null;
  /** Everything found in the text, its formulas and the request, in the order of the text. */
  readonly findings: readonly TextFinding[];
}

/** A request's text with all that is wrong with it, each finding in the statement it belongs to. Never throws. */
export function checkText(
  text: RequestText,
  options: ReadOptions = {},
  base: Pick<RequestState, "kind" | "mode"> = { kind: "request", mode: "create" },
): CheckedText {
  const { state, paths } = stateOfText(text, base);
  const json = requestJson(state);
  const { request, diagnostics } = readRequest(json, options);
  const columns = columnsByKey(knownColumns(state));
  const places = new Map([...paths].map(([statement, path]) => [path, statement]));
  const findings = [
    ...text.findings,
    ...text.statements.filter(isEntry).flatMap((one) => inFormula(one, text.notation, { ...options.market, columns })),
    ...diagnostics.flatMap((found) => inRequest(found, text, places) ?? []),
  ];
  const broken = text.findings.some(({ severity }) => severity === "error");
  return { state, json, request: broken ? null : request, findings: findings.toSorted((a, b) => a.from - b.from) };
}

const knownColumns = (state: RequestState): readonly KnownColumn[] =>
  orderedRows(state, "columns").map(({ title, added: { addedItem } }) => ({
    name: itemName(addedItem),
    tree: treeOf("columns", title, addedItem),
  }));

/** What is wrong with a statement's formula, at its place in the text, its fixes too. */
function inFormula(
  { kind, formula }: EntryStatement,
  notation: NotationName,
  env: Omit<CheckEnv, "use">,
): readonly TextFinding[] {
  if (formula === null) return [];
  const moved = ({ from, to }: Span): Span => ({ from: formula.at(from), to: formula.at(to) });
  return diagnose(formula.text, { ...env, use: kind }, notation).diagnostics.map((found) => ({
    ...found,
    ...moved(found),
    ...(found.fixes === undefined
      ? {}
      : {
          fixes: found.fixes.map(({ label, edits }): Fix => ({
            label,
            edits: edits.map((edit) => ({ ...edit, ...moved(edit) })),
          })),
        }),
  }));
}

/** The statement of a path into the request, and what of the path is left. */
function statementAt(path: string, places: ReadonlyMap<string, EntryStatement>): EntryStatement | null {
  const [, place = ""] = /^((?:filters|columns)(?:\.\w+)+\[\d+\])/.exec(path) ?? [];
  return places.get(place) ?? null;
}

/** A finding of the request at its place in the text; null for one of a formula, which is found there with its fixes. */
function inRequest(
  { path, severity, message, code = "request" }: RequestDiagnostic,
  text: RequestText,
  places: ReadonlyMap<string, EntryStatement>,
): TextFinding | null {
  const found = { severity, code, message };
  const statement = statementAt(path, places);
  if (statement !== null) {
    // An empty formula is missing already.
    if (code in DIAGNOSTICS || (code === "missing" && statement.formula === null)) return null;
    const { name, from, to, formula } = statement;
    if (code !== "name-missing" || formula === null) return { ...found, ...(name ?? { from, to }) };
    const at = { from: formula.from, to: formula.from };
    return { ...found, from, to, fixes: [replace("Name it", at, `{${freeName(text)}}: `)] };
  }
  const [first] = path.split(/[.[]/);
  if (first === "filters" || first === "columns") return { ...found, ...limitPlace(text, first, message) };
  const head = headOf(text, first === "Date_Range" ? "dates" : first === "options" ? "options" : "request");
  const { from, to } = head ?? { from: 0, to: 0 };
  return { ...found, from, to };
}

/** The first statement beyond the number that is allowed. */
function limitPlace(text: RequestText, side: "filters" | "columns", message: string): Span {
  const limit = Number(/\d+/.exec(message)?.[0] ?? 0);
  const kind = side === "filters" ? "filter" : "column";
  const { from, to } = text.statements.filter((one) => isEntry(one) && one.kind === kind && !one.off)[limit] ?? {
    from: 0,
    to: 0,
  };
  return { from, to };
}

/** A name that no column has. */
function freeName({ statements }: RequestText): string {
  const taken = new Set(
    statements.flatMap((one) => (isEntry(one) && one.name !== null ? [columnKey(one.name.value)] : [])),
  );
  let number = 1;
  while (taken.has(columnKey(`Column ${number}`))) number += 1;
  return `Column ${number}`;
}
