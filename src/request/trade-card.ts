import { clauseTexts, mapTree, parseCode, printCode, walk } from "../formula/index.ts";
import type { Node, Trade } from "../formula/index.ts";
import { clock, TRADE_CHOICES, TRADE_FIELDS } from "../vocabulary/index.ts";
import type { CardOptionName } from "../vocabulary/index.ts";
import type { Made } from "./made.ts";
import { SPAN } from "./card-values.ts";
import type { Selection } from "./selection.ts";
import { DISTANCE } from "./trade-clause.ts";

/** Options that stand in a formula behind their own name. */
const CLAUSES = ["target", "stop", "trail", "until", "when"] as const;
const SAID = ["level", "start_time", "end_time", ...CLAUSES, "both"] as const;

const refuse = (key: CardOptionName, refused: string): Made => ({ key, refused });

/** `20 %` is 20, and `15:59` a time. A price or condition is put in parentheses, so that it ends with its option. */
function valueText(option: (typeof CLAUSES)[number], given: string): string {
  if (option === "until") return given.replace(/^'?(\d{1,2}:\d{2})'?/, "'$1'");
  return option !== "when" && DISTANCE.test(given) ? given.replace("%", "") : `( ${given} )`;
}

/** What is wrong with a price or a condition by itself, so that no bracket of it reaches into the next option. */
function formulaMistake(option: "level" | (typeof CLAUSES)[number], given: string | null): string | null {
  if (given === null || option === "until" || (option !== "level" && DISTANCE.test(given))) return null;
  const { tree, diagnostics } = parseCode(given);
  if (tree?.kind === "negative") return "A number above 0 or a price belongs here.";
  return diagnostics.find(({ severity }) => severity === "error")?.message ?? null;
}

/** Where a trade begins, as code. */
function entryText(selection: Selection): string {
  const { entry, level, start_time: start, end_time: end } = selection;
  const [from, to] = [start, end].map((minute) => (minute === null ? "" : `'${clock(minute)}'`));
  if (entry === "close") return "at close";
  if (entry === "at") return `at ${from}`;
  return `${entry} ( ${level ?? ""} )${start === null ? "" : ` from ${from}${end === null ? "" : ` .. ${to}`}`}`;
}

/** The trade that an entry says: its parts are put together as code, and read as a formula is. */
export function tradeOf(dataPoint: string, given: Selection): Made {
  const selection = { ...given, entry: given.entry?.toLowerCase() ?? null };
  for (const option of ["side", "entry", "until"] as const)
    if (selection[option] === null) return refuse(option, `${option} is missing.`);
  const name = dataPoint.trim().toLowerCase();
  const field = TRADE_FIELDS.find((one) => one.name === name.replaceAll(/[\s-]+/g, "_") || one.label === name);
  if (field === undefined)
    return {
      key: "data_point",
      refused: `${dataPoint} is no data point of a trade: ${TRADE_FIELDS.map((one) => one.name).join(", ")}.`,
    };
  const choice = TRADE_CHOICES.find((one) => one === (selection.both ?? "none").toLowerCase());
  if (choice === undefined) return refuse("both", `One of ${TRADE_CHOICES.join(", ")} belongs here.`);
  for (const option of ["level", ...CLAUSES] as const) {
    const why = formulaMistake(option, selection[option]);
    if (why !== null) return refuse(option, why);
  }
  let text = `[trade ${field.name}`;
  const ends: [CardOptionName, number][] = [];
  const add = (option: CardOptionName, part: string): void => {
    text += ` ${part}`;
    ends.push([option, text.length]);
  };
  add("side", selection.side ?? "");
  add("entry", entryText(selection));
  for (const option of CLAUSES) {
    const value = selection[option];
    if (value !== null) add(option, `${option} ${valueText(option, value)}`);
  }
  if (choice !== "none") add("both", choice);
  const { tree, diagnostics } = parseCode(`${text}]`);
  const mistake = diagnostics.find(({ severity }) => severity === "error");
  if (mistake !== undefined) {
    const [at = "until"] = ends.find(([, end]) => mistake.from < end) ?? [];
    const place = selection.entry === "at" ? "start_time" : selection.level === null ? "entry" : "level";
    return refuse(at === "entry" ? place : at, mistake.message);
  }
  if (tree?.kind !== "trade") return refuse("until", "This makes no trade.");
  const said = tradeOptions(tree.trade);
  const left = (option: (typeof SAID)[number]): boolean =>
    option === "both"
      ? selection.both !== null && choice === "none" && said.both === undefined
      : option.endsWith("_time") && said[option] !== undefined;
  // No option says another one, and none is lost.
  const wrong = SAID.find((option) => (said[option] === undefined) !== (selection[option] === null) && !left(option));
  if (wrong !== undefined) return refuse(wrong, `${wrong} does not belong to this trade.`);
  if (namesColumn(tree)) return refuse("level", TRADE_COLUMN);
  return mapTree(tree, (node) => ({ ...node, ...SPAN }));
}

/** Why a trade that names a column stays a formula: only those follow when it is renamed. */
export const TRADE_COLUMN = "The Trade card names no other column.";
export const namesColumn = (tree: Node): boolean => [...walk(tree)].some(({ kind }) => kind === "column");

type TradeOptions = {
  readonly [Name in "side" | "entry" | (typeof SAID)[number]]?: string;
};

/** A trade as the options of its card. */
export function tradeOptions(trade: Trade): TradeOptions {
  const texts = clauseTexts(trade, { time: clock, window: (start, end) => `${start} ${end}`, value: printCode });
  const parts = new Map(texts.map((text) => [text.split(" ", 1)[0] ?? "", text.slice(text.indexOf(" ") + 1)]));
  const [start_time, end_time] = (parts.get("from") ?? parts.get("at") ?? "").split(" ");
  const entry = trade.entry.at === "level" ? trade.entry.side : trade.entry.at === "close" ? "close" : "at";
  const own = CLAUSES.flatMap((option) => {
    const text = parts.get(option);
    return text === undefined ? [] : [[option, text] as const];
  });
  const level = parts.get(entry);
  return {
    side: trade.side,
    entry,
    ...(trade.entry.at === "level" && level !== undefined ? { level } : {}),
    ...(entry === "close" || start_time === undefined ? {} : { start_time }),
    ...(end_time === undefined ? {} : { end_time }),
    ...Object.fromEntries(own),
    ...(trade.choice === "none" ? {} : { both: trade.choice }),
  };
}
