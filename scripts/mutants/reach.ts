/**
 * Which test files reach which place: one run of the suite over sources that report the function of each place when it is
 * called, in every process and in the browser. A place outside of functions is reached by whoever imports its file.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, treeOf, within } from "./places.ts";
import type { Mutant } from "./places.ts";

/** Of a place the test files that reach it, or null where it lies outside of functions. */
export type Reach = Readonly<Record<string, readonly string[] | null>>;

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Reports of a place, put into the innermost function around it; none where there is no function. */
function reportsOf({ file, start, number }: Mutant, source: string): readonly Insertion[] {
  let found: readonly Insertion[] = [];
  for (const node of within(treeOf(file, source))) {
    if (!/Function/.test(node.type) || node.type.startsWith("TS") || node.start > start || node.end <= start) continue;
    const body = node["body"];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { type, start: from, end } = body as { type: string; start: number; end: number };
    const call = `globalThis.hitPlace?.(${number})`;
    found =
      type === "BlockStatement"
        ? [{ at: from + 1, text: ` ${call}; ` }]
        : [
            { at: from, text: `(${call}, (` },
            { at: end, text: "))" },
          ];
  }
  return found;
}

const SET_UP = "tests/fixed-cases.ts";
const BROWSER = "tests/e2e/product.ts";
const BROWSER_MAIN = ["src/client/main.tsx", "src/charting/main.tsx"];

/** What the run adds to the files of the suite itself: who is running, and the reports of pages. */
const ADDED: Readonly<Record<string, string>> = {
  [SET_UP]: `
import { expect as expectHit } from "vitest";
process.env["HIT_BY"] = (expectHit.getState().testPath ?? "?").replace(/^.*\\/tests\\//, "tests/");
`,
  [BROWSER]: `
import { expect as expectHit } from "vitest";
process.env["HIT_BY"] = (expectHit.getState().testPath ?? "?").replace(/^.*\\/tests\\//, "tests/");
const openBrowser = chromium.launch.bind(chromium);
chromium.launch = async (...given) => {
  const browser = await openBrowser(...given);
  const open = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await open(...options);
    context.on("console", (message) => {
      const place = /^hitPlace (\\d+)$/.exec(message.text())?.[1];
      if (place) globalThis.hitPlace?.(Number(place));
    });
    return context;
  };
  return browser;
};
`,
  ...Object.fromEntries(
    BROWSER_MAIN.map((file) => [
      file,
      `
const toldHits = new Set();
globalThis.hitPlace = (place) => {
  if (toldHits.has(place)) return;
  toldHits.add(place);
  console.debug("hitPlace " + place);
};
`,
    ]),
  ),
};

/** Runs the suite once and says who reaches what. Files are changed in place and put back. */
export function reach(mutants: readonly Mutant[]): Reach {
  const scratch = mkdtempSync(join(tmpdir(), "scanbook-reach-"));
  const hits = join(scratch, "hits.tsv");
  writeFileSync(hits, "");
  const before = new Map<string, string>();
  const result: Record<string, string[] | null> = {};
  try {
    for (const [file, all] of Map.groupBy(mutants, ({ file }) => file)) {
      const source = readFileSync(join(ROOT, file), "utf8");
      before.set(file, source);
      const insertions: Insertion[] = [];
      for (const mutant of all) {
        const reports = reportsOf(mutant, source);
        result[mutant.number] = reports.length > 0 ? [] : null;
        insertions.push(...reports);
      }
      let changed = source;
      for (const { at, text } of insertions.toSorted((a, b) => b.at - a.at))
        changed = changed.slice(0, at) + text + changed.slice(at);
      writeFileSync(join(ROOT, file), changed);
    }
    for (const [file, text] of Object.entries(ADDED)) {
      const path = join(ROOT, file);
      if (!existsSync(path)) continue;
      const source = readFileSync(path, "utf8");
      if (!before.has(file)) before.set(file, source);
      writeFileSync(path, source + text);
    }
    const env = {
      ...process.env,
      CI: "1",
      HITS: hits,
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "hits.mjs")).href}`,
    };
    const run = (...[program = "", ...args]: readonly string[]): void =>
      void spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env });
    run("vitest", "run", "--project", "unit", "--project", "engine");
    run("vite", "build", "--logLevel", "error");
    run("vitest", "run", "--project", "e2e");
    for (const line of readFileSync(hits, "utf8").split("\n")) {
      const [place = "", by = ""] = line.split("\t");
      const files = result[place];
      if (files && by.startsWith("tests/") && !files.includes(by)) files.push(by);
    }
  } finally {
    for (const [file, source] of before) writeFileSync(join(ROOT, file), source);
    rmSync(scratch, { recursive: true, force: true });
  }
  return result;
}
