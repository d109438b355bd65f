import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DistributionAnswer, ExplainAnswer, FunnelAnswer, Problem, ValuesAnswer } from "../../src/contract/index.ts";
import { Turns } from "../../src/server/answers/turns.ts";
import { IN_SOAK } from "../cases.ts";
import { get, post, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let symbol: string;
const DATE = "2025-12-30";
beforeAll(async () => {
  server = await startTestServer();
  const [first] = await server.market.query<{ symbol: string }>(
    "SELECT symbol FROM market.security WHERE security_id IN (SELECT security_id FROM market.daily GROUP BY security_id HAVING count() = 252) ORDER BY symbol LIMIT 1",
  );
  symbol = first?.symbol ?? "";
});
afterAll(() => server.end());

const ask = (path: string, body: object) => post(server.app, path, body);

async function problem(path: string, body: object): Promise<Problem> {
  const answer = await ask(path, body);
  expect(answer.statusCode).toBe(422);
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  return Problem.parse(answer.json());
}

describe("answers over HTTP", () => {
  test("explain: values of filters and columns, and whether the row is there", async () => {
    const answer = ExplainAnswer.parse((await ask("/v1/explain", { request: request(), symbol, date: DATE })).json());
    const [up] = answer.filters;
    expect(answer).toMatchObject({ symbol, date: DATE, absence: null, within: true });
    expect(answer.qualifies).toBe(up?.root.value);
    expect(up?.failed === null).toBe(answer.qualifies);
    expect(up?.root.parts.map(({ code }) => code)).toEqual(["[daily close adj]", "[daily open adj]"]);
    expect(answer.columns.map(({ label, unit }) => [label, unit])).toEqual([
      ["Close", "price"],
      ["Change", "percent"],
    ]);
    // Offsets refer to the text as it was sent.
    const change = answer.columns[1];
    const quotient = change?.root.parts[0]?.parts[0];
    expect(change?.text.slice(quotient?.from, quotient?.to)).toBe("[daily close adj] / [daily close -1 adj]");
  });

  test("a day without a row is an answer that says why", async () => {
    const answer = ExplainAnswer.parse(
      (await ask("/v1/explain", { request: request(), symbol, date: "2025-12-25" })).json(),
    );
    expect(answer).toMatchObject({ qualifies: false, filters: [], columns: [], absence: { code: "closed" } });
    expect(answer.absence?.text).toContain("Christmas");
  });

  test("values: every part of the formulas, with columns they name", async () => {
    const body = {
      symbol: symbol.toLowerCase(),
      date: DATE,
      formulas: ["{Twice} + 1", "[daily close -300]"],
      columns: [{ name: "Twice", formula: "[daily close] * 2" }],
    };
    const { formulas } = ValuesAnswer.parse((await ask("/v1/values", body)).json());
    const [sum, none] = formulas;
    const close = sum?.root.parts[0]?.parts[0]?.parts[0];
    expect(close?.code).toBe("[daily close]");
    expect(sum?.root.value).toBe(Number(close?.value) * 2 + 1);
    expect(none?.root).toMatchObject({ value: null, reason: { code: "outside-data" } });
  });

  // "values: every part of the formulas" is the same way to the engine; `tests/vocabulary` has the catalogue.
  test.runIf(IN_SOAK)("values of the whole catalogue", async () => {
    const { formulas } = ValuesAnswer.parse((await ask("/v1/values/fields", { symbol, date: DATE })).json());
    const codes = formulas.map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining([
        "[daily close adj]",
        "[identity exchange]",
        "[fundamental news]",
        "[ownership float]",
        "{gap}",
      ]),
    );
    expect(codes.some((code) => code.startsWith("[earnings "))).toBe(true);
    expect(formulas.find(({ code }) => code === "[identity symbol]")?.root.value).toBe(symbol);
  });

  test("funnel: the scan's own, and the same for another order", async () => {
    const filters = {
      Custom: [
        { tag: "up", formula: "[daily close adj] > [daily open adj]" },
        { tag: "dear", formula: "[daily close] > 20" },
      ],
    };
    const body = { request: request({ filters }) };
    const given = FunnelAnswer.parse((await ask("/v1/funnel", body)).json());
    const turned = FunnelAnswer.parse((await ask("/v1/funnel", { ...body, order: [2, 1] })).json());
    expect(given.steps.map(({ label }) => label)).toEqual(["up", "dear"]);
    expect(turned.steps.map(({ label }) => label)).toEqual(["dear", "up"]);
    expect(turned.steps.at(-1)?.rows).toBe(given.steps.at(-1)?.rows);
    expect(turned.steps[0]?.rows).toBe(given.alone[1]?.rows);
    expect(given.patterns?.reduce((sum, { rows }) => sum + rows, 0)).toBe(given.rows);
  });

  test("distribution: of a number, only where the filters are true", async () => {
    const body = { formula: "{gap}", start_date: "2025-10-01", end_date: "2025-12-31", filters: ["{gap} > 0"] };
    const found = DistributionAnswer.parse((await ask("/v1/distribution", body)).json());
    expect(found).toMatchObject({ type: "number", unit: "percent", nulls: 0 });
    expect(Number(found.min)).toBeGreaterThan(0);
    const { histogram } = found.numbers ?? { histogram: { below: 0, above: 0, bins: [] } };
    expect(histogram.below + histogram.above + histogram.bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(
      found.rows,
    );
  });

  test.each<[string, string, object, string, string]>([
    ["a request", "/v1/explain", { request: request({ name: "" }), symbol: "X", date: DATE }, "request.name", "name"],
    ["a symbol", "/v1/explain", { request: request(), symbol: "NOBODY!", date: DATE }, "symbol", "NOBODY!"],
    ["a date", "/v1/values/fields", { symbol: "X", date: "2025-02-30" }, "date", "2025-02-30"],
    ["a date past the calendar", "/v1/values/fields", { symbol: "X", date: "2035-01-02" }, "date", "2030"],
    ["a formula", "/v1/values", { symbol: "X", date: DATE, formulas: ["1", "[daily clsoe]"] }, "formulas[1]", "close"],
    [
      "a column",
      "/v1/values",
      { symbol: "X", date: DATE, formulas: ["1"], columns: [{ name: "A", formula: "1 +" }] },
      "columns[0].formula",
      "",
    ],
    ["an order", "/v1/funnel", { request: request(), order: [1, 1] }, "order", "once"],
    [
      "a formula to be spread",
      "/v1/distribution",
      { formula: "[daily clsoe]", start_date: DATE, end_date: DATE },
      "formula",
      "close",
    ],
    [
      "its filter",
      "/v1/distribution",
      { formula: "1", start_date: DATE, end_date: DATE, filters: ["[daily close]"] },
      "filters[0]",
      "",
    ],
    [
      "its dates",
      "/v1/distribution",
      { formula: "1", start_date: DATE, end_date: "2025-12-01" },
      "start_date",
      "after",
    ],
  ])("%s that is wrong is told at its place", async (_, path, body, place, message) => {
    const { errors } = await problem(path, body);
    const found = errors.filter((error) => error.path === place);
    expect(found, JSON.stringify(errors)).not.toEqual([]);
    expect(found[0]?.message).toContain(message);
  });

  test("a body of another shape is refused", async () => {
    const answer = await ask("/v1/explain", { request: request(), symbol, date: DATE, more: 1 });
    expect(answer.statusCode).toBe(400);
  });

  test("a caller that leaves ends its scan, and nothing of it stays", async () => {
    const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const headers = await signedIn(server.db, server.account);
    // Others count in this engine as well.
    const begun: string[] = [];
    const command = server.market.command.bind(server.market);
    const spied = vi.spyOn(server.market, "command").mockImplementation(async (given) => {
      const [, name] = /^CREATE DATABASE (run_funnel_\w+)/.exec(typeof given === "string" ? given : given.sql) ?? [];
      if (name !== undefined) begun.push(name);
      return command(given);
    });
    const abort = new AbortController();
    const filters = { Custom: [{ formula: "avg([daily close], -200 .. 0) > lowest([daily low], -250 .. 0)" }] };
    const left = fetch(`${address}/v1/funnel`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: headers["authorization"] ?? "" },
      body: JSON.stringify({ request: request({ filters }) }),
      signal: abort.signal,
    });
    const rejected = expect(left).rejects.toThrow();
    const running = async (): Promise<number> => {
      const [row] = await server.market.query<{ n: number }>({
        sql: "SELECT toUInt32(count()) AS n FROM system.databases WHERE name IN {begun:Array(String)}",
        params: { begun },
      });
      return row?.n ?? 0;
    };
    while ((await running()) === 0) await new Promise(setImmediate);
    abort.abort();
    await rejected;
    while ((await running()) > 0) await new Promise(setImmediate);
    spied.mockRestore();
    expect((await get(server.app, "/health")).statusCode).toBe(200);
  });
});

describe("turns", () => {
  const never = new AbortController().signal;

  test("are taken so many at a time, in order; who finds too many waiting is sent away", async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1 });
    const log: string[] = [];
    const first = Promise.withResolvers<void>();
    const a = turns.take("ada", never, async () => {
      await first.promise;
      log.push("a");
    });
    const b = turns.take("ada", never, async () => void log.push("b"));
    await expect(turns.take("ada", never, async () => void log.push("c"))).rejects.toMatchObject({ slug: "too-many" });
    first.resolve();
    await Promise.all([a, b]);
    expect(log).toEqual(["a", "b"]);
    await turns.take("ada", never, async () => void log.push("d"));
    expect(log).toEqual(["a", "b", "d"]);
  });

  test("of one user hold no other user up", async () => {
    const turns = new Turns({ atOnce: 2, waiting: 2 });
    const log: string[] = [];
    const first = Promise.withResolvers<void>();
    const take = async (user: string, name: string, until: Promise<void> = Promise.resolve()) =>
      turns.take(user, never, async () => {
        log.push(name);
        await until;
      });
    // One of two places is left to others, however many wait.
    const ada = [take("ada", "a1", first.promise), take("ada", "a2"), take("ada", "a3")];
    await expect(take("ada", "a4")).rejects.toMatchObject({ slug: "too-many" });
    await take("eve", "e1");
    await Promise.all([take("eve", "e2"), take("bob", "b1")]);
    expect(log).toEqual(["a1", "e1", "e2", "b1"]);
    first.resolve();
    await Promise.all(ada);
    expect(log.slice(4)).toEqual(["a2", "a3"]);
  });

  test("come by turns where all wait for one place", async () => {
    const turns = new Turns({ atOnce: 1, waiting: 3 });
    const log: string[] = [];
    const first = Promise.withResolvers<void>();
    const begun = turns.take("ada", never, () => first.promise);
    const names = ["ada", "ada", "ada", "eve", "bob", "bob"];
    const waiting = names.map(async (user) => turns.take(user, never, async () => void log.push(user)));
    first.resolve();
    await Promise.all([begun, ...waiting]);
    expect(log).toEqual(["eve", "bob", "ada", "bob", "ada", "ada"]);
  });

  test("who leaves while waiting makes room", async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1 });
    const first = Promise.withResolvers<void>();
    const a = turns.take("ada", never, () => first.promise);
    const abort = new AbortController();
    const b = turns.take("ada", abort.signal, async () => undefined);
    abort.abort();
    await expect(b).rejects.toMatchObject({ slug: "bad-request" });
    const c = turns.take("ada", never, async () => "c");
    first.resolve();
    await a;
    expect(await c).toBe("c");
  });
});
