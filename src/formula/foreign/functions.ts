import type { Platform } from "./platforms.ts";
import { computed, indicatorValue, overBars } from "./values.ts";
import type { Value } from "./values.ts";

/** The arguments of a call, by place and by name. */
export interface CallArguments {
  readonly values: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly basis: string;
}

/** What a function makes of its arguments; a text where it cannot be said, with the reason. */
export type Translate = (given: CallArguments) => Value | string;

const WRONG = "its arguments are not those that are known";
const LENGTH = "its length is no whole number";

const plain =
  (name: string, least: number, most = least): Translate =>
  ({ values, named }) =>
    named.size > 0 || values.length < least || values.length > most
      ? WRONG
      : {
          ...computed(`${name}(${values.map(({ code }) => code).join(", ")})`),
          code: `${name}(${values.map(({ code }) => code).join(", ")})`,
        };

/** The length among the arguments: by name, or at a place. */
function lengthOf({ values, named }: CallArguments, place: number, usual?: number): number | null {
  const given = named.get("length") ?? values[place];
  const length = given ? given.literal : usual;
  return length !== undefined && Number.isInteger(length) && length >= 1 && length <= 2_000 ? length : null;
}

const SOURCES: ReadonlySet<string> = new Set(["open", "high", "low", "close", "volume"]);

/** An average of a field is an indicator, which runs over bars as it does there. */
const average =
  (indicator: string): Translate =>
  (given) => {
    const source = given.named.get("price") ?? given.named.get("data") ?? given.values[0];
    const length = lengthOf(given, 1);
    if (!source) return WRONG;
    if (length === null) return LENGTH;
    if (source.field !== undefined && SOURCES.has(source.field))
      return indicatorValue(`${indicator}(${length}) ${source.field}`, given.basis);
    return indicator === "sma" ? computed(`avg(${source.code}, ${1 - length} .. 0)`) : "it is of a computed value";
  };

const extreme =
  (func: "max" | "min" | "sum", call: string, usual?: string): Translate =>
  (given) => {
    const alone = usual !== undefined && given.values.length === 1 && given.named.size === 0;
    const source = given.named.get("data") ?? given.values[0];
    const length = lengthOf(given, alone ? 0 : 1);
    if (!source) return WRONG;
    if (length === null) return LENGTH;
    const field = alone ? usual : source.field;
    return field === undefined
      ? computed(`${call}(${source.code}, ${1 - length} .. 0)`)
      : overBars(func, field, length, given.basis);
  };

const ofLength =
  (indicator: string, place: number, usual?: number): Translate =>
  (given) => {
    const [source] = given.values;
    if (place === 1 && source && source.field !== "close") return "it is not of the close";
    const length = lengthOf(given, place, usual);
    const close = indicator === "rsi" ? " close" : "";
    return length === null ? LENGTH : indicatorValue(`${indicator}(${length})${close}`, given.basis);
  };

/** Two values added up or averaged, as a sheet does. */
const joined =
  (mean: boolean): Translate =>
  ({ values }) => {
    if (values.length === 0) return WRONG;
    const sum = values.map(({ code }) => code).join(" + ");
    return computed(mean ? `( ${sum} ) / ${values.length}` : sum);
  };

const conditions =
  (sign: string): Translate =>
  ({ values }) =>
    values.length === 0 ? WRONG : computed(values.map(({ code }) => code).join(` ${sign} `));

const changed: Translate = (given) => {
  const [source, length] = [given.values[0], lengthOf(given, 1, 1)];
  return source && length !== null ? computed(`change(${source.code}, ${length})`) : WRONG;
};

const ARITHMETIC: Readonly<Record<string, Translate>> = {
  abs: plain("abs", 1),
  sqrt: plain("sqrt", 1),
  exp: plain("exp", 1),
  max: plain("max", 2, 20),
  min: plain("min", 2, 20),
  floor: plain("floor", 1),
  pow: plain("pow", 2),
};

const first: Translate = ({ values, named }) => named.get("defval") ?? values[0] ?? WRONG;

/** Functions that mean the same here, by the language and their name in it, lower case. */
export const FUNCTIONS: Readonly<Record<Platform, Readonly<Record<string, Translate>>>> = {
  excel: {
    ...ARITHMETIC,
    and: conditions("&"),
    or: conditions("|"),
    not: ({ values: [one], values }) => (one && values.length === 1 ? computed(`!${one.code}`) : WRONG),
    if: plain("if", 2, 3),
    round: plain("round", 1, 2),
    power: plain("pow", 2),
    ln: plain("ln", 1),
    sum: joined(false),
    average: joined(true),
    isblank: plain("is_null", 1),
    ifna: plain("default", 2),
    iferror: plain("default", 2),
  },
  tc2000: {
    abs: plain("abs", 1),
    max: plain("max", 2),
    min: plain("min", 2),
    sqr: plain("sqrt", 1),
    iif: plain("if", 3),
    xup: plain("crosses_above", 2),
    xdown: plain("crosses_below", 2),
    counttrue: (given) => {
      const [condition, length] = [given.values[0], lengthOf(given, 1)];
      return condition && length !== null ? computed(`count(${condition.code}, ${1 - length} .. 0)`) : WRONG;
    },
    sum: extreme("sum", "sum"),
  },
  pine: {
    ...ARITHMETIC,
    log: plain("ln", 1),
    ceil: plain("ceil", 1),
    sign: plain("sign", 1),
    na: plain("is_null", 1),
    nz: ({ values: [one, other], values }) =>
      one && values.length <= 2 ? computed(`default(${one.code}, ${other?.code ?? "0"})`) : WRONG,
    iff: plain("if", 3),
    sma: average("sma"),
    ema: average("ema"),
    wma: average("wma"),
    rma: average("rma"),
    stdev: (given) => (given.values.length > 2 ? WRONG : average("stddev")(given)),
    rsi: ofLength("rsi", 1),
    atr: ofLength("atr", 0),
    highest: extreme("max", "highest", "high"),
    lowest: extreme("min", "lowest", "low"),
    sum: extreme("sum", "sum"),
    crossover: plain("crosses_above", 2),
    crossunder: plain("crosses_below", 2),
    change: changed,
    mom: changed,
    roc: (given) => {
      const [source, length] = [given.values[0], lengthOf(given, 1)];
      return source && length !== null ? computed(`pct_change(${source.code}, ${length})`) : WRONG;
    },
    input: first,
    "input.int": first,
    "input.float": first,
    "input.source": first,
  },
  thinkscript: {
    ...ARITHMETIC,
    absvalue: plain("abs", 1),
    power: plain("pow", 2),
    log: plain("ln", 1),
    ceil: plain("ceil", 1),
    isnan: plain("is_null", 1),
    between: plain("between", 3),
    average: average("sma"),
    simplemovingavg: average("sma"),
    expaverage: average("ema"),
    movavgexponential: average("ema"),
    wildersaverage: average("rma"),
    highest: extreme("max", "highest"),
    lowest: extreme("min", "lowest"),
    sum: extreme("sum", "sum"),
    rsi: ofLength("rsi", 0, 14),
    atr: ofLength("atr", 0, 14),
  },
};

/** Known there, and why they cannot be said here. */
export const WITHOUT: Readonly<Record<string, string>> = {
  barssince: "it looks back without a limit; bars_since(x, limit) has one",
  "request.security": 'of another security or longer bars are single values: [daily close of "SPY"], [weekly close -1]',
  security: 'of another security or longer bars are single values: [daily close of "SPY"], [weekly close -1]',
  compoundvalue: "no formula refers to its own value of the day before",
  round: "halves are rounded another way",
  macd: "name a line: [indicator macd.line(12, 26, 9) close adj]",
  bb: "name a line: [indicator bbands.upper(20, 2) close adj]",
};
