/**
 * `npm test`: everything. Lint, types, the generated parser, unit and engine tests, the client's build, and the page in
 * a real browser. Goes on after a failure, so that one run tells all; the last line counts.
 */
import "./node-version.ts";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { BESIDE } from "../tests/beside.ts";
import { findMissing, installMissing, tellMissing } from "./needed-programs.ts";

const ROOT = resolve(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "scanbook-test-"));
// What one process has compiled the next one need not: a run starts hundreds.
process.env["NODE_COMPILE_CACHE"] ??= join(scratch, "compiled");
// Engines keep memory that the next statement wants again: giving it back takes a twelfth of their time here.
process.env["JE_MALLOC_CONF"] ??= "dirty_decay_ms:30000,muzzy_decay_ms:30000";
// With more room for young objects, most of which are short-lived, Node collects them less often: 4 to 9 % of the CPU.
process.env["NODE_OPTIONS"] ??= "--max-semi-space-size=64";
const started = performance.now();
let passed = 0;
let failed = 0;
/** Tests left out because what they read lies beside the checkout and is not there. */
let withoutData = 0;
/** What failed, by name: told once more at the end, where it is looked for first. */
const failures: string[] = [];

/** What a program said, and whether it ended well. */
interface Ended {
  readonly good: boolean;
  readonly said: string;
}

/** Runs a program; what it says is shown as it comes, or kept to be shown at once beside what runs at the same time. */
function run(
  program: string,
  args: readonly string[],
  output: "shown" | "kept",
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: output === "shown" ? "inherit" : ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => {
    child.once("error", ({ message }) => done({ good: false, said: `${said}${message}\n` }));
    child.once("close", (status) => done({ good: status === 0, said }));
  });
}

const script = (...args: readonly string[]): Promise<Ended> => run("npm", ["run", "-s", ...args], "kept");

async function step(name: string, work: () => Promise<Ended>): Promise<void> {
  const began = performance.now();
  const { good, said } = await work();
  if (good) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`\n── ${name}\n${said}── ${name}: ${good ? "passed" : "FAILED"} in ${seconds} s`);
}

/** A run of vitest, counted test by test. */
async function tests(name: string, projects: readonly string[]): Promise<void> {
  console.log(`\n── ${name}`);
  const report = join(scratch, `${projects.join("-")}.json`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { good } = await run("vitest", ["run", ...chosen, ...reporters], "shown");
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

await step("the parser is the one of the grammar", async () => {
  const before = generated();
  const { good, said } = await script("grammar");
  const same = generated() === before;
  const hint = good && !same ? "A generated parser was out of date; commit the new one.\n" : "";
  return { good: good && same, said: said + hint };
});
await step("programs the tests need", async () => {
  await installMissing();
  const missing = findMissing();
  return { good: missing.length === 0, said: missing.length === 0 ? "" : `${tellMissing(missing)}\n` };
});

/** One after the other: beside the tests, whose waits they fill. */
async function checks(): Promise<void> {
  // The linter checks the types as well, of sources it reads once for both. It ends before it needs its memory again:
  // where there is plenty, looking for what is free would be a third of its work.
  const memory: Record<string, string> = freemem() > 10_000_000_000 ? { GOGC: "off" } : {};
  await step("lint and types", () => run("npm", ["run", "-s", "lint"], "kept", memory));
  await step("client build", () => script("build"));
  await step("nothing grave is known against the packages", () => run(process.execPath, ["scripts/audit.ts"], "kept"));
  await step("server tests on the system's PostgreSQL", () =>
    script("test:postgres", "--", "tests/server/kept.test.ts"),
  );
}
await Promise.all([checks(), tests("unit and engine tests", ["unit", "engine"])]);
await tests("the page in a browser", ["e2e"]);

rmSync(scratch, { recursive: true, force: true });
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\nin ${((performance.now() - started) / 1000).toFixed(0)} s`);
if (withoutData > 0) {
  console.log(`${withoutData} tests left out: they read real data beside the checkout (docs/data-licence.md)`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
