import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

// A request's status is that of its newest run: whoever wrote one of the two alone, or one without what belongs to it, would
// show a scan that is over as running.
const SRC = resolve(import.meta.dirname, "../../src");
const WRITER = "server/runs/run-status.ts";

/** Statements that write a status of `run` or `data_request`: of the query builder, and in SQL. */
function statusWrites(text: string): readonly string[] {
  const built = text.matchAll(
    /\b(?:updateTable|insertInto)\("(?:run|data_request)(?: as \w+)?"\)[\s\S]*?\.(?:execute\w*\(|where\(|returning\()/g,
  );
  const written = text.matchAll(/\b(?:UPDATE|INSERT INTO)\s+(?:run|data_request)\b[^;`]*/gi);
  return [...built, ...written].map(([statement]) => statement).filter((statement) => /\bstatus\b/.test(statement));
}

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes("migrations"))
  .map((path) => ({
    path: relative(SRC, join(SRC, path)),
    text: readFileSync(join(SRC, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, ""),
  }));

test("the status of runs and requests is written in one place", () => {
  const writers = sources.filter(({ text }) => statusWrites(text).length > 0);
  expect(writers.map(({ path }) => path)).toEqual([WRITER]);
});

test("a statement that writes a status is seen, whichever way it is written", () => {
  expect(statusWrites('db.updateTable("run").set({ status: "Failed" }).where("id", "=", run).execute()')).toHaveLength(
    1,
  );
  expect(statusWrites('db.insertInto("data_request").values({ id, status }).execute()')).toHaveLength(1);
  expect(statusWrites("sql`UPDATE run SET status = 'Failed'`")).toHaveLength(1);
  expect(statusWrites('db.updateTable("run").set({ beat_at }).where("status", "=", "Running").execute()')).toEqual([]);
  expect(statusWrites('db.updateTable("webhook_delivery").set({ status: "Failed" }).execute()')).toEqual([]);
});
