import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RunProgress } from "../../src/client/results/RunProgress.tsx";
import type { StatusAnswer } from "../../src/contract/index.ts";

type Progress = NonNullable<StatusAnswer["progress"]>;

const at = (done: number, total: number): Progress => ({ done, total, stage: "Reading", read_rows: 0 });

// Without a value the bar would fill by itself, to nine tenths, before anything has begun.
test.each<readonly [string, Progress | null, number, string]>([
  ["before the server has told", null, 0, "Starting"],
  ["before anything is counted", at(0, 0), 0, "Reading"],
  ["at 0 of 8", at(0, 8), 0, "Reading"],
  ["at 2 of 8", at(2, 8), 25, "Reading"],
  ["at 8 of 8", at(8, 8), 100, "Reading"],
])("%s the bar of a run stands where the run does", (_, progress, share, said) => {
  const status = progress && { progress, waiting: 0 };
  const drawn = renderToStaticMarkup(createElement(RunProgress, { status, onCancel: null }));
  expect(drawn).toContain(`aria-valuenow="${share}"`);
  expect(drawn).toContain(`data-state="${share === 100 ? "complete" : "loading"}"`);
  expect(drawn).toContain(said);
});
