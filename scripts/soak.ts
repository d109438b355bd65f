/**
 * `npm run soak -- [files]`: the laws of `npm test` with many times as many made-up cases, and fifty kills instead of two.
 * Without files: every test whose counts, or those of what it shares with others, are scaled by `tests/cases.ts`.
 * `SOAK=n` sets the multiple, `SEED=n` the cases.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const DEFAULT_MULTIPLE = "20";

const given = process.argv.slice(2);
const TESTS = resolve(ROOT, "tests");
const CASES = resolve(TESTS, "cases.ts");

/** Whether a file takes its counts from `tests/cases.ts`, itself or through what it imports of the tests. */
function scales(file: string, seen = new Set<string>()): boolean {
  if (file === CASES) return true;
  if (seen.has(file) || !file.startsWith(TESTS)) return false;
  seen.add(file);
  return readFileSync(file, "utf8")
    .matchAll(/from "(\.[^"]+\.tsx?)"/g)
    .some(([, path = ""]) => scales(resolve(dirname(file), path), seen));
}

const scaled = globSync("tests/**/*.test.ts", { cwd: ROOT }).filter((file) => scales(resolve(ROOT, file)));

const files = given[0] ? given : scaled;
const inBrowser = files.filter((file) => file.includes("tests/e2e/"));
const others = files.filter((file) => !inBrowser.includes(file));

function run(program: string, ...args: readonly string[]): void {
  const env = { ...process.env, SOAK: process.env["SOAK"] ?? DEFAULT_MULTIPLE };
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env });
  if (status !== 0) process.exitCode = status ?? 1;
}

if (others.length > 0) run("vitest", "run", "--project", "unit", "--project", "engine", ...others);
if (inBrowser.length > 0) {
  run("vite", "build");
  run("vitest", "run", "--project", "e2e", ...inBrowser);
}
