/**
 * `npm run soak -- [files]`: the laws of `npm test` with many times as many made-up cases, and fifty kills instead of two.
 * Without files: every test that scales its counts by `tests/cases.ts`. `SOAK=n` sets the multiple, `SEED=n` the cases.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const DEFAULT_MULTIPLE = "20";

const given = process.argv.slice(2);
const scaled = globSync("tests/**/*.test.ts", { cwd: ROOT }).filter((file) =>
  /from "[./]+cases\.ts"/.test(readFileSync(resolve(ROOT, file), "utf8")),
);

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
