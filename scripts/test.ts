/**
 * `npm test`: everything. Lint, types, the generated parser, unit and engine tests, the client's build, and the page in
 * a real browser. Goes on after a failure, so that one run tells all; the last line counts.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BESIDE } from "../tests/beside.ts";
import { findMissing, installMissing, tellMissing } from "./needed-programs.ts";

const ROOT = resolve(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "scanbook-test-"));
const started = performance.now();
let passed = 0;
let failed = 0;
/** Tests left out because what they read lies beside the checkout and is not there. */
let withoutData = 0;

function run(program: string, args: readonly string[]): boolean {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env: process.env });
  if (error) console.error(error.message);
  return status === 0;
}

function step(name: string, work: () => boolean): void {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const good = work();
  if (good) passed += 1;
  else failed += 1;
  console.log(`── ${name}: ${good ? "passed" : "FAILED"} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** A run of vitest, counted test by test. */
function tests(name: string, projects: readonly string[]): void {
  console.log(`\n── ${name}`);
  const report = join(scratch, `${projects.join("-")}.json`);
  const good = run("vitest", [
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counted = readReport(report);
  passed += counted.passed;
  withoutData += counted.withoutData;
  // A run that ends badly without a failed test (a hook, a crash) is a failure all the same.
  failed += counted.failed > 0 || good ? counted.failed : 1;
}

interface Counted {
  readonly passed: number;
  readonly failed: number;
  readonly withoutData: number;
}

/** The part of vitest's JSON report that is counted. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function readReport(path: string): Counted {
  try {
    // The report of the version of vitest in the lock file.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const report = JSON.parse(readFileSync(path, "utf8")) as Report;
    const withoutData = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName, status }) => fullName.includes(BESIDE) && status !== "passed" && status !== "failed");
    return { passed: report.numPassedTests, failed: report.numFailedTests, withoutData: withoutData.length };
  } catch {
    // No report: vitest did not come far enough to write one, and its exit status says so.
    return { passed: 0, failed: 0, withoutData: 0 };
  }
}

const FORMULA = join(ROOT, "src/formula");
const generated = (): string =>
  readdirSync(FORMULA)
    .filter((name) => /^parser.*\.ts$/.test(name))
    .map((name) => `${name}\n${readFileSync(join(FORMULA, name), "utf8")}`)
    .join("\n");

step("lint", () => run("npm", ["run", "-s", "lint"]));
step("types", () => run("npm", ["run", "-s", "types"]));
step("nothing grave is known against the packages", () => run(process.execPath, ["scripts/audit.ts"]));
step("the parser is the one of the grammar", () => {
  const before = generated();
  const good = run("npm", ["run", "-s", "grammar"]);
  if (good && generated() !== before) console.error("src/formula/parser*.ts was out of date; commit the new one.");
  return good && generated() === before;
});
step("programs the tests need", () => {
  installMissing();
  const missing = findMissing();
  if (missing.length > 0) console.error(tellMissing(missing));
  return missing.length === 0;
});
tests("unit and engine tests", ["unit", "engine"]);
step("server tests on the system's PostgreSQL", () =>
  run("npm", ["run", "-s", "test:postgres", "--", "tests/server/kept.test.ts", "tests/server/accounts.test.ts"]),
);
step("client build", () => run("npm", ["run", "-s", "build"]));
tests("the page in a browser", ["e2e"]);

rmSync(scratch, { recursive: true, force: true });
console.log(`\nin ${((performance.now() - started) / 1000).toFixed(0)} s`);
if (withoutData > 0) {
  console.log(`${withoutData} tests left out: they read real data beside the checkout (docs/data-licence.md)`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
