import { columnKey, columnsByKey, diagnose, parseCode, printCode, type Node } from "../../formula/index.ts";
import { ofSnapshot, type Market, type Snapshot } from "../../market/index.ts";
import {
  BUILT_IN_COLUMNS,
  clock,
  FIELDS,
  NAMED_SESSIONS,
  type Basis,
  type Field,
  type OwnData,
  type OwnNames,
} from "../../vocabulary/index.ts";
import { columnTrees } from "../run.ts";
import { profileOf } from "../profile.ts";
import { explainOn, type Labelled, type SymbolDay } from "./explain.ts";
import type { ExplainedFormula, Mistake, Outcome } from "./explanation.ts";
import { findPlace, type Absence, type Place } from "./place.ts";

export interface Values {
  readonly symbol: string;
  readonly date: string;
  /** Null where the symbol has a row on that day. */
  readonly absence: Absence | null;
  /** In the order of the request; empty without a row. */
  readonly formulas: readonly ExplainedFormula[];
}

/** Formulas as text, and the columns that they may name. */
interface ValuesQuestion extends SymbolDay {
  readonly formulas: readonly string[];
  readonly columns?: readonly { readonly name: string; readonly formula: string }[];
  /** What the account has of its own, and the rows of what the formulas name of it. */
  readonly own?: { readonly names: OwnNames; readonly data: OwnData | null };
}

/**
 * The value of every data point, indicator and sub-expression of formulas on one security-day, whatever they are used
 * for. Offsets refer to the texts as given. Mistakes carry the path `formulas[i]` or `columns[i].formula`.
 */
export async function values(market: Market, question: ValuesQuestion, signal?: AbortSignal): Promise<Outcome<Values>> {
  const mistakes: Mistake[] = [];
  const read = (
    text: string,
    path: string,
    known: ReadonlyMap<string, { name: string; tree: Node | null }>,
  ): Node | null => {
    const { tree, diagnostics } = diagnose(text, {
      columns: known,
      use: "column",
      ...(question.own === undefined ? {} : { own: question.own.names }),
    });
    for (const { severity, code, message, from, to } of diagnostics)
      if (severity === "error") mistakes.push({ path, code, message, from, to });
    return tree;
  };
  const given = question.columns ?? [];
  const named = columnsByKey(given.map(({ name, formula }) => ({ name, tree: parseCode(formula).tree })));
  const columns = given.flatMap(({ name, formula }, index) => {
    const tree = read(formula, `columns[${index}].formula`, named);
    return tree ? [{ name, group: "custom" as const, tree, code: printCode(tree), path: "" }] : [];
  });
  const formulas = question.formulas.flatMap((text, index): Labelled[] => {
    const tree = read(text, `formulas[${index}]`, named);
    return tree ? [{ label: printCode(tree), tree, code: printCode(tree), text }] : [];
  });
  if (mistakes.length > 0) return { ok: false, mistakes };
  const data = question.own?.data ?? null;
  return valuesOf(
    market,
    { ...question, ...(data === null ? {} : { data }) },
    columns,
    () => Promise.resolve(formulas),
    signal,
  );
}

/** Every data point of the catalogue on one security-day; statement items are those the security has. */
export function fieldValues(market: Market, question: SymbolDay, signal?: AbortSignal): Promise<Outcome<Values>> {
  return valuesOf(market, question, [], (place, snapshot) => catalogue(snapshot, place), signal);
}

const valuesOf = ofSnapshot(async function valuesOnce(
  market: Snapshot,
  { symbol, date, data }: SymbolDay & { readonly data?: OwnData },
  columns: readonly {
    readonly name: string;
    readonly group: "custom";
    readonly tree: Node;
    readonly code: string;
    readonly path: string;
  }[],
  formulasOf: (place: Place, snapshot: Snapshot) => Promise<readonly Labelled[]>,
  signal?: AbortSignal,
): Promise<Outcome<Values>> {
  const profile = await profileOf(market);
  const found = await findPlace(market, profile, { symbol, date }, signal);
  if (!found.ok) return found;
  const { place, absence } = found.value;
  const base = { symbol: found.value.symbol, date, absence };
  if (place === null || absence !== null) return { ok: true, value: { ...base, formulas: [] } };
  const request = { start: date, end: date, filters: [], columns, ...(data === undefined ? {} : { own: data }) };
  const trees = columnTrees({ columns });
  const labelled = await formulasOf(place, market);
  const { formulas } = await explainOn({ market, profile, request, trees, place, signal }, labelled);
  return { ok: true, value: { ...base, formulas } };
});

async function catalogue(market: Snapshot, { security }: Place): Promise<readonly Labelled[]> {
  const items = await market.query<{ item: string }>({
    sql: `SELECT DISTINCT toString(item) AS item FROM ${market.table("statement")} WHERE security_id = {id:UInt32} ORDER BY item`,
    params: { id: security },
  });
  const codes = [
    ...FIELDS.flatMap(codesOf),
    ...BUILT_IN_COLUMNS.map(({ name }) => `{${name}}`),
    ...items.map(({ item }) => `[earnings ${item}-1q]`),
  ];
  return codes.flatMap((code): Labelled[] => {
    const { tree } = parseCode(code);
    return tree ? [{ label: labelOf(tree), tree, code: printCode(tree), text: code }] : [];
  });
}

/** The sessions of a day as windows; the halves of the regular one are left out. */
const SHOWN_SESSIONS = NAMED_SESSIONS.filter(({ name }) => name !== "morning" && name !== "afternoon");

/** Each field once, with both bases where they differ, and over each session of the day. */
function codesOf({ group, name, adjusts, windowDefault, type }: Field): readonly string[] {
  const bases: readonly Basis[] = adjusts === "price" || adjusts === "shares" ? ["unadj", "adj"] : ["unadj"];
  switch (group) {
    case "daily":
      return bases.map((basis) => `[daily ${name}${basis === "adj" ? " adj" : ""}]`);
    case "intraday":
      if (type === "time" || windowDefault === undefined) return [];
      return SHOWN_SESSIONS.map(
        ({ start, end }) => `[intraday ${windowDefault} ${name} '${clock(start)}' .. '${clock(end)}']`,
      );
    case "weekly":
    case "monthly":
      return [];
    case "identity":
    case "fundamental":
    case "ownership":
      return [`[${group} ${name}]`];
  }
}

function labelOf(tree: Node): string {
  if (tree.kind === "column") return columnKey(tree.name);
  return tree.kind === "data" ? printCode(tree).slice(1, -1) : printCode(tree);
}
