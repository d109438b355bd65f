import { columnKey, layout } from "../../formula/index.ts";
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
import { HEADS, printEntry } from "./print-text.ts";
import { readText } from "./read-text.ts";
import { stateOfText } from "./state-of-text.ts";

/** An entry's formula in a notation: canonical and laid out, or as it was typed where it does not parse. */
function formulaOf(side: CardSide, { title, added }: Row, notation: NotationName): string {
  const item: Item = added.addedItem;
  const own: Node | null =
    item.kind === "custom" ? treeOfText(item.formula.type, item.formula.inputFormula) : treeOf(side, title, item);
  if (own !== null) return layout(textOfTree(notation, own), notation);
  return item.kind === "custom" ? item.formula.inputFormula : sentence(side, title, item);
}

type Row = ReturnType<typeof rowsOf>[number];

/** Rows in an order of keys; those it does not name keep theirs behind them. */
function inOrder(rows: readonly Row[], order: readonly string[] | null, key: (row: Row) => string): readonly Row[] {
  const places = new Map((order ?? []).map((name, index) => [name, index]));
  return rows.toSorted((a, b) => (places.get(key(a)) ?? places.size) - (places.get(key(b)) ?? places.size));
}

const labelsOf = ({ addedItem: item }: Added): { name: string; tag: string } => ({
  name: cleanName(itemName(item)),
  tag: cleanName(item.kind === "custom" ? item.formula.tag : (item.options.tag ?? "")),
});

/** The statement of a filter or column. */
export function printRow(side: CardSide, row: Row, notation: NotationName): string {
  const { name, tag } = labelsOf(row.added);
  const formula = formulaOf(side, row, notation);
  return side === "filters"
    ? printEntry({ kind: "filter", name: tag, second: name }, formula)
    : printEntry({ kind: "column", name, second: tag }, formula);
}

/** The filters or columns of a request in the order in which a text has them. */
export const orderedRows = (state: RequestState, side: CardSide): readonly Row[] =>
  side === "filters"
    ? inOrder(rowsOf(state, "filters"), state.filterOrder, ({ path }) => path)
    : inOrder(rowsOf(state, "columns"), state.columnOrder?.map(columnKey) ?? null, ({ added }) =>
        columnKey(itemName(added.addedItem)),
      );

/** A request as a text, written anew: what a text alone holds, comments and what is switched off, is not in it. */
export function printState(state: RequestState, notation: NotationName = "code"): string {
  const { requestName, startTime, endTime } = state.dataRange;
  const options = { ...state.options, overwrite: state.mode === "edit" && state.options.overwrite };
  const head = [
    ...(requestName.trim() === "" ? [] : [HEADS.request(requestName.trim())]),
    ...(state.description === "" ? [] : [HEADS.about(state.description)]),
    ...(startTime === "" && endTime === ""
      ? []
      : [HEADS.dates({ start: readShownDay(startTime) ?? startTime, end: readShownDay(endTime) ?? endTime })]),
    ...(Object.values(options).includes(true) ? [HEADS.options(options)] : []),
    ...(notation === "words" ? [HEADS.notation(notation)] : []),
  ];
  const parts = [
    head,
    ...(["filters", "columns"] as const).map((side) =>
      orderedRows(state, side).map((row) => printRow(side, row, notation)),
    ),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** The text of a request: its own where that still says what its entries say, else one written anew. */
export function textOfState(
  state: RequestState,
  notation?: NotationName,
): { readonly text: string; readonly own: boolean } {
  if (state.text !== null) {
    const read = readText(state.text);
    const { state: said } = stateOfText(read, state);
    if (printState(said) === printState(state)) return { text: read.text, own: true };
  }
  return { text: printState(state, notation), own: false };
}
