import {
  columnKey,
  MAX_REMEMBERED_CHARS,
  parameterKey,
  parseCode,
  parseWords,
  remembered,
} from "../../formula/index.ts";
import type { Node, NotationName } from "../../formula/index.ts";
import { showDate } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { customItem } from "../builder/custom-item.ts";
import { itemName } from "../builder/entry.ts";
import { filterOrderToKeep, itemOfTree, placeItems } from "../builder/place-items.ts";
import type { PlacedItem } from "../builder/place-items.ts";
import { rowsOf } from "../builder/request-json.ts";
import { freshRequest } from "../builder/state.ts";
import type { RequestState } from "../builder/state.ts";
import type { Parameter } from "../parameters.ts";
import { automaticName } from "../names.ts";
import { headOf, running } from "./request-text.ts";
import type { EntryStatement, RequestText } from "./request-text.ts";

/** What a text says, as the builder has it. */
export interface TextState {
  readonly state: RequestState;
  /** Where each filter and column that runs stands in the request's JSON, by its statement: `filters.Custom[0]`. */
  readonly paths: ReadonlyMap<EntryStatement, string>;
}

/** The tree of a formula as typed; null where it does not parse. */
export function formulaTree(text: string, notation: NotationName): Node | null {
  const { tree, diagnostics } = notation === "words" ? parseWords(text) : parseCode(text);
  return diagnostics.some(({ severity }) => severity === "error") ? null : tree;
}

/** What a filter or column says, and in what. */
interface Said {
  readonly side: CardSide;
  readonly type: NotationName;
  readonly first: string;
  readonly second: string;
  readonly text: string;
}

/**
 * The card's entry that says the formula; what no card can say, or what does not parse, is Custom. The same value for what
 * says the same.
 */
const itemOfSaid = remembered(
  ({ side, type, first, second, text }: Said): PlacedItem => {
    const label =
      side === "columns"
        ? { name: first, tag: second }
        : // The only label of a filter is its tag.
          { name: first === "" ? "" : second, tag: first === "" ? second : first };
    const tree = formulaTree(text, type);
    if (tree === null) return { title: "Custom", item: customItem({ type, text, ...label }) };
    const placed = itemOfTree(tree, side, { type, text: () => text, ...label });
    if (placed.item.kind === "custom" || side === "filters" || label.name !== "") return placed;
    const options = { ...placed.item.options, name: automaticName(tree) };
    return { ...placed, item: { ...placed.item, options } };
  },
  MAX_REMEMBERED_CHARS,
  ({ side, type, first, second, text }) => [side, type, first, second, text].join("\n"),
);

const itemOf = ({ name, second, formula }: EntryStatement, side: CardSide, type: NotationName): PlacedItem =>
  itemOfSaid({ side, type, first: name?.value ?? "", second: second?.value ?? "", text: formula?.text ?? "" });

/** The parameters that a text has statements of; where one is said twice the first counts. */
export function parametersOf({ statements }: Pick<RequestText, "statements">): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const statement of statements) {
    if (statement.kind !== "parameter" || statement.parameter === null) continue;
    const { named: _, ...parameter } = statement.parameter;
    if (!found.has(parameterKey(parameter.name))) found.set(parameterKey(parameter.name), parameter);
  }
  return [...found.values()];
}

/** What runs of a text: statements that are switched off are left out. */
export function stateOfText(text: RequestText, base: Pick<RequestState, "kind" | "mode">): TextState {
  const days = headOf(text, "dates")?.days;
  const fresh = freshRequest("", base.kind, base.mode);
  let state: RequestState = {
    ...fresh,
    description: headOf(text, "about")?.description ?? "",
    dataRange: {
      requestName: headOf(text, "request")?.name ?? "",
      startTime: days ? showDate(days.start) : "",
      endTime: days ? showDate(days.end) : "",
    },
    options: headOf(text, "options")?.options ?? fresh.options,
    outcome: headOf(text, "outcome")?.column?.value ?? null,
    parameters: parametersOf(text),
    holdOut: headOf(text, "hold")?.part ?? null,
    text: text.text,
  };
  const places = new Map<EntryStatement, string>();
  for (const [side, kind] of [
    ["filters", "filter"],
    ["columns", "column"],
  ] as const) {
    const statements = running(text, kind);
    const items = statements.map((statement) => itemOf(statement, side, text.notation));
    const { state: next, paths } = placeItems(state, side, items);
    for (const [index, statement] of statements.entries()) places.set(statement, `${side}.${paths[index] ?? ""}`);
    state =
      side === "filters"
        ? { ...next, filterOrder: filterOrderToKeep(next, paths) }
        : { ...next, columnOrder: columnOrderToKeep(next, items) };
  }
  return { state, paths: places };
}

/** The order of the columns where it is not that of their cards; null while names are missing or stand twice. */
function columnOrderToKeep(state: RequestState, items: readonly PlacedItem[]): readonly string[] | null {
  const names = items.map(({ item }) => itemName(item));
  const different = new Set(names.map(columnKey));
  if (different.has("") || different.size < names.length) return null;
  const now = rowsOf(state, "columns").map(({ added }) => itemName(added.addedItem));
  return now.every((name, index) => name === names[index]) ? null : names;
}
