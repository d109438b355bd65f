import { columnKey, columnsByKey, diagnose, knownAtText, printCode } from "../../formula/index.ts";
import type { DataPoint, KnownColumn, NotationName } from "../../formula/index.ts";
import {
  BUILT_IN_COLUMNS,
  CALL_TEXTS,
  CALLS,
  FIELDS_OF,
  INDICATORS,
  indicatorText,
  periodOfGroup,
  statementItem,
  TRADE_CLAUSE_TEXTS,
  TRADE_CLAUSES,
  TRADE_FIELD_TEXTS,
} from "../../vocabulary/index.ts";
import type { Field, Group } from "../../vocabulary/index.ts";
import { ownEnv } from "../state/queries/own-data.ts";
import { showDate, showValue } from "../ui/values.ts";
import { pinned, pinnedValue } from "../state/slices/pinned.ts";
import type { Docs } from "./docs.ts";

/** Type, unit and known-at of a piece of a formula, as the rows of a panel. */
export function factsOf(text: string, columns: readonly KnownColumn[], notation: NotationName = "code"): Docs["facts"] {
  const env = { columns: columnsByKey(columns), use: "column", ...ownEnv() } as const;
  const { tree, type, unit, knownAt } = diagnose(text, env, notation);
  if (tree === null) return [];
  return [
    ["Type", type],
    ["Unit", unit === "plain" ? null : unit],
    ["Known", knownAt && knownAtText(knownAt)],
  ];
}

/** The value on the pinned day, where one is pinned and the catalogue's values hold it. */
function pinnedFact(point: DataPoint): Docs["facts"] {
  const { at } = pinned;
  const part = pinnedValue(printCode({ from: 0, to: 0, kind: "data", point }));
  if (at === null || part === null) return [];
  const { type, value } = part;
  const unit = null;
  return [[`${at.symbol} ${showDate(at.date)}`, value === null ? "null" : showValue(value, { name: "", type, unit })]];
}

/** What a data point means, and of which security where it is not the row's. */
const meaningOf = (point: DataPoint): string =>
  `${ownMeaning(point)}${point.ofSymbol === undefined ? "" : ` Of ${point.ofSymbol}, by its symbol on the row's day.`}`;

const fieldsOf = (group: Group): readonly Field[] => FIELDS_OF[group];
const BARS: ReadonlyMap<Group, string> = new Map([["intraday", "minute"]]);

function groupOf({ group }: Exclude<DataPoint, { group: "indicator" | "period-indicator" | "earnings" }>): Group {
  switch (group) {
    case "daily-range":
    case "daily-at":
      return "daily";
    case "intraday-at":
    case "intraday-at-time":
      return "intraday";
    case "event":
      return "fundamental";
    case "daily":
    case "intraday":
    case "weekly":
    case "monthly":
    case "identity":
    case "fundamental":
    case "ownership":
      return group;
  }
  return group satisfies never;
}

/** Which week or month a data point is of. */
function periodText(point: DataPoint): string {
  if (!("offset" in point)) return "";
  const { name } = periodOfGroup(point.group === "period-indicator" ? point.bars : point.group);
  if ("soFar" in point && point.soFar) return `: of the ${name} of the day, up to the day`;
  if (point.offset === 0) return `: of the ${name} of the day as it is when that ends`;
  const count = Math.abs(point.offset);
  return `: of the whole ${name} ${count} ${name}${count === 1 ? "" : "s"} ${point.offset < 0 ? "before" : "after"} that of the day`;
}

/** From the vocabulary. */
function ownMeaning(point: DataPoint): string {
  if (point.group === "indicator" || point.group === "period-indicator") {
    const entry = INDICATORS.find(({ name }) => name === point.name);
    return entry === undefined ? "" : `${entry.title}${periodText(point)}. ${indicatorText(entry.name).formula}`;
  }
  if (point.group === "earnings") {
    const entry = statementItem(point.item);
    return entry === null
      ? ""
      : `${entry.label} (${entry.groupBy}) of the quarterly statements, as known on the row's date.`;
  }
  const group = groupOf(point);
  const field = fieldsOf(group).find((one) => one.name === point.field);
  if (field === undefined) return "";
  const bars = "adjusts" in field && field.adjusts !== "never" ? `, from ${BARS.get(group) ?? group} bars` : "";
  return `${field.label[0]?.toUpperCase() ?? ""}${field.label.slice(1)}${bars}${periodText(point)}.`;
}

/** The panel of a data point as it stands in a formula; null where it does not parse. */
export function docsOfPoint(
  text: string,
  columns: readonly KnownColumn[],
  notation: NotationName = "code",
): Docs | null {
  const { tree } = diagnose(text, { columns: columnsByKey(columns), use: "column" }, notation);
  const data = tree?.kind === "not" ? tree.of : tree;
  if (data?.kind === "trade")
    return {
      title: text,
      meaning: `Of a ${data.trade.side} trade that begins on the row's day. ${TRADE_FIELD_TEXTS[data.trade.field]}`,
      facts: factsOf(text, columns, notation),
      example: null,
    };
  if (data?.kind !== "data") return null;
  return {
    title: text,
    meaning: meaningOf(data.point),
    facts: [...factsOf(text, columns, notation), ...pinnedFact(data.point)],
    example: null,
  };
}

/** A part of a trade by its word. */
export function docsOfClause(word: string): Docs | null {
  const clause = TRADE_CLAUSES.find((one) => one === word.toLowerCase());
  if (clause === undefined) return null;
  const { examples, doc } = TRADE_CLAUSE_TEXTS[clause];
  const [example] = examples;
  return { title: clause, meaning: doc, facts: [], example: example === undefined ? null : `${clause} ${example}` };
}

export function docsOfCall(name: string): Docs | null {
  const entry = CALLS.find((call) => call.name === name.toLowerCase());
  return entry === undefined
    ? null
    : {
        title: entry.signature,
        meaning: CALL_TEXTS[entry.name],
        facts: factsOf(entry.example, []),
        example: entry.example,
      };
}

/** A column by its name: one of the request, else a built-in one. */
export function docsOfColumn(name: string, columns: readonly KnownColumn[]): Docs {
  const key = columnKey(name);
  const own = columns.find((column) => columnKey(column.name) === key);
  const builtIn = own === undefined ? BUILT_IN_COLUMNS.find((column) => column.name === key) : undefined;
  return {
    title: `{${name}}`,
    meaning: builtIn === undefined ? "A column of this request." : `Built-in: ${builtIn.doc}, in percent.`,
    facts: factsOf(`{${name}}`, columns),
    example: builtIn?.code ?? (own?.tree ? printCode(own.tree) : null),
  };
}
