import { columnKey, layout, parameterKey } from "../../formula/index.ts";
import type { Node, NotationName } from "../../formula/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { readShownDay } from "../builder/date-range.ts";
import { itemName } from "../builder/entry.ts";
import type { Added, Item } from "../builder/entry.ts";
import { textOfTree, treeOfText } from "../builder/notation.ts";
import { rowsOf } from "../builder/request-json.ts";
import type { RequestState } from "../builder/state.ts";
import { sentence, treeOf } from "../builder/wording.ts";
import { cleanName } from "../names.ts";
import { STATEMENT_PRINTERS, printEntry } from "./print-text.ts";

/** What an entry means; null where it does not parse. */
export function treeOfRow(side: CardSide, { title, added: { addedItem: item } }: EntryRow): Node | null {
  return item.kind === "custom" ? treeOfText(item.formula.type, item.formula.inputFormula) : treeOf(side, title, item);
}

/** An entry's formula in a notation: canonical and laid out, or as it was typed where it does not parse. */
function formulaOf(side: CardSide, row: EntryRow, notation: NotationName): string {
  const { title } = row;
  const item: Item = row.added.addedItem;
  const own = treeOfRow(side, row);
  if (own !== null) return layout(textOfTree(notation, own), notation);
  return item.kind === "custom" ? item.formula.inputFormula : sentence(side, title, item);
}

export type EntryRow = ReturnType<typeof rowsOf>[number];

/** Rows in an order of keys; those it does not name keep theirs behind them. */
function inOrder(
  rows: readonly EntryRow[],
  order: readonly string[] | null,
  key: (row: EntryRow) => string,
): readonly EntryRow[] {
  const places = new Map((order ?? []).map((name, index) => [name, index]));
  return rows.toSorted((a, b) => (places.get(key(a)) ?? places.size) - (places.get(key(b)) ?? places.size));
}

const labelsOf = ({ addedItem: item }: Added): { name: string; tag: string } => ({
  name: cleanName(itemName(item)),
  tag: cleanName(item.kind === "custom" ? item.formula.tag : (item.options.tag ?? "")),
});

/** What the statement of a filter or column says. */
export interface RowParts {
  /** In braces. */
  readonly name: string;
  /** In quotation marks. */
  readonly second: string;
  readonly formula: string;
}

export function rowParts(side: CardSide, row: EntryRow, notation: NotationName): RowParts {
  const { name, tag } = labelsOf(row.added);
  const formula = formulaOf(side, row, notation);
  return side === "filters" ? { name: tag, second: name, formula } : { name, second: tag, formula };
}

/** The filters or columns of a request in the order in which a text has them. */
export const orderedRows = (state: RequestState, side: CardSide): readonly EntryRow[] =>
  side === "filters"
    ? inOrder(rowsOf(state, "filters"), state.filterOrder, ({ path }) => path)
    : inOrder(rowsOf(state, "columns"), state.columnOrder?.map(columnKey) ?? null, ({ added }) =>
        columnKey(itemName(added.addedItem)),
      );

/** Statements about the request as a whole that its state holds, in the order in which they are written. */
export const HEADS = ["request", "about", "dates", "options", "outcome", "hold"] as const;
type Head = (typeof HEADS)[number];

/** The statements about the request as a whole, by kind; nothing of what is empty. */
export function headsOfState(state: RequestState): ReadonlyMap<Head, string> {
  const { requestName, startTime, endTime } = state.dataRange;
  const options = { ...state.options, overwrite: state.mode === "edit" && state.options.overwrite };
  const heads = new Map<Head, string>();
  if (requestName.trim() !== "") heads.set("request", STATEMENT_PRINTERS.request(requestName.trim()));
  if (state.description !== "") heads.set("about", STATEMENT_PRINTERS.about(state.description));
  if (startTime !== "" || endTime !== "")
    heads.set(
      "dates",
      STATEMENT_PRINTERS.dates({ start: readShownDay(startTime) ?? startTime, end: readShownDay(endTime) ?? endTime }),
    );
  if (Object.values(options).includes(true)) heads.set("options", STATEMENT_PRINTERS.options(options));
  if (state.outcome !== null) heads.set("outcome", STATEMENT_PRINTERS.outcome(state.outcome));
  if (state.holdOut !== null) heads.set("hold", STATEMENT_PRINTERS.hold(state.holdOut));
  return heads;
}

/** The statements of a request's parameters, by `parameterKey`. */
export const parameterLines = ({ parameters }: RequestState): ReadonlyMap<string, string> =>
  new Map(parameters.map((one) => [parameterKey(one.name), STATEMENT_PRINTERS.parameter(one)]));

/** A request as a text, written anew: what a text alone holds, comments and what is switched off, is not in it. */
export function printState(state: RequestState, notation: NotationName = "code"): string {
  const head = [
    ...headsOfState(state).values(),
    ...parameterLines(state).values(),
    ...(notation === "words" ? [STATEMENT_PRINTERS.notation(notation)] : []),
  ];
  const entries = (["filters", "columns"] as const).map((side) =>
    orderedRows(state, side).map((row) => {
      const parts = rowParts(side, row, notation);
      return printEntry({ kind: side === "filters" ? "filter" : "column", ...parts }, parts.formula);
    }),
  );
  return [head, ...entries]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}
