import { afterAll, beforeAll, expect, test } from "vitest";
import { StudyAnswer, StudyBaseAnswer, StudyGridAnswer, StudyPathAnswer } from "../../src/contract/index.ts";
import { requestEnded } from "../../src/server/index.ts";
import { somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let ada: Somebody;
let bob: Somebody;
let studied: string;
let without: string;

const COLUMNS = [
  { name: "Close", formula: "[daily close adj]" },
  { name: "Change", formula: "([daily close adj] / [daily close -1 adj] - 1) * 100" },
];
const WEEK = { name: "Week", formula: "([daily close 5 adj] / [daily close adj] - 1) * 100" };

async function run(columns: readonly object[], more: object = {}): Promise<string> {
  const { status, body } = await ada.send(
    "POST",
    "/v1/data-requests",
    request({ columns: { Custom: columns }, ...more }),
  );
  expect(status).toBe(202);
  await requestEnded(server.db, ada.id, body.id);
  return body.id;
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await somebody(server), await somebody(server)];
  studied = await run([...COLUMNS, WEEK], { outcome: "Week" });
  without = await run(COLUMNS);
});
afterAll(() => server.end());

const of = (id: string, part = ""): string => `/v1/data-requests/${id}/study${part}`;

test("a run with an outcome is studied by it, beside the same outcome without its filters", async () => {
  const study = StudyAnswer.parse((await ada.send("GET", of(studied))).body);
  expect(study.outcome).toBe(4);
  expect(study.figures.rows).toBeGreaterThan(100);
  expect(study.columns.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual([2, 3]);
  const again = StudyAnswer.parse((await ada.send("GET", of(studied, "?outcome=4&seed=2"))).body);
  expect(again.figures.mean).toBe(study.figures.mean);
  expect(again.figures.interval).not.toEqual(study.figures.interval);
  const base = StudyBaseAnswer.parse((await ada.send("GET", of(studied, "/base"))).body);
  expect(base.all.rows).toBeGreaterThan(study.figures.rows);
  expect(base.steps[0]?.after.rows).toBe(study.figures.rows);
  const path = StudyPathAnswer.parse((await ada.send("GET", of(studied, "/path"))).body);
  expect(path.points.map(({ offset }) => offset)).toEqual(Array.from({ length: 31 }, (_, index) => index - 10));
  expect(path.points[10]).toMatchObject({ offset: 0, rows: study.figures.rows, mean: 0 });
  const grid = StudyGridAnswer.parse((await ada.send("GET", of(studied, "/grid?across=3&down=2&parts=5"))).body);
  expect(grid.cells.reduce((sum, { rows }) => sum + rows, 0)).toBe(study.figures.rows);
  // Of the first two columns that can be cut where none is named.
  expect((await ada.send("GET", of(studied, "/grid"))).body).toMatchObject({ across: 2, down: 3, parts: 3 });
});

test.each(["", "/base", "/path", "/grid"])(
  "study%s: to others it is not there; without an outcome that is said",
  async (part) => {
    expect((await bob.send("GET", of(studied, part))).status).toBe(404);
    const { status, body } = await ada.send("GET", of(without, part));
    expect([status, body.errors]).toEqual([
      400,
      [{ path: "outcome", message: "No column of the result becomes known after the close of its day." }],
    ]);
    // A column that is known by then, and one that is not there.
    for (const [place, message] of [
      [3, /Change/],
      [40, /There are 4 columns/],
    ] as const) {
      const refused = await ada.send("GET", of(without, `${part}?outcome=${place}`));
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].message).toMatch(message);
    }
  },
);

test("a grid is of numbers and times", async () => {
  const { status, body } = await ada.send("GET", of(studied, "/grid?across=0&down=2"));
  expect([status, body.errors]).toEqual([
    400,
    [{ path: "across", message: "Symbol is no number and no time, so it is not cut into parts." }],
  ]);
});
