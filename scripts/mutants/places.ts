/** The places that `npm run mutants` changes: found in the sources by kind, picked by a seed. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseAst } from "vite";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface Mutant {
  /** From 1. */
  readonly number: number;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: string;
}

/** Of an operator the one it is mistaken for most easily. */
const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};
/** The same in statements of SQL; the first that occurs in a text is changed. */
const SQL: readonly (readonly [RegExp, string])[] = [
  [/\bAND\b/, "OR"],
  [/ >= /, " > "],
  [/ <= /, " < "],
  [/ = /, " != "],
  [/\bDESC\b/, "ASC"],
  [/\bmax\(/, "min("],
  [/\bIS NULL\b/, "IS NOT NULL"],
  [/\bLEFT\b/, "INNER"],
];
const isSql = (text: string): boolean => /\b(SELECT|WHERE|ORDER BY|INSERT INTO|PARTITION BY)\b/.test(text);
const OWNER = /^\("(\w+\.)?account_id"/;

export type Syntax = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};
export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;

export function* within(node: Syntax): Generator<Syntax> {
  yield node;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isSyntax(each)) yield* within(each);
}

/** Positions count UTF-16 units as JavaScript does. */
export function treeOf(file: string, source: string): Syntax {
  const tree: unknown = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  if (!isSyntax(tree)) throw new Error(`${file} cannot be read as a program`);
  return tree;
}

/** Every change that can be made to a file. */
function mutantsOf(file: string): readonly Mutant[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const found: Mutant[] = [];
  const add = (kind: string, start: number, end: number, text: string): void =>
    void found.push({ number: 0, file, start, end, text, kind });
  for (const node of within(treeOf(file, source))) {
    const { type, start, end } = node;
    if (type.startsWith("TS") && type !== "TSAsExpression") continue;
    if (type === "BinaryExpression" || type === "LogicalExpression") {
      const { left, right, operator } = node;
      if (!isSyntax(left) || !isSyntax(right) || typeof operator !== "string") continue;
      const at = source.indexOf(operator, left.end);
      const other = OPERATORS[operator];
      if (other !== undefined && at >= 0 && at < right.start) add("operator", at, at + operator.length, other);
    } else if (type === "Literal" && typeof node["value"] === "number" && /^[\d_.]+$/.test(source.slice(start, end))) {
      add("bound", start, end, String(node["value"] + 1));
    } else if (type === "AwaitExpression") {
      const { argument } = node;
      if (isSyntax(argument)) add("await", start, end, source.slice(argument.start, argument.end));
    } else if (type === "CallExpression") {
      const { callee } = node;
      if (!isSyntax(callee) || !source.slice(callee.start, callee.end).endsWith(".where")) continue;
      if (OWNER.test(source.slice(callee.end, end))) add("owner", source.lastIndexOf(".where", callee.end), end, "");
    } else if (type === "TemplateElement" || (type === "Literal" && typeof node["value"] === "string")) {
      const text = source.slice(start, end);
      const change = isSql(text) ? SQL.find(([pattern]) => pattern.test(text)) : undefined;
      const place = change && change[0].exec(text);
      if (change && place) add("statement", start + place.index, start + place.index + place[0].length, change[1]);
    }
  }
  return found;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` of all places: rooms in turn, kinds of change in turn within a room. */
export function chosen(count: number, seed: number): readonly Mutant[] {
  const random = numbersFrom(seed);
  const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((file) => !/parser[\w.-]*\.ts$|\.d\.ts$/.test(file))
    .toSorted();
  const rooms = Map.groupBy(files.flatMap(mutantsOf), ({ file }) => file.split("/")[1] ?? "");
  const byName = <Value>(groups: ReadonlyMap<string, Value>): Value[] =>
    [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  const piles = byName(rooms).map((all) => byName(Map.groupBy(all, ({ kind }) => kind)));
  const picked: Mutant[] = [];
  for (let turn = 0; picked.length < count; turn += 1) {
    const kinds = piles[turn % piles.length] ?? [];
    const pile = kinds[Math.floor(turn / piles.length) % kinds.length] ?? [];
    const [one] = pile.splice(Math.floor(random() * pile.length), 1);
    if (one) picked.push({ ...one, number: picked.length + 1 });
  }
  return picked;
}
