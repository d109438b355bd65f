import { LIMITS } from "../../vocabulary/index.ts";
import { numberText, textLiteral } from "../code/literal-text.ts";
import { printCode } from "../code/print-code.ts";
import { parseCode } from "../code/read-code.ts";
import { FUNCTIONS, WITHOUT } from "./functions.ts";
import { basisOf, nameValue } from "./names.ts";
import { statementsOf } from "./parse.ts";
import type { Expression, Statement } from "./parse.ts";
import { PLATFORMS, platformOf, TC2000_SETTINGS } from "./platforms.ts";
import type { Platform, Unsaid } from "./platforms.ts";
import { tokensOf } from "./tokens.ts";
import { computed, numberValue } from "./values.ts";
import type { Value } from "./values.ts";
import type { Span } from "../tree.ts";

/** A part of the foreign text and the code that says the same. */
export interface Piece extends Span {
  readonly text: string;
  readonly code: string;
}

export interface TranslatedFormula {
  /** What it was called there; null for an expression alone. */
  readonly name: string | null;
  /** Canonical code. */
  readonly code: string;
}

/** One way to understand the text. */
export interface ForeignReading {
  /** What is assumed; empty where there is only one way. */
  readonly assumes: string;
  /** None where something could not be said. */
  readonly formulas: readonly TranslatedFormula[];
}

/** A formula of another platform, as far as it can be said here. */
export interface Translation {
  readonly platform: Platform;
  /** Its name on screen. */
  readonly label: string;
  readonly readings: readonly ForeignReading[];
  /** Names and calls that were understood, in the order of the text. */
  readonly pieces: readonly Piece[];
  readonly unsaid: readonly Unsaid[];
}

const MAX_FORMULAS = 10;

/** Reads a text as a formula of another platform; null where it is none. Pure, and never throws. */
export function translate(text: string): Translation | null {
  try {
    return translated(text);
  } catch (error) {
    // A chain of thousands of operators.
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function translated(text: string): Translation | null {
  const platform = platformOf(text);
  if (platform === null) return null;
  // A sheet begins its formulas with a sign that says nothing.
  const source = platform === "excel" ? text.replace(/^(\s*)=/, "$1 ") : text;
  const statements = statementsOf(
    tokensOf(source, platform === "excel"),
    platform === "pine" || platform === "thinkscript",
  );
  const label = PLATFORMS[platform];
  if (statements === null || statements.length === 0) {
    const whole = {
      from: 0,
      to: text.length,
      text: text.trim(),
      why: /\b[A-Z]{1,3}\d+(:[A-Z]{1,3}\d+)?\b/.test(text)
        ? "cells of a sheet have no meaning here"
        : "it is not read by this translation",
    };
    return { platform, label, readings: [], pieces: [], unsaid: [whole] };
  }
  const read = new Translator(text, platform, statements, platform === "tc2000");
  const formulas = read.formulas();
  const readings: ForeignReading[] = [];
  if (read.unsaid.length === 0) {
    const counted = platform === "tc2000" && read.pieces.some(({ code }) => code.includes("volume"));
    if (counted) {
      const shares = new Translator(text, platform, statements, false).formulas();
      readings.push({ assumes: "volume in hundreds of shares, as TC2000 counts it", formulas });
      readings.push({ assumes: "volume in shares", formulas: shares });
    } else readings.push({ assumes: "", formulas });
  }
  return { platform, label, readings, pieces: read.pieces, unsaid: read.unsaid };
}

/** What is shown on a chart or reported, by its first argument. */
const SHOWN = new Set(["plot", "plotshape", "plotchar", "alertcondition", "bgcolor"]);
/** Calls that say nothing about values. */
const SILENT = /^(?:indicator|study|strategy(?:\..*)?|alert|add\w*|assign\w*|.*\.(?:set\w+|hide\w*|assign\w*))$/;

class Translator {
  readonly pieces: Piece[] = [];
  readonly unsaid: Unsaid[] = [];
  readonly #text: string;
  readonly #platform: Platform;
  readonly #statements: readonly Statement[];
  readonly #hundreds: boolean;
  readonly #defined: ReadonlyMap<string, Expression>;
  readonly #seen = new Set<string>();
  /** Places in `pieces` by where they begin. */
  readonly #pieced = new Map<number, number>();
  readonly #values = new Map<string, Value | "open" | null>();

  constructor(text: string, platform: Platform, statements: readonly Statement[], hundreds: boolean) {
    this.#text = text;
    this.#platform = platform;
    this.#statements = statements;
    this.#hundreds = hundreds;
    this.#defined = new Map(statements.flatMap(({ name, value }) => (name === null ? [] : [[name, value]])));
  }

  formulas(): readonly TranslatedFormula[] {
    const found: TranslatedFormula[] = [];
    for (const { name, value } of this.#results().slice(0, MAX_FORMULAS)) {
      const code = this.#value(value)?.code;
      if (code === undefined) continue;
      const { tree } = parseCode(code);
      if (tree) found.push({ name, code: printCode(tree) });
      else this.#cannot(value, "it has no single formula here");
    }
    return found;
  }

  /** What the text is about: what it plots, else its last expression, else its last definition. */
  #results(): readonly { readonly name: string | null; readonly value: Expression }[] {
    const shown = this.#statements.flatMap(({ keyword, name, value }) => {
      if (keyword === "plot") return [{ name, value }];
      const [one] = name === null && value.kind === "call" && SHOWN.has(value.name) ? value.args : [];
      return one ? [{ name: null, value: one.value }] : [];
    });
    if (shown.length > 0) return shown;
    const said = this.#statements.filter(({ value }) => !(value.kind === "call" && SILENT.test(value.name)));
    const last = said.findLast(({ name }) => name === null) ?? said.at(-1);
    return last ? [{ name: last.name, value: last.value }] : [];
  }

  #cannot({ from, to }: Span, why: string): null {
    const text = this.#text.slice(from, to);
    if (!this.#seen.has(text)) this.unsaid.push({ from, to, text, why });
    this.#seen.add(text);
    return null;
  }

  #piece({ from, to }: Span, value: Value): Value {
    const place = this.#pieced.get(from) ?? this.pieces.length;
    // Of what begins together the longest says most: `close[1]` is not the close of the day.
    if ((this.pieces[place]?.to ?? 0) < to)
      this.pieces[place] = { from, to, text: this.#text.slice(from, to), code: value.code };
    this.#pieced.set(from, place);
    return value;
  }

  #value(expression: Expression): Value | null {
    const value = this.#valueOf(expression);
    if (value === null || value.code.length <= LIMITS.formulaCharacters) return value;
    // Definitions that name each other twice grow with every line.
    return this.#cannot(expression, "it would be longer than a formula may be");
  }

  #valueOf(expression: Expression): Value | null {
    switch (expression.kind) {
      case "number":
        return numberValue(expression.value, numberText(expression.value));
      case "text":
        return { code: textLiteral(expression.value), ago: () => textLiteral(expression.value) };
      case "own":
        return { code: expression.code, ago: (bars) => `at(${expression.code}, -${bars})` };
      case "name":
        return this.#name(expression);
      case "call":
        return this.#call(expression);
      case "index":
        return this.#index(expression);
      case "sign": {
        const of = this.#value(expression.of);
        if (of?.literal !== undefined && expression.op === "-") return numberValue(-of.literal, `-${of.code}`);
        return of && computed(`${expression.op}${of.code}`);
      }
      case "choice": {
        const parts = [expression.condition, expression.chosen, expression.otherwise].map((part) => this.#value(part));
        const codes = parts.flatMap((part) => (part ? [part.code] : []));
        return codes.length === 3 ? computed(`if(${codes.join(", ")})`) : null;
      }
      case "operation":
        return this.#operation(expression);
    }
    return expression satisfies never;
  }

  #name(expression: Extract<Expression, { kind: "name" }>): Value | null {
    const { name } = expression;
    const defined = this.#defined.get(name);
    if (defined) {
      const known = this.#values.get(name);
      if (known === "open") return this.#cannot(expression, "it refers to itself");
      // Once for all who name it, also where it cannot be said.
      if (known !== undefined) return known;
      this.#values.set(name, "open");
      const made = this.#value(defined);
      this.#values.set(name, made);
      return made;
    }
    const value = nameValue(name, { platform: this.#platform, hundreds: this.#hundreds });
    if (value) return this.#piece(expression, value);
    const cell = this.#platform === "excel" && /^\$?[a-z]{1,3}\$?\d{1,7}$/.test(name);
    const setting = this.#platform === "tc2000" && TC2000_SETTINGS.test(name);
    return this.#cannot(
      expression,
      cell
        ? "a cell of a sheet has no name here"
        : setting
          ? "its settings are not in the text"
          : "nothing of that name is known here",
    );
  }

  #call(expression: Extract<Expression, { kind: "call" }>): Value | null {
    const bare = expression.name.replace(/^(?:ta|math)\./, "");
    const functions = new Map(Object.entries(FUNCTIONS[this.#platform]));
    const func = functions.get(bare);
    if (!func) {
      const why = new Map(Object.entries(WITHOUT)).get(bare) ?? "no function of that meaning is known here";
      return this.#cannot(expression, why);
    }
    // Behind the value of an input stand its title and its bounds.
    const args = bare.startsWith("input")
      ? expression.args.filter(({ name }, index) => name === "defval" || (name === null && index === 0))
      : expression.args;
    const given = args.map(({ name, value }) => ({ name, value: this.#value(value) }));
    if (given.some(({ value }) => value === null)) return null;
    const values = given.flatMap(({ name, value }) => (name === null && value ? [value] : []));
    const named = new Map(given.flatMap(({ name, value }) => (name !== null && value ? [[name, value]] : [])));
    const made = func({ values, named, basis: basisOf(this.#platform) });
    return typeof made === "string" ? this.#cannot(expression, made) : this.#piece(expression, made);
  }

  #index({ of, by, from, to }: Extract<Expression, { kind: "index" }>): Value | null {
    const [value, bars] = [this.#value(of), this.#value(by)];
    if (!value || !bars) return null;
    const { literal } = bars;
    if (literal === undefined || !Number.isInteger(literal) || literal < 0)
      return this.#cannot({ from, to }, "only so many bars back can be said");
    if (literal === 0) return value;
    return this.#piece({ from, to }, { code: value.ago(literal), ago: (more) => value.ago(literal + more) });
  }

  #operation({ op, left, right, from, to }: Extract<Expression, { kind: "operation" }>): Value | null {
    const [a, b] = [this.#value(left), this.#value(right)];
    if (!a || !b) return null;
    if (op === "^") return computed(`pow(${a.code}, ${b.code})`);
    if (op === "crosses_above" || op === "crosses_below") return computed(`${op}(${a.code}, ${b.code})`);
    if (op === "%") return this.#cannot({ from, to }, "there is no remainder");
    if (op === "&") return this.#cannot({ from, to }, "texts are not joined");
    const sign = op === "and" ? "&" : op === "or" ? "|" : op;
    return computed(`${a.code} ${sign} ${b.code}`);
  }
}
