/**
 * `npm test`: everything. Lint, types, the generated parser, unit and engine tests, the client's build, and the page in
 * a real browser. Goes on after a failure, so that one run tells all; the last line counts.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { BESIDE } from "../tests/beside.ts";
import { findMissing, installMissing, tellMissing } from "./needed-programs.ts";

const ROOT = resolve(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "scanbook-test-"));
const started = performance.now();
let passed = 0;
let failed = 0;
/** Tests left out because what they read lies beside the checkout and is not there. */
let withoutData = 0;
/** What failed, by name: told once more at the end, where it is looked for first. */
const failures: string[] = [];

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
  else {
    failed += 1;
    failures.push(name);
  }
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
  failures.push(...counted.failures);
  // A run that ends badly without a failed test (a hook, a crash) is a failure all the same.
  if (!good && counted.failed === 0) failures.push(`${name}: it ended badly with no test failing`);
  failed += counted.failed > 0 || good ? counted.failed : 1;
}

interface Counted {
  readonly passed: number;
  readonly failed: number;
  readonly withoutData: number;
  /** What failed: file, test and the first line of its message. */
  readonly failures: readonly string[];
}

/** The part of vitest's JSON report that is counted. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    /** Why the file as a whole failed: it could not be loaded, or a hook of it threw. */
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

function failuresOfFile(file: Report["testResults"][number]): string[] {
  const path = relative(ROOT, file.name);
  const broken = file.assertionResults
    .filter(({ status }) => status === "failed")
    .map((test) => `${path} > ${test.fullName}\n    ${test.failureMessages?.[0]?.split("\n")[0] ?? ""}`);
  if (broken.length > 0 || file.status !== "failed") return broken;
  return [`${path}\n    ${file.message.split("\n")[0] ?? ""}`];
}

function readReport(path: string): Counted {
  try {
    // The report of the version of vitest in the lock file.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const report = JSON.parse(readFileSync(path, "utf8")) as Report;
    const withoutData = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName, status }) => fullName.includes(BESIDE) && status !== "passed" && status !== "failed");
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      withoutData: withoutData.length,
      failures: report.testResults.flatMap(failuresOfFile),
    };
  } catch {
    // No report: vitest did not come far enough to write one, and its exit status says so.
    return { passed: 0, failed: 0, withoutData: 0, failures: [] };
  }
}

const generated = (): string =>
  ["src/formula", "src/request/text"]
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => /\/parser[^/]*$/.test(path))
    .map((path) => `${path}\n${readFileSync(join(ROOT, path), "utf8")}`)
    .join("\n");

step("lint", () => run("npm", ["run", "-s", "lint"]));
step("types", () => run("npm", ["run", "-s", "types"]));
step("nothing grave is known against the packages", () => run(process.execPath, ["scripts/audit.ts"]));
step("the parser is the one of the grammar", () => {
  const before = generated();
  const good = run("npm", ["run", "-s", "grammar"]);
  if (good && generated() !== before) console.error("A generated parser was out of date; commit the new one.");
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
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\nin ${((performance.now() - started) / 1000).toFixed(0)} s`);
if (withoutData > 0) {
  console.log(`${withoutData} tests left out: they read real data beside the checkout (docs/data-licence.md)`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
