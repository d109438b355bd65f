import { clock, TRADE_CLAUSES } from "../../vocabulary/index.ts";
import type { Minute, TradeClause } from "../../vocabulary/index.ts";
import type { Node, Trade, TradeDistance, TradeLevel } from "../tree.ts";
import { numberText, parameterText } from "./literal-text.ts";

/** Words that begin a clause of a trade. */
export const CLAUSES: readonly TradeClause[] = TRADE_CLAUSES;
export const CLAUSE_WORDS: ReadonlySet<string> = new Set(CLAUSES);

/** How a notation writes what is inside a clause. */
interface ClausePrinting {
  readonly time: (minute: Minute) => string;
  readonly window: (start: string, end: string) => string;
  /** A formula as a value that ends where it seems to. */
  readonly value: (formula: Node) => string;
}

function distanceText(distance: TradeDistance): string {
  const { value: given } = distance;
  const value = typeof given === "number" ? numberText(given) : parameterText(given.parameter ?? "");
  return distance.by === "percent" ? value : `${value} atr(${distance.length})`;
}

const levelText = (level: TradeLevel, { value }: ClausePrinting): string =>
  level.by === "price" ? value(level.price) : distanceText(level);

/** The clauses of a trade in their order, defaults left out. */
export function clauseTexts(trade: Trade, printing: ClausePrinting): readonly string[] {
  const { entry, target, stop, trail, until, when, choice } = trade;
  const { time, window, value } = printing;
  const texts: string[] = [];
  if (entry.at === "time") texts.push(`at ${time(entry.minute)}`);
  else if (entry.at === "close") texts.push("at close");
  else texts.push(`${entry.side} ${value(entry.level)}`, `from ${window(time(entry.start), time(entry.end))}`);
  if (target) texts.push(`target ${levelText(target, printing)}`);
  if (stop) texts.push(`stop ${levelText(stop, printing)}`);
  if (trail) texts.push(`trail ${distanceText(trail)}`);
  const end = until.minute === "close" ? "close" : time(until.minute);
  texts.push(`until ${end}${until.day === 0 ? "" : ` ${until.day}`}`);
  if (when) texts.push(`when ${value(when)}`);
  if (choice !== "none") texts.push(choice);
  return texts;
}

/** A trade in its brackets. `operand` prints a formula with the parentheses that a value needs. */
export function tradeText(trade: Trade, operand: (formula: Node) => string): string {
  const printing: ClausePrinting = {
    time: (minute) => `'${clock(minute)}'`,
    window: (start, end) => `${start} .. ${end}`,
    value: operand,
  };
  return `[trade ${trade.field} ${trade.side} ${clauseTexts(trade, printing).join(" ")}]`;
}
