import {
  TRADE_CLAUSE_TEXTS,
  TRADE_CLAUSES,
  TRADE_FIELD_TEXTS,
  TRADE_FIELDS,
  TRADE_SIDES,
} from "../../vocabulary/index.ts";
import type { TradeClause } from "../../vocabulary/index.ts";
import type { NotationName } from "../notation.ts";
import { part } from "./candidates.ts";
import type { Candidate } from "./candidates.ts";

/** What comes next inside a trade: its field, its side, a clause, or what stands behind the word of one. */
export type TradeExpects = "field" | "side" | "clause" | TradeClause;

const inWords = (text: string): string => text.replaceAll("'", "").replace(" .. ", " to ");

/** Times and numbers are the same in words; formulas inside are left to what may begin a value there. */
const examplesOf = (clause: TradeClause, notation: NotationName): readonly string[] => {
  const { examples } = TRADE_CLAUSE_TEXTS[clause];
  return notation === "code" ? examples : examples.filter((one) => !one.includes("[")).map(inWords);
};

/** Alone where the trade is complete with it, else with what is still missing. */
function completed(text: string, notation: NotationName): readonly string[] {
  const [joint, said] = notation === "code" ? [" ", (one: string) => one] : [", ", inWords];
  const ends = ["until '15:59'", "until close", "until close 5", "at '09:30' until '15:59'"];
  return [text, ...ends.map((end) => text + joint + said(end.replace(" until", `${joint.trimEnd()} until`)))];
}

/** What may come next inside the brackets of a trade, or in words inside its parentheses. */
export function tradeWords(expects: TradeExpects, notation: NotationName): readonly Candidate[] {
  if (expects === "field")
    return TRADE_FIELDS.map(({ name, type, unit, label }) => ({
      ...part(
        name,
        TRADE_SIDES.flatMap((side) => [name, ...completed(`${name} ${side}`, "code")]),
        unit ?? type,
        TRADE_FIELD_TEXTS[name],
      ),
      titles: [label],
    }));
  if (expects === "side")
    return TRADE_SIDES.map((side) =>
      part(side, completed(side, "code"), "side", side === "long" ? "gains as the price rises" : "gains as it falls"),
    );
  if (expects !== "clause") {
    return examplesOf(expects, notation).map((one) =>
      part(one, completed(one, notation), expects, TRADE_CLAUSE_TEXTS[expects].doc),
    );
  }
  return TRADE_CLAUSES.flatMap((clause) => {
    const { doc, examples: all } = TRADE_CLAUSE_TEXTS[clause];
    const examples = all.length === 0 ? [""] : examplesOf(clause, notation);
    return examples.map((one) => {
      const text = `${clause} ${one}`.trim();
      return { ...part(text, completed(text, notation), "part of a trade", doc), titles: [] };
    });
  });
}
