import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo, type Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { IN_SOAK } from "../cases.ts";
import { commandLine } from "./command-line.ts";
import type { Said } from "./command-line.ts";

let folder: string;
let market: Market;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-cli-study-"));
  // Held open, so that each command finds an engine that runs.
  market = await openTestMarket();
  await makeDemo(market, { symbols: 20, years: 1, minuteDays: 1 });
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true });
});

const cli = (...words: readonly string[]): Promise<Said> => commandLine(...words, "--data", market.folder ?? "");

// Only the soak prints a study with its path and two columns at once.
test.runIf(IN_SOAK)("the study of a request, with the path of its rows and two columns at once", async () => {
  const request = join(folder, "study.scan");
  await writeFile(
    request,
    `request Up
dates 2025-03-03 .. 2025-11-28
outcome {Week}
filter {up}: [daily close] > [daily open]
column {Volume}: [daily volume]
column {Range}: [daily high] - [daily low]
column {Week}: ( [daily close 5 adj] / [daily close adj] - 1 ) * 100
column {Sector}: [fundamental sector]
`,
  );
  const found = JSON.parse((await cli("study", request, "--cross", "range|Volume", "--parts", "5", "--json")).out);
  expect(found.path.points).toHaveLength(31);
  expect(found.path.points[10]).toMatchObject({ offset: 0, mean: 0 });
  expect(found.crossing).toMatchObject({ across: 3, down: 2, parts: 5 });
  const printed = (await cli("study", request, "--cross", "Range | Volume")).out;
  expect(printed).toMatch(/^Close before and after the day.*\n +[\d,]+ {2}-?[\d.]+ {2}\[.*\] +-10$/m);
  expect(printed).toMatch(/^Range and Volume at once, 3 parts of each\n +\d+ {2}.* {2}Range .* \.\. .*, Volume /m);
  expect((await cli("study", request)).out).not.toContain("at once");
  expect(await cli("study", request, "--cross", "Sector|Volume")).toMatchObject({
    status: 1,
    err: expect.stringContaining("Sector is no number and no time"),
  });
  for (const cross of ["Range", "Range|range", "Range|Rnage", "Range|Week"])
    expect(await cli("study", request, "--cross", cross)).toMatchObject({ status: 2, out: "" });
});

test("a sweep, what it refuses, and what it says of the setting that is opened", async () => {
  const request = join(folder, "sweep.scan");
  const write = (more: string): Promise<void> =>
    writeFile(
      request,
      `request Up
dates 2025-03-03 .. 2025-11-28
outcome {Week}
hold out last third
parameter $up 0 .. 4 step 2
${more}
filter {up}: [daily close] > [daily open] * (1 + $up / 100)
column {Week}: ( [daily close 5 adj] / [daily close adj] - 1 ) * 100
`,
    );
  await write("parameter $idle 1 .. 3\ncolumn {Idle}: $idle");
  expect(await cli("sweep", request)).toMatchObject({
    status: 1,
    err: expect.stringContaining("$idle changes neither a filter nor {Week}"),
  });
  await write("");
  expect((await cli("sweep", request)).out).toMatch(/^\$up +mean/);
  expect((await cli("sweep", request, "--open", "up=2")).out).toMatch(/^\$up 2 from 2025-\S+ to 2025-11-28: /);
  expect(await cli("sweep", request, "--open", "up=2,$UP=4")).toMatchObject({
    status: 2,
    err: expect.stringContaining("names $UP twice"),
  });
});

test("rows without an outcome are counted", async () => {
  const request = join(folder, "without.scan");
  await writeFile(
    request,
    `request Up
dates 2025-11-03 .. 2025-11-28
outcome {Year}
filter {up}: [daily close] > [daily open]
column {Year}: if([daily close] > 100, [daily close 1 adj] / [daily close adj])
`,
  );
  expect((await cli("study", request)).out).toMatch(
    /^ {2}[\d,]+ more rows have no outcome, and count for nothing here$/m,
  );
});

// Only the soak sweeps a stop at the command line.
test.runIf(IN_SOAK)("a stop that is swept is the stop that is written", async () => {
  const request = join(folder, "stop.scan");
  const write = (parameter: string, stop: string): Promise<void> =>
    writeFile(
      request,
      `request Stop
dates 2025-03-03 .. 2025-11-28
outcome {Net}
${parameter}
filter {up}: [daily close] > [daily open]
column {Net}: [trade return long at close stop ${stop} until close 2]
`,
    );
  await write("parameter $n 1 .. 3 step 2", "$n");
  const { cells } = JSON.parse((await cli("sweep", request, "--json")).out);
  expect(cells[0].mean).not.toBe(cells[1].mean);
  for (const [at, stop] of ["1", "3"].entries()) {
    await write("", stop);
    const { study } = JSON.parse((await cli("study", request, "--json")).out);
    expect(cells[at]).toMatchObject({ known: study.figures.rows });
    expect(cells[at].mean).toBeCloseTo(study.figures.mean, 9);
  }
});

test("the setting that is opened is named whole", async () => {
  const request = join(folder, "two.scan");
  await writeFile(
    request,
    `request Two
dates 2025-03-03 .. 2025-11-28
outcome {Week}
hold out last third
parameter $up 0 .. 4 step 2
parameter $low 10 .. 30 step 20
filter {up}: [daily close] > [daily open] * (1 + $up / 100) & [daily close] > $low
column {Week}: ( [daily close 5 adj] / [daily close adj] - 1 ) * 100
`,
  );
  expect(await cli("sweep", request, "--open", "up=2")).toMatchObject({
    status: 2,
    err: expect.stringContaining("--open names no value of $low"),
  });
});
