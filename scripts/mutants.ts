/**
 * `npm run mutants -- [--count 100] [--seed 1] [--only 3,17] [--stages types,unit] [--results FILE]`: changes one place of `src` at a time (an
 * operator, a bound, an owner check, an await, the text of a statement) and says which test finds it, or that none does.
 * Places are spread over the rooms and the same for the same seed and source. Results are written as they come; what a
 * results file already holds as found is not run again, and what no test found only goes through stages it has not seen. The tree must be committed: files are changed in place and put back.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseAst } from "vite";

const ROOT = resolve(import.meta.dirname, "..");

interface Mutant {
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

type Syntax = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};
const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;

function* within(node: Syntax): Generator<Syntax> {
  yield node;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isSyntax(each)) yield* within(each);
}

/** Every change that can be made to a file. */
function mutantsOf(file: string): readonly Mutant[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const found: Mutant[] = [];
  const add = (kind: string, start: number, end: number, text: string): void =>
    void found.push({ file, start, end, text, kind });
  // Positions of the parser count UTF-16 units as JavaScript does.
  const tree: unknown = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  if (!isSyntax(tree)) return [];
  for (const node of within(tree)) {
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
function chosen(count: number, seed: number): readonly Mutant[] {
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
    if (one) picked.push(one);
  }
  return picked;
}

/** The runs that may find a change, the quickest first; code of the browser is built before it is run there. */
const STAGES = [
  { name: "types", command: ["tsc", "-p", "tsconfig.json"], of: () => true },
  { name: "unit", command: ["vitest", "related", "FILE", "--run", "--project", "unit", "--bail", "1"], of: () => true },
  // Most changes are found by the tests of their own room: a quarter of what all related files take.
  {
    name: "room",
    command: ["vitest", "related", "FILE", "--run", "--project", "engine", "--bail", "1", "--dir", "tests/ROOM"],
    of: (file: string) => /^src\/(market|scan|export|server|cli)\//.test(file),
  },
  {
    name: "engine",
    command: ["vitest", "related", "FILE", "--run", "--project", "engine", "--bail", "1"],
    of: (file: string) => !/^src\/(client|charting)\//.test(file),
  },
  // Programs of their own, of which the test files that start them import nothing.
  {
    name: "processes",
    command: ["vitest", "run", "--project", "engine", "--bail", "1", "tests/server", "tests/cli", "tests/market"],
    of: (file: string) => /^src\/(market\/engine|server\/db|cli)\//.test(file),
  },
  {
    name: "browser",
    command: ["sh", "-c", "vite build --logLevel error && vitest run --project e2e --bail 1"],
    of: (file: string) => /^src\/(client|charting|contract|reference|vocabulary|request|formula|server)\//.test(file),
  },
] as const;

interface Result {
  readonly place: string;
  readonly kind: string;
  readonly change: string;
  /** The run that found it; null where none did. */
  readonly found: string | null;
  readonly by: string;
  /** Names of the stages that were run. */
  readonly tried: readonly string[];
  readonly seconds: number;
}

/** A run that takes longer than this stands still because of the change: it is found. */
const HANG_MS = 25 * 60_000;

function run(mutant: Mutant, stages: readonly string[], earlier: readonly string[]): Result {
  const path = join(ROOT, mutant.file);
  const source = readFileSync(path, "utf8");
  const before = source.slice(mutant.start, mutant.end);
  const line = source.slice(0, mutant.start).split("\n").length;
  const began = performance.now();
  let [found, by]: [string | null, string] = [null, ""];
  const tried = [...earlier];
  try {
    writeFileSync(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
    for (const { name, command, of } of STAGES) {
      if (!stages.includes(name) || tried.includes(name)) continue;
      tried.push(name);
      if (!of(mutant.file)) continue;
      const room = mutant.file.split("/")[1] ?? "";
      const [program, ...args] = command.map((word) => word.replace("FILE", mutant.file).replace("ROOM", room));
      const { status, stdout, stderr } = spawnSync(program ?? "", args, {
        cwd: ROOT,
        encoding: "utf8",
        env: { ...process.env, CI: "1", NO_COLOR: "1", QUICKEST_FIRST: "1" },
        timeout: HANG_MS,
        maxBuffer: 1 << 28,
      });
      if (status === 0) continue;
      found = name;
      by = /(?:FAIL|error TS).*/.exec(stdout + stderr)?.[0] ?? (status === null ? "stood still" : "");
      break;
    }
  } finally {
    writeFileSync(path, source);
  }
  const change = `${before.slice(0, 60)} → ${mutant.text.slice(0, 60)}`;
  const seconds = Math.round((performance.now() - began) / 1000);
  return { place: `${mutant.file}:${line}`, kind: mutant.kind, change, found, by, tried, seconds };
}

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    stages: { type: "string", default: STAGES.map(({ name }) => name).join(",") },
    results: { type: "string", default: "mutants.json" },
    list: { type: "boolean", default: false },
  },
});
if (spawnSync("git", ["diff", "--quiet", "HEAD", "--", "src"], { cwd: ROOT }).status !== 0) {
  console.error("src has changes that are not committed; this changes files of it in place.");
  process.exit(2);
}
const mutants = chosen(Number(values.count), Number(values.seed));
if (values.list) {
  for (const [index, { file, start, text, kind }] of mutants.entries())
    console.log(`${index + 1}\t${kind}\t${file}:${start}\t${text.slice(0, 60)}`);
  process.exit(0);
}
const isResults = (value: unknown): value is Record<string, Result> => typeof value === "object" && value !== null;
const earlier: unknown = existsSync(values.results) ? JSON.parse(readFileSync(values.results, "utf8")) : {};
const results = isResults(earlier) ? earlier : {};
const stages = values.stages.split(",");
const only = values.only?.split(",");
for (const [index, mutant] of mutants.entries()) {
  const number = String(index + 1);
  const seen = results[number];
  if (seen?.found || (only && !only.includes(number))) continue;
  if (seen && stages.every((stage) => seen.tried.includes(stage))) continue;
  const result = run(mutant, stages, seen?.tried ?? []);
  results[number] = result;
  writeFileSync(values.results, JSON.stringify(results, null, 2));
  console.log(
    `${number}\t${result.found ?? "NOT FOUND"}\t${result.seconds} s\t${result.place}\t${result.change}\t${result.by}`,
  );
}
const missed = Object.values(results).filter(({ found }) => found === null);
console.log(`${Object.keys(results).length - missed.length} found, ${missed.length} not found`);
