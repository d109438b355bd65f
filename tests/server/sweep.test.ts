import { afterAll, beforeAll, expect, test } from "vitest";
import { SweepAnswer, SweepOpeningAnswer } from "../../src/contract/index.ts";
import { requestEnded } from "../../src/server/index.ts";
import { bytesSource, readZip } from "../../src/zip/index.ts";
import { IN_SOAK } from "../cases.ts";
import { somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { HERE, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let ada: Somebody;
let bob: Somebody;

const COLUMNS = { Custom: [{ name: "Week", formula: "([daily close 5 adj] / [daily close adj] - 1) * 100" }] };
const SWEPT = {
  columns: COLUMNS,
  filters: { Custom: [{ formula: "{chg_close} > $up" }, { formula: "[daily close] > $price" }] },
  parameters: [
    { name: "up", from: -1, to: 1, step: 1, value: 0 },
    { name: "price", from: 1, to: 11, step: 5, value: 6 },
  ],
  outcome: "Week",
  hold_out: "last third",
};

async function run(more: object): Promise<string> {
  const { status, body } = await ada.send("POST", "/v1/data-requests", request(more));
  expect([status, body]).toEqual([202, expect.anything()]);
  await requestEnded(server.db, ada.id, body.id);
  return body.id;
}

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await somebody(server), await somebody(server)];
});
afterAll(() => server.end());

const of = (id: string, part = ""): string => `/v1/data-requests/${id}/sweep${part}`;
const sweepOf = async (id: string, query = "") => SweepAnswer.parse((await ada.send("GET", of(id, query))).body);

// `tests/scan/sweep-cells.test.ts` has the cells; only the soak asks the server, which counts the looks.
test.runIf(IN_SOAK)(
  "a sweep has every setting, and the days that are held out only where somebody looks, which is counted",
  async () => {
    const id = await run(SWEPT);
    const sweep = await sweepOf(id);
    expect(sweep.cells.map(({ values }) => values)).toEqual(
      [-1, 0, 1].flatMap((up) => [1, 6, 11].map((price) => [up, price])),
    );
    expect(sweep.end < (sweep.held?.start ?? "")).toBe(true);
    expect(sweep.history).toEqual({ runs: 1, sweeps: 1, settings: 9, openings: [], looks: 0 });
    // The run itself has the chosen setting, and not one row of the days that are held out either.
    const status = (await ada.send("GET", `/v1/data-requests/${id}/status`)).body;
    expect(status.rows).toBe(sweep.cells[4]?.rows);
    // The same once more is no further try; another one is.
    expect((await sweepOf(id, "?seed=2")).history.sweeps).toBe(1);

    const open = (values: readonly number[]) => ada.send("POST", of(id, "/openings"), { values });
    const { history } = SweepOpeningAnswer.parse((await open([0, 6])).body);
    expect(history).toMatchObject({ looks: 1, openings: [{ values: [0, 6], start: sweep.held?.start }] });
    expect(history.openings[0]?.cell.rows).toBeGreaterThan(0);
    expect(SweepOpeningAnswer.parse((await open([1, 6])).body).history.openings).toHaveLength(2);
    // The workbook's sheet Request says what was tried.
    const { address } = (await ada.send("POST", `/v1/data-requests/${id}/ticket`, { format: "xlsx" })).body;
    const file = await server.app.inject({ method: "GET", url: address, headers: HERE });
    const zip = await readZip(bytesSource(new Uint8Array(file.rawPayload)));
    const sheets = await Promise.all(
      zip.entries.filter(({ name }) => /sheet\d+\.xml$/.test(name)).map(({ name }) => zip.text(name, 1 << 24)),
    );
    const sheet = sheets.find((one) => one?.includes("What was tried")) ?? "";
    for (const [label, figure] of [
      ["Settings in them", 9],
      ["Looks at held-out days", 2],
    ] as const)
      expect(sheet).toMatch(new RegExp(`${label}.{0,120}<v>${figure}</v>`));
    expect(sheet).toMatch(/Sources of the market data.*?>demo</);
    // Another request over the same days has not seen them, but somebody has.
    const other = await run({
      ...SWEPT,
      filters: { Custom: [{ formula: "{chg_close} > $up & [daily close] > $price" }] },
    });
    expect((await sweepOf(other)).history).toMatchObject({ looks: 2, openings: [], runs: 1 });
  },
);

// Only the soak asks for the sweep of somebody else; `tests/server/study.test.ts` asks for such a study.
test.runIf(IN_SOAK)("says what a sweep lacks, and is not there for others", async () => {
  const plain = await run({ columns: COLUMNS, outcome: "Week" });
  const refused = async (path: string, body?: object) => {
    const answer = await ada.send(body === undefined ? "GET" : "POST", path, body);
    return [answer.status, answer.body.errors[0].message];
  };
  expect(await refused(of(plain))).toEqual([400, "The request has no parameters: parameter $gap 5 .. 100 step 5."]);
  const { hold_out: _, ...open } = SWEPT;
  const id = await run(open);
  expect((await bob.send("GET", of(id))).status).toBe(404);
  expect((await bob.send("POST", of(id, "/openings"), { values: [0, 6] })).status).toBe(404);
  expect(await refused(of(id, "/openings"), { values: [0, 6] })).toEqual([
    400,
    "The request holds out no days: hold out last third.",
  ]);
  expect(await refused(of(id, "?outcome=Close"))).toEqual([400, "{Close} is no column of the request."]);
});
