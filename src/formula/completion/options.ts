import { BASES } from "../../vocabulary/index.ts";
import type { CheckEnv } from "../check/env.ts";
import { columnText } from "../code/literal-text.ts";
import type { NotationName } from "../notation.ts";
import { argumentNames, columnCandidates, GROUP_WORDS, ONE_DAY, pointWords, VALUES } from "./candidates.ts";
import type { Candidate } from "./candidates.ts";
import type { CompletionContext } from "./context.ts";
import { fieldValues } from "./field-values.ts";
import { libraryOptions } from "./library.ts";
import type { LibraryFormula } from "./library.ts";
import { numberedIndicators } from "./numbered.ts";
import { operatorsAt } from "./operators.ts";
import { ownNumberWords, ownTexts, ownValues } from "./own-candidates.ts";
import type { CompletionOption } from "./option.ts";
import { parameterValues } from "./parameter-candidates.ts";
import { nodeOf, Place } from "./place.ts";
import { slotsOf } from "./slots.ts";
import { tradeWords } from "./trade-candidates.ts";
import { continuations, TAILS, wordValues } from "./words-candidates.ts";

/** What fits at a place, whatever is being typed there, and what only fits with the numbers that are typed. */
export interface CompletionOffers {
  readonly options: readonly CompletionOption[];
  readonly numbered: (query: string) => readonly CompletionOption[];
}

/** No data point is longer; what goes on with one is read once for each candidate. */
const MAX_POINT_LENGTH = 300;
const BASIS_NAMES: ReadonlySet<string> = new Set(BASES);
const NOTHING: CompletionOffers = { options: [], numbered: () => [] };

/**
 * What may be inserted in a context: only options with which the formula has no new mistake, one that more typing mends
 * aside (a filter that is no condition yet). Derived from the vocabulary, the columns of `env`, and a library.
 */
export const completionOptions = (
  context: CompletionContext,
  env: CheckEnv,
  library: readonly LibraryFormula[] = [],
): readonly CompletionOption[] => offersAt(context, env, library).options;

export function offersAt(
  context: CompletionContext,
  env: CheckEnv,
  library: readonly LibraryFormula[],
): CompletionOffers {
  const { text, from, to, notation = "code" } = context;
  switch (context.kind) {
    case "none":
      return NOTHING;
    case "operator":
      return { ...NOTHING, options: operators(context, env, notation) };
    case "text": {
      const place = new Place(text, from, to, env, notation);
      const texts = [...fieldValues(place, env), ...ownTexts(env, place.takesOwn())];
      return { ...NOTHING, options: offered(texts, () => true, { notation }) };
    }
    case "value":
      return valuesAt(context, env, library);
    case "phrase": {
      const { open } = context;
      if (open === from) return valuesAt(context, env, library);
      if (from - open > MAX_POINT_LENGTH) return NOTHING;
      const place = new Place(text, open, to, env, "words");
      const lead = text.slice(open, from);
      const fits = (insert: string): boolean => place.takes(nodeOf(lead + insert, "words"));
      return { ...NOTHING, options: offered(continuations(), fits, { notation, lead }) };
    }
    case "after": {
      const { open } = context;
      const signs = operators(context, env, notation);
      if (open === null || from - open > MAX_POINT_LENGTH) return { ...NOTHING, options: signs };
      const place = new Place(text, open, to, env, "words");
      const blank = blankBehind(text, from);
      const lead = text.slice(open, from) + blank;
      const fits = (insert: string): boolean => place.takes(nodeOf(lead + insert, "words"));
      const tails = offered(TAILS, fits, { notation, lead, blank });
      return { ...NOTHING, options: [...signs, ...tails] };
    }
    case "column": {
      const place = new Place(text, from - 1, context.closed ? to + 1 : to, env, notation);
      const fits = (name: string): boolean => place.takes(nodeOf(columnText(name)));
      const [close, skip] = context.closed ? ["", 1] : ["}", 0];
      return { ...NOTHING, options: offered(columnCandidates(ownNames(env)), fits, { notation, close, skip }) };
    }
    case "group":
    case "point":
    case "mine":
      return inBrackets(context, env);
    case "trade":
      return inTrade(context, env, library);
  }
  return context satisfies never;
}

function valuesAt(
  { text, from, to, notation = "code" }: CompletionContext,
  env: CheckEnv,
  library: readonly LibraryFormula[],
): CompletionOffers {
  const place = new Place(text, from, to, env, notation);
  const columns = columnCandidates(ownNames(env)).map((one) => ({ ...one, inserts: one.inserts.map(columnText) }));
  const fits = (insert: string): boolean => place.takes(nodeOf(insert, notation));
  const shown = { notation, points: true };
  const whole = [
    ...ownValues(env, notation),
    ...parameterValues(env),
    ...(notation === "words" ? wordValues() : VALUES),
    ...columns,
  ];
  return {
    options: [
      ...offered(fieldValues(place, env), fits, shown),
      ...offered(ownTexts(env, place.takesOwn()), () => true, { notation }),
      ...offered(argumentNames(place.takesName(), notation), () => true, { notation }),
      ...offered(whole, fits, shown),
      ...libraryOptions(library, place, notation),
    ],
    numbered: (query) => offered(numberedIndicators(query, notation), fits, { notation }),
  };
}

function inBrackets(
  { kind, ...context }: Extract<CompletionContext, { kind: "group" | "point" | "mine" }>,
  env: CheckEnv,
): CompletionOffers {
  const { text, from, to, open, close } = context;
  const end = close ?? bracketEnd(text, to);
  if (end - open > MAX_POINT_LENGTH) return NOTHING;
  const place = new Place(text, open, close === null ? end : end + 1, env);
  const [lead, rest] = [text.slice(open, from), text.slice(to, end)];
  const candidates =
    kind === "mine"
      ? [...ownNumberWords(env, ""), ...ONE_DAY]
      : "group" in context && kind === "point"
        ? pointWords(context.group, /^\s*\S+\s+\S/.test(lead.slice(1) + rest))
        : [...ownNumberWords(env, "mine "), ...GROUP_WORDS];
  const fits = (insert: string): boolean => place.takes(nodeOf(`${lead}${insert}${rest}]`));
  const last = rest.trim() === "";
  const shown = {
    notation: "code",
    lead,
    tail: `${rest}]`,
    points: true,
    close: close === null && last ? "]" : "",
    // Behind the bracket, where the next operator goes; before it where more of the data point is there.
    skip: close !== null && last ? rest.length + 1 : 0,
  } as const;
  return {
    options: offered(candidates, fits, shown),
    numbered: (query) =>
      kind === "group"
        ? offered(
            numberedIndicators(query, "code").map((one) => ({ ...one, inserts: one.inserts.slice(1) })),
            fits,
            { ...shown, points: false },
          )
        : [],
  };
}

/** A trade with its formulas inside is longer than any data point. */
const MAX_TRADE_LENGTH = 1000;

function inTrade(
  context: Extract<CompletionContext, { kind: "trade" }>,
  env: CheckEnv,
  library: readonly LibraryFormula[],
): CompletionOffers {
  const { text, from, to, open, close, expects, notation = "code" } = context;
  const end = close ?? bracketEnd(text, to);
  if (end - open > MAX_TRADE_LENGTH) return NOTHING;
  const closing = notation === "code" ? "]" : ")";
  const place = new Place(text, open, close === null ? end : end + 1, env, notation);
  const [lead, rest] = [text.slice(open, from), text.slice(to, end)];
  const fits = (insert: string): boolean => place.takes(nodeOf(`${lead}${insert}${rest}${closing}`, notation));
  const words = offered(tradeWords(expects, notation), fits, {
    notation,
    lead,
    tail: rest + closing,
    points: true,
    close: close === null && rest.trim() === "" ? closing : "",
  });
  // Behind the word of a clause a formula may begin as well.
  const values =
    expects === "field" || expects === "side" || expects === "clause" ? NOTHING : valuesAt(context, env, library);
  return { ...values, options: [...words, ...values.options] };
}

const ownNames = (env: CheckEnv): readonly string[] =>
  env.use === "column" ? [...env.columns.values()].map(({ name }) => name) : [];

const blankBehind = (text: string, from: number): string => (/\s$/.test(text.slice(0, from)) ? "" : " ");

interface Shown {
  readonly notation: NotationName;
  /** What stands before and behind it of the data point it goes on with. */
  readonly lead?: string;
  readonly tail?: string;
  readonly blank?: string;
  readonly close?: string;
  readonly skip?: number;
  /** Whether it brings examples to type over. */
  readonly points?: boolean;
}

function offered(
  candidates: readonly Candidate[],
  fits: (insert: string) => boolean,
  { notation, lead = "", tail = "", blank = "", close = "", skip = 0, points = lead !== "" }: Shown,
): readonly CompletionOption[] {
  return candidates.flatMap(({ inserts, ...rest }): readonly CompletionOption[] => {
    const found = inserts.find(fits);
    if (found === undefined) return [];
    // What is the account's own stands for itself.
    const slots = points && rest.kind !== "own" && rest.kind !== "parameter" ? slotsOf(found, notation, lead) : [];
    return [
      {
        ...rest,
        insert: blank + found + close,
        slots: slots.map(({ from, to }) => ({ from: from + blank.length, to: to + blank.length })),
        // A day may be followed by the basis; the last stop is behind the bracket.
        skip: rest.kind === "part" && slots.length === 0 && !BASIS_NAMES.has(found) ? 0 : skip,
        whole: lead + found + tail,
      },
    ];
  });
}

/** Where a point without its closing bracket most probably ends: what is left of its line of words. */
function bracketEnd(text: string, from: number): number {
  return from + (/^[^<>=!&|*/()[\]{}]*/.exec(text.slice(from))?.[0].trimEnd().length ?? 0);
}

function operators(
  { text, from, to }: CompletionContext,
  env: CheckEnv,
  notation: NotationName,
): readonly CompletionOption[] {
  // What is being typed is no part of the formula yet.
  const around = text.slice(0, from) + text.slice(to);
  const blank = blankBehind(text, from);
  const found = offered(operatorsAt(around, from, env, notation), () => true, { notation, blank });
  return found.map((one) => ({ ...one, insert: one.insert.endsWith("(") ? one.insert : `${one.insert} ` }));
}
