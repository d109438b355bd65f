import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestEnded } from "../../src/server/index.ts";
import { exchangeToday } from "../../src/vocabulary/index.ts";
import { IN_SOAK } from "../cases.ts";
import { get, makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { somebodyWaits } from "./test-database.ts";
import { until } from "./until.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/** An account of its own, so that one story's requests are not in another's list. */
async function person() {
  const account = await makeAccount(server.db);
  const headers = await signedIn(server.db, account);
  const send = async (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) => {
    const answer = await server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const create = async (changes: object = {}): Promise<string> => {
    const { status, body } = await send("POST", "/v1/data-requests", request(changes));
    expect(status).toBe(202);
    return body.id;
  };
  const over = async (id: string) => {
    await requestEnded(server.db, account, id);
    return (await send("GET", `/v1/data-requests/${id}/status`)).body;
  };
  const names = async (url: string): Promise<string[]> =>
    (await send("GET", url)).body.items.map(({ name }: { name: string }) => name);
  return { send, create, over, names };
}

describe("requests", () => {
  test("renamed, marked, moved, counted and narrowed", async () => {
    const { send, create, names } = await person();
    const [one, two] = [await create({ name: "One" }), await create({ name: "Two" })];
    expect((await send("PUT", `/v1/data-requests/${one}/name`, { name: " First " })).status).toBe(200);
    expect((await send("PUT", `/v1/data-requests/${one}/name`, { name: " " })).body.errors[0].message).toBe(
      "Request name required",
    );
    await send("PUT", `/v1/data-requests/${two}/favourite`, { favourite: true });
    const folder = (await send("POST", "/v1/folders", { name: "Gaps" })).body;
    await send("POST", `/v1/data-requests/${two}/folder/attach`, { folder_id: folder.id });
    await send("PUT", `/v1/data-requests/${one}/data-updates`, { data_updates: true });
    expect(await names("/v1/profile/data-requests?sort=name")).toEqual(["First", "Two"]);
    expect(await names("/v1/profile/data-requests/favourite")).toEqual(["Two"]);
    expect(await names(`/v1/profile/data-requests?folder=${folder.id}`)).toEqual(["Two"]);
    expect(await names("/v1/profile/data-requests?folder=none&data_updates=true")).toEqual(["First"]);
    expect((await send("GET", `/v1/folders/${folder.id}`)).body).toMatchObject({ name: "Gaps", requests: 1 });
    const by = async (field: string) =>
      (await send("GET", `/v1/data-requests/filter-by-aggregate?by=${field}`)).body.items;
    expect(await by("favourite")).toEqual([
      { key: "false", count: 1 },
      { key: "true", count: 1 },
    ]);
    expect(await by("month")).toEqual([{ key: new Date().toISOString().slice(0, 7), count: 2 }]);
    await send("DELETE", `/v1/folders/${folder.id}/soft`);
    expect(await names("/v1/profile/data-requests?folder=none")).toHaveLength(2);
    expect((await send("GET", `/v1/folders/${folder.id}`)).status).toBe(404);
    expect((await send("GET", "/v1/profile/data-requests/report/count")).body).toMatchObject({
      total: 2,
      favourite: 1,
      trashed: 0,
      data_updates: 1,
      by_status: { Failed: 0, Cancelled: 0 },
    });
  });

  test("go to the trash, come back, and are deleted from there for good, rows included", async () => {
    const { over, send, create, names } = await person();
    const id = await create();
    await over(id);
    const { run_id } = await server.db
      .selectFrom("data_request")
      .select("run_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const tables = async (): Promise<number> =>
      (await server.market.query<object>(`SELECT name FROM system.tables WHERE startsWith(name, 'result_${run_id}')`))
        .length;
    expect((await send("DELETE", `/v1/data-requests/${id}`)).status).toBe(200);
    expect((await send("GET", `/v1/data-requests/${id}/status`)).status).toBe(404);
    expect(await names("/v1/profile/data-requests/trashed")).toEqual(["Up days"]);
    // It may be looked at there, by its owner only.
    const looked = `/v1/profile/data-requests/trashed/${id}`;
    expect((await send("GET", looked)).body).toMatchObject({ name: "Up days", Date_Range: { end_date: "2025-12-31" } });
    const stranger = await person();
    expect((await stranger.send("GET", looked)).status).toBe(404);
    expect((await send("POST", `/v1/data-requests/${id}/restore`)).status).toBe(200);
    expect((await send("GET", looked)).status, "out of the trash").toBe(404);
    expect((await send("GET", `/v1/data-requests/${id}/status`)).body.status).toBe("Finished");
    expect(await tables()).toBe(1);
    expect(
      (await send("POST", "/v1/data-requests/bulk-delete/soft", { ids: [id, "00000000000000000000"] })).body,
    ).toEqual({
      changed: 1,
    });
    expect((await send("DELETE", `/v1/data-requests/${id}`)).status).toBe(200);
    expect(await names("/v1/profile/data-requests/trashed")).toEqual([]);
    expect(await tables()).toBe(0);
    expect((await send("DELETE", `/v1/data-requests/${id}`)).status).toBe(404);
  });

  test("an edited one is a new one; with overwrite it takes the place of the original", async () => {
    const { send, create, names } = await person();
    const id = await create({ name: "Before" });
    await send("PUT", `/v1/data-requests/${id}/favourite`, { favourite: true });
    const beside = await send("PUT", `/v1/data-requests/${id}`, request({ name: "Beside" }));
    expect(beside.status).toBe(202);
    expect(await names("/v1/profile/data-requests?sort=name")).toEqual(["Before", "Beside"]);
    await send("PUT", `/v1/data-requests/${id}`, request({ name: "After", options: { overwrite: true } }));
    expect(await names("/v1/profile/data-requests?sort=name")).toEqual(["After", "Beside"]);
    expect(await names("/v1/profile/data-requests/favourite")).toEqual(["After"]);
    expect(await names("/v1/profile/data-requests/trashed")).toEqual(["Before"]);
  });

  // Only the soak has two transactions that wait for each other.
  test.runIf(IN_SOAK).each([
    ["taking its place", "PUT", (id: string) => `/v1/data-requests/${id}`, 202],
    ["putting it into the trash", "DELETE", (id: string) => `/v1/data-requests/${id}`, 200],
  ] as const)(
    "%s waits for the worker that ends its run, which does not wait for it",
    async (_, method, at, status) => {
      const { send, create, over } = await person();
      const id = await create({ name: "Before" });
      await over(id);
      const { run_id: run, account_id: account } = await server.db
        .updateTable("run")
        .set({ status: "Running" })
        .where("data_request_id", "=", id)
        .returning(["id as run_id", "account_id"])
        .executeTakeFirstOrThrow();
      const change = await server.db.transaction().execute(async (worker) => {
        await worker.updateTable("run").set({ attempt: 1 }).where("id", "=", run).execute();
        const waiting = send(method, at(id), request({ name: "After", options: { overwrite: true } }));
        await until(() => somebodyWaits(server.db), Boolean);
        // What every stored row that refers to the account does.
        await sql`SELECT 1 FROM account WHERE id = ${account} FOR KEY SHARE`.execute(worker);
        await worker.updateTable("data_request").set({ status: "Finished" }).where("run_id", "=", run).execute();
        return { waiting };
      });
      expect((await change.waiting).status).toBe(status);
    },
  );

  test("no way in takes an end date after today in exchange time", async () => {
    const { send, create } = await person();
    const today = exchangeToday();
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    const endingOn = (end_date: string) => request({ Date_Range: { start_date: "2025-10-01", end_date } });
    const id = await create();
    const span = { start_date: "2025-10-01", formula: "[daily close]", filters: [], columns: [] };
    const ways: readonly (readonly ["POST" | "PUT", string, (end: string) => object])[] = [
      ["POST", "/v1/data-requests", endingOn],
      ["POST", "/v1/data-requests/create/web/standard", endingOn],
      ["POST", "/v1/data-requests/preview?page=end-date", endingOn],
      ["PUT", `/v1/data-requests/${id}`, endingOn],
      ["POST", "/v1/distribution", (end_date) => ({ ...span, end_date })],
    ];
    // Of the ways to make or change one, one.
    for (const [method, url, body] of ways.filter((_, place) => IN_SOAK || place % 4 === 0)) {
      const refused = await send(method, url, body(tomorrow));
      const path = url === "/v1/distribution" ? "end_date" : "Date_Range.end_date";
      expect(refused.status, url).toBe(422);
      expect(refused.body.errors, url).toContainEqual(
        expect.objectContaining({ path, message: `The latest date is ${today}.` }),
      );
      expect((await send(method, url, body(today))).status, url).toBeLessThan(300);
    }
  });

  test("an original that went to the trash meanwhile is not replaced, and nothing new is made", async () => {
    const { send, create, names } = await person();
    const id = await create({ name: "Before" });
    const editing = await server.db.transaction().execute(async (other) => {
      await other.updateTable("data_request").set({ deleted_at: new Date() }).where("id", "=", id).execute();
      const edit = send("PUT", `/v1/data-requests/${id}`, request({ name: "After", options: { overwrite: true } }));
      // It has read the original and waits for whoever holds it.
      await until(() => somebodyWaits(server.db), Boolean);
      return { edit };
    });
    expect((await editing.edit).status).toBe(404);
    expect(await names("/v1/profile/data-requests")).toEqual([]);
  });

  test("give the symbol and date of their rows; run again and duplicated they give the same", async () => {
    const { over, send, create } = await person();
    const id = await create();
    const first = await over(id);
    const pairs = (await send("GET", `/v1/data-requests/${id}/symbol-pairs?page_size=2&page=2`)).body;
    expect(pairs).toMatchObject({ total: first.rows, page: 2, page_size: 2 });
    const rows = (await send("GET", `/v1/data-requests/${id}/rows?offset=2&limit=2`)).body.rows;
    expect(pairs.items.map(({ symbol, date }: { symbol: string; date: string }) => [symbol, date])).toEqual(
      rows.map(([symbol, date]: unknown[]) => [symbol, date]),
    );
    expect((await send("POST", `/v1/data-requests/${id}/run`)).body).toEqual({ id, status: "Pending" });
    expect((await over(id)).rows).toBe(first.rows);
    const copy = (await send("POST", `/v1/data-requests/${id}/duplicate`)).body.id;
    expect((await over(copy)).rows).toBe(first.rows);
  });
});

describe("templates", () => {
  test("the built-in ones are there, and one is duplicated, changed and hidden", async () => {
    const { send, names } = await person();
    expect(await names("/v1/templates/builtin?q=gap%20and")).toEqual(["Gap and go"]);
    const own = (await send("POST", "/v1/templates/duplicate", { id: "gap-and-go", name: "My gaps" })).body;
    expect(own).toMatchObject({ name: "My gaps", builtin: false });
    expect(own.request.Date_Range).toBeUndefined();
    expect(await names("/v1/templates/custom")).toEqual(["My gaps"]);
    const wrong = { name: "Bad", request: { filters: { Custom: [{ tag: "x", formula: "[daily clsoe] > 1" }] } } };
    const refused = await send("PUT", `/v1/templates/${own.id}`, wrong);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "request.filters.Custom[0].formula"]);
    const changed = await send("PUT", `/v1/templates/${own.id}`, {
      name: "Gaps",
      description: "d",
      request: own.request,
    });
    expect(changed.body).toMatchObject({ name: "Gaps", description: "d" });
    expect((await send("DELETE", `/v1/templates/${own.id}/soft`)).status).toBe(200);
    expect((await send("GET", `/v1/templates/${own.id}`)).status).toBe(404);
  });

  test("one is made of a request, and nobody else sees it", async () => {
    const { send, create } = await person();
    const made = (await send("POST", "/v1/templates/from-data-request", { id: await create() })).body;
    expect(made).toMatchObject({ name: "Up days", request: { name: "Up days" } });
    const other = await person();
    expect((await other.send("GET", `/v1/templates/${made.id}`)).status).toBe(404);
    expect((await other.send("DELETE", `/v1/templates/${made.id}`)).status).toBe(404);
  });
});

test("formulas are saved by tag, replaced and forgotten", async () => {
  const { send } = await person();
  const formula = { tag: "{gap}", display: "Gap", description: "", formula: "[daily open] / [daily close -1]" };
  expect((await send("PUT", "/v1/profile/formulas", formula)).status).toBe(200);
  await send("PUT", "/v1/profile/formulas", { ...formula, display: "Gap up" });
  expect((await send("GET", "/v1/profile/formulas")).body.items).toEqual([
    { ...formula, tag: "gap", display: "Gap up" },
  ]);
  expect((await send("DELETE", "/v1/profile/formulas/gap")).status).toBe(200);
  expect((await send("DELETE", "/v1/profile/formulas/gap")).status).toBe(404);
});

test("the profile keeps preferences field by field", async () => {
  const { send } = await person();
  await send("PUT", "/v1/profile", { preferences: { theme: "dark" } });
  const { body } = await send("PUT", "/v1/profile", { name: "Grace", preferences: { density: 1 } });
  expect(body).toMatchObject({ name: "Grace", preferences: { theme: "dark", density: 1 } });
  expect((await get(server.app, "/v1/profile")).json().preferences).toEqual({});
});
