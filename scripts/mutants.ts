/**
 * `npm run mutants -- [--count 100] [--seed 1] [--only 3,17] [--stages types,unit] [--results FILE] [--reach FILE]`:
 * changes one place of `src` at a time (an operator, a bound, an owner check, an await, the text of a statement) and says
 * which test finds it, or that none does. Places are spread over the rooms and the same for the same seed and source. A
 * first run records which test files reach which place; only those are run for it. Results are written as they come; what
 * a results file holds as found is not run again, and what nothing found goes only through stages it has not seen. The
 * tree must be committed: files are changed in place and put back.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isOf } from "../tests/projects.ts";
import { chosen, ROOT } from "./mutants/places.ts";
import type { Mutant } from "./mutants/places.ts";
import { reach } from "./mutants/reach.ts";
import type { Reach } from "./mutants/reach.ts";

/** The runs that may find a change, the quickest first. */
const STAGES = ["lint", "types", "unit", "engine", "related", "browser"] as const;
type Stage = (typeof STAGES)[number];
const isStage = (name: string): name is Stage => STAGES.some((stage) => stage === name);

/** Code of which pages are made. */
const OF_PAGES = /^src\/(api-client|client|charting|contract|reference|vocabulary|request|formula)\//;

/** The program of a stage and its arguments; null where it cannot find the change. */
function commandOf(stage: Stage, { file }: Mutant, reaching: readonly string[] | null): readonly string[] | null {
  if (stage === "lint") return ["oxlint", "--type-aware", "--deny-warnings", file];
  if (stage === "types") return ["tsc", "-p", "tsconfig.json"];
  const run = (files: readonly string[]): readonly string[] | null =>
    files.length > 0
      ? ["vitest", "run", "--project", stage === "browser" ? "e2e" : stage, "--bail", "1", ...files]
      : null;
  if (stage === "browser") {
    const command =
      reaching === null
        ? ["vitest", "run", "--project", "e2e", "--bail", "1"]
        : run(reaching.filter((of) => isOf("e2e", of)));
    if (command === null || (reaching === null && !OF_PAGES.test(file))) return null;
    return ["sh", "-c", `vite build --logLevel error && ${command.join(" ")}`];
  }
  // What is called as a file is loaded is reached once in a worker, by whichever test came first there.
  if (stage === "related")
    return reaching === null
      ? null
      : ["vitest", "related", file, "--run", "--project", "unit", "--project", "engine", "--bail", "1"];
  if (reaching === null) return ["vitest", "related", file, "--run", "--project", stage, "--bail", "1"];
  return run(reaching.filter((of) => isOf(stage, of)));
}

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

function run(
  mutant: Mutant,
  stages: readonly Stage[],
  earlier: readonly string[],
  reaching: readonly string[] | null,
): Result {
  const path = join(ROOT, mutant.file);
  const source = readFileSync(path, "utf8");
  const before = source.slice(mutant.start, mutant.end);
  const line = source.slice(0, mutant.start).split("\n").length;
  const began = performance.now();
  let [found, by]: [string | null, string] = [null, ""];
  const tried = [...earlier];
  try {
    writeFileSync(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
    for (const name of stages) {
      if (tried.includes(name)) continue;
      tried.push(name);
      const command = commandOf(name, mutant, reaching);
      if (command === null) continue;
      const [program, ...args] = command;
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
    stages: { type: "string", default: STAGES.join(",") },
    results: { type: "string", default: "mutants.json" },
    reach: { type: "string", default: "reach.json" },
    list: { type: "boolean", default: false },
  },
});
if (spawnSync("git", ["diff", "--quiet", "HEAD", "--", "src"], { cwd: ROOT }).status !== 0) {
  console.error("src has changes that are not committed; this changes files of it in place.");
  process.exit(2);
}
const mutants = chosen(Number(values.count), Number(values.seed));
if (values.list) {
  for (const { number, file, start, text, kind } of mutants)
    console.log(`${number}\t${kind}\t${file}:${start}\t${text.slice(0, 60)}`);
  process.exit(0);
}
const isReach = (value: unknown): value is Reach => typeof value === "object" && value !== null;
const known: unknown = existsSync(values.reach) ? JSON.parse(readFileSync(values.reach, "utf8")) : reach(mutants);
if (!isReach(known)) throw new Error(`${values.reach} is not the list of who reaches what`);
writeFileSync(values.reach, JSON.stringify(known, null, 2));
const isResults = (value: unknown): value is Record<string, Result> => typeof value === "object" && value !== null;
const earlier: unknown = existsSync(values.results) ? JSON.parse(readFileSync(values.results, "utf8")) : {};
const results = isResults(earlier) ? earlier : {};
const stages = values.stages.split(",").filter(isStage);
const only = values.only?.split(",");
for (const mutant of mutants) {
  const number = String(mutant.number);
  const seen = results[number];
  if (seen?.found || (only && !only.includes(number))) continue;
  if (seen && stages.every((stage) => seen.tried.includes(stage))) continue;
  const result = run(mutant, stages, seen?.tried ?? [], known[number] ?? null);
  results[number] = result;
  writeFileSync(values.results, JSON.stringify(results, null, 2));
  console.log(
    `${number}\t${result.found ?? "NOT FOUND"}\t${result.seconds} s\t${result.place}\t${result.change}\t${result.by}`,
  );
}
const missed = Object.values(results).filter(({ found }) => found === null);
console.log(`${Object.keys(results).length - missed.length} found, ${missed.length} not found`);
