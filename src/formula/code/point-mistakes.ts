import { clock, NAMED_SESSIONS, readStatementName, statementName } from "../../vocabulary/index.ts";
import { child } from "./cst.ts";
import type { Cst } from "./cst.ts";
import { indicatorCall } from "./indicator-call.ts";
import { DAY_HINT, looseMinute } from "./literals.ts";
import { hint } from "./nearest.ts";
import type { Reading } from "./reading.ts";

/**
 * Common mistakes between the brackets: words for days and sessions, `-` or `to` between times, `10:00 am`, `-1d`. Each is
 * one mistake with its own fix. Returns how many parts of the point it read, 0 for none.
 */
export function readPointMistake(reading: Reading, kids: readonly Cst[], index: number): number {
  const part = kids[index];
  if (!part) return 0;
  return (
    windowOperator(reading, part, kids[index + 1], kids[index + 2]) ||
    halfOfDay(reading, part, kids[index + 1]) ||
    daysWithUnit(reading, part, kids[index + 1]) ||
    parametersApart(reading, kids, index) ||
    statementApart(reading, kids, index) ||
    (index > 0 ? dayWord(reading, part) || sessionWord(reading, kids, index) : 0)
  );
}

const singleTime = (part: Cst | undefined): part is Cst =>
  part?.name === "Times" && part.kids.filter(({ name }) => name === "Time" || name === "LooseTime").length === 1;

/** `'09:30' - '10:00'` and `'09:30' to '10:00'`. */
function windowOperator(reading: Reading, start: Cst, sign: Cst | undefined, end: Cst | undefined): number {
  if (!singleTime(start) || !singleTime(end) || !sign) return 0;
  const found = reading.text(sign).trim();
  if (!/^(?:-|−|–|to|until|till|through|thru)$/i.test(found)) return 0;
  const written = reading.text(sign).replace(found, "..");
  reading.report("operator-spelling", sign, { found, right: ".." }, [reading.fix(written, sign, "Write ..")]);
  return 3;
}

/** `10:00 am`. */
function halfOfDay(reading: Reading, part: Cst, half: Cst | undefined): number {
  if (!half || half.name !== "Item" || !/^[ap]m$/i.test(reading.text(half))) return 0;
  const time = part.name === "At" || part.name === "Times" ? child(part, "LooseTime") : undefined;
  if (!time || time.to !== part.to) return 0;
  const place = { from: time.from, to: half.to };
  const minute = looseMinute(reading.text(place));
  reading.report("time-format", place, {}, [minute === null ? null : reading.fix(`'${clock(minute)}'`, place)]);
  return 2;
}

/** `-1d`. */
function daysWithUnit(reading: Reading, sign: Cst, number: Cst | undefined): number {
  if (sign.name !== "Days" || number?.name !== "LooseNumber" || !/^\s*[-−–]\s*$/.test(reading.text(sign))) return 0;
  const days = /^(\d{1,4})d(?:ays?)?$/i.exec(reading.text(number))?.[1];
  if (days === undefined) return 0;
  const place = { from: sign.from, to: number.to };
  const right = Number(days) === 0 ? "0" : `-${Number(days)}`;
  reading.report("words-in-code", place, { found: reading.text(place), hint: DAY_HINT }, [reading.fix(right, place)]);
  return 2;
}

/** `[indicator bb upper 20 2]`: parameters without their parentheses. One number alone may be meant as a day. */
function parametersApart(reading: Reading, kids: readonly Cst[], index: number): number {
  if (kids[index]?.name !== "Days" || kids[index + 1]?.name !== "Days") return 0;
  const items = kids.slice(0, index).filter(({ name }) => name === "Item");
  const rest = kids.slice(index);
  const end = rest.findIndex((part) => part.name !== "Days" || !/^\s*\d+(?:\.\d+)?\s*$/.test(reading.text(part)));
  const numbers = end < 0 ? rest : rest.slice(0, end);
  const [group, first] = items;
  const last = numbers.at(-1);
  if (!group || !first || !last || numbers.length < 2 || reading.text(group).toLowerCase() !== "indicator") return 0;
  const right = indicatorCall(
    items.slice(1).map((item) => reading.text(item)),
    numbers.map((number) => reading.text(number).trim()),
  );
  if (right === null) return 0;
  const place = { from: group.from, to: last.to };
  reading.report("wording", place, { found: reading.text(place), right }, [reading.fix(right, place)]);
  return numbers.length;
}

/** `[earnings total revenue 1q]`: a statement item is one name. */
function statementApart(reading: Reading, kids: readonly Cst[], index: number): number {
  const quarter = kids[index];
  if (quarter?.name !== "LooseNumber") return 0;
  const [group, first, ...more] = kids.slice(0, index).filter(({ name }) => name === "Item");
  if (!group || !first || reading.text(group).toLowerCase() !== "earnings") return 0;
  const name = [first, ...more, quarter].map((part) => reading.text(part).toLowerCase()).join("-");
  const read = readStatementName(name);
  if (read === null) return 0;
  const right = statementName(read.item, read.quarter);
  const place = { from: first.from, to: quarter.to };
  const found = reading.text(place);
  reading.report("unknown-field", place, { group: "earnings", found, hint: hint(right) }, [reading.fix(right, place)]);
  return 1;
}

const DAY_WORDS: ReadonlyMap<string, string> = new Map([
  ["yesterday", "-1"],
  ["previous", "-1"],
  ["prior", "-1"],
  ["today", "0"],
  ["tomorrow", "1"],
]);

/** `[daily close yesterday]`. */
function dayWord(reading: Reading, part: Cst): number {
  const right = part.name === "Item" ? DAY_WORDS.get(reading.text(part).toLowerCase()) : undefined;
  if (right === undefined) return 0;
  reading.report("words-in-code", part, { found: reading.text(part), hint: DAY_HINT }, [reading.fix(right, part)]);
  return 1;
}

const SESSION_WORDS: ReadonlyMap<string, string> = new Map(
  NAMED_SESSIONS.flatMap(({ name, start, end }) =>
    [name.replaceAll(" ", ""), ...(name === "after hours" ? ["postmarket"] : [])].map((word): [string, string] => [
      word,
      `'${clock(start)}' .. '${clock(end)}'`,
    ]),
  ),
);
const FIRST_LETTERS = new Set([...SESSION_WORDS.keys()].map((word) => word[0]));

/** `[intraday high premarket]`, also in two words. */
function sessionWord(reading: Reading, kids: readonly Cst[], index: number): number {
  const [first, second] = [kids[index], kids[index + 1]];
  // Called for every part of every data point; the first letter excludes most.
  if (first?.name !== "Item" || !FIRST_LETTERS.has(reading.source[first.from]?.toLowerCase())) return 0;
  const word = (cst: Cst): string => reading.text(cst).toLowerCase().replaceAll("-", "");
  const two = second?.name === "Item" ? SESSION_WORDS.get(word(first) + word(second)) : undefined;
  const right = two ?? SESSION_WORDS.get(word(first));
  if (right === undefined) return 0;
  const place = { from: first.from, to: (two === undefined ? first : (second ?? first)).to };
  const group = kids.find(({ name }) => name === "Item");
  const takes = group !== undefined && /^(?:intraday|fundamental)$/.test(word(group));
  const hint = ` In code a session is its window: ${right}.`;
  reading.report("words-in-code", place, { found: reading.text(place), hint }, [
    takes ? reading.fix(right, place) : null,
  ]);
  return two === undefined ? 1 : 2;
}
