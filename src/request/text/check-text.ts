import { columnKey, columnsByKey, diagnose, parameterKey, replace } from "../../formula/index.ts";
import type { CheckEnv, Edit, Fix, KnownColumn, NotationName, Span } from "../../formula/index.ts";
import { DIAGNOSTICS } from "../../vocabulary/index.ts";
import { itemName } from "../builder/entry.ts";
import type { Json } from "../builder/entry-json.ts";
import { requestJson } from "../builder/request-json.ts";
import type { RequestState } from "../builder/state.ts";
import { treeOf } from "../builder/wording.ts";
import { chosenValues } from "../parameters.ts";
import { ownOf, readRequest } from "../read-request.ts";
import type { ReadOptions } from "../read-request.ts";
import type { RequestDiagnostic, ScanRequest } from "../request.ts";
import { removalOfUsers } from "./arrange.ts";
import { columnNameOf } from "./columns-in-text.ts";
import { textFinding } from "./finding.ts";
import type { TextFinding } from "./finding.ts";
import { headOf, isEntry, running } from "./request-text.ts";
import { unreadParameters, unusedParameters, widerStep } from "./parameters-in-text.ts";
import type { EntryStatement, RequestText } from "./request-text.ts";
import { formulaTree, stateOfText } from "./state-of-text.ts";
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
  const columns = columnFindings(text, state);
  const unread = unreadParameters(text);
  const places = new Map([...paths].map(([statement, path]) => [path, statement]));
  const findings = [
    ...text.findings,
    ...text.statements
      .filter(isEntry)
      .flatMap((one) => inFormula(one, text.notation, { ...options.market, ...ownOf(options) }, columns))
      .filter(
        ({ code, from, to }) =>
          code !== "unknown-parameter" || !unread.has(parameterKey(text.text.slice(from + 1, to))),
      ),
    ...unusedParameters(text),
    ...diagnostics.flatMap((found) =>
      found.path === "outcome" ? columns.ofOutcome(found) : (inRequest(found, text, places) ?? []),
    ),
  ];
  const broken = text.findings.some(({ severity }) => severity === "error");
  return { state, json, request: broken ? null : request, findings: findings.toSorted((a, b) => a.from - b.from) };
}

const knownColumns = (state: RequestState): readonly KnownColumn[] =>
  orderedRows(state, "columns").map(({ title, added: { addedItem } }) => ({
    name: itemName(addedItem),
    tree: treeOf("columns", title, addedItem),
  }));

/** What a statement's formula may name, and what is said of a column that it cannot name. */
interface ColumnsOfText {
  readonly envOf: (statement: EntryStatement) => Pick<CheckEnv, "columns" | "parameters">;
  readonly unknown: (found: TextFinding, statement: EntryStatement, name: string) => TextFinding;
  /** What is wrong with the column that the outcome names. */
  readonly ofOutcome: (found: RequestDiagnostic) => readonly TextFinding[];
}

function columnFindings(text: RequestText, state: RequestState): ColumnsOfText {
  const parameters = chosenValues(state.parameters);
  const on = knownColumns(state);
  const off = text.statements.filter(isEntry).flatMap((one): (KnownColumn & { statement: EntryStatement })[] => {
    const name = one.off ? columnNameOf(one, text) : null;
    return name === null ? [] : [{ name, tree: formulaTree(one.formula?.text ?? "", text.notation), statement: one }];
  });
  const [running, all] = [columnsByKey(on), columnsByKey([...on, ...off])];
  const missing = (found: TextFinding, name: string): TextFinding => {
    const switched = off.find((one) => columnKey(one.name) === columnKey(name))?.statement;
    if (switched === undefined) {
      const fix = { label: "Remove these too", edits: removalOfUsers(text, name) };
      return { ...found, fixes: [...(found.fixes ?? []), fix] };
    }
    const word = /^off\s+/i.exec(text.text.slice(switched.from))?.[0] ?? "";
    const fixes = word === "" ? [] : [{ label: "Switch it on", edits: [removed(switched.from, word.length)] }];
    return textFinding("column-off", found, { word: `{${name}}`, fixes });
  };
  return {
    // What is switched off may go on naming what is.
    envOf: (statement) => ({ columns: statement.off ? all : running, parameters }),
    unknown: (found, statement, name) => (statement.kind === "filter" ? found : missing(found, name)),
    ofOutcome: ({ severity, code = "outcome", message }) => {
      const named = headOf(text, "outcome")?.column;
      if (!named) return [];
      const found = { severity, code, message, from: named.from, to: named.to };
      return [running.has(columnKey(named.value)) ? found : missing({ ...found, code: "unknown-column" }, named.value)];
    },
  };
}

const removed = (from: number, length: number): Edit => ({ from, to: from + length, insert: "" });

/** What is wrong with a statement's formula, at its place in the text, its fixes too. */
function inFormula(
  statement: EntryStatement,
  notation: NotationName,
  market: Omit<CheckEnv, "use" | "columns">,
  { envOf, unknown }: ColumnsOfText,
): readonly TextFinding[] {
  const { kind, formula } = statement;
  if (formula === null) return [];
  const moved = ({ from, to }: Span): Span => ({ from: formula.at(from), to: formula.at(to) });
  const env = { ...market, ...envOf(statement), use: kind };
  return diagnose(formula.text, env, notation).diagnostics.map((found) => {
    const placed = {
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
    };
    if (found.code !== "unknown-column") return placed;
    return unknown(placed, statement, formula.text.slice(found.from + 1, found.to - 1).trim());
  });
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
  // Of the request's own warnings the text has its own, with a fix.
  if (code === "parameter-unused") return null;
  if (first === "parameters") {
    const place = text.statements.filter((one) => one.kind === "parameter" && one.parameter !== null)[
      Number(/\d+/.exec(path)?.[0] ?? 0)
    ];
    const wider = code === "settings-many" && place?.kind === "parameter" ? widerStep(text, place) : null;
    return { ...found, from: place?.from ?? 0, to: place?.to ?? 0, ...(wider === null ? {} : { fixes: [wider] }) };
  }
  if (first === "filters" || first === "columns") return { ...found, ...limitPlace(text, first, message) };
  const head = headOf(
    text,
    first === "Date_Range" ? "dates" : first === "options" ? "options" : first === "hold_out" ? "hold" : "request",
  );
  const { from, to } = head ?? { from: 0, to: 0 };
  return { ...found, from, to };
}

/** The first statement beyond the number that is allowed. */
function limitPlace(text: RequestText, side: "filters" | "columns", message: string): Span {
  const limit = Number(/\d+/.exec(message)?.[0] ?? 0);
  const kind = side === "filters" ? "filter" : "column";
  const { from, to } = running(text, kind)[limit] ?? {
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
