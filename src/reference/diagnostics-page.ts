import { columnsByKey, diagnose, parseAnswer, parseCode } from "../formula/index.ts";
import type { CheckEnv, Fix } from "../formula/index.ts";
import { DIAGNOSTICS } from "../vocabulary/index.ts";
import type { DiagnosticCode, OwnNames } from "../vocabulary/index.ts";
import { DIAGNOSTIC_PAGES } from "./diagnostics/pages.ts";
import type { DiagnosticPage } from "./diagnostics/page-of-code.ts";
import { code, entry, list, mark, text } from "./page.ts";
import type { Block, Page } from "./page.ts";

const isCode = (name: string): name is DiagnosticCode => Object.hasOwn(DIAGNOSTICS, name);

const applied = (formula: string, { edits }: Fix): string =>
  edits.toReversed().reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), formula);

/** An account with lists of these names. */
const ownLists = (names: readonly string[]): OwnNames => ({
  lists: names.map((name) => ({ name, version: name })),
  numbers: [],
});

/** What a formula may name of an account and a market; anything where it is left out. */
export const namesOf = ({
  lists,
  symbols,
}: {
  readonly lists?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
}): Pick<CheckEnv, "own" | "symbols"> => ({
  ...(lists === undefined ? {} : { own: ownLists(lists) }),
  ...(symbols === undefined ? {} : { symbols: new Set(symbols) }),
});

/** What the language says to an example of a page, the finding of that code first. */
export function findingOf(name: DiagnosticCode, page: DiagnosticPage) {
  const { example, times = 1, use = "filter", notation, columns = {}, lists, symbols } = page;
  const formula = example.repeat(times);
  const known = columnsByKey(
    Object.entries(columns).map(([column, written]) => ({ name: column, tree: parseCode(written).tree })),
  );
  const { diagnostics } =
    notation === "words"
      ? parseAnswer({ formula, is_filter: use === "filter", notation })
      : diagnose(formula, { columns: known, use, ...namesOf({ lists, symbols }) });
  const found = diagnostics.find((one) => one.code === name);
  return found ? { formula, found } : null;
}

function codeBlocks(name: DiagnosticCode, page: DiagnosticPage): readonly Block[] {
  const { severity } = DIAGNOSTICS[name];
  const { example, times = 1, use = "filter", notation, columns, lists, symbols, reportedBy } = page;
  const raised = reportedBy === "run" ? null : findingOf(name, page);
  const place = `in a ${use}${notation === "words" ? ", in words" : ""}`;
  const repeated = times > 1 ? ` ${times} times over` : "";
  const others = columns
    ? `, where the request has ${Object.entries(columns)
        .map(([column, written]) => `${mark(`{${column}}`)} as ${mark(written)}`)
        .join(" and ")}`
    : lists
      ? `, where your lists are ${lists.map((name) => mark(name)).join(" and ")}`
      : symbols
        ? `, where the market has ${symbols.map((name) => mark(name)).join(" and ")}`
        : "";
  const [fix] = raised?.found.fixes ?? [];
  return [
    entry(name, name),
    text(page.why),
    list(
      `${SEVERITIES[severity]}${reportedBy === "run" ? ", reported with the result of a run" : ""}.`,
      ...(raised ? [`Says: ${raised.found.message}`] : []),
      `Example, ${place}${repeated}${others}:`,
    ),
    code(example),
    ...(raised && fix && raised.formula.length < 200
      ? [text(`Fix, *${fix.label}*:`.replaceAll("*", "")), code(applied(raised.formula, fix))]
      : []),
  ];
}

const SEVERITIES = {
  error: "Error: the formula does not run",
  warning: "Warning: the formula runs, and probably does not say what is meant",
  info: "Information",
} as const;

export const diagnosticsPage: Page = {
  name: "diagnostics",
  title: "Diagnostic codes",
  summary: "Every finding of the language: what it means, an example that raises it, and what the fix makes of it.",
  blocks: Object.entries(DIAGNOSTIC_PAGES).flatMap(([name, page]) => (isCode(name) ? codeBlocks(name, page) : [])),
};
