import type { Span } from "../tree.ts";
import type { Token } from "./tokens.ts";

/** An expression of another formula language. */
export type Expression = Span &
  (
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "name"; readonly name: string }
    /** A data point or column of ours, as written. */
    | { readonly kind: "own"; readonly code: string }
    | { readonly kind: "call"; readonly name: string; readonly args: readonly Argument[] }
    /** `close[1]` */
    | { readonly kind: "index"; readonly of: Expression; readonly by: Expression }
    | { readonly kind: "sign"; readonly op: "-" | "!"; readonly of: Expression }
    | { readonly kind: "operation"; readonly op: string; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: "choice";
        readonly condition: Expression;
        readonly chosen: Expression;
        readonly otherwise: Expression;
      }
  );
/** `name` where it is given by name: `length = 20`. */
interface Argument {
  readonly name: string | null;
  readonly value: Expression;
}

export interface Statement extends Span {
  /** What it defines; null for an expression alone. */
  readonly name: string | null;
  /** `def`, `plot`, `input`; empty where there is none. */
  readonly keyword: string;
  readonly value: Expression;
}

const KEYWORDS = new Set("def rec plot input var varip const float int bool declare".split(" "));
const MAX_LEVELS = 100;

/** How tightly operators bind, as these languages agree on it. */
const LEVELS: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  "=": 4,
  "!=": 4,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  crosses_above: 5,
  crosses_below: 5,
  "&": 6,
  "+": 7,
  "-": 7,
  "*": 8,
  "/": 8,
  "%": 8,
  "^": 10,
};
const SPELLINGS: Readonly<Record<string, string>> = { "&&": "and", "||": "or", "==": "=", "<>": "!=", "**": "^" };
/** Operators of several words, the longest first. */
const PHRASES: readonly (readonly [words: readonly string[], op: string])[] = [
  [["is", "greater", "than", "or", "equal", "to"], ">="],
  [["is", "less", "than", "or", "equal", "to"], "<="],
  [["is", "greater", "than"], ">"],
  [["is", "less", "than"], "<"],
  [["is", "equal", "to"], "="],
  [["is", "not", "equal", "to"], "!="],
  [["crosses", "above"], "crosses_above"],
  [["crosses", "below"], "crosses_below"],
];

/** Thrown where the text is none of these languages; caught by the caller of `statementsOf`. */
class Unreadable extends Error {}

/** The statements of a text; null where it does not read. Only a script defines names and gives arguments by name. */
export function statementsOf(tokens: readonly Token[], script: boolean): readonly Statement[] | null {
  try {
    return new Parser(tokens, script).statements();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #script: boolean;
  #at = 0;
  #level = 0;

  constructor(tokens: readonly Token[], script: boolean) {
    this.#tokens = tokens;
    this.#script = script;
  }

  statements(): readonly Statement[] {
    const found: Statement[] = [];
    while (this.#at < this.#tokens.length) {
      if (this.#take(";")) continue;
      const statement = this.#statement();
      if (statement) found.push(statement);
    }
    return found;
  }

  /** Null for what says nothing about values: `declare lower`. */
  #statement(): Statement | null {
    const first = this.#peek();
    let keyword = "";
    while (this.#peek()?.kind === "name" && this.#peek(1)?.kind === "name" && KEYWORDS.has(this.#word())) {
      keyword = keyword === "" ? this.#word() : keyword;
      this.#at += 1;
    }
    if (keyword === "declare") {
      this.#at += 1;
      return null;
    }
    const name = this.#peek();
    const sign = this.#peek(1)?.text;
    const defines =
      this.#script &&
      name?.kind === "name" &&
      (sign === ":=" || sign === "=") &&
      (keyword !== "" || !name.text.includes("."));
    if (defines) this.#at += 2;
    // `plot Scan;` names what is defined later.
    else if (keyword !== "" && (sign === ";" || sign === undefined)) {
      this.#at += 1;
      return null;
    }
    const value = this.#expression(0);
    return {
      name: defines ? name.text.toLowerCase() : null,
      keyword,
      value,
      from: first?.from ?? value.from,
      to: value.to,
    };
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #word(ahead = 0): string {
    return this.#peek(ahead)?.text.toLowerCase() ?? "";
  }

  #take(sign: string): boolean {
    if (this.#peek()?.kind !== "sign" || this.#peek()?.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): Token {
    const token = this.#peek();
    if (!token || !this.#take(sign)) throw new Unreadable();
    return token;
  }

  /** The operator that stands here, and how many tokens it has. */
  #operator(): { readonly op: string; readonly length: number } | null {
    const token = this.#peek();
    if (!token || (token.kind !== "sign" && token.kind !== "name")) return null;
    for (const [words, op] of PHRASES) {
      if (words.every((word, ahead) => this.#word(ahead) === word)) return { op, length: words.length };
    }
    const op = SPELLINGS[token.text] ?? token.text.toLowerCase();
    return Object.hasOwn(LEVELS, op) ? { op, length: 1 } : null;
  }

  #expression(least: number): Expression {
    this.#level += 1;
    if (this.#level > MAX_LEVELS) throw new Unreadable();
    let left = this.#unary();
    for (let found = this.#operator(); found; found = this.#operator()) {
      const level = LEVELS[found.op] ?? 0;
      if (level < least) break;
      this.#at += found.length;
      const right = this.#expression(found.op === "^" ? level : level + 1);
      left = { kind: "operation", op: found.op, left, right, from: left.from, to: right.to };
    }
    if (least === 0 && this.#take("?")) {
      const chosen = this.#expression(0);
      this.#expect(":");
      const otherwise = this.#expression(0);
      left = { kind: "choice", condition: left, chosen, otherwise, from: left.from, to: otherwise.to };
    }
    this.#level -= 1;
    return left;
  }

  #unary(): Expression {
    const token = this.#peek();
    if (!token) throw new Unreadable();
    const word = token.text.toLowerCase();
    if (token.text === "+") {
      this.#at += 1;
      return this.#unary();
    }
    if (token.text === "-" || token.text === "!" || word === "not") {
      this.#at += 1;
      const of = this.#expression(word === "not" ? 3 : 9);
      return { kind: "sign", op: token.text === "-" ? "-" : "!", of, from: token.from, to: of.to };
    }
    return this.#indexed(this.#primary());
  }

  #indexed(value: Expression): Expression {
    let found = value;
    while (this.#take("[")) {
      const by = this.#expression(0);
      const end = this.#expect("]");
      found = { kind: "index", of: found, by, from: found.from, to: end.to };
    }
    return found;
  }

  #primary(): Expression {
    const token = this.#peek();
    if (!token) throw new Unreadable();
    const { from, to } = token;
    this.#at += 1;
    if (token.kind === "number") return this.#percent({ kind: "number", value: Number(token.text), from, to });
    if (token.kind === "text") {
      const quote = token.text[0] ?? "";
      return { kind: "text", value: token.text.slice(1, -1).replaceAll(quote + quote, quote), from, to };
    }
    if (token.kind === "own") return { kind: "own", code: token.text, from, to };
    if (token.text === "(") {
      const inner = this.#expression(0);
      const end = this.#expect(")");
      return { ...inner, from, to: end.to };
    }
    if (token.kind !== "name") throw new Unreadable();
    const name = token.text.toLowerCase();
    if (name === "if" && this.#word() !== "(") return this.#ifThen(token);
    if (name === "reference") return this.#primary();
    if (this.#peek()?.text !== "(") return { kind: "name", name, from, to };
    return this.#call(token, name);
  }

  /** `5%` in a sheet. Where a value follows it is a remainder, which no formula here has. */
  #percent(value: Extract<Expression, { kind: "number" }>): Expression {
    const next = this.#peek(1);
    const ends = !next || (next.kind === "sign" && next.text !== "(" && next.text !== "-");
    if (this.#peek()?.text !== "%" || !ends) return value;
    const sign = this.#expect("%");
    return { ...value, value: Number((value.value / 100).toPrecision(15)), to: sign.to };
  }

  #ifThen({ from }: Token): Expression {
    const condition = this.#expression(0);
    this.#keyword("then");
    const chosen = this.#expression(0);
    this.#keyword("else");
    const otherwise = this.#expression(0);
    return { kind: "choice", condition, chosen, otherwise, from, to: otherwise.to };
  }

  #keyword(word: string): void {
    if (this.#word() !== word) throw new Unreadable();
    this.#at += 1;
  }

  #call(token: Token, name: string): Expression {
    this.#expect("(");
    const args: Argument[] = [];
    while (this.#peek()?.text !== ")") {
      const named = this.#script && this.#peek()?.kind === "name" && this.#peek(1)?.text === "=" ? this.#word() : null;
      if (named !== null) this.#at += 2;
      args.push({ name: named, value: this.#expression(0) });
      if (this.#peek()?.text !== ")" && !this.#take(",") && !this.#take(";")) throw new Unreadable();
    }
    const end = this.#expect(")");
    return { kind: "call", name, args, from: token.from, to: end.to };
  }
}
