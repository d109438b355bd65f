import { diagnose } from "../../src/formula/index.ts";
import { clock, TRADE_FIELDS } from "../../src/vocabulary/index.ts";
import type { NamedFormula } from "./formulas.ts";
import type { Random } from "./random.ts";
import { EDGES } from "./random-bars.ts";

const PERCENTS = [0.1, 0.5, 1, 1.5, 2, 3, 5, 12];

const PRICES = [
  "[daily low -1 adj]",
  "[daily high -1 adj]",
  "( [daily close -1 adj] * 0.98 )",
  "( [daily close -1 adj] * 1.02 )",
  "[daily min low -3 .. -1 adj]",
  "[intraday max high '04:00' .. '09:29']",
  "[intraday min low '04:00' .. '09:29' adj]",
  "[daily open]",
] as const;

const CONDITIONS = [
  "[daily close adj] < [daily close -1 adj]",
  "[daily close] > [daily open]",
  "[daily close adj] > [daily max high -3 .. -1 adj]",
] as const;

/** A trade as somebody might write it, without its field; the checks refuse some. */
function randomTrade(random: Random): string {
  const time = (): string => `'${clock(random.chance(0.4) ? 570 : random.of(EDGES))}'`;
  const day = random.of([0, 0, 0, 1, 2, 3, 5, 8]);
  const distance = (): string =>
    random.chance(0.85) ? String(random.of(PERCENTS)) : `${random.of([0.5, 1, 2])} atr(${random.of([1, 2, 5])})`;
  const level = (): string => (random.chance(0.75) ? distance() : random.of(PRICES));
  const entry = random.of([
    () => `at ${time()}`,
    () => `at ${time()}`,
    () => (day > 0 ? "at close" : "at '09:30'"),
    () => `${random.of(["above", "below"])} ${random.of(PRICES)} from '09:30' .. ${time()}`,
    () => `${random.of(["above", "below"])} ${random.of(PRICES)} from ${time()} .. ${time()}`,
  ])();
  const when = day > 0 && random.chance(0.25) ? ` when ( ${random.of(CONDITIONS)} )` : "";
  const end = when !== "" || random.chance(0.5) ? "close" : random.chance(0.5) ? "'15:59'" : time();
  return [
    random.of(["long", "short"]),
    entry,
    ...(random.chance(0.7) ? [`target ${level()}`] : []),
    ...(random.chance(0.7) ? [`stop ${level()}`] : []),
    ...(random.chance(0.25) ? [`trail ${distance()}`] : []),
    `until ${end}${day === 0 ? "" : ` ${day}`}${when}`,
    ...(random.chance(0.3) ? [random.of(["worst", "best"])] : []),
  ].join(" ");
}

/** Trades with all of their fields as columns. */
export function randomTrades(random: Random, count: number): readonly NamedFormula[] {
  const made: NamedFormula[] = [];
  for (let trade = 0; trade < count;) {
    const rest = randomTrade(random);
    const formulas = TRADE_FIELDS.map(({ name }) => {
      const code = `[trade ${name} ${rest}]`;
      return { ...diagnose(code, { columns: new Map(), use: "column" }), code, name: `t${trade} ${name}` };
    });
    const read = formulas.flatMap(({ tree, type, code, name }) => (tree && type ? [{ tree, type, code, name }] : []));
    if (read.length < formulas.length) continue;
    made.push(...read);
    trade += 1;
  }
  return made;
}
